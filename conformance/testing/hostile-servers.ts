import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A server with one kind of hostile behaviour. */
export interface HostileServer {
  readonly name: string;
  /** A pattern for the sentence that ends the run. */
  readonly expectedMessage: RegExp;
  respond(socket: Socket, request: string): void;
}

const JSON_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const createResponse = (body: Buffer | string, head = JSON_HEAD): Buffer =>
  Buffer.concat([Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`), Buffer.from(body)]);

/** Writes `text` repeatedly until the connection closes. */
function repeatText(socket: Socket, text: string, everyMs = 5): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on('close', () => clearInterval(timer));
}

/** Responds to every request with these bytes. */
const respondWith = (bytes: Buffer | string) => (socket: Socket) => void socket.write(bytes);
const throttleWith = (retryAfter: string) =>
  respondWith(`HTTP/1.1 429 Slow\r\nRetry-After: ${retryAfter}\r\nContent-Length: 0\r\n\r\n`);

/** Hostile servers. Every run against them exits 3 without results. */
export const hostileServers: readonly HostileServer[] = [
  {
    name: 'closes the connection at once',
    expectedMessage: /connection closed/,
    respond: (socket) => void socket.destroy(),
  },
  {
    name: 'resets the connection',
    expectedMessage: /connection closed/,
    respond: (socket) => void socket.resetAndDestroy(),
  },
  { name: 'sends no response', expectedMessage: /no complete response within 0.4 s/, respond: () => undefined },
  {
    name: 'closes the connection within the status line',
    expectedMessage: /connection (closed|failed)/,
    respond: (socket) => void socket.end('HTTP/1.1 20'),
  },
  {
    name: 'resets within the headers',
    expectedMessage: /connection closed/,
    respond: (socket) => void socket.write(JSON_HEAD, () => socket.resetAndDestroy()),
  },
  {
    name: 'truncates the body',
    expectedMessage: /connection closed|Content-Length/,
    respond: (socket) => void socket.end(`${JSON_HEAD}Content-Length: 1000\r\n\r\n{"a":`),
  },
  {
    name: 'truncates a chunk',
    expectedMessage: /connection closed/,
    respond: (socket) => void socket.end(`${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\nff\r\n{"a"`),
  },
  {
    name: 'sends chunks with an invalid size',
    expectedMessage: /connection failed/,
    respond: respondWith(`${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
  },
  {
    name: 'states two lengths',
    expectedMessage: /length of its body differs from its Content-Length/,
    respond: respondWith(`${JSON_HEAD}Content-Length: 2\r\nContent-Length: 7\r\n\r\n{}`),
  },
  {
    name: 'does not speak HTTP',
    expectedMessage: /connection failed/,
    respond: respondWith('SSH-2.0-OpenSSH_9.6\r\n'),
  },
  {
    name: 'sends one header of a megabyte',
    expectedMessage: /16 KiB/,
    respond: respondWith(`${JSON_HEAD}X-A: ${'a'.repeat(2 ** 20)}`),
  },
  {
    name: 'sends endless headers',
    expectedMessage: /16 KiB|no complete response/,
    respond(socket) {
      socket.write(JSON_HEAD);
      repeatText(socket, `X-More: ${'a'.repeat(500)}\r\n`);
    },
  },
  {
    name: 'sends endless 103 responses',
    expectedMessage: /no complete response/,
    respond: (socket) => repeatText(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
  },
  {
    name: 'switches protocols unasked',
    expectedMessage: /connection/,
    respond: respondWith('HTTP/1.1 101 No\r\nUpgrade: x\r\n\r\n'),
  },
  {
    name: 'never ends its body',
    expectedMessage: /no complete response|larger than/,
    respond(socket) {
      socket.write(`${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n`);
      repeatText(socket, `400\r\n${' '.repeat(0x400)}\r\n`);
    },
  },
  {
    name: 'sends one byte at a time',
    expectedMessage: /no complete response/,
    respond(socket) {
      socket.write(`${JSON_HEAD}Content-Length: 100000\r\n\r\n`);
      repeatText(socket, ' ', 20);
    },
  },
  {
    name: 'sends 20 megabytes',
    expectedMessage: /larger than 8388608 bytes/,
    respond: respondWith(createResponse(Buffer.alloc(20 * 2 ** 20, ' '))),
  },
  {
    name: 'sends a gzip bomb',
    expectedMessage: /larger than 8388608 bytes after decompression/,
    respond: respondWith(
      createResponse(gzipSync(Buffer.alloc(64 * 2 ** 20)), `${JSON_HEAD}Content-Encoding: gzip\r\n`),
    ),
  },
  {
    name: 'sends broken gzip',
    expectedMessage: /cannot be decompressed as gzip/,
    respond: respondWith(createResponse('{"a":1}', `${JSON_HEAD}Content-Encoding: gzip\r\n`)),
  },
  {
    name: 'uses an unknown content coding',
    expectedMessage: /unknown content coding/,
    respond: respondWith(createResponse('{"a":1}', `${JSON_HEAD}Content-Encoding: lzma\r\n`)),
  },
  { name: 'throttles every request', expectedMessage: /still 429/, respond: throttleWith('0') },
  { name: 'throttles with a huge Retry-After', expectedMessage: /still 429/, respond: throttleWith('9'.repeat(400)) },
  {
    name: 'throttles until the year 9999',
    expectedMessage: /still 429/,
    respond: throttleWith('Fri, 31 Dec 9999 23:59:59 GMT'),
  },
  {
    name: 'throttles with a negative Retry-After',
    expectedMessage: /still 429/,
    respond: throttleWith('-62135596800'),
  },
  {
    name: 'redirects every path to another origin',
    expectedMessage: /redirect to https:\/\/elsewhere\.test\/login; the kit follows no redirects/,
    respond: respondWith(
      'HTTP/1.1 302 Found\r\nLocation: https://elsewhere.test/login?next=x\r\nContent-Length: 0\r\n\r\n',
    ),
  },
  {
    name: 'returns a login page',
    expectedMessage: /returned an HTML page \(200\). Is this the URL of the API\?/,
    respond: respondWith(
      createResponse(
        '<!DOCTYPE html><title>Sign in \u001b[2J</title>',
        'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n',
      ),
    ),
  },
  {
    name: 'returns a login page as JSON',
    expectedMessage: /returned an HTML page/,
    respond: respondWith(createResponse('\n<html><body>Sign in</body></html>')),
  },
  {
    name: 'returns bytes that are not text',
    expectedMessage: /returned 200, but not JSON/,
    respond: respondWith(createResponse(Buffer.from([0xff, 0xfe, 0x7b, 0xc3, 0x28, 0x7d]))),
  },
  {
    name: 'returns JSON with 10,000 levels',
    expectedMessage: /nested too deep/,
    respond: respondWith(createResponse(`${'[1,'.repeat(10_000)}1${']'.repeat(10_000)}`)),
  },
  {
    name: 'returns an empty object with HTTP/1.0',
    expectedMessage: /returned 200, but without data/,
    respond: (socket) => void socket.end('HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{}'),
  },
  {
    name: 'states fewer bytes than it sends',
    expectedMessage: /returned 200, but without data/,
    respond: respondWith(`${JSON_HEAD}Content-Length: 2\r\n\r\n{}and more`),
  },
  {
    name: 'returns 503',
    expectedMessage: /returned 503 to the key/,
    respond: respondWith(createResponse('', 'HTTP/1.1 503 Out\r\n')),
  },
  {
    name: 'returns an unknown status',
    expectedMessage: /returned 799/,
    respond: respondWith(createResponse('{}', 'HTTP/1.1 799 Own\r\n')),
  },
];
