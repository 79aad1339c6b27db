import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/storage/connection.ts';
import { createTestDatabase, hasPostgres } from '../../server/storage/postgres/testing/test-database.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../library/start-sandbox.ts';

/* A workspace that continues from an earlier state of another world. */

type Created = SandboxSchemas['CreatedWorkspace'];

const TOKEN = 'operator-of-the-server-0123456789';

let server: RunningSandbox;
beforeAll(async () => {
  server = await startSandbox({ port: false, operatorToken: TOKEN });
});
afterAll(() => server.close());

interface Sent {
  readonly token?: string;
  readonly key?: string;
  readonly body?: unknown;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly to?: RunningSandbox;
}

async function send(path: string, { token, key, body, method, headers = {}, to = server }: Sent = {}) {
  const response = await to.fetch(
    new Request(`http://127.0.0.1${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...headers,
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'X-API-Key': key }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: replies of many operations
  return { status: response.status, text, json: (text === '' ? undefined : JSON.parse(text)) as any };
}

async function create(body: object, token = TOKEN, to = server): Promise<Created> {
  const { status, json, text } = await send('/sandbox/workspaces', { token, body, to });
  expect(status, text).toBe(201);
  return json;
}

const keyOf = ({ api_keys: keys }: Created, userId = 'usr_nw_admin'): string =>
  keys.find(({ user_id: id }) => id === userId)?.api_key ?? expect.fail(`no key of ${userId}`);

const advance = (token: string, by: string, to = server) => send('/sandbox/clock/advance', { token, body: { by }, to });

/** Opens a dispute about the first transaction that can be disputed. Returns its id. */
async function openDispute(key: string, headers: Readonly<Record<string, string>> = {}, to = server): Promise<string> {
  const { json: rows } = await send('/v1/transactions?limit=100', { key, to });
  for (const { transaction_id: id } of rows.data) {
    const body = { transaction_id: id, reason_code: 'cash_not_dispensed', amount: '20.00', network: 'STAR' };
    const { status, json } = await send('/v1/disputes', { key, body, headers, to });
    if (status === 201) return json.dispute_id;
  }
  return expect.fail('no transaction can be disputed');
}

const PATHS = ['/v1/transactions?limit=50', '/v1/disputes', '/v1/settlements', '/v1/portal', '/v1/connectors'];

/** Reads the service as a user, without what belongs to a world: signed cursors, its base path and the key. */
async function readService(key: string, headers: Readonly<Record<string, string>> = {}, to = server) {
  const texts: string[] = [];
  for (const path of PATHS) {
    const { status, text } = await send(path, { key, headers, to });
    expect(status, text).toBe(200);
    texts.push(
      text
        .replace(/"next_cursor":"[^"]*"/g, '')
        .replace(/\/w\/ws_\w{12}/g, '')
        .replace(/"api_key":\{[^}]*\}/, ''),
    );
  }
  return texts;
}

const trigger = (token: string, to = server) =>
  send('/sandbox/trigger', { token, to, body: { event_type: 'cash_low', terminal_id: 'NW104310' } });

describe('a fork', () => {
  test('has the state of its source at an instant, and neither changes the other', async () => {
    const source = await create({ name: 'source' });
    const key = keyOf(source);
    await advance(source.operator_token, 'PT30M');
    const before = await openDispute(key);
    await trigger(source.operator_token);
    await advance(source.operator_token, 'PT2H');
    const after = await openDispute(key);

    const at = '2026-11-02T16:00:00Z';
    const fork = await create({ from: source.workspace_id, at, name: 'fork' }, source.operator_token);
    expect(fork).toMatchObject({ seed: source.seed, forked_from: source.workspace_id, forked_at: at, name: 'fork' });
    const forkKey = keyOf(fork);
    expect(await readService(forkKey)).toEqual(await readService(key, { 'Fleetkit-As-Of': at }));
    expect((await send('/sandbox/clock', { token: fork.operator_token })).json).toMatchObject({
      now: at,
      state: 'frozen',
    });
    expect((await send(`/v1/disputes/${before}`, { key: forkKey })).status).not.toBe(500);
    const disputes = (await send('/v1/disputes?limit=100', { key: forkKey })).text;
    expect(disputes).toContain(before);
    expect(disputes).not.toContain(after);

    const own = await openDispute(forkKey);
    await advance(fork.operator_token, 'PT1H');
    expect((await send('/v1/disputes?limit=100', { key })).text).not.toContain(own);
    expect((await send('/sandbox/clock', { token: source.operator_token })).json.now).toBe('2026-11-02T17:30:00Z');
  });

  test('continues like its source: the same later instant shows the same data', async () => {
    const source = await create({});
    await trigger(source.operator_token);
    await advance(source.operator_token, 'PT1M');
    const fork = await create({ from: source.workspace_id }, source.operator_token);
    for (const { operator_token: token } of [source, fork]) await advance(token, 'P1D');
    expect(await readService(keyOf(fork))).toEqual(await readService(keyOf(source)));
    const events = '/sandbox/events?type=cash_low&since=2026-11-02T15:00:00Z';
    const read = async ({ operator_token: token }: Created) => (await send(events, { token })).json.data;
    expect((await read(fork)).length).toBeGreaterThan(0);
    expect(await read(fork)).toEqual(await read(source));
  });

  test('gives new resources ids that no resource of its source has, and equal forks equal ones', async () => {
    const source = await create({});
    await send('/sandbox/destinations', {
      token: source.operator_token,
      body: { account_id: 'acct_northway', inbox: true },
    });
    const ids = [await openDispute(keyOf(source))];
    const fork = () => create({ from: source.workspace_id }, source.operator_token);
    const [one, other] = [await fork(), await fork()];
    const first = await openDispute(keyOf(one));
    expect(await openDispute(keyOf(other))).toBe(first);
    ids.push(first, await openDispute(keyOf(source)));
    const second = await create({ from: one.workspace_id }, one.operator_token);
    ids.push(await openDispute(keyOf(one)), await openDispute(keyOf(second)));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('repeats the stored replies of its source', async () => {
    const source = await create({});
    const { json: rows } = await send('/v1/transactions?limit=100', { key: keyOf(source) });
    const headers = { 'Idempotency-Key': 'before-the-fork' };
    const body = { ...{ transaction_id: '', reason_code: 'cash_not_dispensed', amount: '20.00', network: 'STAR' } };
    const post = (key: string, id: string) =>
      send('/v1/disputes', { key, headers, body: { ...body, transaction_id: id } });
    const id = rows.data[0].transaction_id;
    const { status, text } = await post(keyOf(source), id);
    const fork = await create({ from: source.workspace_id }, source.operator_token);
    const again = await post(keyOf(fork), id);
    const clean = (reply: string) => reply.replace(/"(request_id|instance)":"[^"]*"/g, '');
    expect([again.status, clean(again.text)]).toEqual([status, clean(text)]);
    const { json } = await post(keyOf(fork), rows.data[1].transaction_id);
    expect(json.code).toBe('idempotency_key_reused');
  });

  test('has neither the destinations nor the deliveries, keys and misbehaviours of its source', async () => {
    const source = await create({});
    const { operator_token: token } = source;
    const { json: added } = await send('/sandbox/destinations', {
      token,
      body: { account_id: 'acct_northway', inbox: true },
    });
    await send('/sandbox/misbehaviours/limit_off_by_one', { token, method: 'PUT', body: { is_on: true } });
    await trigger(token);
    await advance(token, 'P1D');
    const inbox = async () =>
      (await send(new URL(added.destination.url).pathname.replace(/^\/w\/\w+/, ''), { token })).json.messages.length;
    const received = await inbox();
    expect(received).toBeGreaterThan(0);

    const fork = await create({ from: source.workspace_id, at: '2026-11-02T15:00:00Z' }, token);
    await trigger(fork.operator_token);
    await advance(fork.operator_token, 'P1D');
    for (const path of ['/sandbox/destinations', '/sandbox/deliveries'])
      expect((await send(path, { token: fork.operator_token })).json.data, path).toEqual([]);
    const { json: switched } = await send('/sandbox/misbehaviours', { token: fork.operator_token });
    expect(switched.data.filter(({ is_on: isOn }: { readonly is_on: boolean }) => isOn)).toEqual([]);
    expect(await inbox()).toBe(received);
    for (const secret of [token, ...source.api_keys.map(({ api_key: one }) => one)])
      expect(JSON.stringify(fork)).not.toContain(secret);
    expect((await send(`${fork.base_path}/v1/portal`, { key: keyOf(source) })).status).toBe(401);
  });

  test('of the main world is made by the operator of the server, with its own fleets', async () => {
    const own = await startSandbox({
      ...{ port: false, operatorToken: TOKEN, terminals: 12 },
      fleets: [{ name: 'Riverside ATM', terminals: 3 }],
    });
    await advance(TOKEN, 'PT1H', own);
    const fork = await create({ from: 'main' }, TOKEN, own);
    expect(fork).toMatchObject({ terminals: 12, forked_from: 'main', forked_at: '2026-11-02T16:00:00Z' });
    const tenants = new Set(fork.api_keys.map(({ tenant_id: id }) => id));
    expect(tenants.size).toBe(8);
    const key = fork.api_keys.find(({ tenant_id: id }) => id.includes('riverside'))?.api_key ?? '';
    expect((await send('/v1/locations', { key, to: own })).json.data.length).toBeGreaterThan(0);
    await own.close();
  });

  test('of a position has what a read of that position shows', async () => {
    const source = await create({});
    const { operator_token: token } = source;
    await openDispute(keyOf(source));
    await advance(token, 'PT1H');
    await openDispute(keyOf(source));
    const fork = await create({ from: source.workspace_id, at: '2' }, token);
    expect(fork.forked_at).toBe('2026-11-02T16:00:00Z');
    expect(await readService(keyOf(fork))).toEqual(await readService(keyOf(source), { 'Fleetkit-As-Of': '2' }));
  });

  test('of a running clock is stopped', async () => {
    const source = await create({});
    await send('/sandbox/clock/run', { token: source.operator_token, body: { speed: 1000 } });
    const fork = await create({ from: source.workspace_id }, source.operator_token);
    const { json } = await send('/sandbox/clock', { token: fork.operator_token });
    expect(json).toMatchObject({ state: 'frozen', now: fork.forked_at });
  });

  test('expires with its source at the latest', async () => {
    const source = await create({ expires_in_seconds: 120 });
    const fork = await create({ from: source.workspace_id, expires_in_seconds: 3600 }, source.operator_token);
    expect(fork.expires_at).toBe(source.expires_at);
  });
});

describe('a request for a fork is refused', () => {
  const refuse = async (body: object, token = TOKEN, to = server) => {
    const { status, json } = await send('/sandbox/workspaces', { token, body, to });
    return [status, ...(json.errors ?? []).map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`)];
  };

  test.each<[object, string]>([
    [{ from: 'ws_000000000000' }, '/from unknown_value'],
    [{ from: 'nothing' }, '/from unknown_value'],
    [{ from: 'main', seed: 1 }, '/seed wrong_format'],
    [{ from: 'main', terminals: 5 }, '/terminals wrong_format'],
    [{ from: 'main', fleet: {} }, '/fleet wrong_format'],
    [{ from: 'main', at: 'noon' }, '/at wrong_format'],
    [{ from: 'main', at: '2026-11-02T14:59:59Z' }, '/at out_of_range'],
    [{ from: 'main', at: '2026-11-02T15:00:01Z' }, '/at out_of_range'],
    [{ from: 'main', at: '99' }, '/at out_of_range'],
    [{ at: '2026-11-02T15:00:00Z' }, '/at wrong_format'],
    [{ from: 'main', quotas: { facts: 20_000 } }, '/quotas/facts out_of_range'],
  ])('%j', async (body, fault) => {
    expect(await refuse(body)).toEqual([422, fault]);
  });

  test('for a workspace that is not that of the token, whether it exists or not', async () => {
    const [one, other] = [await create({}), await create({})];
    expect(await refuse({ from: one.workspace_id })).toEqual([422, '/from unknown_value']);
    expect(await refuse({ from: other.workspace_id }, one.operator_token)).toEqual([422, '/from unknown_value']);
    expect(await refuse({ from: 'main' }, one.operator_token)).toEqual([422, '/from unknown_value']);
    expect(await refuse({}, one.operator_token)).toEqual([403]);
    const { status } = await send('/sandbox/workspaces', { key: keyOf(one), body: { from: one.workspace_id } });
    expect(status).toBe(403);
  });

  test('at an instant before the origin of a fork, and before a reset', async () => {
    const source = await create({});
    await advance(source.operator_token, 'PT2H');
    const fork = await create({ from: source.workspace_id, at: '2026-11-02T16:00:00Z' }, source.operator_token);
    const body = { from: fork.workspace_id, at: '2026-11-02T15:30:00Z' };
    const { status, json } = await send('/sandbox/workspaces', { token: fork.operator_token, body });
    expect([status, json.errors]).toEqual([
      422,
      [
        {
          ...{ pointer: '/at', code: 'out_of_range' },
          detail: 'Expected 2026-11-02T16:00:00Z or later: the latest reset, import or fork, or the start, was then.',
        },
      ],
    ]);
    await send('/sandbox/reset', { token: fork.operator_token, body: {} });
    expect((await create(body, fork.operator_token).catch(() => undefined))?.forked_at).toBeUndefined();
    expect((await create({ from: fork.workspace_id }, fork.operator_token)).forked_at).toBe('2026-11-02T15:00:00Z');
  });

  test('with more changes than the quota of the fork allows', async () => {
    const source = await create({});
    await openDispute(keyOf(source));
    const body = { from: source.workspace_id, quotas: { facts: 0 } };
    expect(await refuse(body, source.operator_token)).toEqual([422, '/from out_of_range']);
    const bytes = { from: source.workspace_id, quotas: { stored_bytes: 10 } };
    expect(await refuse(bytes, source.operator_token)).toEqual([422, '/from out_of_range']);
  });
});

