/**
 * Raw responses with the outcome that RFC 9110 and RFC 9112 require. The table was written from these documents alone
 * and is frozen: change the code, not the table. `either` means that the documents leave the choice to the client.
 */

import { omitUndefined } from '../../../base/omit-undefined.ts';
/** `taken`: a complete final response with a 2xx status. `failed`: anything else. */
export type RequiredOutcome = 'taken' | 'failed' | 'either';

export interface RawResponseCase {
  readonly what: string;
  readonly bytes: Buffer;
  readonly outcome: RequiredOutcome;
  /** The status that may be shown; null if there is none, undefined if the documents leave it open. */
  readonly status?: number | null;
  /** How the connection ends. Default: it is closed after the bytes. */
  readonly ending?: 'close' | 'open' | 'reset';
}

type Row = readonly [
  what: string,
  text: string | Buffer,
  outcome: RequiredOutcome,
  status?: number | null | undefined,
  ending?: 'open' | 'reset',
];

const OK = 'HTTP/1.1 200 OK\r\n';
const EMPTY = 'Content-Length: 0\r\n\r\n';
const createStatusLine = (statusLine: string): string => `${statusLine}\r\n${EMPTY}`;
const createWithHeaders = (...headers: readonly string[]): string =>
  `${OK}${headers.map((one) => `${one}\r\n`).join('')}${EMPTY}`;
