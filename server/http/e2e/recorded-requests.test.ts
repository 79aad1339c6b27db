import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type RawServer, startRawServer } from '../edge/testing/raw-server.ts';
import { createTestApp, keys, TEST_OPERATOR_TOKEN } from '../testing/test-app.ts';

/* A server that records requests shows what was sent, and never a secret. */

let raw: RawServer;
beforeAll(async () => {
  raw = await startRawServer({}, createTestApp({ recordsRequests: true }));
});
afterAll(() => raw.http.close());

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const toLatin1 = (text: string): string => Buffer.from(text).toString('latin1');

let count = 0;

/** Sends a request and returns its entry in the list. */
async function record(sent: Sent) {
  const requestId = await sendOne(sent);
  return findRecorded(await list(), requestId);
}

/** Sends a request and returns its id. */
async function sendOne({ method = 'POST', path = '/v1/disputes', headers = {}, body }: Sent): Promise<string> {
  count += 1;
  const requestId = `recorded-${count}`;
  const usual = { Host: 'localhost', 'X-API-Key': keys.disputes, 'X-Request-Id': requestId, Connection: 'close' };
  const length = body === undefined ? {} : { 'Content-Length': String(body.length) };
  const fields = Object.entries({ ...usual, 'Content-Type': 'application/json', ...length, ...headers });
  await raw.send(
    `${method} ${path} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body ?? ''}`,
  );
  return requestId;
}

function findRecorded({ data }: SandboxSchemas['ExchangeList'], requestId: string) {
  const found = data.find((one) => one.request_id === requestId);
  if (found === undefined) throw new Error('the request is not listed');
  return found;
}

async function list(query = ''): Promise<SandboxSchemas['ExchangeList']> {
  const head = `Host: localhost\r\nAuthorization: Bearer ${TEST_OPERATOR_TOKEN}\r\nConnection: close\r\n`;
  const { status, body } = await raw.send(`GET /sandbox/requests${query} HTTP/1.1\r\n${head}\r\n`);
  expect({ status, body: status === 200 ? '' : body }).toEqual({ status: 200, body: '' });
  return JSON.parse(Buffer.from(body, 'latin1').toString()) as SandboxSchemas['ExchangeList'];
}

const DISPUTE = {
  transaction_id: 'txn_unknown',
  reason_code: 'not_recognised',
  amount: '20.00',
  contact: { email: 'a@b.example' },
};

test('shows query, headers and body as they were sent', async () => {
  const body = JSON.stringify(DISPUTE);
  const { recorded, status } = await record({
    path: '/v1/disputes?a=1&a=%C3%A4+b&flag',
    headers: { 'X-Correlation-Id': 'order 12', 'Idempotency-Key': 'order-12-try-1' },
    body,
  });
  expect(status).toBe(400); // no such parameter
  expect(recorded).toEqual({
    query: [
      { name: 'a', value: '1' },
      { name: 'a', value: 'ä b' },
      { name: 'flag', value: '' },
    ],
    headers: {
      host: 'localhost',
      'x-api-key': '***',
      'x-request-id': expect.any(String),
      connection: 'close',
      'content-type': 'application/json',
      'content-length': String(body.length),
      'x-correlation-id': 'order 12',
      'idempotency-key': 'order-12-try-1',
    },
    body: { text: body, size_bytes: body.length, is_truncated: false, omitted: null },
  });
});

test('lists requests without a body, to the control plane, and of reads', async () => {
  expect((await record({ method: 'GET', path: '/v1/portal' })).recorded?.body).toBeNull();
  expect((await record({ method: 'GET', path: '/v1/portal', body: '{}' })).recorded?.body?.omitted).toBe('not_read');
  expect((await record({ path: '/sandbox/clock/set', body: '{}' })).recorded).toBeNull();
});

test('lists a body that was not read because the request was refused before', async () => {
  const { status, recorded } = await record({ headers: { 'X-API-Key': 'sbx-wrong' }, body: '{"a":1}' });
  expect([status, recorded?.body]).toEqual([
    401,
    { text: null, size_bytes: 0, is_truncated: false, omitted: 'not_read' },
  ]);
});

test('passes on a body that is sent in parts', async () => {
  const { socket, received } = await raw.open();
  const head = `Host: localhost\r\nX-API-Key: ${keys.disputes}\r\nX-Request-Id: in-parts-1\r\nContent-Type: application/json\r\n`;
  socket.write(`POST /v1/disputes HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n`);
  for (const part of ['{"transaction_id"', ':"txn_', 'unknown"}'])
    socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
  socket.write('0\r\n\r\n');
  expect(await received).toContain('HTTP/1.1 422');
  const found = (await list('?status=422')).data.find((one) => one.request_id === 'in-parts-1');
  expect(found?.recorded?.body?.text).toBe('{"transaction_id":"txn_unknown"}');
});

