import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, hasPostgres } from '../../server/storage/postgres/testing/test-database.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../library/start-sandbox.ts';

/* Two replicas of one sandbox on one PostgreSQL database. */

const TOKEN = 'opr-for-tests-of-replicas';
const KEY = 'sbx-delgado-owner';
/** Real time needed by the slowest effect on another replica. Nothing is asserted about it. */
const PATIENCE = { timeout: 20_000, interval: 20 };

type Caller = 'operator' | 'user';

describe.skipIf(!hasPostgres)('two replicas', () => {
  let url: string;
  let a: RunningSandbox;
  let b: RunningSandbox;
  let receiver: Server;
  let receiverUrl: string;
  /** The event ids of received deliveries. */
  let received: string[] = [];
  let isReceiverHolding = false;

  const start = (options: SandboxOptions = {}): Promise<RunningSandbox> =>
    startSandbox({
      ...{ port: 0, database: url, operatorToken: TOKEN, publicUrl: 'https://sandbox.example' },
      ...options,
    });

  beforeAll(async () => {
    url = await createTestDatabase();
    receiver = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']));
      request.resume();
      if (!isReceiverHolding) response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
    [a, b] = await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    await Promise.all([a.close(), b.close()]);
    receiver.closeAllConnections();
    receiver.close();
  });
  beforeEach(async () => {
    isReceiverHolding = false;
    await send(a, 'POST', '/sandbox/reset', { caller: 'operator', body: {} });
    received = [];
  });

  async function send(
    replica: RunningSandbox,
    method: string,
    ...[path, { caller = 'user', body, headers = {} }]: [
      string,
      { caller?: Caller; body?: object; headers?: Record<string, string> },
    ]
  ): Promise<{ readonly status: number; readonly headers: Headers; readonly body: never }> {
    const response = await fetch(`${replica.url}${path}`, {
      method,
      headers: {
        ...(caller === 'operator' ? { Authorization: `Bearer ${TOKEN}` } : { 'X-API-Key': KEY }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as never,
    };
  }
  async function get<Body>(replica: RunningSandbox, path: string): Promise<Body> {
    const { status, body } = await send(replica, 'GET', path, {});
    expect({ path, status, body }).toMatchObject({ status: 200 });
    return body;
  }
  async function post<Body>(replica: RunningSandbox, path: string, body: object): Promise<Body> {
    const caller = /^\/sandbox\/(clock|workspaces)/.test(path) ? 'operator' : 'user';
    const reply = await send(replica, 'POST', path, { caller, body });
    expect({ path, ...reply }).toMatchObject({
      status: expect.toSatisfy((status) => status === 200 || status === 201),
    });
    return reply.body;
  }
  /** Returns the number of stored facts that contain a text. */
  async function countFacts(text: string): Promise<number> {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rowCount } = await client.query('SELECT 1 FROM fleetkit.facts WHERE strpos(fact, $1) > 0', [text]);
    await client.end();
    return rowCount ?? 0;
  }
  const advance = (replica: RunningSandbox, by: string) =>
    post<SandboxSchemas['SandboxClock']>(replica, '/sandbox/clock/advance', { by });
  const disconnect = (replica: RunningSandbox, terminalId: string) =>
    post(replica, '/sandbox/causes', { event_type: 'heartbeat_stale', terminal_id: terminalId });
  const register = async (replica: RunningSandbox, body: object): Promise<SandboxSchemas['Destination']> => {
    const subscriptions = [{ types: ['heartbeat_stale'], states: ['triggered'] }];
    const created = await post<SandboxSchemas['CreatedDestination']>(replica, '/sandbox/destinations', {
      ...{ subscriptions, ...body },
    });
    return created.destination;
  };
  const listDeliveries = async (replica: RunningSandbox) =>
    (await get<SandboxSchemas['DeliveryList']>(replica, '/sandbox/deliveries?limit=500')).data;

  test('answer each read with all writes before it, and with the same bytes', async () => {
    for (let n = 1; n <= 12; n += 1) {
      const [writer, reader] = n % 2 === 0 ? [a, b] : [b, a];
      const { now } = await advance(writer, 'PT10M');
      expect(await get(reader, '/sandbox/clock')).toMatchObject({ now });
      const paths = ['/v1/locations?limit=5', '/v1/transactions?limit=5', '/sandbox/destinations'];
      for (const path of paths) expect(await get(reader, path)).toEqual(await get(writer, path));
    }
  });

  test('repeat reads without an intermediate write from memory, and not after a write elsewhere', async () => {
    const read = async (replica: RunningSandbox): Promise<string | null> =>
      (await send(replica, 'GET', '/v1/terminals/DG000101/status-monitoring', {})).headers.get('etag');
    const tags = [await read(b), await read(b), await read(b)];
    expect(new Set(tags).size).toBe(1);
    await advance(a, 'PT3H');
    const later = await read(b);
    expect(later).not.toBe(tags[0]);
    expect(await read(a)).toBe(later);
  });

  test('accept each other’s cursors', async () => {
    type Page = { readonly data: readonly object[]; readonly page: { readonly next_cursor: string } };
    const first = await get<Page>(a, '/v1/transactions?limit=3');
    const cursor = `/v1/transactions?limit=3&cursor=${first.page.next_cursor}`;
    expect((await get<Page>(b, cursor)).data).toEqual((await get<Page>(a, cursor)).data);
  });

  test('let requests with the same key at the same time take effect once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const headers = { 'Idempotency-Key': `round-${round}` };
      const body = { transaction_id: 'txn_00000000000000000000000000', reason_code: 'unauthorized', amount: '1.00' };
      const replies = await Promise.all([a, b].map((one) => send(one, 'POST', '/v1/disputes', { body, headers })));
      expect(replies.map(({ status }) => status)).toEqual([422, 422]);
      expect(replies.filter((reply) => reply.headers.get('idempotent-replayed') === 'true')).toHaveLength(1);
      expect(await countFacts(`"idempotencyKey":"round-${round}"`)).toBe(1);
    }
  });

  test('deliver each event once', async () => {
    await register(a, { url: receiverUrl });
    await register(b, { url: receiverUrl });
    const terminals = ['DG000101', 'DG000202'];
    await disconnect(a, terminals[0] ?? '');
    await disconnect(b, terminals[1] ?? '');
    await Promise.all([advance(a, 'PT1H'), advance(b, 'PT1H')]);
    await Promise.all([a.settled(10_000), b.settled(10_000)]);
    const deliveries = await listDeliveries(a);
    expect(deliveries).toHaveLength(4);
    expect(deliveries.map(({ state }) => state)).toEqual(Array(4).fill('delivered'));
    expect(await listDeliveries(b)).toEqual(deliveries);
    expect(received).toHaveLength(4);
    expect(new Set(received).size).toBe(2);
  });

  test('report that the clock has moved only after all attempts by any of them', async () => {
    await register(a, { url: receiverUrl });
    for (let n = 1; n <= 2; n += 1) {
      await disconnect(n % 2 === 0 ? a : b, ['DG000101', 'DG000202'][n - 1] ?? '');
      await advance(n % 2 === 0 ? b : a, 'PT1H');
      expect((await listDeliveries(a)).map(({ state }) => state)).toEqual(Array(n).fill('delivered'));
    }
  });

  test('show what an inbox received on any of them, and advance its plan together', async () => {
    const { url: inboxUrl } = await register(a, { inbox: true });
    const path = new URL(String(inboxUrl)).pathname;
    await send(a, 'PUT', `${path}/answers`, { body: { answers: [{ status: 500 }, { status: 201 }, { status: 202 }] } });
    const statuses: number[] = [];
    for (const replica of [b, a, b, a])
      statuses.push((await send(replica, 'POST', path, { body: { n: statuses.length } })).status);
    expect(statuses).toEqual([500, 201, 202, 202]);
    const inbox = await get<SandboxSchemas['Inbox']>(a, path);
    expect(inbox).toEqual(await get(b, path));
    expect([inbox.answers_used, inbox.messages.map(({ body }) => body)]).toEqual([
      4,
      ['{"n":3}', '{"n":2}', '{"n":1}', '{"n":0}'],
    ]);
    await send(b, 'DELETE', path, {});
    expect((await get<SandboxSchemas['Inbox']>(a, path)).messages).toEqual([]);
  });

  test('list the requests of both', async () => {
    await get(a, '/v1/locations?limit=1');
    await get(b, '/v1/locations?limit=2');
    await vi.waitFor(async () => {
      const paths = (await get<SandboxSchemas['ExchangeList']>(a, '/sandbox/requests')).data.map(({ path }) => path);
      expect(paths.filter((path) => path.startsWith('/v1/locations')).length).toBeGreaterThanOrEqual(2);
    }, PATIENCE);
  });

  test('stream the attempts, data changes and requests of the other one', async () => {
    await register(a, { url: receiverUrl });
    const stop = new AbortController();
    const stream = await fetch(`${b.url}/sandbox/activity`, { headers: { 'X-API-Key': KEY }, signal: stop.signal });
    let text = '';
    const reading = (async () => {
      for await (const chunk of stream.body ?? []) text += Buffer.from(chunk).toString();
    })().catch(() => undefined);
    await disconnect(a, 'DG000101');
    await advance(a, 'PT1H');
    await get(a, '/v1/locations?limit=1');
    for (const event of ['attempt', 'clock', 'request', 'change'])
      await vi.waitFor(() => expect(text).toContain(`event: ${event}\n`), PATIENCE);
    stop.abort();
    await reading;
  });

  test('send to a listener from the replica to which it is connected', async () => {
    const { destination_id: id } = await register(a, { listener: true });
    const stop = new AbortController();
    const stream = await fetch(`${b.url}/sandbox/destinations/${id}/stream`, {
      ...{ headers: { 'X-API-Key': KEY }, signal: stop.signal },
    });
    let text = '';
    const reading = (async () => {
      for await (const chunk of stream.body ?? []) text += Buffer.from(chunk).toString();
    })().catch(() => undefined);
    await disconnect(a, 'DG000101');
    await advance(a, 'PT1H');
    await vi.waitFor(() => expect(text).toContain('event: delivery\n'), PATIENCE);
    stop.abort();
    await reading;
  });

  test('pass the deliveries of a closed replica to the next one', async () => {
    const database = await createTestDatabase();
    const first = await start({ database });
    await register(first, { url: receiverUrl });
    isReceiverHolding = true;
    await disconnect(first, 'DG000101');
    await Promise.all([advance(first, 'PT1H'), vi.waitUntil(() => received.length === 1, PATIENCE)]);
    const second = await start({ database });
    expect((await listDeliveries(second)).map(({ state }) => state)).toEqual(['sending']);
    isReceiverHolding = false;
    await first.close();
    await vi.waitFor(async () => {
      expect((await listDeliveries(second)).map(({ state }) => state)).toEqual(['delivered']);
    }, PATIENCE);
    expect(received).toHaveLength(2);
    await second.close();
  });

  test('continue the deliveries of a workspace that only a closed replica had open', async () => {
    const database = await createTestDatabase();
    const [first, second] = [await start({ database }), await start({ database })];
    const created = await post<SandboxSchemas['CreatedWorkspace']>(first, '/sandbox/workspaces', {});
    const control = async (path: string, body: object): Promise<void> => {
      const reply = await fetch(`${first.url}${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${created.operator_token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect([path, reply.ok, await reply.text()]).toEqual([path, true, expect.any(String)]);
    };
    const subscriptions = [{ types: ['heartbeat_stale'], states: ['triggered'] }];
    await control('/sandbox/destinations', { url: receiverUrl, account_id: 'acct_delgado', subscriptions });
    await control('/sandbox/causes', { event_type: 'heartbeat_stale', terminal_id: 'DG000101' });
    await control('/sandbox/clock/run', { speed: 60 }); // the event follows after at least 16 seconds
    await first.close();
    expect(received).toEqual([]);
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 55_000, interval: 100 });
    await second.close();
  });

  test('share workspaces, and forget a deleted one', async () => {
    const created = await post<SandboxSchemas['CreatedWorkspace']>(a, '/sandbox/workspaces', { name: 'x' });
    const [issued] = created.api_keys;
    const status = async (replica: RunningSandbox): Promise<number> =>
      (await fetch(`${replica.url}/v1/portal`, { headers: { 'X-API-Key': issued?.api_key ?? '' } })).status;
    expect([await status(b), await status(a)]).toEqual([200, 200]);
    await send(a, 'DELETE', `/sandbox/workspaces/${created.workspace_id}`, { caller: 'operator' });
    await vi.waitFor(async () => expect([await status(a), await status(b)]).toEqual([401, 401]), PATIENCE);
  });

  test('accept each other’s codes for the console, once, and store neither code nor token', async () => {
    const signIn = async (replica: RunningSandbox, credential: string) => {
      const headers = { Authorization: `Bearer ${credential}` };
      const reply = await fetch(`${replica.url}/sandbox/sign-in`, { method: 'POST', headers });
      return { status: reply.status, body: await reply.json() };
    };
    const create = async (replica: RunningSandbox): Promise<string> => {
      const { body } = await send(replica, 'POST', '/sandbox/sign-in-codes', { caller: 'operator' });
      return (body as SandboxSchemas['SignInCode']).code;
    };
    const code = await create(a);
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('SELECT * FROM fleetkit.sign_in_codes');
    await client.end();
    expect(rows).toHaveLength(1);
    for (const secret of [code, TOKEN]) expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await signIn(b, code)).toEqual({ status: 200, body: { operator_token: TOKEN } });
    for (const replica of [a, b]) expect((await signIn(replica, code)).status).toBe(401);

    const codes: string[] = [];
    for (let n = 0; n <= 20; n += 1) codes.push(await create(n % 2 === 0 ? a : b));
    expect((await signIn(a, codes[0] ?? '')).status).toBe(401);
    expect((await signIn(a, codes[1] ?? '')).status).toBe(200);
  });

  test('refuse a replica with another seed or a data directory', async () => {
    await expect(startSandbox({ port: false, database: url, seed: 99 })).rejects.toThrow('seed 1, not 99');
    await expect(startSandbox({ port: false, database: url, data: '/nowhere' })).rejects.toThrow('exclude each other');
  });
});
