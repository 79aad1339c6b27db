import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A server that does one thing to every request which no client should have to bear. */
export interface HostileServer {
  readonly name: string;
  /** What the one sentence about it says. */
  readonly says: RegExp;
  talk(socket: Socket, request: string): void;
}

const JSON_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const withBody = (body: Buffer | string, head = JSON_HEAD): Buffer =>
  Buffer.concat([Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`), Buffer.from(body)]);

/** Writes `text` again and again, for as long as somebody listens. */
function forEver(socket: Socket, text: string, everyMs = 5): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on('close', () => clearInterval(timer));
}

/** Answers every request so. */
const answers = (bytes: Buffer | string) => (socket: Socket) => void socket.write(bytes);
const throttles = (retryAfter: string) =>
  answers(`HTTP/1.1 429 Slow\r\nRetry-After: ${retryAfter}\r\nContent-Length: 0\r\n\r\n`);

/** The servers of the battery. What they have in common: no API can be judged behind them, and the run ends with 3. */
export const hostileServers: readonly HostileServer[] = [
  { name: 'hangs up at once', says: /connection closed/, talk: (socket) => void socket.destroy() },
  { name: 'resets the connection', says: /connection closed/, talk: (socket) => void socket.resetAndDestroy() },
  { name: 'says nothing', says: /no complete response within 0.4 s/, talk: () => undefined },
  {
    name: 'hangs up within the status line',
    says: /connection (closed|failed)/,
    talk: (socket) => void socket.end('HTTP/1.1 20'),
  },
  {
    name: 'resets within the headers',
    says: /connection closed/,
    talk: (socket) => void socket.write(JSON_HEAD, () => socket.resetAndDestroy()),
  },
  {
    name: 'cuts the body off',
    says: /connection closed|Content-Length/,
    talk: (socket) => void socket.end(`${JSON_HEAD}Content-Length: 1000\r\n\r\n{"a":`),
  },
  {
    name: 'cuts a chunk off',
    says: /connection closed/,
    talk: (socket) => void socket.end(`${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\nff\r\n{"a"`),
  },
  {
    name: 'sends chunks of no size',
    says: /connection failed/,
    talk: answers(`${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
  },
  {
    name: 'states two lengths',
    says: /length of its body differs from its Content-Length/,
    talk: answers(`${JSON_HEAD}Content-Length: 2\r\nContent-Length: 7\r\n\r\n{}`),
  },
  { name: 'speaks no HTTP', says: /connection failed/, talk: answers('SSH-2.0-OpenSSH_9.6\r\n') },
  { name: 'sends one header of a megabyte', says: /16 KiB/, talk: answers(`${JSON_HEAD}X-A: ${'a'.repeat(2 ** 20)}`) },
  {
    name: 'sends headers for ever',
    says: /16 KiB|no complete response/,
    talk(socket) {
      socket.write(JSON_HEAD);
      forEver(socket, `X-More: ${'a'.repeat(500)}\r\n`);
    },
  },
  {
    name: 'asks to go on for ever',
    says: /no complete response/,
    talk: (socket) => forEver(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
  },
  { name: 'switches protocols unasked', says: /connection/, talk: answers('HTTP/1.1 101 No\r\nUpgrade: x\r\n\r\n') },
  {
    name: 'never ends its body',
    says: /no complete response|larger than/,
    talk(socket) {
      socket.write(`${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n`);
      forEver(socket, `400\r\n${' '.repeat(0x400)}\r\n`);
    },
  },
  {
    name: 'sends a byte at a time',
    says: /no complete response/,
    talk(socket) {
      socket.write(`${JSON_HEAD}Content-Length: 100000\r\n\r\n`);
      forEver(socket, ' ', 20);
    },
  },
  {
    name: 'sends 20 megabytes',
    says: /larger than 16777216 bytes/,
    talk: answers(withBody(Buffer.alloc(20 * 2 ** 20, ' '))),
  },
  {
    name: 'sends a gzip bomb',
    says: /larger than 16777216 bytes when unpacked/,
    talk: answers(withBody(gzipSync(Buffer.alloc(64 * 2 ** 20)), `${JSON_HEAD}Content-Encoding: gzip\r\n`)),
  },
  {
    name: 'sends broken gzip',
    says: /called gzip, but cannot be unpacked/,
    talk: answers(withBody('{"a":1}', `${JSON_HEAD}Content-Encoding: gzip\r\n`)),
  },
  {
    name: 'compresses in its own way',
    says: /compressed in an unknown way/,
    talk: answers(withBody('{"a":1}', `${JSON_HEAD}Content-Encoding: lzma\r\n`)),
  },
  { name: 'throttles for ever', says: /still 429/, talk: throttles('0') },
  { name: 'throttles for an aeon', says: /still 429/, talk: throttles('9'.repeat(400)) },
  { name: 'throttles until the year 9999', says: /still 429/, talk: throttles('Fri, 31 Dec 9999 23:59:59 GMT') },
  { name: 'throttles since the year 1', says: /still 429/, talk: throttles('-62135596800') },
  {
    name: 'has every path moved to another origin',
    says: /redirect to https:\/\/elsewhere\.test\/login; the kit follows no redirects/,
    talk: answers('HTTP/1.1 302 Found\r\nLocation: https://elsewhere.test/login?next=x\r\nContent-Length: 0\r\n\r\n'),
  },
  {
    name: 'answers a login page',
    says: /answered a web page \(200\). Is this the address of the API\?/,
    talk: answers(
      withBody('<!DOCTYPE html><title>Sign in \u001b[2J</title>', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'),
    ),
  },
  {
    name: 'calls a login page JSON',
    says: /answered a web page/,
    talk: answers(withBody('\n<html><body>Sign in</body></html>')),
  },
  {
    name: 'answers bytes that are no text',
    says: /answered 200, but not with JSON/,
    talk: answers(withBody(Buffer.from([0xff, 0xfe, 0x7b, 0xc3, 0x28, 0x7d]))),
  },
  {
    name: 'answers JSON of 10,000 levels',
    says: /nested too deep/,
    talk: answers(withBody(`${'[1,'.repeat(10_000)}1${']'.repeat(10_000)}`)),
  },
  {
    name: 'speaks HTTP/1.0 and says nothing',
    says: /answered 200, but with nothing in it/,
    talk: (socket) => void socket.end('HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{}'),
  },
  {
    name: 'states fewer bytes than it sends',
    says: /answered 200, but with nothing in it/,
    talk: answers(`${JSON_HEAD}Content-Length: 2\r\n\r\n{}and more`),
  },
  { name: 'is out of service', says: /answered 503 to the key/, talk: answers(withBody('', 'HTTP/1.1 503 Out\r\n')) },
  { name: 'has a status of its own', says: /answered 799/, talk: answers(withBody('{}', 'HTTP/1.1 799 Own\r\n')) },
];
