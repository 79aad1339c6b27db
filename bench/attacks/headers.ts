import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN, type Attack } from './attack.ts';
import { resolveCredential } from './credentials.ts';
import { Connection, formatSummary, mapConcurrently, repeatConcurrently } from './http.ts';

/* Very long headers, and malformed requests. */

const repeatToLength = (unit: string, bytes = 15_000): string => unit.repeat(Math.floor(bytes / unit.length));

/** Long values by header: the first list is sent with reads, the second with writes. */
const ON_READS: readonly (readonly [name: string, value: string])[] = [
  ...[';', 'a/b;q=0.1,', ' '].map((unit) => ['Accept', `a/b${repeatToLength(unit)}x`] as const),
  ...['"x", ', ',', ' '].map((unit) => ['If-None-Match', `W/"${repeatToLength(unit)}`] as const),
  ...['delay=1,', ';', ' '].map((unit) => ['Prefer', `code${repeatToLength(unit)}=x`] as const),
  ['Accept-Encoding', repeatToLength('gzip;q=0.1,')],
  ['Cookie', Array.from({ length: 100 }, (_, n) => `c${n}=${'x'.repeat(100)}`).join('; ')],
  ['X-Forwarded-For', repeatToLength('1.2.3.4,')],
];
const ON_WRITES: readonly (readonly [name: string, value: string])[] = [
  ...[';', '; ', ';a=', ';a="\\'].map((unit) => ['Content-Type', `application/json${repeatToLength(unit)}x`] as const),
  ['Idempotency-Key', repeatToLength('x')],
];

export const longHeaders: Attack = {
  id: 'e',
  title: 'long headers',
  run: async ({ send, row, weakness, note }) => {
    const read = { path: '/v1/transactions?limit=1', key: 'sbx-northway-finance' };
    const write = { path: '/v1/settlements/derive', key: 'sbx-northway-finance', body: '{"dry_run":true}' };
    const bomb = Object.fromEntries(Array.from({ length: 1900 }, (_, n) => [`x${n}`, '1']));
    const cases = [
      { name: 'nothing', request: read },
      ...ON_READS.map(([name, value]) => ({
        name: formatHeader(name, value),
        request: { ...read, headers: { [name]: value } },
      })),
      ...ON_WRITES.map(([name, value]) => ({
        name: formatHeader(name, value),
        request: { ...write, headers: { [name]: value } },
      })),
      { name: '1,900 headers', request: { ...read, headers: bomb } },
      { name: 'a query of 12 KB', request: { ...read, path: `${read.path}&${repeatToLength('limit=1&', 12_000)}` } },
    ];
    for (const { name, request } of cases) {
      const answers = await mapConcurrently([1, 2, 3], 1, () => send(request));
      const fastestMs = Math.min(...answers.map(({ ms }) => ms));
      row({ header: name, answers: formatSummary(answers), 'fastest ms': fastestMs.toFixed(1) });
      if (fastestMs > 100) weakness(`${name}: ${Math.round(fastestMs)} ms each`);
    }
    const noKey = { path: '/v1/portal', headers: { Accept: repeatToLength('a/b,'), 'X-A': 'x' } };
    note(`without a key for 5 s: ${formatSummary(await repeatConcurrently(5000, () => send(noKey)))}`);
  },
};

const formatHeader = (name: string, value: string): string => `${name}: ${value.slice(0, 24).replaceAll(' ', '␠')}...`;

const request = (method: string, target: string, ...lines: readonly string[]): string =>
  [`${method} ${target} HTTP/1.1`, `X-API-Key: ${ADMIN}`, ...lines, '', ''].join('\r\n');
const get = (...lines: readonly string[]): string => request('GET', '/v1/locations', 'Host: localhost', ...lines);
const post = (body: string, ...lines: readonly string[]): string =>
  request('POST', '/v1/settlements/derive', 'Host: localhost', 'Content-Type: application/json', ...lines) + body;
const requestTarget = (target: string, method = 'GET'): string => request(method, target, 'Host: localhost');

