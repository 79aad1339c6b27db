import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sample } from '../../base/testing/depth.ts';
import { operations } from '../../spec/index.ts';
import { type SandboxSchemas, sandboxOperations } from '../../spec/sandbox-contract.ts';
import { type RunningSandbox, startSandbox } from '../library/start-sandbox.ts';

/* Workspaces over HTTP: what they share and, above all, what they do not. */

type Created = SandboxSchemas['CreatedWorkspace'];

const OPERATOR_TOKEN = 'operator-of-the-server-0123456789';
const CANARY = 'canary7f3a9';

let server: RunningSandbox;
let first: Created;
let second: Created;

interface Sent {
  readonly token?: string | undefined;
  readonly key?: string | undefined;
  readonly method?: string;
  readonly body?: unknown;
}

async function send(path: string, { token, key, method, body }: Sent = {}) {
  const response = await server.fetch(
    new Request(`http://127.0.0.1${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'X-API-Key': key }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: readJson(text) };
}

// biome-ignore lint/suspicious/noExplicitAny: replies of many operations
function readJson(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const create = async (body: object = {}): Promise<Created> => {
  const reply = await send('/sandbox/workspaces', { token: OPERATOR_TOKEN, body });
  expect(reply.status).toBe(201);
  return reply.json;
};

const keyOf = ({ api_keys: keys }: Created, userId: string): string => {
  const found = keys.find(({ user_id: id }) => id === userId);
  if (found === undefined) throw new Error(`the workspace has no key of ${userId}`);
  return found.api_key;
};

beforeAll(async () => {
  server = await startSandbox({ port: false, operatorToken: OPERATOR_TOKEN, recordRequests: true });
  first = await create({ name: CANARY });
  second = await create({ name: 'other' });
});
afterAll(() => server.close());

describe('a workspace', () => {
  test('serves the whole contract with its own keys, with and without its base path', async () => {
    const key = keyOf(first, 'usr_nw_admin');
    const direct = await send('/v1/transactions?limit=3', { key });
    expect(direct.status).toBe(200);
    const withBase = await send(`${first.base_path}/v1/transactions?limit=3`, { key });
    expect(withBase.json.data).toEqual(direct.json.data);
    const published = await send('/v1/transactions?limit=3', { key: 'sbx-northway-admin' });
    expect(published.json.data).toEqual(direct.json.data); // the same seed
  });

  test('has links to itself', async () => {
    const feed = await send('/v1/feeds/account.xml', { key: keyOf(first, 'usr_nw_admin') });
    expect(feed.text).toContain(`${first.base_path}/v1/feeds/account.xml`);
  });

  test('does not accept the published keys', async () => {
    const reply = await send(`${first.base_path}/v1/portal`, { key: 'sbx-northway-admin' });
    expect([reply.status, reply.json.code]).toEqual([401, 'invalid_api_key']);
  });

  test('answers public operations under its base path', async () => {
    expect((await send(`${first.base_path}/v1/public/branding-status`)).status).toBe(200);
    expect((await send(`${first.base_path}/v1/integrations/public-openapi.json`)).status).toBe(200);
  });

  test('has its own clock', async () => {
    const moved = await send('/sandbox/clock/advance', { token: first.operator_token, body: { by: 'PT5H' } });
    expect(moved.status).toBe(200);
    const clocks = await Promise.all(
      [second.operator_token, OPERATOR_TOKEN].map(async (token) => (await send('/sandbox/clock', { token })).json.now),
    );
    expect(clocks).toEqual(['2026-11-02T15:00:00Z', '2026-11-02T15:00:00Z']);
  });

  test('can have its own seed and a large fleet', async () => {
    const other = await create({ seed: 42, terminals: 30 });
    expect(other).toMatchObject({ seed: 42, terminals: 30 });
    const atlas = await send('/v1/terminal-groups', { key: keyOf(other, 'usr_at_admin') });
    expect(atlas.status).toBe(200);
    const [usual, chosen] = await Promise.all(
      [keyOf(first, 'usr_nw_admin'), keyOf(other, 'usr_nw_admin')].map((key) =>
        send('/v1/transactions?limit=5', { key }),
      ),
    );
    expect(chosen?.json.data).not.toEqual(usual?.json.data);
  });

  test('can have a separate fleet, without the keys of the file', async () => {
    const fleet = {
      name: 'Riverside',
      users: [{ user_id: 'usr_rv_admin', role: 'iso_admin', keys: ['sbx-riverside-admin'] }],
      terminals: [{ terminal_id: 'RV000001' }],
    };
    const own = await create({ fleet });
    const locations = await send('/v1/locations', { key: keyOf(own, 'usr_rv_admin') });
    expect(locations.json.data.map((row: { readonly terminal_ids: object }) => row.terminal_ids)).toEqual([
      ['RV000001'],
    ]);
    const published = await send(`${own.base_path}/v1/locations`, { key: 'sbx-riverside-admin' });
    expect(published.status).toBe(401);
    expect(first.api_keys.map(({ tenant_id: id }) => id)).not.toContain('acct_riverside');
  });

  test('is not created with a fleet file that has faults: each is named', async () => {
    const fleet = { name: 'Riverside', timezone: 'Mars/Olympus', terminals: [{ terminal_id: 'DG000101' }] };
    const reply = await send('/sandbox/workspaces', { token: OPERATOR_TOKEN, body: { fleet } });
    expect(reply.status).toBe(422);
    expect(reply.json.errors.map(({ pointer }: { readonly pointer: string }) => pointer)).toEqual([
      '/fleet/timezone',
      '/fleet/terminals/0/terminal_id',
    ]);
  });

  test('is listed for the operator, page by page', async () => {
    const all = (await send('/sandbox/workspaces?limit=500', { token: OPERATOR_TOKEN })).json;
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { data, page } = (await send(`/sandbox/workspaces?limit=1${query}`, { token: OPERATOR_TOKEN })).json;
      ids.push(...data.map((one: Created) => one.workspace_id));
      cursor = page.next_cursor;
    }
    expect(ids).toEqual(all.data.map((one: Created) => one.workspace_id));
    expect(ids.slice(-2)).toEqual([second.workspace_id, first.workspace_id]);
  });

  test('delivers to its own inbox', async () => {
    const token = second.operator_token;
    const { destination } = (
      await send('/sandbox/destinations', {
        token,
        body: { account_id: 'acct_northway', inbox: true, retry_profile: 'fast' },
      })
    ).json;
    expect(destination.url).toContain(`${second.base_path}/sandbox/inbox/`);
    await send(`/sandbox/destinations/${destination.destination_id}/test`, { token, body: {} });
    const inbox = await send(new URL(destination.url).pathname, { token });
    expect(inbox.json.messages[0]).toMatchObject({ signature: { verified: true } });
  });
});

describe('nothing crosses between workspaces', () => {
  test('no surface of another workspace or of the server shows a text of a workspace', async () => {
    const token = first.operator_token;
    const key = keyOf(first, 'usr_nw_admin');
    const { destination } = (
      await send('/sandbox/destinations', {
        token,
        body: { account_id: 'acct_northway', inbox: true, name: CANARY },
      })
    ).json;
    await send(`/sandbox/destinations/${destination.destination_id}/test`, { token, body: {} });
    const { json: rows } = await send('/v1/transactions?limit=50', { key });
    const disputes = await Promise.all(
      rows.data.slice(0, 5).map((row: { readonly transaction_id: string }) =>
        send('/v1/disputes', {
          key,
          body: {
            transaction_id: row.transaction_id,
            reason_code: 'cash_not_dispensed',
            amount: '20.00',
            network: 'STAR',
            description: CANARY,
          },
        }),
      ),
    );
    expect(disputes.map(({ status, text }) => (status === 201 ? status : text))).toContain(201);
    await send(`/v1/terminals/${CANARY}/status-monitoring`, { key });

    const own = await readEverything({ token, key });
    expect(own.filter(({ text }) => text.includes(CANARY)).length).toBeGreaterThan(3);
    const { json: listed } = await send('/sandbox/requests?operation=createDispute', { token });
    expect(listed.data[0].recorded.body.text).toContain(CANARY);

    const callers: readonly Sent[] = [
      { token: second.operator_token },
      ...sample(second.api_keys, 5).map(({ api_key }) => ({ key: api_key })),
      { key: 'sbx-northway-admin' },
    ];
    for (const caller of callers) {
      const leaks = (await readEverything(caller)).filter(({ text }) => text.includes(CANARY));
      expect(leaks.map(({ path }) => path)).toEqual([]);
    }
    const server = await readEverything({ token: OPERATOR_TOKEN });
    expect(server.flatMap(({ path, text }) => (text.includes(CANARY) ? [path] : []))).toEqual(['/sandbox/workspaces']);
  });

  test('keys and tokens are unknown under the base path of another workspace', async () => {
    const replies = await Promise.all([
      send(`${second.base_path}/v1/portal`, { key: keyOf(first, 'usr_nw_admin') }),
      send(`${second.base_path}/sandbox/clock`, { token: first.operator_token }),
      send(`${second.base_path}/sandbox/clock`, { token: OPERATOR_TOKEN }),
      send(`${first.base_path}/sandbox/clock`, { token: second.operator_token }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  test('a key with another secret, id or workspace is unknown', async () => {
    const key = keyOf(first, 'usr_nw_admin');
    const [, , name = '', id = '', secret = ''] = key.split('-');
    const [, , otherName = '', otherId = ''] = keyOf(second, 'usr_nw_admin').split('-');
    const forged = [
      `sbx-ws-${name}-${id}-${'0'.repeat(32)}`,
      `sbx-ws-${name}-${otherId}-${secret}`,
      `sbx-ws-${otherName}-${id}-${secret}`,
      `sbx-ws-${otherName}-${otherId}-${secret}`,
      `sbx-ws-main-${id}-${secret}`,
      `sbx-ws-000000000000-${id}-${secret}`,
      `${key} `.repeat(2).trim(),
    ];
    const statuses = await Promise.all(forged.map(async (one) => (await send('/v1/portal', { key: one })).status));
    expect(new Set(statuses)).toEqual(new Set([401]));
  });

  test('cursors, keys and inboxes of another workspace do not exist', async () => {
    const { json } = await send('/v1/transactions?limit=2', { key: keyOf(first, 'usr_nw_admin') });
    const cursor = json.page.next_cursor;
    const foreign = await send(`/v1/transactions?limit=2&cursor=${cursor}`, { key: keyOf(second, 'usr_nw_admin') });
    expect([foreign.status, foreign.json.errors[0].code]).toEqual([400, 'cursor_invalid']);
    const keyId = first.api_keys[0]?.key_id;
    const revoked = await send(`/sandbox/keys/${keyId}`, { token: second.operator_token, method: 'DELETE' });
    expect(revoked.status).toBe(404);
    const { json: listed } = await send('/sandbox/destinations', { token: first.operator_token });
    const path = new URL(listed.data[0].url).pathname.replace(first.base_path, '');
    expect((await send(path, { method: 'POST', body: {} })).status).toBe(405);
    expect((await send(`${second.base_path}${path}`, { method: 'POST', body: {} })).status).toBe(405); // as for any unknown inbox
    expect((await send(path, { token: second.operator_token })).status).toBe(404);
  });

  test('the operator of a workspace manages only that workspace', async () => {
    const token = second.operator_token;
    const { json: list } = await send('/sandbox/workspaces', { token });
    expect(list.data.map(({ workspace_id: id }: Created) => id)).toEqual([second.workspace_id]);
    const replies = await Promise.all([
      send('/sandbox/workspaces', { token, body: {} }),
      send(`/sandbox/workspaces/${first.workspace_id}`, { token }),
      send(`/sandbox/workspaces/${first.workspace_id}`, { token, method: 'DELETE' }),
      send(`/sandbox/workspaces/${first.workspace_id}/extend`, { token, body: { expires_in_seconds: 100 } }),
      send(`/sandbox/workspaces/${second.workspace_id}`, { token }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([403, 404, 404, 404, 200]);
    const withKey = await send('/sandbox/workspaces', { key: keyOf(second, 'usr_nw_admin') });
    expect(withKey.status).toBe(403);
  });
});

describe('the end of a workspace', () => {
  test('by deletion makes its keys and token invalid', async () => {
    const made = await create();
    const key = keyOf(made, 'usr_nw_admin');
    expect((await send('/v1/portal', { key })).status).toBe(200);
    const deleted = await send(`/sandbox/workspaces/${made.workspace_id}`, {
      token: made.operator_token,
      method: 'DELETE',
    });
    expect(deleted.json).toEqual({ workspace_id: made.workspace_id, deleted: true });
    const after = [
      (await send('/v1/portal', { key })).status,
      (await send('/sandbox/clock', { token: made.operator_token })).status,
      (await send(`${made.base_path}/v1/public/branding-status`)).status,
      (await send(`/sandbox/workspaces/${made.workspace_id}`, { token: OPERATOR_TOKEN })).status,
    ];
    expect(after).toEqual([401, 401, 404, 404]);
  });
});

describe('quotas', () => {
  test('refuse what exceeds them, and name the quota', async () => {
    const made = await create({ quotas: { facts: 1, destinations: 1, writes_per_minute: 5 } });
    const token = made.operator_token;
    const add = () => send('/sandbox/destinations', { token, body: { account_id: 'acct_northway', inbox: true } });
    expect((await add()).status).toBe(201);
    const beyond = await add();
    expect([beyond.status, beyond.json.code]).toEqual([507, 'insufficient_storage']);
    expect(beyond.json.detail).toContain('The quota facts of this workspace');
    for (let writes = 2; writes < 5; writes += 1) await add();
    const tooOften = await add();
    expect([tooOften.status, tooOften.headers.get('ratelimit-policy')]).toEqual([429, '"writes_per_minute";q=5;w=60']);
    expect(Number(tooOften.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send('/v1/portal', { key: keyOf(made, 'usr_nw_admin') })).status).toBe(200);
  });

  test('limit repeated reads too', async () => {
    const made = await create({ quotas: { requests_per_minute: 10 } });
    const key = keyOf(made, 'usr_nw_admin');
    const statuses: number[] = [];
    for (let read = 0; read < 12; read += 1) statuses.push((await send('/v1/portal', { key })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  });

  test('are not used up by requests without a valid key', async () => {
    const made = await create({ quotas: { requests_per_minute: 3 } });
    for (let n = 0; n < 5; n += 1) {
      expect((await send(`${made.base_path}/v1/public/branding-status`)).status).toBe(200);
      expect((await send(`${made.base_path}/v1/portal`, { key: 'sbx-wrong' })).status).toBe(401);
    }
    expect((await send('/v1/portal', { key: keyOf(made, 'usr_nw_admin') })).status).toBe(200);
  });

  test('are not higher than those of the server', async () => {
    const reply = await send('/sandbox/workspaces', { token: OPERATOR_TOKEN, body: { quotas: { facts: 10 ** 9 } } });
    expect([reply.status, reply.json.errors[0].pointer]).toEqual([422, '/quotas/facts']);
  });
});

/** Sends every read of both contracts. Paths with an id get one that the caller sees. */
async function readEverything(caller: Sent): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const ids = await findIds(caller);
  const paths = Object.entries({ ...operations, ...sandboxOperations }).flatMap(([id, { method, path }]) => {
    const filled = path.replace(/\{(\w+)\}/g, (placeholder, name: string) => ids[name] ?? placeholder);
    return method !== 'GET' || filled.includes('{') || id.startsWith('stream') ? [] : [filled];
  });
  const replies: { path: string; text: string }[] = [];
  for (const path of paths) replies.push({ path, text: (await send(path, caller)).text });
  return replies;
}

async function findIds(caller: Sent): Promise<Readonly<Record<string, string | undefined>>> {
  const read = async (path: string) => (await send(path, caller)).json?.data?.[0];
  const row = await read('/v1/transactions?limit=1');
  const destination = await read('/sandbox/destinations');
  return {
    terminal_id: row?.terminal_id,
    transaction_id: row?.transaction_id,
    location_id: (await read('/v1/locations'))?.location_id,
    connector_id: (await read('/v1/connectors'))?.connector_id,
    destination_id: destination?.destination_id,
    token: destination?.url?.split('/').at(-1),
    delivery_id: (await read('/sandbox/deliveries'))?.delivery_id,
  };
}

test('the operator of a workspace imports journals up to 2 MiB, and that of the server larger ones', async () => {
  const createJournal = (bytes: number) => ({ format: 'fleetkit-scenario/1', pad: 'x'.repeat(bytes) });
  const importOf = async (token: string, bytes: number): Promise<number> =>
    (await send('/sandbox/journal', { token, body: createJournal(bytes) })).status;
  const MIB = 1024 * 1024;
  expect(await importOf(first.operator_token, 1.9 * MIB)).toBe(422);
  expect(await importOf(first.operator_token, 2.1 * MIB)).toBe(413);
  expect(await importOf(OPERATOR_TOKEN, 7.9 * MIB)).toBe(422);
  expect(await importOf(OPERATOR_TOKEN, 8.1 * MIB)).toBe(413);
});
