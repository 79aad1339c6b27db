import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, hasPostgres } from '../../server/storage/postgres/testing/test-database.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../library/start-sandbox.ts';

/* Two replicas of a hosted sandbox on one PostgreSQL database. */

const TOKEN = 'opr-for-tests-of-hosted-replicas';
const MOST_WORKSPACES = 16;
const PATIENCE = { timeout: 20_000, interval: 100 };

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

describe.skipIf(!hasPostgres)('two hosted replicas', () => {
  let a: RunningSandbox;
  let b: RunningSandbox;

  let database: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    const options: SandboxOptions = {
      ...{ port: 0, hosted: true, database, operatorToken: TOKEN, trustProxy: 1, ratePerMinute: 60_000 },
      maxWorkspaces: MOST_WORKSPACES,
      publicUrl: 'https://sandbox.example',
    };
    [a, b] = await Promise.all([startSandbox(options), startSandbox(options)]);
  });
  afterAll(async () => {
    await Promise.all([a.close(), b.close()]);
  });

  async function send(
    replica: RunningSandbox,
    [method = '', path = '']: readonly string[],
    { body, ...headers }: { readonly body?: object; readonly [name: string]: string | object | undefined },
  ): Promise<Reply> {
    const response = await fetch(`${replica.url}${path}`, {
      method,
      headers: { ...(headers as Record<string, string>), 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }
  const operate = { Authorization: `Bearer ${TOKEN}` };
  const create = async (limits: object = {}): Promise<SandboxSchemas['CreatedWorkspace']> => {
    const { body, status } = await send(a, ['POST', '/sandbox/workspaces'], { ...operate, body: { quotas: limits } });
    expect(status).toBe(201);
    return body as SandboxSchemas['CreatedWorkspace']; // validated by the sandbox
  };
  const keyOf = ({ api_keys }: SandboxSchemas['CreatedWorkspace'], userId: string): Record<string, string> => ({
    'X-API-Key': api_keys.find(({ user_id }) => user_id === userId)?.api_key ?? '',
  });

  test('accept no published key, and each key of a workspace on both', async () => {
    const key = keyOf(await create(), 'usr_nw_admin');
    for (const replica of [a, b]) {
      expect((await send(replica, ['GET', '/v1/portal'], { 'X-API-Key': 'sbx-northway-admin' })).status).toBe(401);
      expect((await send(replica, ['GET', '/v1/portal'], key)).status).toBe(200);
    }
  });

  test('show a write of one on the other, and deliver its events once', async () => {
    const made = await create();
    const key = keyOf(made, 'usr_delgado');
    const inbox = { inbox: true, subscriptions: [{ types: ['heartbeat_stale'] }] };
    const registered = await send(a, ['POST', '/sandbox/destinations'], { ...key, body: inbox });
    expect(registered.status).toBe(201);
    const { url } = (registered.body as SandboxSchemas['CreatedDestination']).destination; // validated by the sandbox
    const { body: listed } = await send(b, ['GET', '/sandbox/destinations'], key);
    expect(listed).toMatchObject({ data: [{ url }] });
    const cause = { event_type: 'heartbeat_stale', terminal_id: 'DG000101' };
    expect((await send(b, ['POST', '/sandbox/causes'], { ...key, body: cause })).status).toBe(200);
    const owner = { Authorization: `Bearer ${made.operator_token}` };
    expect((await send(a, ['POST', '/sandbox/clock/advance'], { ...owner, body: { by: 1200 } })).status).toBe(200);
    const readInbox = (replica: RunningSandbox) => send(replica, ['GET', new URL(url ?? '').pathname], key);
    await vi.waitFor(async () => expect((await readInbox(b)).body).toMatchObject({ messages: [{}] }), PATIENCE);
    expect((await readInbox(a)).body).toEqual((await readInbox(b)).body);
    const clocks = await Promise.all([a, b].map((one) => send(one, ['GET', '/sandbox/clock'], owner)));
    expect(clocks[1]).toEqual(clocks[0]);
  });

  test('count what both receive against a quota', async () => {
    const key = keyOf(await create({ destinations: 2 }), 'usr_delgado');
    const register = (replica: RunningSandbox) =>
      send(replica, ['POST', '/sandbox/destinations'], { ...key, body: { inbox: true } });
    expect([(await register(a)).status, (await register(b)).status]).toEqual([201, 201]);
    for (const replica of [a, b])
      expect(await register(replica)).toMatchObject({
        status: 507,
        body: { detail: expect.stringContaining('destinations') },
      });
  });

  test('record each of many simultaneous writes of a tenant', async () => {
    const key = keyOf(await create(), 'usr_delgado');
    const names = Array.from({ length: 40 }, (_, n) => `inbox ${String(n).padStart(2, '0')}`);
    const replies = await Promise.all(
      names.map((name, n) =>
        send(n % 2 === 0 ? a : b, ['POST', '/sandbox/destinations'], { ...key, body: { inbox: true, name } }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    for (const replica of [a, b]) {
      const { body } = await send(replica, ['GET', '/sandbox/destinations'], key);
      const { data } = body as SandboxSchemas['DestinationList']; // validated by the sandbox
      expect(data.map(({ name }) => name).toSorted()).toEqual(names);
    }
  });

  test('forget a deleted workspace on both', async () => {
    const made = await create();
    const key = keyOf(made, 'usr_nw_admin');
    expect((await send(b, ['GET', '/v1/portal'], key)).status).toBe(200);
    expect((await send(a, ['DELETE', `/sandbox/workspaces/${made.workspace_id}`], operate)).status).toBe(200);
    for (const replica of [a, b])
      await vi.waitFor(
        async () => expect((await send(replica, ['GET', '/v1/portal'], key)).status).toBe(401),
        PATIENCE,
      );
  });

  /** Executes statements, as a third replica would. */
  async function execute(
    sql: string,
    values: readonly string[],
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const client = new Client({ connectionString: database });
    await client.connect();
    try {
      return (await client.query(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  /** Requests in a workspace of each kind, as method, path, and the body of a write. */
  const REQUESTS: readonly (readonly [string, string, object?])[] = [
    ['GET', '/v1/portal'],
    ['GET', '/v1/portal?unusual=1'],
    ['POST', '/v1/disputes', { transaction_id: 'txn_1', reason_code: 'cash_not_dispensed', amount: '1.00' }],
    ['GET', '/sandbox/destinations'],
    ['POST', '/sandbox/destinations', { inbox: true }],
    ['POST', '/sandbox/clock/advance', { by: 60 }],
    ['GET', '/sandbox/requests'],
    ['POST', '/sandbox/inbox/unknown', {}],
  ];

  /** Sends them to a replica by key, by token and by path. Returns the replies without their request ids. */
  async function sendAll(
    replica: RunningSandbox,
    { name, key, token }: { readonly name: string; readonly key: string; readonly token: string },
  ): Promise<readonly unknown[]> {
    const byKey = { 'X-API-Key': key };
    const replies: unknown[] = [];
    for (const [method, path, body] of REQUESTS)
      for (const caller of path.startsWith('/v1') ? [byKey] : [byKey, { Authorization: `Bearer ${token}` }])
        for (const base of ['', `/w/ws_${name}`]) {
          const { status, body: said } = await send(replica, [method, `${base}${path}`], {
            ...caller,
            ...(body === undefined ? {} : { body }),
          });
          const text = JSON.stringify(said ?? '').replace(/req_[0-9A-F]+/g, 'req');
          replies.push([method, `${base}${path}`, status, text].map((part) => String(part).replaceAll(name, 'name')));
        }
    return replies;
  }

  test('create at most as many workspaces and fleets as the server allows, even at the same time', async () => {
    const [{ existing = 0 } = {}] = await execute('SELECT count(*)::integer AS existing FROM fleetkit.workspaces', []);
    const createAll = (count: number, body: (n: number) => object) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          send(n % 2 === 0 ? a : b, ['POST', '/sandbox/workspaces'], { ...operate, body: body(n) }),
        ),
      );
    const count = (replies: readonly Reply[], wanted: number): number =>
      replies.filter(({ status }) => status === wanted).length;
    const seeds = await createAll(12, (n) => ({ seed: 100 + n })); // of 8 fleets the server's seed is one
    expect([count(seeds, 201), count(seeds, 422)]).toEqual([7, 5]);
    const others = await createAll(12, () => ({}));
    const free = MOST_WORKSPACES - Number(existing) - 7;
    expect([count(others, 201), count(others, 507)]).toEqual([free, 12 - free]);
    for (const { body } of [...seeds, ...others].filter(({ status }) => status === 201)) {
      const { workspace_id } = body as SandboxSchemas['CreatedWorkspace']; // validated by the sandbox
      await send(a, ['DELETE', `/sandbox/workspaces/${workspace_id}`], operate);
    }
  });

  test('answer for a workspace that another replica deleted as for one that never existed', async () => {
    const made = await create();
    const name = made.workspace_id.slice(3);
    const key = keyOf(made, 'usr_delgado')['X-API-Key'] ?? '';
    const open = { name, key, token: made.operator_token };
    const before = await sendAll(b, open);
    const never = 'abcdefghjkmn';
    const unknown = {
      name: never,
      key: key.replace(name, never),
      token: made.operator_token.replace(name, never),
    };
    const expected = await sendAll(b, unknown);
    expect(before).not.toEqual(expected);
    // without a notification, so that the replica still has it open
    await execute('DELETE FROM fleetkit.workspaces WHERE name = $1', [name]);
    await execute('DELETE FROM fleetkit.worlds WHERE workspace = $1', [name]);
    expect(await sendAll(b, open)).toEqual(expected);
  });

  test('refuse writes during a deletion only as for an unknown workspace, and keep nothing of it', async () => {
    const made = await create();
    const base = `/w/${made.workspace_id}/sandbox/destinations`;
    const users = ['usr_delgado', 'usr_nw_admin'];
    const refusals: number[] = [];
    let written = 0;
    const write = async (replica: RunningSandbox, userId: string, path: string): Promise<void> => {
      for (;;) {
        const reply = await send(replica, ['POST', path], { ...keyOf(made, userId), body: { inbox: true } }).catch(
          () => undefined,
        );
        if (reply === undefined) continue; // a deletion cuts requests that have not ended after some time
        const { status } = reply;
        if (status !== 201 && status !== 409 && status !== 429) return void refusals.push(status);
        written += 1;
      }
    };
    const writing = [a, b].flatMap((replica) =>
      users.flatMap((user) => [write(replica, user, base), write(replica, user, '/sandbox/destinations')]),
    );
    await vi.waitUntil(() => written > 8, PATIENCE);
    expect((await send(a, ['DELETE', `/sandbox/workspaces/${made.workspace_id}`], operate)).status).toBe(200);
    await Promise.all(writing);
    expect(new Set(refusals)).toEqual(new Set([401, 404]));
    const countAll = `
      SELECT (SELECT count(*)::integer FROM fleetkit.worlds WHERE workspace = $1) AS worlds,
        (SELECT count(*)::integer FROM fleetkit.exchanges WHERE workspace = $1) AS exchanges`;
    await vi.waitFor(
      async () => expect(await execute(countAll, [made.workspace_id.slice(3)])).toEqual([{ worlds: 0, exchanges: 0 }]),
      PATIENCE,
    );
  });
});
