import { once } from 'node:events';
import { get as httpGet, request as httpRequest, type IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { chooseRuns } from '../../../../base/testing/depth.ts';
import { unreachable } from '../../../../base/unreachable.ts';
import { realMs } from '../../../world/state/time.ts';
import { WorkQueue } from '../../exchange/work-queue.ts';
import { listenOnLoopback } from '../../testing/listen.ts';
import { createTestApp, keys, TEST_OPERATOR_TOKEN, type TestOptions } from '../../testing/test-app.ts';
import { ReplyCache } from './reply-cache.ts';

interface Received {
  readonly status: number | undefined;
  /** Names and values in turn, as sent, without the date and the request id. */
  readonly headers: readonly string[];
  readonly requestId: string;
  readonly body: Buffer;
}

interface Client {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Received>;
  /** Sends a `POST`, or another method before the path. */
  post(target: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<Received>;
  readonly log: ReturnType<typeof createTestApp>['log'];
}

async function readReply(response: IncomingMessage): Promise<Received> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer); // no encoding is set
  const headers = response.rawHeaders.flatMap((name, index) =>
    index % 2 === 1 || ['Date', 'X-Request-Id'].includes(name) ? [] : [name, response.rawHeaders[index + 1] ?? ''],
  );
  const requestId = String(response.headers['x-request-id']);
  return { status: response.statusCode, headers, requestId, body: Buffer.concat(parts) };
}

async function startServer(options: TestOptions = {}): Promise<Client> {
  const { app, log } = createTestApp(options);
  const { port, close } = await listenOnLoopback(app);
  onTestFinished(close);
  const host = { host: '127.0.0.1', port };
  const Host = 'sandbox.example';
  return {
    log,
    async get(path, headers = {}) {
      const sent = httpGet({ ...host, path, headers: { Host, ...headers } });
      return readReply(((await once(sent, 'response')) as [IncomingMessage])[0]);
    },
    async post(target, body, headers) {
      const [path = '', method = 'POST'] = target.split(' ').reverse();
      const sent = httpRequest({
        ...host,
        path,
        method,
        headers: { Host: 'localhost', 'Content-Type': 'application/json', ...headers },
      });
      sent.end(JSON.stringify(body));
      return readReply(((await once(sent, 'response')) as [IncomingMessage])[0]);
    },
  };
}

const PATH = '/v1/transactions?limit=5';
const asAdmin = { 'X-API-Key': keys.admin };
const asOperator = { Authorization: `Bearer ${TEST_OPERATOR_TOKEN}` };

/** Reads until the reply is kept: a key is recognised the second time. */
async function readTwice(client: Client, path: string, headers: Readonly<Record<string, string>>): Promise<Received> {
  await client.get(path, headers);
  return client.get(path, headers);
}

