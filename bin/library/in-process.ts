import { request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { duplexPair, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/**
 * Creates a request. A text becomes a blob with the media type of a text, because Node.js ends the stream of a text with
 * `queueMicrotask`, which a test may fake.
 */
export function createRequest(input: string | URL | Request, init: RequestInit = {}): Request {
  if (typeof init.body !== 'string') return new Request(input, init);
  return new Request(input, { ...init, body: new Blob([init.body], { type: 'text/plain;charset=UTF-8' }) });
}

/**
 * Sends a request to a server in this process over a pair of streams, without a port. Rejects if the server closes the
 * connection before it responds. `basePath` is removed from the path.
 */
export async function fetchInProcess(server: Server, request: Request, basePath = ''): Promise<Response> {
  const [client, accepted] = duplexPair();
  server.emit('connection', accepted);
  const { pathname, search, host } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  delete headers['accept-encoding']; // fetch decodes responses, so compression has no benefit here

  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    const sent = httpRequest({
      method: request.method,
      path: (pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname) + search,
      headers: { host, ...headers, connection: 'close' },
      createConnection: () => client,
    });
    sent.once('response', resolve).once('error', reject);
    const body = request.body === null ? Readable.from([]) : Readable.fromWeb(request.body as ReadableStream);
    pipeline(body, sent).catch(reject);
  });
  return toResponse(await answer, request.method);
}

function toResponse(message: IncomingMessage, method: string): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headersDistinct)) {
    for (const each of value ?? []) headers.append(name, each);
  }
  const status = message.statusCode ?? 500;
  const isEmpty = method === 'HEAD' || status === 204 || status === 304;
  if (isEmpty) message.resume();
  return new Response(isEmpty ? null : (Readable.toWeb(message) as globalThis.ReadableStream), { status, headers });
}