test('a hosted server limits the forks that descend from a workspace', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-forks-'));
  const hosted = await startSandbox({
    ...{ port: false, operatorToken: `opr-${'0123456789'.repeat(4)}`, data: folder, hosted: true },
    ...{ publicUrl: 'https://sandbox.example', trustProxy: 1 },
  });
  const send = async (token: string, body: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await hosted.fetch(new Request('http://sandbox.example/sandbox/workspaces', request));
    const json = (await response.json()) as Created & { readonly errors: readonly unknown[] };
    return { status: response.status, json };
  };
  const { json: source } = await send(hosted.operatorToken ?? '', { seed: 1 });
  const { operator_token: token, workspace_id: from } = source;
  const { json: first } = await send(token, { from });
  for (let n = 1; n < 20; n += 1) expect((await send(token, { from })).status).toBe(201);
  for (const { operator_token: own, workspace_id: id } of [source, first]) {
    const { status, json } = await send(own, { from: id });
    expect([status, json.errors[0]]).toEqual([
      422,
      expect.objectContaining({ pointer: '/from', code: 'out_of_range' }),
    ]);
  }
  await hosted.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('in a data directory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-forks-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const open = (): Promise<RunningSandbox> => {
    const options: SandboxOptions = { port: false, operatorToken: TOKEN, data: folder };
    return startSandbox(options);
  };

  test('a fork survives a restart, whether it was opened before or not', async () => {
    let own = await open();
    const source = await create({}, TOKEN, own);
    const { operator_token: token } = source;
    await openDispute(keyOf(source), {}, own);
    const opened = await create({ from: source.workspace_id }, token, own);
    const closed = await create({ from: source.workspace_id }, token, own);
    const disputed = await openDispute(keyOf(opened), {}, own);
    const before = await readService(keyOf(opened), {}, own);
    const ofSource = await readService(keyOf(source), {}, own);
    await own.close();
    own = await open();
    expect(await readService(keyOf(opened), {}, own)).toEqual(before);
    expect(before.join()).toContain(disputed);
    expect(await readService(keyOf(closed), {}, own)).toEqual(ofSource);
    await send(`/sandbox/workspaces/${source.workspace_id}`, { token: TOKEN, method: 'DELETE', to: own });
    expect(await readService(keyOf(opened), {}, own)).toEqual(before);
    await own.close();
  });
});