const countHandlerCalls = () => vi.spyOn(WorkQueue.prototype, 'run');

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a kept reply', () => {
  test('repeats status, headers and bytes without calling the handler, with its own id and log entry', async () => {
    const client = await startServer();
    const first = await readTwice(client, PATH, asAdmin);
    const called = countHandlerCalls();
    const third = await client.get(PATH, asAdmin);
    expect(called).not.toHaveBeenCalled();
    expect({ ...third, requestId: '' }).toEqual({ ...first, requestId: '' });
    expect(third.requestId).not.toBe(first.requestId);
    await vi.waitFor(() => expect(client.log).toHaveLength(3));
    const [, one, two] = client.log.map(({ requestId, durationMs, ...entry }) => entry);
    expect(two).toEqual(one);
    expect(client.log[2]?.requestId).toBe(third.requestId);
  });

  test('returns 304 for its tag', async () => {
    const client = await startServer();
    const { headers } = await readTwice(client, PATH, asAdmin);
    const etag = headers[headers.indexOf('ETag') + 1] ?? '';
    const called = countHandlerCalls();
    const { status, body } = await client.get(PATH, { ...asAdmin, 'If-None-Match': etag });
    expect([status, body.length, called.mock.calls.length]).toEqual([304, 0, 0]);
    expect((await client.get(PATH, { ...asAdmin, 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test.each([
    ['its own request id', { 'X-Request-Id': 'my-own-request-id' }],
    ['a date', { 'If-Modified-Since': 'Mon, 02 Nov 2026 15:00:00 GMT' }],
    ['another host', { Host: 'other.example' }],
    ['a header that is not read', { 'X-Unknown': '1' }],
    ['a delay', { Prefer: 'delay=1' }],
    ['an equal Accept', { Accept: 'text/html, */*;q=0.1' }],
  ])('is used for a request with %s', async (_, headers) => {
    const client = await startServer();
    await readTwice(client, PATH, asAdmin);
    const called = countHandlerCalls();
    expect((await client.get(PATH, { ...asAdmin, ...headers })).status).toBe(200);
    expect(called).not.toHaveBeenCalled();
  });

  test.each([
    ['another key', { 'X-API-Key': keys.disputes }, 200],
    ['no key', { 'X-API-Key': undefined }, 401],
    ['two keys', { 'X-API-Key': [keys.admin, keys.tech] }, 401],
    ['a requested failure', { ...asAdmin, Prefer: 'code=503' }, 503],
    ['another media type', { ...asAdmin, Accept: 'text/html' }, 406],
    ['a too long header', { ...asAdmin, 'If-None-Match': 'x'.repeat(3000) }, 431],
  ])('is not used for a request with %s', async (_, headers, expected) => {
    const client = await startServer();
    const kept = await readTwice(client, PATH, asAdmin);
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    const { status, body } = await client.get(PATH, given as Record<string, string>); // Node sends a list as several headers
    expect(status).toBe(expected);
    expect(body.equals(kept.body)).toBe(false);
  });

  test('counts towards the limits, and shows the present count', async () => {
    const client = await startServer({ ratePerMinute: 3 });
    const replies = [];
    for (let count = 0; count < 4; count += 1) replies.push(await client.get(PATH, asAdmin));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    const remaining = replies.map(({ headers }) => /r=\d/.exec(headers[headers.indexOf('RateLimit') + 1] ?? '')?.[0]);
    expect(remaining).toEqual(['r=2', 'r=1', 'r=0', 'r=0']);
  });

  test('ends with the second of a running clock', async () => {
    let now = 0;
    const client = await startServer({ realNow: () => realMs(now) });
    expect((await client.post('/sandbox/clock/run', { speed: 60 }, asOperator)).status).toBe(200);
    const before = await readTwice(client, '/v1/portal', asAdmin);
    now += 60_000;
    const after = await client.get('/v1/portal', asAdmin);
    expect(after.body.equals(before.body)).toBe(false);
  });
});

test('a read with HEAD has the headers of the same read with GET', async () => {
  const client = await startServer();
  for (const path of PATHS) {
    const read = await client.get(path, asAdmin);
    const { headers, status, body } = await client.post(`HEAD ${path}`, undefined, {
      ...{ Host: 'sandbox.example', ...asAdmin },
    });
    expect([path, status, body.length]).toEqual([path, read.status, 0]);
    const listed = (names: readonly string[]) => [...names].sort();
    if (read.status === 200) expect(listed(headers)).toEqual(listed(read.headers));
  }
});

const PATHS = [
  PATH,
  '/v1/transactions?limit=5&sort_by=amt_comp&sort_dir=asc',
  '/v1/transactions?terminal_id=NW100318&limit=3',
  '/v1/transactions?limit=0',
  '/v1/portal',
  '/v1/disputes',
  '/v1/feeds/account.xml',
  '/v1/feeds/terminals/NW100318.xml',
  '/v1/terminals/NW100318/status-monitoring',
  '/v1/locations/NW100318',
  '/v1/settlements',
  '/v1/public/branding-status',
  '/v1/integrations/public-openapi.json',
  '/v1/nothing',
  '/v1/locations/NW999999',
  '/v1/locations/RL400100',
  '/v1/connectors',
  '/v1/transactions?limit=7&limit=8',
  '/v1/transactions?terminal%5Fid=NW100318&limit=2',
  '/v1/transactions?limit=5?',
];

const read = fc.record({
  path: fc.constantFrom(...PATHS),
  key: fc.constantFrom(keys.admin, keys.admin, keys.tech, keys.pine, keys.redline, keys.expired, keys.revoked, ''),
  headers: fc.constantFrom<Readonly<Record<string, string>>>(
    {},
    { 'Accept-Encoding': 'gzip' },
    { Accept: 'application/json' },
    { Accept: 'text/html' },
    { 'Accept-Encoding': 'br;q=1, gzip;q=0.5, identity;q=0.9' },
    { 'If-None-Match': '*' },
    { 'If-None-Match': 'W/"another", "one"' },
    { 'User-Agent': 'a client' },
  ),
});
const change = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), minutes: fc.integer({ min: 1, max: 3000 }) }),
  fc.record({ kind: fc.constant('dispute' as const), key: fc.constantFrom(keys.admin, keys.pine) }),
  fc.constantFrom({ kind: 'misbehave' as const }, { kind: 'behave' as const }, { kind: 'reset' as const }),
);

