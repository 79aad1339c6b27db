import type { HttpRequest } from './middleware.ts';

/**
 * Returns the bytes of a body that middleware in front of the sandbox has read and parsed already; undefined if the body can still be
 * read. The bytes may differ from those that were sent, in white space for example.
 */
export function readParsedBody({ body, readableEnded }: HttpRequest): Buffer | undefined {
  if (!readableEnded || body === undefined) return undefined;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
