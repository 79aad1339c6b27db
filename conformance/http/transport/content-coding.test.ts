import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeBody } from './content-coding.ts';

const respond = (body: Buffer, coding?: string) => ({
  status: 200,
  headers: coding === undefined ? [] : [['Content-Encoding', coding] as const],
  body,
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('decompresses %s up to the limit, and refuses one more byte', async (coding, compress) => {
  const text = Buffer.alloc(5000, ' ');
  const response = respond(compress(text), coding);
  expect(response.body.length).toBeLessThan(100);
  expect(Buffer.from((await decodeBody(response, 5000)).body)).toEqual(text);
  await expect(decodeBody(response, 4999)).rejects.toThrow('its body is larger than 4999 bytes after decompression');
});

test('decompresses a body that does not state its coding within the same limit', async () => {
  const response = respond(gzipSync(Buffer.alloc(5000, ' ')));
  expect(await decodeBody(response, 5000)).toMatchObject({ undeclaredCoding: 'gzip' });
  await expect(decodeBody(response, 4999)).rejects.toThrow('larger than 4999 bytes after decompression');
});
