import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, hasPostgres } from '../../server/storage/postgres/testing/test-database.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../library/start-sandbox.ts';

/* Two replicas of a hosted sandbox on one PostgreSQL database. */

const TOKEN = 'opr-for-tests-of-hosted-replicas';
const PATIENCE = { timeout: 20_000, interval: 500 }; // a hosted server limits requests

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

describe.skipIf(!hasPostgres)('two hosted replicas', () => {
  let a: RunningSandbox;
  let b: RunningSandbox;

  beforeAll(async () => {
    const options: SandboxOptions = {
      ...{ port: 0, hosted: true, database: await createTestDatabase(), operatorToken: TOKEN, trustProxy: 1 },
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
});