describe('a body', () => {
  test('that is not UTF-8 is omitted', async () => {
    const { recorded } = await record({ body: '{"a":"\xff\xfe"}' });
    expect(recorded?.body).toEqual({ text: null, size_bytes: 10, is_truncated: false, omitted: 'binary' });
  });

  test.each(['', '{', '"', '\0\x01', '[1,', '{"a":"\\ud800"}', toLatin1('{"ä": ')])(
    'that is no valid JSON keeps the list readable: %j',
    async (body) => {
      const { recorded } = await record({ body });
      expect(recorded?.body === null ? '' : recorded?.body?.text).toBeTypeOf('string');
    },
  );

  test('that is nested deeply is kept as a text', async () => {
    const { recorded } = await record({ body: `${'['.repeat(300)}${']'.repeat(300)}` });
    expect(recorded?.body?.text).toHaveLength(600);
  });

  test('that is long is cut', async () => {
    const body = JSON.stringify({ note: `${'x'.repeat(16_374)}😀${'y'.repeat(1000)}` });
    const { recorded } = await record({ body: toLatin1(body) });
    expect(recorded?.body).toMatchObject({ size_bytes: Buffer.byteLength(body), is_truncated: true, omitted: null });
    expect(recorded?.body?.text).toBe(`${body.slice(0, 16_383)}…`); // without half of the emoji
  });

  test('that is larger than the service accepts is cut, and counted as it was read', async () => {
    const { status, recorded } = await record({ body: `{"note":"${'x'.repeat(100_000)}"}` });
    expect(status).toBe(413);
    expect(recorded?.body).toMatchObject({ size_bytes: 100_011, is_truncated: true });
    expect(recorded?.body?.text?.length).toBeLessThanOrEqual(16_385);
  });
});

