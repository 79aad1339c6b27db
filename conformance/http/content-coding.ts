import { promisify } from 'node:util';
import zlib from 'node:zlib'; // a named import would fail on an older Node.js before the error about the required version
import { NoResponse, type TransportResponse } from './client.ts';

const CODINGS = {
  gzip: promisify(zlib.gunzip),
  'x-gzip': promisify(zlib.gunzip),
  deflate: promisify(zlib.inflate),
  br: promisify(zlib.brotliDecompress),
  zstd: promisify(zlib.zstdDecompress),
};

/**
 * Decompresses the body of a response. The kit requests no compression, but a server may still compress.
 * @throws NoResponse for an invalid body, and for one that is larger than `maxBodyBytes` after decompression.
 */
export async function decodeBody(response: TransportResponse, maxBodyBytes: number): Promise<TransportResponse> {
  const codings = listContentCodings(response);
  if (codings.length === 0 || response.body.length === 0) return response;
  if (codings.length > 1)
    throw new NoResponse('undecodable', `its body is compressed more than once (${codings.join(', ')})`);
  const [coding = ''] = codings;
  if (!isKnown(coding)) throw new NoResponse('undecodable', `its body has an unknown content coding (${coding})`);
  try {
    return { ...response, body: await CODINGS[coding](response.body, { maxOutputLength: maxBodyBytes }) };
  } catch (thrown) {
    const isTooLarge = thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLarge)
      throw new NoResponse('too-large', `its body is larger than ${maxBodyBytes} bytes after decompression`);
    throw new NoResponse('undecodable', `its body cannot be decompressed as ${coding}`);
  }
}

const isKnown = (coding: string): coding is keyof typeof CODINGS => Object.hasOwn(CODINGS, coding);

const listContentCodings = ({ headers }: TransportResponse): string[] =>
  headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