/** The request, and the accepted statuses. */
const MALFORMED: readonly (readonly [name: string, bytes: string, expected: string])[] = [
  ['control character in a header', get('X-Test: a\u0001b'), '400'],
  ['20 kB header', get(`X-Test: ${'x'.repeat(20_000)}`), '431'],
  ['20 kB URL', requestTarget(`/v1/locations?x=${'x'.repeat(20_000)}`), '414 431'],
  ['no Host', request('GET', '/v1/locations'), '400'],
  ['two Hosts', get('Host: example.com'), '400'],
  ['method FOO', requestTarget('/v1/locations', 'FOO'), '400 405 501'],
  ['method PROPFIND', requestTarget('/v1/locations', 'PROPFIND'), '405 501'],
  ['Content-Length and chunked', post('0\r\n\r\n', 'Content-Length: 5', 'Transfer-Encoding: chunked'), '400'],
  ['two Content-Lengths', post('{}xxx', 'Content-Length: 2', 'Content-Length: 5'), '400'],
  ['negative Content-Length', post('{}', 'Content-Length: -2'), '400'],
  ['chunk size zz', post('zz\r\n{}\r\n0\r\n\r\n', 'Transfer-Encoding: chunked'), '400'],
  ['unknown transfer coding', post('{}', 'Transfer-Encoding: unknown'), '400 501'],
  ['space before a colon', get('X-Test : a'), '400'],
  ['folded header', get('X-Test: a', ' b'), '200 400'],
  ['lines that end with LF', get().replaceAll('\r', ''), '200 400'],
  ['null byte in the URL', requestTarget('/v1/loc\u0000ations'), '400'],
  ['HTTP/0.9', 'GET /v1/locations\r\n\r\n', '400 401 505'],
  ['HTTP/1.0', get().replace('HTTP/1.1', 'HTTP/1.0'), '200 400 426 505'],
  ['HTTP/3.7', get().replace('HTTP/1.1', 'HTTP/3.7'), '400 505'],
  ['absolute form', requestTarget('http://localhost/v1/locations'), '200 400 404 421'],
  ['asterisk form', requestTarget('*', 'OPTIONS'), '200 204 400 404 405'],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', '400 404 405 501'],
  ['TRACE', requestTarget('/v1/locations', 'TRACE'), '405 501'],
  ['Expect: 100-continue', post('{}', 'Content-Length: 2', 'Expect: 100-continue'), '200 201 403 417'],
  ['Expect: something', post('{}', 'Content-Length: 2', 'Expect: something'), '417'],
  ['Upgrade: h2c', get('Connection: Upgrade', 'Upgrade: h2c'), '200 400'],
  ['HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400 405 505'],
  ['broken percent escape', requestTarget('/v1/%zz'), '400 404'],
  ['overlong UTF-8', requestTarget('/v1/locations/%c0%af'), '400 404'],
  ['TLS hello', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n', '400'],
];
const FINAL_STATUS = /^HTTP\/1\.1 ([2-5]\d\d)/m;
/** Users whose reads are measured in parallel. Their log lines are not counted. */
const OTHERS = /usr_(delgado|hostile|meridian)/;

export const malformedRequests: Attack = {
  id: 'k',
  title: `${MALFORMED.length} malformed or unusual requests`,
  run: async ({ host, row, weakness, signal }) => {
    const lines = (): number =>
      host
        .log()
        .split('\n')
        .filter((line) => line !== '' && !OTHERS.test(line)).length;
    const missing: { readonly name: string; readonly what: string }[] = [];
    for (const [name, bytes, expected] of MALFORMED) {
      if (signal.aborted) return;
      const before = lines();
      const connection = new Connection(host.port);
      connection.send(bytes.replaceAll(ADMIN, resolveCredential(ADMIN)));
      await connection.settled(3000, (text) => FINAL_STATUS.test(text));
      await pause(100); // the log is written after the response
      const text = connection.received;
      connection.destroy();
      const status = FINAL_STATUS.exec(text)?.[1] ?? 'none';
      const has = {
        'expected status': expected.includes(status),
        'problem+json': /^[23]/.test(status) || /^content-type: application\/problem\+json/im.test(text),
        'X-Request-Id': /^x-request-id: \S/im.test(text),
        nosniff: /^x-content-type-options: nosniff/im.test(text),
        'log line': lines() > before,
      };
      for (const [what, is] of Object.entries(has)) if (!is) missing.push({ name, what });
      const marks = Object.entries(has).map(([what, is]) => [what, is ? 'yes' : 'NO']);
      row({ request: name, status, ...Object.fromEntries(marks) });
    }
    for (const [what, { length }] of Map.groupBy(missing, (one) => one.what))
      weakness(`${length} of ${MALFORMED.length} without ${what}`);
  },
};