const createWithBody = (body: string | Buffer, status = '200 OK'): Buffer => {
  const bytes = Buffer.from(body as string, 'latin1'); // the encoding is used for strings only
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\nContent-Length: ${bytes.length}\r\n\r\n`), bytes]);
};
const createChunked = (chunks: string, headers = ''): string =>
  `${OK}Transfer-Encoding: chunked\r\n${headers}\r\n${chunks}`;
const createBytes = (...values: readonly number[]): Buffer => Buffer.from(values);

const rows: readonly Row[] = [
  // RFC 9110, 15: a status code is a three-digit integer, and those outside 100..599 are invalid.
  ['status 000', createStatusLine('HTTP/1.1 000 X'), 'failed', null],
  ['status 001', createStatusLine('HTTP/1.1 001 X'), 'failed', null],
  ['status 042', createStatusLine('HTTP/1.1 042 X'), 'failed', null],
  ['status 099', createStatusLine('HTTP/1.1 099 X'), 'failed', null],
  ['status 600', createStatusLine('HTTP/1.1 600 X'), 'failed', null],
  ['status 777', createStatusLine('HTTP/1.1 777 X'), 'failed', null],
  ['status 999', createStatusLine('HTTP/1.1 999 X'), 'failed', null],
  ['status 000 with a body', createWithBody('why', '000 X'), 'failed', null],
  ['status 000 with a body cut off', 'HTTP/1.1 000 X\r\nContent-Length: 9\r\n\r\nwhy', 'failed', null],
  [
    'status 600 in chunks without an end',
    'HTTP/1.1 600 X\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nwhy\r\n',
    'failed',
    null,
  ],
  ['one digit', createStatusLine('HTTP/1.1 2 OK'), 'failed', null],
  ['two digits', createStatusLine('HTTP/1.1 20 OK'), 'failed', null],
  ['four digits', createStatusLine('HTTP/1.1 2000 OK'), 'failed', null],
  ['many digits', createStatusLine(`HTTP/1.1 ${'2'.repeat(400)} OK`), 'failed', null],
  ['letters in the status', createStatusLine('HTTP/1.1 2xx OK'), 'failed', null],
  ['a negative status', createStatusLine('HTTP/1.1 -200 OK'), 'failed', null],
  ['a fraction as a status', createStatusLine('HTTP/1.1 200.5 OK'), 'failed', null],
  ['full-width digits', createStatusLine('HTTP/1.1 ２００ OK'), 'failed', null],
  ['no status', createStatusLine('HTTP/1.1'), 'failed', null],

  // Each class of valid status codes.
  ['200', createStatusLine('HTTP/1.1 200 OK'), 'taken', 200],
  ['202', createStatusLine('HTTP/1.1 202 Accepted'), 'taken', 202],
  ['226', createStatusLine('HTTP/1.1 226 IM Used'), 'taken', 226],
  ['299', createStatusLine('HTTP/1.1 299 X'), 'taken', 299],
  ['302 without Location', createStatusLine('HTTP/1.1 302 Found'), 'failed', 302],
  ['399', createStatusLine('HTTP/1.1 399 X'), 'failed', 399],
  ['404', createStatusLine('HTTP/1.1 404 Not Found'), 'failed', 404],
  ['417', createStatusLine('HTTP/1.1 417 Expectation Failed'), 'failed', 417],
  ['426', `HTTP/1.1 426 Upgrade Required\r\nConnection: upgrade\r\nUpgrade: websocket\r\n${EMPTY}`, 'failed', 426],
  ['499', createStatusLine('HTTP/1.1 499 X'), 'failed', 499],
  ['511', createStatusLine('HTTP/1.1 511 Network Authentication Required'), 'failed', 511],
  ['599', createStatusLine('HTTP/1.1 599 X'), 'failed', 599],

  // RFC 9112, 4: the status line.
  ['an empty reason', createStatusLine('HTTP/1.1 200 '), 'taken', 200],
  ['no space after the status', createStatusLine('HTTP/1.1 200'), 'either'],
  [
    'a reason with a tab and obs-text',
    Buffer.from(createStatusLine('HTTP/1.1 200 O\tK \xe9\xff'), 'latin1'),
    'taken',
    200,
  ],
  ['a reason in UTF-8', createStatusLine('HTTP/1.1 200 Schön'), 'taken', 200],
  ['a reason with NUL', createStatusLine('HTTP/1.1 200 O\0K'), 'either'],
  ['a reason with terminal controls', createStatusLine('HTTP/1.1 500 \x1b[31mred\x07'), 'failed'],
  ['a reason of 8 KiB', createStatusLine(`HTTP/1.1 200 ${'k'.repeat(8192)}`), 'either'],
  ['HTTP/1.0', createStatusLine('HTTP/1.0 200 OK'), 'taken', 200],
  ['HTTP/2.0', createStatusLine('HTTP/2.0 200 OK'), 'either'],
  ['HTTP/9.9', createStatusLine('HTTP/9.9 200 OK'), 'either'],
  ['a version in small letters', createStatusLine('http/1.1 200 OK'), 'failed', null],
  ['another protocol name', createStatusLine('ICY 200 OK'), 'failed', null],
  ['two spaces before the status', createStatusLine('HTTP/1.1  200 OK'), 'either'],
  ['a tab before the status', createStatusLine('HTTP/1.1\t200 OK'), 'either'],
  ['a space before the version', createStatusLine(' HTTP/1.1 200 OK'), 'either'],
  ['an empty line before the status line', `\r\n${createStatusLine('HTTP/1.1 200 OK')}`, 'either'],
  ['line feeds alone', 'HTTP/1.1 200 OK\nContent-Length: 0\n\n', 'either'],
  ['carriage returns alone', 'HTTP/1.1 200 OK\rContent-Length: 0\r\r', 'failed', null],

  // RFC 9110, 15.2: interim responses precede a final one; a client that requested no protocol switch cannot accept one.
  ['100 before 200', `HTTP/1.1 100 Continue\r\n\r\n${createStatusLine('HTTP/1.1 200 OK')}`, 'taken', 200],
  ['103 before 204', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n', 'taken', 204],
  ['an unknown 1xx before 200', `HTTP/1.1 199 X\r\n\r\n${createStatusLine('HTTP/1.1 200 OK')}`, 'taken', 200],
  [
    'fifty 102 before 200',
    `${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(50)}${createStatusLine('HTTP/1.1 200 OK')}`,
    'taken',
    200,
  ],
  ['100 before 000', `HTTP/1.1 100 Continue\r\n\r\n${createStatusLine('HTTP/1.1 000 X')}`, 'failed', null],
  ['100 and nothing else', 'HTTP/1.1 100 Continue\r\n\r\n', 'failed'],
  ['100 and silence', 'HTTP/1.1 100 Continue\r\n\r\n', 'failed', undefined, 'open'],
  ['ten thousand 100 and nothing else', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(10_000), 'failed'],
  ['101', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n', 'failed'],
  [
    '101 and silence',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    'failed',
    undefined,
    'open',
  ],
  ['101 without Upgrade and silence', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 'failed', undefined, 'open'],
  [
    '101 and bytes of another protocol',
    Buffer.concat([
      Buffer.from('HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
      createBytes(0x81, 0, 0xff),
    ]),
    'failed',
    undefined,
    'open',
  ],

  // RFC 9112, 6.3: the length of the content.
  ['no length, and the connection closes', `${OK}\r\nall of it`, 'taken', 200],
  ['less than Content-Length', `${OK}Content-Length: 100\r\n\r\nshort`, 'failed', 200],
  ['nothing of Content-Length', `${OK}Content-Length: 100\r\n\r\n`, 'failed', 200],
  ['more than Content-Length', `${OK}Content-Length: 5\r\n\r\n0123456789`, 'taken', 200],
  [
    'a second response after the first',
    `${createStatusLine('HTTP/1.1 200 OK')}${createStatusLine('HTTP/1.1 500 X')}`,
    'taken',
    200,
  ],
  ['Content-Length twice, the same', `${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`, 'either'],
  ['Content-Length as a list of the same', `${OK}Content-Length: 2, 2\r\n\r\nok`, 'either'],
  ['Content-Length twice, different', `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`, 'failed', null],
  ['a negative Content-Length', `${OK}Content-Length: -1\r\n\r\nok`, 'failed', null],
  ['Content-Length with a plus', `${OK}Content-Length: +2\r\n\r\nok`, 'failed', null],
  ['Content-Length in hexadecimal', `${OK}Content-Length: 0x2\r\n\r\nok`, 'failed', null],
  ['Content-Length of forty digits', `${OK}Content-Length: ${'9'.repeat(40)}\r\n\r\nok`, 'failed'],
  ['204', 'HTTP/1.1 204 No Content\r\n\r\n', 'taken', 204],
  ['204 with a body of a length', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello', 'taken', 204],
  [
    '204 with a body in chunks',
    'HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    'taken',
    204,
  ],
  ['204 with a body without a length', 'HTTP/1.1 204 No Content\r\n\r\nhello', 'taken', 204],
  [
    '204 with a body, and the connection stays',
    'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello',
    'taken',
    204,
    'open',
  ],
  ['205 with a body', createWithBody('hello', '205 Reset Content'), 'taken', 205],
  ['304 with a length', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n', 'failed', 304],

  // RFC 9112, 7: transfer codings, and 8: incomplete messages.
  ['chunks', createChunked('5\r\nhello\r\n0\r\n\r\n'), 'taken', 200],
  ['chunks in capital hexadecimal', createChunked(`A\r\n${'x'.repeat(10)}\r\n0\r\n\r\n`), 'taken', 200],
  ['chunks with extensions', createChunked('5;a=b;c="d"\r\nhello\r\n0;e\r\n\r\n'), 'taken', 200],
  ['chunks with trailers', createChunked('5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n', 'Trailer: X-Sum\r\n'), 'taken', 200],
  ['chunks without an end', createChunked('5\r\nhello\r\n'), 'failed', 200],
  ['a chunk cut off', createChunked('5\r\nhel'), 'failed', 200],
  ['trailers cut off', createChunked('5\r\nhello\r\n0\r\nX-Sum'), 'failed', 200],
  ['a chunk size that is no number', createChunked('zz\r\nhello\r\n0\r\n\r\n'), 'failed'],
  ['a negative chunk size', createChunked('-5\r\nhello\r\n0\r\n\r\n'), 'failed'],
  ['a chunk size beyond 64 bits', createChunked(`${'F'.repeat(17)}\r\nhello\r\n0\r\n\r\n`), 'failed'],
  ['a chunk size with 0x', createChunked('0x5\r\nhello\r\n0\r\n\r\n'), 'failed'],
  ['a chunk longer than its size', createChunked('2\r\nhello\r\n0\r\n\r\n'), 'failed'],
  ['no line break after a chunk', createChunked('5\r\nhello0\r\n\r\n'), 'failed'],
  ['chunks beside Content-Length', createChunked('5\r\nhello\r\n0\r\n\r\n', 'Content-Length: 3\r\n'), 'either'],
  ['a coding that is not chunked', `${OK}Transfer-Encoding: gzip\r\n\r\nhello`, 'either'],
  ['an unknown coding', `${OK}Transfer-Encoding: xchunked\r\n\r\nhello`, 'either'],
  ['chunked twice', `${OK}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`, 'either'],

  // RFC 9110, 5 and RFC 9112, 5: fields.
  ['no field', `${OK}\r\n`, 'taken', 200],
  ['a field without a colon', createWithHeaders('X-None'), 'either'],
  ['a field without a name', createWithHeaders(': x'), 'either'],
  ['a field with an empty value', createWithHeaders('X-Empty:'), 'taken', 200],
  ['white space before the colon', createWithHeaders('X-A : 1'), 'either'],
  ['a folded field', createWithHeaders('X-Folded: one\r\n two'), 'taken', 200],
  ['a folded field before any other', `${OK} two\r\n${EMPTY}`, 'either'],
  ['a value with NUL', createWithHeaders('X-A: a\0b'), 'either'],
  ['a value with a bare carriage return', createWithHeaders('X-A: a\rb'), 'either'],
  ['a value with other controls', createWithHeaders('X-A: a\x01\x08\x1b[31m\x7fb'), 'either'],
  ['a value with a tab', createWithHeaders('X-A: a\tb'), 'taken', 200],
  ['a value in Latin-1', Buffer.from(createWithHeaders('X-A: \xe9\xff\x80'), 'latin1'), 'taken', 200],
  ['a value in UTF-8', createWithHeaders('X-A: 💶 ä'), 'taken', 200],
  ['a name of every token character', createWithHeaders("!#$%&'*+-.^_`|~09azAZ: 1"), 'taken', 200],
  ['a name outside ASCII', createWithHeaders('X-Ä: 1'), 'either'],
  [
    'names that objects have',
    createWithHeaders('__proto__: 1', 'constructor: 2', 'toString: 3', 'hasOwnProperty: 4', '__defineGetter__: 5'),
    'taken',
    200,
  ],
  ['a name twice', createWithHeaders('X-A: 1', 'x-a: 2'), 'taken', 200],
  ['Set-Cookie three times', createWithHeaders('Set-Cookie: a=1', 'Set-Cookie: b=2', 'Set-Cookie: c=3'), 'taken', 200],
  ['Content-Type twice', createWithHeaders('Content-Type: text/plain', 'Content-Type: x'), 'taken', 200],
  ['Location twice', `HTTP/1.1 302 Found\r\nLocation: /a\r\nLocation: /b\r\n${EMPTY}`, 'failed', 302],
  ['a Location that is no URI', `HTTP/1.1 307 X\r\nLocation: http://[::bad %zz\r\n${EMPTY}`, 'failed', 307],
  ['Retry-After twice', `HTTP/1.1 503 X\r\nRetry-After: 1\r\nRetry-After: 9\r\n${EMPTY}`, 'failed', 503],
  ['Retry-After of twenty digits', `HTTP/1.1 429 X\r\nRetry-After: 99999999999999999999\r\n${EMPTY}`, 'failed', 429],
  [
    'Retry-After of four hundred digits',
    `HTTP/1.1 503 X\r\nRetry-After: ${'9'.repeat(400)}\r\n${EMPTY}`,
    'failed',
    503,
  ],
  ['a negative Retry-After', `HTTP/1.1 503 X\r\nRetry-After: -5\r\n${EMPTY}`, 'failed', 503],
  [
    'a Retry-After far in the past',
    `HTTP/1.1 503 X\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n${EMPTY}`,
    'failed',
    503,
  ],
  [
    'a Retry-After in the year 9999',
    `HTTP/1.1 503 X\r\nRetry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n${EMPTY}`,
    'failed',
    503,
  ],
  ['a value of 8 KiB', createWithHeaders(`X-A: ${'y'.repeat(8192)}`), 'taken', 200],
  ['a value of 200 KiB', createWithHeaders(`X-A: ${'y'.repeat(200_000)}`), 'either'],
  ['fifty fields', createWithHeaders(...Array.from({ length: 50 }, (_, n) => `X-${n}: ${n}`)), 'taken', 200],
  ['three thousand fields', createWithHeaders(...Array.from({ length: 3000 }, (_, n) => `X-${n}: ${n}`)), 'either'],
  ['Connection: close', createWithHeaders('Connection: close'), 'taken', 200],
  ['Connection: upgrade beside 200', createWithHeaders('Connection: upgrade', 'Upgrade: websocket'), 'taken', 200],

  // The content is any bytes.
  ['NUL', createWithBody('a\0b'), 'taken', 200],
  ['all bytes', createWithBody(Buffer.from(Array.from({ length: 256 }, (_, n) => n))), 'taken', 200],
  ['invalid UTF-8', createWithBody(createBytes(0xff, 0xfe, 0xc0, 0x80, 0xe2, 0x82)), 'taken', 200],
  ['surrogates in UTF-8', createWithBody(createBytes(0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80)), 'taken', 200],
  ['a byte order mark', createWithBody(createBytes(0xef, 0xbb, 0xbf, 0x7b, 0x7d)), 'taken', 200],
  ['UTF-16', createWithBody(Buffer.from('\ufeffhello', 'utf16le')), 'taken', 200],
  ['line separators', createWithBody(Buffer.from('a\u2028b\u2029c\u0085')), 'taken', 200],
  [
    'a character across 16 KiB',
    createWithBody(Buffer.concat([Buffer.alloc(16_382, 'x'), Buffer.from('💶💶')])),
    'taken',
    200,
  ],
  ['invalid UTF-8 in a refusal', createWithBody(createBytes(0xff, 0x00, 0x1b, 0x5b), '500 X'), 'failed', 500],
  ['content that claims to be gzip', `${OK}Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello`, 'taken', 200],
  ['70 KiB', createWithBody('x'.repeat(70_000)), 'either'],

  // Not HTTP, or truncated HTTP.
  ['nothing', '', 'failed', null],
  ['nothing, and a reset', '', 'failed', null, 'reset'],
  ['nothing, and silence', '', 'failed', null, 'open'],
  ['one letter', 'H', 'failed', null],
  ['half a status line', 'HTTP/1.1 200', 'failed', null],
  ['only a status line', OK, 'failed', null],
  ['a head without its end', `${OK}Content-Length: 0\r\n`, 'failed', null],
  ['a head without its end, and silence', `${OK}Content-Length: 0\r\n`, 'failed', null, 'open'],
  ['a reset in the content', `${OK}Content-Length: 100\r\n\r\nshort`, 'failed', undefined, 'reset'],
  ['silence in the content', `${OK}Content-Length: 100\r\n\r\nshort`, 'failed', 200, 'open'],
  ['SSH', 'SSH-2.0-OpenSSH_9.9\r\n', 'failed', null],
  ['SMTP', '220 mail.example ESMTP\r\n', 'failed', null],
  ['a TLS alert', createBytes(0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46), 'failed', null],
  ['HTTP/2 frames', createBytes(0, 0, 0, 4, 0, 0, 0, 0, 0), 'failed', null],
  ['zeros', Buffer.alloc(1000), 'failed', null],
  ['HTML without a head', '<html><body>200 OK</body></html>', 'failed', null],
];

export const rawResponseCases: readonly RawResponseCase[] = rows.map(([what, text, outcome, status, ending]) => ({
  what,
  bytes: Buffer.from(text as string), // a Buffer is copied
  outcome,
  ...omitUndefined({ status, ending }),
}));