describe('after a crash', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-forks-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Returns the entry of a workspace in the directory of the server, or stores an earlier one. */
  function directoryEntry(id: string, earlier?: string): string {
    const database = openDatabase(join(folder, 'fleetkit.db'));
    const name = id.slice('ws_'.length);
    if (earlier !== undefined)
      database.prepare('UPDATE workspaces SET workspace = ? WHERE name = ?').run(earlier, name);
    const row = database.prepare('SELECT workspace FROM workspaces WHERE name = ?').get(name);
    database.close();
    return String(row?.workspace);
  }

  test('between the journal and the directory, the history of a fork is not applied again', async () => {
    let own = await startSandbox({ port: false, operatorToken: TOKEN, data: folder });
    const source = await create({}, TOKEN, own);
    await openDispute(keyOf(source), {}, own);
    const fork = await create({ from: source.workspace_id }, source.operator_token, own);
    await own.close();
    const created = directoryEntry(fork.workspace_id);
    expect(JSON.parse(created).fork.fact.type).toBe('journal-imported');

    own = await startSandbox({ port: false, operatorToken: TOKEN, data: folder });
    await openDispute(keyOf(fork), {}, own);
    const before = await readService(keyOf(fork), {}, own);
    await own.close();
    expect(JSON.parse(directoryEntry(fork.workspace_id)).fork).not.toHaveProperty('fact');

    directoryEntry(fork.workspace_id, created);
    own = await startSandbox({ port: false, operatorToken: TOKEN, data: folder });
    expect(await readService(keyOf(fork), {}, own)).toEqual(before);
    await own.close();
  });
});

