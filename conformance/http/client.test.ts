import { expect, test } from 'vitest';
import { toExchangeRecord } from '../engine/results/exchange-record.ts';
import { createClient, NoResponse, type Transport, type TransportRequest, type TransportResponse } from './client.ts';
import { NEARLY_RIGHT } from './key-forms.ts';

const KEYS = new Map([['admin', 'sbx-secret-admin']]);
const ok: TransportResponse = {
  status: 200,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from('{"a":1}'),
};

/** Creates a transport that returns these responses in turn, and records the requests. */
function createScriptedTransport(...answers: readonly (TransportResponse | Error)[]): {
  transport: Transport;
  requests: TransportRequest[];
} {
  const requests: TransportRequest[] = [];
  return {
    requests,
    transport: async (request) => {
      requests.push(request);
      const answer = answers[requests.length - 1] ?? answers.at(-1) ?? ok;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

const createThrottledResponse = (retryAfter: string): TransportResponse => ({
  status: 429,
  headers: [['retry-after', retryAfter]],
  body: Buffer.from(''),
});

const openSession = (transport: Transport, waits: number[] = []) =>
  createClient({
    baseUrl: 'https://target.test/base',
    transport,
    keys: KEYS,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
  }).session();

test('fills path placeholders, adds other parameters to the query, and repeats list values', async () => {
  const { transport, requests } = createScriptedTransport();
  await openSession(transport)
    .withKey('admin')
    .get('getLocation', { terminal_id: 'a/b', limit: 3, tag: ['x', 'y'] });
  expect(requests[0]?.url).toBe('https://target.test/base/v1/locations/a%2Fb?limit=3&tag=x&tag=y');
});

test('sends the key to the target, and records a variable in its place', async () => {
  const { transport, requests } = createScriptedTransport();
  const exchange = await openSession(transport).withKey('admin').get('getPortal');
  expect(requests[0]?.headers).toContainEqual(['X-API-Key', 'sbx-secret-admin']);
  expect(JSON.stringify(exchange.request)).not.toContain('secret');
  expect(exchange.request.keyVariable).toBe('FLEETKIT_KEY_ADMIN');
});

test('sends no key for an anonymous caller, and records a made-up key unchanged', async () => {
  const { transport, requests } = createScriptedTransport();
  const session = openSession(transport);
  await session.withoutKey().get('getPortal');
  const exchange = await session.withMadeUpKey('made-up').get('getPortal');
  expect(requests.map(({ headers }) => headers.filter(([name]) => name === 'X-API-Key'))).toEqual([
    [],
    [['X-API-Key', 'made-up']],
  ]);
  expect(exchange.request.headers).toContainEqual(['X-API-Key', 'made-up']);
});

test('waits for Retry-After, and does not record the 429', async () => {
  const waits: number[] = [];
  const session = openSession(createScriptedTransport(createThrottledResponse('2'), ok).transport, waits);
  const exchange = await session.withKey('admin').get('getPortal');
  expect(exchange.status).toBe(200);
  expect(waits).toEqual([2000]);
  expect(session.exchanges).toHaveLength(1);
});

test('gives up after four 429 responses, or on a Retry-After above the limit', async () => {
  const patient: number[] = [];
  await expect(
    openSession(createScriptedTransport(createThrottledResponse('1')).transport, patient)
      .withKey('admin')
      .get('getPortal'),
  ).rejects.toMatchObject({ code: 'throttled' });
  expect(patient).toEqual([1000, 1000, 1000]);
  const impatient: number[] = [];
  await expect(
    openSession(createScriptedTransport(createThrottledResponse('3600')).transport, impatient)
      .withKey('admin')
      .get('getPortal'),
  ).rejects.toMatchObject({ code: 'throttled' });
  expect(impatient).toEqual([]);
});

test('sends one request at a time for each caller', async () => {
  let inFlight = 0;
  let most = 0;
  const transport: Transport = async () => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    await Promise.resolve();
    inFlight -= 1;
    return ok;
  };
  const session = openSession(transport);
  await Promise.all([1, 2, 3].map(() => session.withKey('admin').get('getPortal')));
  expect(most).toBe(1);
});

test('sends further requests after a failed one', async () => {
  const session = openSession(createScriptedTransport(new NoResponse('timeout', 'late'), ok).transport);
  await expect(session.withKey('admin').get('getPortal')).rejects.toMatchObject({ code: 'timeout' });
  expect((await session.withKey('admin').get('getPortal')).status).toBe(200);
});

test('redacts the key in error messages of a transport', async () => {
  const session = openSession(createScriptedTransport(new Error('bad header sbx-secret-admin')).transport);
  await expect(session.withKey('admin').get('getPortal')).rejects.toThrow(
    'GET /base/v1/portal as admin: bad header [key admin]',
  );
});

test('a closed session sends no requests', async () => {
  const { transport, requests } = createScriptedTransport();
  const session = openSession(transport);
  const caller = session.withKey('admin');
  session.close();
  await expect(caller.get('getPortal')).rejects.toMatchObject({ code: 'closed' });
  expect(requests).toEqual([]);
});

test('get rejects operations that write', async () => {
  const { transport, requests } = createScriptedTransport();
  expect(() => openSession(transport).withKey('admin').get('createDispute')).toThrow('createDispute is not a read');
  expect(requests).toEqual([]);
});

test('`json` is undefined for an invalid body, and `text` decodes invalid UTF-8 without throwing', async () => {
  const session = openSession(createScriptedTransport({ ...ok, body: Buffer.from([0x7b, 0xff]) }).transport);
  const exchange = await session.withKey('admin').get('getPortal');
  expect(exchange.json).toBeUndefined();
  expect(exchange.text).toBe('{\ufffd');
});

test('a record contains no keys and card numbers, even if the response repeats them', async () => {
  const client = createClient({
    baseUrl: 'https://target.test',
    keys: KEYS,
    transport: async () => ({
      status: 400,
      headers: [['Content-Type', 'text/plain; note=sbx-secret-admin']],
      body: Buffer.from(`no key ${Buffer.from('u:sbx-secret-admin').toString('base64')} nor 4111111111111111 here`),
    }),
  });
  const exchange = await client
    .session()
    .withKey('admin')
    .get('listTransactions', { terminal_id: "it's sbx-secret-admin" });
  const record = toExchangeRecord(exchange, client.redact);
  expect(JSON.stringify(record)).not.toMatch(/secret|c2VjcmV0|4111111111111111/);
  expect(record.excerpt).toContain('[key admin]');
  expect(record.excerpt).toContain('411111******1111');
  expect(record.curl).toBe(
    `curl -sSi 'https://target.test/v1/transactions?terminal_id=it%27s+[key admin]' -H "X-API-Key: $FLEETKIT_KEY_ADMIN"`,
  );
});

test('sends added headers with every request, and redacts their values', async () => {
  const requests: TransportRequest[] = [];
  const client = createClient({
    baseUrl: 'https://target.test',
    keys: KEYS,
    addedHeaders: [
      ['X-Gate', 'Bearer gate-token-1'],
      ['X-Gate', 'gate-token-2'],
      ['X-Debug', 'on'],
    ],
    secrets: [['password of the proxy', 'hush-hush']],
    transport: async (request) => {
      requests.push(request);
      return { ...ok, body: Buffer.from('gate-token-1 gate-token-2 hush-hush, and on it goes') };
    },
  });
  const exchange = await client.session().withoutKey().get('getPortal');
  expect(requests[0]?.headers.slice(1)).toEqual([
    ['X-Gate', 'Bearer gate-token-1'],
    ['X-Gate', 'gate-token-2'],
    ['X-Debug', 'on'],
  ]);
  const record = toExchangeRecord(exchange, client.redact);
  expect(record.excerpt).toBe('[header X-Gate] [header X-Gate] [password of the proxy], and on it goes');
  expect(JSON.stringify([record, exchange.request])).not.toMatch(/gate-token|hush-hush/);
  expect(record.curl).toContain('-H "X-Gate: $FLEETKIT_HEADER_X_GATE"');
  expect(record.requestHeaders).toEqual([
    ['Accept', 'application/json, */*;q=0.1'],
    ['X-Gate', '[hidden]'],
    ['X-Gate', '[hidden]'],
    ['X-Debug', '[hidden]'],
  ]);
});

test('a record contains the sent method, and headers without keys', async () => {
  const client = createClient({ baseUrl: 'https://target.test', keys: KEYS, transport: async () => ok });
  const session = client.session();
  const [form] = NEARLY_RIGHT.filter(({ title }) => title === 'without its last character');
  const almost = form && session.withKeyAs('admin', form);
  if (almost === undefined) throw new Error('there is no such form of a key');
  const plain = toExchangeRecord(
    await session.withKey('admin').get('getPortal', {}, { method: 'HEAD' }),
    client.redact,
  );
  const shortened = toExchangeRecord(await almost.get('getPortal'), client.redact);
  expect(plain.operation).toBe('HEAD /v1/portal');
  expect(plain.requestHeaders).toContainEqual(['X-API-Key', '[key admin]']);
  expect(shortened.requestHeaders).toContainEqual(['X-API-Key', expect.stringMatching(/^\$\{FLEETKIT_KEY_ADMIN\W+$/)]);
  expect(JSON.stringify([plain, shortened])).not.toContain('sbx-secret');
});
