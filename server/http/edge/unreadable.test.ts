import { afterAll, beforeAll, expect, test } from 'vitest';
import { keys } from '../testing/test-app.ts';
import { type ParsedReply, type RawServer, readReply, startRawServer } from './testing/raw-server.ts';

let raw: RawServer;
beforeAll(async () => {
  raw = await startRawServer();
});
afterAll(() => raw.http.close());

const HOST = 'Host: localhost\r\n';

/** Expects a problem document with the common headers, and one log entry. */
function expectProblem(
  { status, headers, body }: ParsedReply,
  expected: readonly [status: number, code: string],
): void {
  const problem = JSON.parse(body);
  expect([status, problem.status, problem.code]).toEqual([expected[0], ...expected]);
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  });
  expect(headers['x-request-id']).toBe(problem.request_id);
  const entries = raw.log.filter(({ requestId }) => requestId === problem.request_id);
  expect(entries).toMatchObject([{ status: expected[0], isAborted: false, defect: undefined }]);
}

test.each<[string, string]>([
  ['a control character in a header', `GET /v1/portal HTTP/1.1\r\n${HOST}X-A: a\u0001b\r\n\r\n`],
  ['no Host', 'GET /v1/portal HTTP/1.1\r\n\r\n'],
  ['two Hosts', `GET /v1/portal HTTP/1.1\r\n${HOST}Host: other\r\n\r\n`],
  ['the same Host twice', `the same Host twice`],
  ['an empty Host twice', 'GET /v1/portal HTTP/1.1\r\nHost:\r\nHost: \r\n\r\n'],
  ['two Hosts and a target with a host', `GET http://a/v1/portal HTTP/1.1\r\n${HOST}Host: a\r\n\r\n`],
  ['two Hosts in HTTP/1.0', `GET /v1/portal HTTP/1.0\r\n${HOST}Host: other\r\n\r\n`],
  ['two Hosts and a body', `POST /v1/disputes HTTP/1.1\r\n${HOST}Host: other\r\nContent-Length: 2\r\n\r\n{}`],
  ['two Hosts for a page', `GET / HTTP/1.1\r\n${HOST}Host: other\r\n\r\n`],
  ['two hosts in one Host', 'GET /v1/portal HTTP/1.1\r\nHost: a, b\r\n\r\n'],
  ['a user in Host', 'GET /v1/portal HTTP/1.1\r\nHost: user@localhost\r\n\r\n'],
  ['a path in Host', 'GET /v1/portal HTTP/1.1\r\nHost: localhost/v1\r\n\r\n'],
  ['a port of letters in Host', 'GET /v1/portal HTTP/1.1\r\nHost: localhost:http\r\n\r\n'],
  ['an unknown method', `BREW /v1/portal HTTP/1.1\r\n${HOST}\r\n`],
  ['no method', `\u0016\u0003\u0001 not HTTP at all\r\n\r\n`],
  [
    'Content-Length and chunked',
    `POST /v1/disputes HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
  ],
  ['a space in the target', `GET /v1/por tal HTTP/1.1\r\n${HOST}\r\n`],
  ['a folded header', `GET /v1/portal HTTP/1.1\r\n${HOST}X-A: a\r\n b\r\n\r\n`],
])('returns 400 with a problem document for a request with %s', async (_, bytes) => {
  expectProblem(await raw.send(bytes), [400, 'malformed_request']);
});

test('does not answer a request after one with two Hosts', async () => {
  const { socket, received } = await raw.open();
  const next = `GET /v1/public/branding-status HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
  socket.write(`GET /v1/public/branding-status HTTP/1.1\r\n${HOST}Host: other\r\n\r\n${next}`);
  expect((await received).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 400']);
});

test.each([
  'localhost',
  'LOCALHOST:4400',
  'localhost:',
  '127.0.0.1:4400',
  '[::1]:4400',
  '[fe80::1%25en0]',
  'a_b.example',
  'xn--bcher-kva.example.',
  'b%C3%BCcher.example',
  '',
])('accepts the Host "%s"', async (host) => {
  const head = `GET /v1/public/branding-status HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  expect((await raw.send(head)).status).toBe(200);
});

test('logs method and path of a malformed request if recognisable', async () => {
  await raw.send(`GET /v1/portal/sbx-northway-admin HTTP/1.1\r\n${HOST}X-A: a\u0001b\r\n\r\n`);
  expect(raw.log.at(-1)).toMatchObject({ method: 'GET', path: '/v1/portal/sbx-...' });
  await raw.send('\u0016\u0003\u0001\r\n\r\n');
  expect(raw.log.at(-1)).toMatchObject({ method: '-', path: '-' });
});

test.each([
  ['a header', `GET / HTTP/1.1\r\n${HOST}X-A: ${'a'.repeat(17_000)}\r\n\r\n`],
  ['the target', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\n${HOST}\r\n`],
])('returns 431 if %s exceeds the limit of all headers', async (_, bytes) => {
  expectProblem(await raw.send(bytes), [431, 'headers_too_large']);
});

test('returns 431 if the values of a repeated header together exceed its limit', async () => {
  const accept = `Accept: ${'a/b,'.repeat(200)}\r\n`;
  expectProblem(await raw.send(`GET / HTTP/1.1\r\n${HOST}${accept}${accept}Connection: close\r\n\r\n`), [
    431,
    'headers_too_large',
  ]);
});

test('answers a malformed body in the response to its request', async () => {
  const head = `POST /v1/disputes HTTP/1.1\r\n${HOST}X-API-Key: ${keys.disputes}\r\nX-Request-Id: late-refusal\r\n`;
  const reply = await raw.send(
    `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nnot a size\r\n`,
  );
  expectProblem(reply, [400, 'malformed_request']);
  expect(reply.headers['x-request-id']).toBe('late-refusal');
  expect(raw.log.at(-1)).toMatchObject({ operationId: 'createDispute', path: '/v1/disputes' });
});

test('does not affect the response to the request before a malformed one', async () => {
  const first = `GET /v1/portal HTTP/1.1\r\n${HOST}X-API-Key: ${keys.delgado}\r\nPrefer: delay=20\r\n\r\n`;
  const { socket, received } = await raw.open();
  socket.write(`${first}GET bad\r\n\r\n`);
  const text = await received;
  expect(readReply(text).status).toBe(200);
  const second = text.slice(text.indexOf('HTTP/1.1 400'));
  expectProblem(readReply(second), [400, 'malformed_request']);
});

test.each([
  ['TRACE', '/v1/portal', 405],
  ['PROPFIND', '/v1/portal', 405],
  ['QUERY', '/v1/transactions', 405],
  ['POST', '/', 405],
  ['DELETE', '/problems', 405],
  ['PUT', '/sandbox/clock', 405],
  ['TRACE', '/nothing', 404],
  ['OPTIONS', '*', 404],
  ['GET', 'http://[::1/v1', 404],
  ['GET', 'https://localhost/nothing?', 404],
  ['GET', 'http://localhost', 200],
  ['CONNECT', 'example.com:443', 405],
])('%s %s returns %i', async (method, target, status) => {
  const reply = await raw.send(`${method} ${target} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
  if (status === 200) expect(reply.status).toBe(200);
  else expectProblem(reply, [status, status === 405 ? 'method_not_allowed' : 'not_found']);
  if (status === 405) expect(reply.headers.allow).toBe(JSON.parse(reply.body).allowed.join(', '));
});

test.each(['100-continue', 'something-else'])('answers a request with Expect: %s', async (expectation) => {
  const reply = await raw.send(
    `GET /v1/public/branding-status HTTP/1.1\r\n${HOST}Expect: ${expectation}\r\nConnection: close\r\n\r\n`,
  );
  expect(reply.status).toBe(expectation === '100-continue' ? 100 : 200);
});

test('ignores a request to upgrade the connection', async () => {
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
  const { socket, until } = await raw.open();
  socket.write(`GET /v1/public/branding-status HTTP/1.1\r\n${HOST}${upgrade}\r\n`);
  expect(readReply(await until('}')).status).toBe(200);
});

test('refuses a client once if it continues to send after the refusal', async () => {
  const before = raw.log.length;
  const { socket, received } = await raw.open();
  socket.write('GET bad\r\n\r\n');
  socket.write('GET worse\r\n\r\n');
  const text = await received;
  expect(text.split('HTTP/1.1 400').length - 1).toBe(1);
  expect(raw.log.length - before).toBe(1);
});