type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

async function makeChange(client: Client, made: Change): Promise<number | undefined> {
  const send = async (target: string, body: unknown) => (await client.post(target, body, asOperator)).status;
  switch (made.kind) {
    case 'move':
      return send('/sandbox/clock/advance', { by: `PT${made.minutes}M` });
    case 'misbehave':
      return send('PUT /sandbox/misbehaviours/limit_off_by_one', { is_on: true });
    case 'behave':
      return send('PUT /sandbox/misbehaviours/limit_off_by_one', { is_on: false });
    case 'reset':
      return send('/sandbox/reset', {});
    case 'dispute': {
      const { body } = await client.get('/v1/transactions?limit=1', { 'X-API-Key': made.key });
      const [row] = JSON.parse(body.toString()).data;
      const opened = { transaction_id: row.transaction_id, reason_code: 'cash_not_dispensed', amount: '1.00' };
      return (await client.post('/v1/disputes', opened, { 'X-API-Key': made.key })).status;
    }
    default:
      return unreachable(made);
  }
}

/** Removes the request id, which the bodies of problems contain. */
const toComparable = ({ requestId, body, status, headers }: Received) => ({
  status,
  headers,
  body: (status ?? 500) >= 400 ? body.toString().replaceAll(requestId, '') : body.toString('latin1'),
});

test('replies are byte for byte those of a server without caches, after any writes and moves of the clock', async () => {
  const steps = fc.tuple(
    fc.array(read, { minLength: 3, maxLength: 5 }),
    fc.array(change, { minLength: 1, maxLength: 4 }),
  );
  await fc.assert(
    fc.asyncProperty(steps, async ([reads, changes]) => {
      const [client, uncached] = [await startServer(), await startServer({ cache: new ReplyCache(16) })];
      for (const made of [undefined, ...changes]) {
        if (made !== undefined) expect(await makeChange(client, made)).toBe(await makeChange(uncached, made));
        for (const { path, key, headers: others } of [
          ...reads,
          { path: '/v1/disputes', key: keys.admin, headers: {} },
        ]) {
          const headers = { ...others, ...(key === '' ? {} : { 'X-API-Key': key }) };
          const expected = toComparable(await uncached.get(path, headers));
          const replies = [await client.get(path, headers), await readTwice(client, path, headers)];
          for (const reply of replies) expect(toComparable(reply)).toEqual(expected);
        }
      }
    }),
    { numRuns: chooseRuns(4, 200) },
  );
});
