import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A server with one kind of hostile behaviour. */
export interface HostileServer {
  readonly name: string;
  /** A pattern for the sentence that ends the run. */
  readonly says: RegExp;
  talk(socket: Socket, request: string): void;
}

const JSON_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const withBody = (body: Buffer | string, head = JSON_HEAD): Buffer =>
  Buffer.concat([Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`), Buffer.from(body)]);

/** Writes `text` repeatedly until the connection closes. */
function repeatText(socket: Socket, text: string, everyMs = 5): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on('close', () => clearInterval(timer));
}

/** Responds to every request with these bytes. */
const respondWith = (bytes: Buffer | string) => (socket: Socket) => void socket.write(bytes);
const throttles = (retryAfter: string) =>
  respondWith(`HTTP/1.1 429 Slow\r\nRetry-After: ${retryAfter}\r\nContent-Length: 0\r\n\r\n`);

/** Hostile servers. Every run against them exits 3 without results. */
export const hostileServers: readonly HostileServer[] = [
  { name: 'closes the connection at once', says: /connection closed/, talk: (socket) => void socket.destroy() },
  { name: 'resets the connection', says: /connection closed/, talk: (socket) => void socket.resetAndDestroy() },
  { name: 'sends no response', says: /no complete response within 0.4 s/, talk: () => undefined },
  {
    name: 'closes the connection within the status line',
    says: /connection (closed|failed)/,
    talk: (socket) => void socket.end('HTTP/1.1 20'),
  },
  {
    name: 'resets within the headers',
    says: /connection closed/,
    talk: (socket) => void socket.write(JSON_HEAD, () => socket.resetAndDestroy()),
  },
  {
    name: 'truncates the body',
    says: /connection closed|Content-Length/,
    talk: (socket) => void socket.end(`${JSON_HEAD}Content-Length: 1000\r\n\r\n{"a":`),
  },
  {
    name: 'truncates a chunk',
    says: /connection closed/,
    talk: (socket) => void socket.end(`${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\nff\r\n{"a"`),
  },
  {
    name: 'sends chunks with an invalid size',
    says: /connection failed/,
    talk: respondWith(`${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
  },
  {
    name: 'states two lengths',
    says: /length of its body differs from its Content-Length/,
    talk: respondWith(`${JSON_HEAD}Content-Length: 2\r\nContent-Length: 7\r\n\r\n{}`),
  },
  { name: 'does not speak HTTP', says: /connection failed/, talk: respondWith('SSH-2.0-OpenSSH_9.6\r\n') },
  {
    name: 'sends one header of a megabyte',
    says: /16 KiB/,
    talk: respondWith(`${JSON_HEAD}X-A: ${'a'.repeat(2 ** 20)}`),
  },
  {
    name: 'sends endless headers',
    says: /16 KiB|no complete response/,
    talk(socket) {
      socket.write(JSON_HEAD);
      repeatText(socket, `X-More: ${'a'.repeat(500)}\r\n`);
    },
  },
  {
    name: 'sends endless 103 responses',
    says: /no complete response/,
    talk: (socket) => repeatText(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
  },
  {
    name: 'switches protocols unasked',
    says: /connection/,
    talk: respondWith('HTTP/1.1 101 No\r\nUpgrade: x\r\n\r\n'),
  },
  {
    name: 'never ends its body',
    says: /no complete response|larger than/,
    talk(socket) {
      socket.write(`${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n`);
      repeatText(socket, `400\r\n${' '.repeat(0x400)}\r\n`);
    },
  },
  {
    name: 'sends one byte at a time',
    says: /no complete response/,
    talk(socket) {
      socket.write(`${JSON_HEAD}Content-Length: 100000\r\n\r\n`);
      repeatText(socket, ' ', 20);
    },
  },
  {
    name: 'sends 20 megabytes',
    says: /larger than 16777216 bytes/,
    talk: respondWith(withBody(Buffer.alloc(20 * 2 ** 20, ' '))),
  },
  {
    name: 'sends a gzip bomb',
    says: /larger than 16777216 bytes after decompression/,
    talk: respondWith(withBody(gzipSync(Buffer.alloc(64 * 2 ** 20)), `${JSON_HEAD}Content-Encoding: gzip\r\n`)),
  },
  {
    name: 'sends broken gzip',
    says: /cannot be decompressed as gzip/,
    talk: respondWith(withBody('{"a":1}', `${JSON_HEAD}Content-Encoding: gzip\r\n`)),
  },
  {
    name: 'uses an unknown content coding',
    says: /unknown content coding/,
    talk: respondWith(withBody('{"a":1}', `${JSON_HEAD}Content-Encoding: lzma\r\n`)),
  },
  { name: 'throttles every request', says: /still 429/, talk: throttles('0') },
  { name: 'throttles with a huge Retry-After', says: /still 429/, talk: throttles('9'.repeat(400)) },
  { name: 'throttles until the year 9999', says: /still 429/, talk: throttles('Fri, 31 Dec 9999 23:59:59 GMT') },
  { name: 'throttles with a negative Retry-After', says: /still 429/, talk: throttles('-62135596800') },
  {
    name: 'redirects every path to another origin',
    says: /redirect to https:\/\/elsewhere\.test\/login; the kit follows no redirects/,
    talk: respondWith(
      'HTTP/1.1 302 Found\r\nLocation: https://elsewhere.test/login?next=x\r\nContent-Length: 0\r\n\r\n',
    ),
  },
  {
    name: 'returns a login page',
    says: /returned an HTML page \(200\). Is this the URL of the API\?/,
    talk: respondWith(
      withBody('<!DOCTYPE html><title>Sign in \u001b[2J</title>', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'),
    ),
  },
  {
    name: 'returns a login page as JSON',
    says: /returned an HTML page/,
    talk: respondWith(withBody('\n<html><body>Sign in</body></html>')),
  },
  {
    name: 'returns bytes that are not text',
    says: /returned 200, but not JSON/,
    talk: respondWith(withBody(Buffer.from([0xff, 0xfe, 0x7b, 0xc3, 0x28, 0x7d]))),
  },
  {
    name: 'returns JSON with 10,000 levels',
    says: /nested too deep/,
    talk: respondWith(withBody(`${'[1,'.repeat(10_000)}1${']'.repeat(10_000)}`)),
  },
  {
    name: 'returns an empty object with HTTP/1.0',
    says: /returned 200, but without data/,
    talk: (socket) => void socket.end('HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{}'),
  },
  {
    name: 'states fewer bytes than it sends',
    says: /returned 200, but without data/,
    talk: respondWith(`${JSON_HEAD}Content-Length: 2\r\n\r\n{}and more`),
  },
  { name: 'returns 503', says: /returned 503 to the key/, talk: respondWith(withBody('', 'HTTP/1.1 503 Out\r\n')) },
  {
    name: 'returns an unknown status',
    says: /returned 799/,
    talk: respondWith(withBody('{}', 'HTTP/1.1 799 Own\r\n')),
  },
];