describe.skipIf(!hasPostgres)('in a database', () => {
  test('replicas open the same fork, and delete it with all its rows', async () => {
    const database = await createTestDatabase();
    const [a, b] = await Promise.all(
      [0, 1].map(() =>
        startSandbox({ port: false, operatorToken: TOKEN, database, cursorSecret: 'a secret of tests' }),
      ),
    );
    if (a === undefined || b === undefined) return expect.fail();
    const source = await create({}, TOKEN, a);
    const { operator_token: token } = source;
    await openDispute(keyOf(source), {}, b);
    const fork = await create({ from: source.workspace_id }, token, b);
    const [one, other] = await Promise.all([a, b].map((to) => readService(keyOf(fork), {}, to)));
    expect(one).toEqual(await readService(keyOf(source), {}, a));
    expect(other).toEqual(one);
    const disputed = await openDispute(keyOf(fork), {}, a);
    expect((await send('/v1/disputes?limit=100', { key: keyOf(fork), to: b })).text).toContain(disputed);
    const { operator_token: own, workspace_id: id } = fork;
    expect((await send(`/sandbox/workspaces/${id}`, { token: own, method: 'DELETE', to: b })).status).toBe(200);
    expect((await send('/v1/disputes', { key: keyOf(fork), to: b })).status).toBe(401);
    await Promise.all([a.close(), b.close()]);
  });
});