const CARD = '4111111111111111';
const PASSWORD = 'hunter2-Horse';
const SECRETS = [keys.admin, TEST_OPERATOR_TOKEN, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', CARD, PASSWORD];
const encode = (text: string): string => [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');
const escapeJson = (text: string): string =>
  [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** A request for each place in which a client may put the secret. Only a name shows that a password is one. */
function listPlaces(secret: string): readonly (Sent & { readonly place: string })[] {
  const isNamed = secret === PASSWORD;
  const name = isNamed ? 'password' : 'note';
  const forms = [secret, encode(secret), encode(encode(secret))];
  const spaced = secret === CARD ? ['4111 1111 1111 1111', '4111-1111-1111-1111'] : [];
  const inPath = isNamed ? [] : [...forms, ...spaced.map(encodeURIComponent)];
  const values = isNamed ? [] : [secret, `a-${secret}.b`, ...spaced];
  return [
    ...inPath.map((one) => ({ place: 'path', path: `/v1/disputes/${one}` })),
    ...forms.map((one) => ({ place: 'query', path: `/v1/disputes?${name}=${one}` })),
    ...forms.map((one) => ({ place: 'encoded name', path: `/v1/disputes?${encode(name)}=${one}&a=b` })),
    ...forms.map((one) => ({ place: 'encoded pair', path: `/v1/disputes?${encode(`${name}=`)}${one}` })),
    ...(isNamed ? [] : [{ place: 'name of a parameter', path: `/v1/disputes?${secret}=1` }]),
    ...['Authorization', 'Cookie', 'X-Auth-Token', 'X-Portal-Password', 'Proxy-Authorization', 'X-Client-Secret'].map(
      (header) => ({ place: header, headers: { [header]: secret } }),
    ),
    ...['Referer', 'X-Anything', 'User-Agent'].flatMap((header) =>
      forms.map((one) => ({ place: header, headers: { [header]: `https://x.example/?${name}=${one}` } })),
    ),
    ...values.map((one) => ({ place: 'value of a header', headers: { 'X-Anything': one } })),
    ...(isNamed ? [] : [{ place: 'Idempotency-Key', headers: { 'Idempotency-Key': secret } }]),
    { place: 'scheme', headers: { 'X-Forwarded-Credentials': `Basic ${secret}` } },
    { place: 'user of a URL', body: JSON.stringify({ note: `https://me:${secret}@x.example/` }) },
    { place: 'member', body: JSON.stringify({ [name]: secret }) },
    { place: 'escaped member', body: `{"${escapeJson(name)}":"${escapeJson(secret)}"}` },
    { place: 'nested member', body: JSON.stringify({ a: [{ [name]: { value: secret } }] }) },
    { place: 'list', body: JSON.stringify({ [name]: [secret, [secret]] }) },
    { place: 'named value', body: JSON.stringify({ fields: [{ name, value: secret }] }) },
    ...values.map((one) => ({ place: 'text', body: JSON.stringify({ transaction_id: one }) })),
    ...(isNamed ? [] : [{ place: 'name of a member', body: JSON.stringify({ [secret]: 1 }) }]),
    ...(secret === CARD
      ? [
          { place: 'number', body: `{"a":${CARD}}` },
          { place: 'exponent', body: '{"a":4.111111111111111e15}' },
        ]
      : []),
    { place: 'text in a text', body: JSON.stringify({ note: `a=1; ${name}=${secret}` }) },
    { place: 'nested JSON in a text', body: JSON.stringify({ note: JSON.stringify({ [name]: { a: [secret] } }) }) },
    { place: 'words in a text', body: JSON.stringify({ note: `${name}: some, words & ${secret}` }) },
    { place: 'JSON in a text', body: JSON.stringify({ note: JSON.stringify({ [name]: secret }) }) },
    { place: 'duplicate member', body: `{"${name}":"${secret}","${name}":null}` },
    { place: 'JSON without its end', body: `{"a":1,"${name}":"${secret}"` },
    { place: 'escapes in invalid JSON', body: `{a: "${escapeJson(name)}": "${escapeJson(secret)}"` },
    { place: 'no JSON', body: `{${name}: '${secret}'}` },
    { place: 'a form', headers: FORM, body: `a=1&${name}=${secret}` },
    { place: 'a form, encoded', headers: FORM, body: `a=1&${encode(name)}=${encode(secret)}` },
    { place: 'XML', headers: { 'Content-Type': 'text/xml' }, body: `<a><${name}>${secret}</${name}></a>` },
    { place: 'a long body', body: `{"${name}":"${secret}","b":"${'x'.repeat(70_000)}"}` },
    { place: 'the end of the captured part', body: cutAt(65_536, secret, name) },
  ];
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Returns a body that contains the secret just where the captured part ends, after values that are masked and become short. */
function cutAt(limit: number, secret: string, name: string): string {
  const start = `{"a":[${'"sbx-long-key-0123456789-0123456789-0123456789",'.repeat(1360)}"`;
  return `${start}${'x'.repeat(limit - start.length - name.length - 6 - secret.length)}","${name}":"${secret}","b":"${'x'.repeat(1000)}"}`;
}

/** Removes the layers of encoding from a text. */
function decode(text: string): string {
  const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decoded === text ? text : `${text}\n${decode(decoded)}`;
}

test.each(SECRETS)('never shows %s in any place', async (secret) => {
  const sent: { readonly place: string; readonly requestId: string }[] = [];
  for (const { place, ...one } of listPlaces(secret)) sent.push({ place, requestId: await sendOne(one) });
  const listed = await list();
  for (const { place, requestId } of sent) {
    const { recorded, path, problem } = findRecorded(listed, requestId);
    expect(recorded, place).not.toBeNull();
    const shown = decode(JSON.stringify({ recorded, path, problem }));
    const pieces = [secret, secret.slice(0, 12), secret.slice(-12)];
    for (const piece of pieces) expect(shown.replaceAll(/[ -]/g, ''), place).not.toContain(piece.replaceAll('-', ''));
  }
  expect(JSON.stringify(listed)).not.toContain(secret);
});

test('filters the list by operation, status and method', async () => {
  await record({ method: 'GET', path: '/v1/portal' });
  await record({ body: '{}' });
  const { data } = await list('?operation=createDispute&status=422&method=POST');
  expect(data.length).toBeGreaterThan(0);
  for (const one of data) expect(one).toMatchObject({ operation_id: 'createDispute', status: 422, method: 'POST' });
  expect((await list('?method=PUT')).data).toEqual([]);
});

test('refuses a filter with an unknown operation, and names the nearest one', async () => {
  const head = `Host: localhost\r\nAuthorization: Bearer ${TEST_OPERATOR_TOKEN}\r\nConnection: close\r\n`;
  const { status, body } = await raw.send(`GET /sandbox/requests?operation=createDispte HTTP/1.1\r\n${head}\r\n`);
  expect([status, JSON.parse(body).errors]).toEqual([
    400,
    [expect.objectContaining({ parameter: 'operation', code: 'unknown_value', nearest: 'createDispute' })],
  ]);
});

test('does not list reads of the list', async () => {
  const before = (await list()).data[0]?.request_id;
  expect((await list()).data[0]?.request_id).toBe(before);
  expect((await list('?operation=listRequests')).data.map(({ status }) => status)).toEqual([400]); // the refused one
});

test('drops the oldest recorded requests beyond the budget, and still lists them', async () => {
  const body = JSON.stringify({ note: 'x'.repeat(16_000) });
  const own = await startRawServer({}, createTestApp({ recordsRequests: true }));
  const head = `Host: localhost\r\nX-API-Key: ${keys.disputes}\r\nContent-Type: application/json\r\nConnection: close\r\n`;
  for (let n = 0; n < 140; n += 1)
    await own.send(`POST /v1/disputes HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`);
  const operator = `Host: localhost\r\nAuthorization: Bearer ${TEST_OPERATOR_TOKEN}\r\nConnection: close\r\n`;
  const reply = await own.send(`GET /sandbox/requests HTTP/1.1\r\n${operator}\r\n`);
  const { data } = JSON.parse(reply.body) as SandboxSchemas['ExchangeList'];
  const kept = data.filter(({ recorded }) => recorded !== null);
  expect(data).toHaveLength(140);
  expect(kept.length).toBeGreaterThan(120);
  expect(kept.length).toBeLessThan(140);
  expect(data.slice(0, kept.length)).toEqual(kept); // the newest
  await own.http.close();
});
