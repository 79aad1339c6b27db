import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type RunningSandbox, startSandbox } from '../library/start-sandbox.ts';

const START_MS = Date.parse('2026-11-23T00:00:00Z');
const TOKEN = 'operator-token-0123456789';

let server: RunningSandbox;
let nowMs: number;
let directory: string;
const start = () => startSandbox({ port: false, operatorToken: TOKEN, data: directory, realNow: () => nowMs });
beforeEach(async () => {
  nowMs = START_MS;
  directory = mkdtempSync(join(tmpdir(), 'fleetkit-keys-'));
  server = await start();
});
afterEach(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

type Issued = SandboxSchemas['IssuedKey'];

async function call<Reply>(path: string, body?: object, method = body === undefined ? 'GET' : 'POST'): Promise<Reply> {
  const response = await server.fetch(
    new Request(`http://127.0.0.1/sandbox/${path}`, {
      method,
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, ...((await response.json()) as object) } as Reply; // each test knows its reply
}

const issue = (body: object): Promise<Issued> => call('keys', { user_id: 'usr_nw_admin', ...body });

/** Reads twice, because a repeated read is answered from a cache. */
async function readStatuses(key: string, path = '/v1/portal'): Promise<readonly number[]> {
  const read = async () =>
    (await server.fetch(new Request(`http://127.0.0.1${path}`, { headers: { 'X-API-Key': key } }))).status;
  return [await read(), await read(), await read()];
}
const ACCEPTED = [200, 200, 200];
const REJECTED = [401, 401, 401];

describe('an issued key', () => {
  test('has the data and rights of its user', async () => {
    const { api_key: key } = await issue({ user_id: 'usr_nw_tech1' });
    const portal = await server.fetch(new Request('http://127.0.0.1/v1/portal', { headers: { 'X-API-Key': key } }));
    expect(await portal.json()).toMatchObject({ principal: { user_id: 'usr_nw_tech1' } });
    expect(await readStatuses(key, '/v1/settlements')).toEqual([403, 403, 403]);
  });

  test('expires on the real clock, also for repeated reads, and not on the sandbox clock', async () => {
    const { api_key: key, expires_at: expiresAt } = await issue({ expires_in_seconds: 60 });
    expect(expiresAt).toBe('2026-11-23T00:01:00Z');
    await call('clock/advance', { by: 'P30D' });
    expect(await readStatuses(key)).toEqual(ACCEPTED);
    nowMs = START_MS + 59_999;
    expect(await readStatuses(key)).toEqual(ACCEPTED);
    nowMs = START_MS + 60_000;
    expect(await readStatuses(key)).toEqual(REJECTED);
    const list = await call<SandboxSchemas['KeyList']>('keys');
    expect(list.data.map(({ key_state: state }) => state)).toEqual(['expired']);
  });

  test('is invalid at once when it is revoked', async () => {
    const { api_key: key, key_id: id } = await issue({});
    expect(await readStatuses(key)).toEqual(ACCEPTED);
    expect(await call(`keys/${id}`, undefined, 'DELETE')).toEqual({ status: 200, key_id: id, deleted: true });
    expect(await readStatuses(key)).toEqual(REJECTED);
    expect(await call(`keys/${id}`, undefined, 'DELETE')).toMatchObject({ status: 404 });
  });

  test('that is revoked ends the streams that it opened', async () => {
    const { api_key: key, key_id: id } = await issue({});
    const { destination } = await call<SandboxSchemas['CreatedDestination']>('destinations', {
      account_id: 'acct_northway',
      listener: true,
    });
    const paths = [`destinations/${destination.destination_id}/stream`, 'activity'];
    const streams = await Promise.all(
      paths.map((path) =>
        server.fetch(new Request(`http://127.0.0.1/sandbox/${path}`, { headers: { 'X-API-Key': key } })),
      ),
    );
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    const texts = streams.map((stream) => stream.text());
    await call(`keys/${id}`, undefined, 'DELETE');
    for (const text of await Promise.all(texts)) expect(text).toContain('key_invalid');
  });

  test('is replaced with an overlap', async () => {
    const { api_key: key, key_id: id } = await issue({});
    const { api_key: next } = await call<Issued>(`keys/${id}/rotate`, { overlap_seconds: 3600 });
    expect([await readStatuses(key), await readStatuses(next)]).toEqual([ACCEPTED, ACCEPTED]);
    nowMs = START_MS + 3_600_000;
    expect([await readStatuses(key), await readStatuses(next)]).toEqual([REJECTED, ACCEPTED]);
  });

  test('that expires earlier is not extended by a replacement', async () => {
    const { key_id: id } = await issue({ expires_in_seconds: 60 });
    await call(`keys/${id}/rotate`, { overlap_seconds: 3600 });
    const { data } = await call<SandboxSchemas['KeyList']>('keys');
    expect(data.map(({ expires_at: at }) => at)).toEqual(['2026-11-23T00:01:00Z', null]);
  });

  test('survives a reset, an import and a restart', async () => {
    const { api_key: key } = await issue({});
    const journal = await call<{ readonly status: number }>('journal');
    await call('reset', { new_ids: true });
    expect(await readStatuses(key)).toEqual(ACCEPTED);
    const { status: _, ...document } = journal;
    expect(await call('journal', document)).toMatchObject({ status: 200 });
    expect(await readStatuses(key)).toEqual(ACCEPTED);
    await server.close();
    server = await start();
    expect(await readStatuses(key)).toEqual(ACCEPTED);
  });

  test('is stored as a digest: neither files nor an exported journal contain it', async () => {
    const { api_key: key, key_id: id } = await issue({});
    const secret = key.slice(-32);
    expect(JSON.stringify(await call('journal'))).not.toContain(id.slice(4));
    expect(JSON.stringify(await call('requests'))).not.toContain(secret);
    await server.close();
    const stored = readdirSync(directory)
      .map((name) => readFileSync(join(directory, name), 'latin1'))
      .join('');
    expect(stored).toContain(id.slice(4));
    expect(stored).not.toContain(secret);
    server = await start();
  });
});

test.each([
  [{ user_id: 'usr_unknown' }, 'unknown_user'],
  [{ user_id: 'usr_nw_admin', expires_in_seconds: 0 }, 'out_of_range'],
  [{ user_id: 'usr_nw_admin', role: 'admin' }, 'unknown_member'],
])('the request %j is refused', async (body, code) => {
  expect(await call('keys', body)).toMatchObject({ status: 422, errors: [{ code }] });
});

test('only the operator manages keys', async () => {
  const reply = await server.fetch(
    new Request('http://127.0.0.1/sandbox/keys', { headers: { 'X-API-Key': 'sbx-northway-admin' } }),
  );
  expect(reply.status).toBe(403);
});
