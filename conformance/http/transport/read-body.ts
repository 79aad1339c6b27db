import { NoResponse } from './transport-contract.ts';

const FIRST_BYTES = 64 * 1024;

interface BodyLength {
  readonly maxBytes: number;
  /** The value of Content-Length. */
  readonly stated: unknown;
}

/**
 * Reads a body into one buffer, so that its chunks can be freed while it arrives.
 * @throws NoResponse (too-large) once it has more than `maxBytes`.
 */
export async function readBody(
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes, stated }: BodyLength,
): Promise<Uint8Array> {
  const expected = typeof stated === 'string' && /^\d{1,9}$/.test(stated) ? Number(stated) : FIRST_BYTES;
  let buffer = Buffer.allocUnsafeSlow(Math.min(expected, maxBytes));
  let size = 0;
  for await (const chunk of chunks) {
    if (size + chunk.length > maxBytes) throw new NoResponse('too-large', `its body is larger than ${maxBytes} bytes`);
    if (size + chunk.length > buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(2 * buffer.length, size + chunk.length)));
      buffer.copy(larger, 0, 0, size);
      buffer = larger;
    }
    buffer.set(chunk, size);
    size += chunk.length;
  }
  return size === buffer.length ? buffer : Buffer.from(buffer.subarray(0, size)); // without the unused rest
}
