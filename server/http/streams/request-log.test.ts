import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseRuns } from '../../../base/testing/depth.ts';
import { type RawServer, startRawServer } from '../edge/testing/raw-server.ts';
import { keys, TEST_OPERATOR_TOKEN } from '../testing/test-app.ts';

/* The log of recent requests is readable after any request, and contains no credential. */

let raw: RawServer;
beforeAll(async () => {
  raw = await startRawServer();
});
afterAll(() => raw.http.close());

const SECRETS = [keys.admin, keys.delgado, TEST_OPERATOR_TOKEN, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
const percentEncode = (text: string): string =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');
const toBase64 = (text: string): string => Buffer.from(text).toString('base64');

const VALUES: readonly string[] = [
  ...SECRETS.flatMap((secret) => [
    secret,
    secret.toUpperCase(),
    `a-${secret}.b`,
    `Bearer ${secret}`,
    `"${secret}"`,
    percentEncode(secret),
    percentEncode(percentEncode(secret)).slice(0, 4000),
    toBase64(secret),
    `Basic ${toBase64(`user:${secret}`)}`,
  ]),
  ...['', ' ', '%', '%zz', '..', 'a,b', '\t', '\x80\xff', 'ä€'.slice(0, 1), 'x\u0001y', 'x\u0000y', 'x\ry', '\x7f'],
  ...['{"a":1}', '<a>', '\\u0000', '__proto__', 'req_', 'a'.repeat(63), 'a'.repeat(65), 'a'.repeat(129)],
  ...['x'.repeat(10_240), `${keys.admin},`.repeat(500), '%25'.repeat(3000), '%'.repeat(10_240)],
];

const NAMES: readonly string[] = [
  ...['X-Request-Id', 'X-API-Key', 'Authorization', 'Host', 'Origin', 'Accept', 'Accept-Encoding', 'Prefer'],
  ...['Idempotency-Key', 'If-None-Match', 'If-Modified-Since', 'Content-Type', 'Content-Encoding', 'Sec-Fetch-Site'],
  ...['X-Forwarded-For', 'User-Agent', 'Referer', 'Cookie', 'Traceparent', 'Expect', 'Range', 'X-Anything'],
];

/** Returns a request with these header fields, and otherwise with a valid key and body. */
function formatRequest(
  method: string,
  path: string,
  fields: readonly (readonly [name: string, value: string])[],
): string {
  const given = new Set(fields.map(([name]) => name.toLowerCase()));
  const usual = [
    ['Host', 'localhost'],
    ['X-API-Key', keys.delgado],
    ['Content-Type', 'application/json'],
  ].filter(([name = '']) => !given.has(name.toLowerCase()));
  const lines = [...usual, ...fields].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const body = method === 'POST' ? '{}' : '';
  return `${method} ${path} HTTP/1.1\r\n${lines}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Reads the log of recent requests as the operator and as an administrator. */
async function expectReadable(context: object): Promise<void> {
  for (const credential of [`Authorization: Bearer ${TEST_OPERATOR_TOKEN}`, `X-API-Key: ${keys.delgado}`]) {
    const head = `GET /sandbox/requests HTTP/1.1\r\nHost: localhost\r\n${credential}\r\nAccept-Encoding: identity\r\n`;
    const { socket, received } = await raw.open();
    socket.write(`${head}Connection: close\r\n\r\n`);
    const text = await received;
    const status = Number(text.split(' ')[1]);
    expect({ ...context, status }).toEqual({ ...context, status: 200 }); // the server validates the body it sends
    for (const secret of SECRETS) expect(text).not.toContain(secret);
    expect(text).toContain('"request_id":"');
  }
}

const TARGETS = [
  ['GET', '/v1/terminal-groups'],
  ['POST', '/v1/disputes'],
  ['GET', '/sandbox/clock'],
  ['GET', '/nothing'],
] as const;

test.each(NAMES)('keeps the log readable after any value of %s', async (name) => {
  const [method, path] = TARGETS[NAMES.indexOf(name) % TARGETS.length] ?? expect.fail();
  await Promise.all(VALUES.map((value) => raw.send(formatRequest(method, path, [[name, value]]))));
  await expectReadable({ name });
});

test.each(TARGETS)('keeps the log readable after %s %s with any request id', async (method, path) => {
  const replies = await Promise.all(
    VALUES.map((value) => raw.send(formatRequest(method, path, [['X-Request-Id', value]]))),
  );
  for (const { headers } of replies) expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9_.-]{8,64}$/);
  await expectReadable({ path });
});

test.each([
  `%${'25'.repeat(20)}41`,
  keys.admin,
  percentEncode(keys.admin),
  `~${keys.admin}`,
  `a/${TEST_OPERATOR_TOKEN}~`,
  '\u0000',
  '~'.repeat(1000),
  '/'.repeat(1000),
  '\ud800',
  '',
])('keeps the log readable after a body with the member "%s"', async (name) => {
  const head = `Host: localhost\r\nX-API-Key: ${keys.disputes}\r\nContent-Type: application/json\r\nConnection: close\r\n`;
  const body = JSON.stringify({ [name]: { [name]: name }, transaction_id: name, reason_code: name });
  const path = `/v1/disputes?${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(name.toWellFormed())}`;
  for (const target of ['/v1/disputes', path, '/sandbox/clock/set', '/sandbox/destinations'])
    await raw.send(`POST ${target} HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`);
  await expectReadable({ name });
});

test('keeps the log readable after any bytes in any headers', async () => {
  const value = fc.oneof(
    fc.constantFrom(...VALUES.filter(({ length }) => length < 4000)),
    fc.string({ unit: 'binary-ascii', maxLength: 80 }).map((text) => text.replace(/[\r\n]/g, '')),
    fc.tuple(fc.constantFrom(...SECRETS), fc.string({ maxLength: 20 })).map(([secret, end]) => `${secret}${end}`),
  );
  const fields = fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...TARGETS), fields, async ([method, path], given) => {
      await raw.send(formatRequest(method, path, given));
      await expectReadable({ path, given });
    }),
    { numRuns: chooseRuns(10, 1000) },
  );
});
