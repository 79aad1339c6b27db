import { promisify } from 'node:util';
import zlib from 'node:zlib'; // a named import would fail on an older Node.js before the error about the required version
import { NoResponse, type TransportResponse } from './transport-contract.ts';

const CODINGS = {
  gzip: promisify(zlib.gunzip),
  'x-gzip': promisify(zlib.gunzip),
  deflate: promisify(zlib.inflate),
  br: promisify(zlib.brotliDecompress),
  zstd: promisify(zlib.zstdDecompress),
};

/** The first bytes of compressed bodies. No JSON, XML or other text begins so. */
const MAGIC_BYTES: readonly (readonly [coding: keyof typeof CODINGS, bytes: readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b, 0x08]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
];

/**
 * Decompresses the body of a response. The kit requests no compression, but a server may still compress, and may not state it.
 * @throws NoResponse for an invalid body, and for one that is larger than `maxBodyBytes` after decompression.
 */
export async function decodeBody(response: TransportResponse, maxBodyBytes: number): Promise<TransportResponse> {
  const codings = listContentCodings(response);
  if (response.body.length === 0) return response;
  if (codings.length > 1)
    throw new NoResponse('undecodable', `its body is compressed more than once (${codings.join(', ')})`);
  const undeclared = MAGIC_BYTES.find(([, magic]) => magic.every((byte, index) => response.body[index] === byte))?.[0];
  const coding = codings[0] ?? undeclared;
  if (coding === undefined) return response;
  if (!isKnown(coding)) throw new NoResponse('undecodable', `its body has an unknown content coding (${coding})`);
  try {
    const body = await CODINGS[coding](response.body, { maxOutputLength: maxBodyBytes });
    return { ...response, body, ...(codings.length === 0 ? { undeclaredCoding: coding } : {}) };
  } catch (thrown) {
    const isTooLarge = thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLarge)
      throw new NoResponse('too-large', `its body is larger than ${maxBodyBytes} bytes after decompression`);
    const how = codings.length === 0 ? ', though it begins so and has no Content-Encoding' : '';
    throw new NoResponse('undecodable', `its body cannot be decompressed as ${coding}${how}`);
  }
}

const isKnown = (coding: string): coding is keyof typeof CODINGS => Object.hasOwn(CODINGS, coding);

const listContentCodings = ({ headers }: TransportResponse): string[] =>
  headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
