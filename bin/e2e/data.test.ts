import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { DisputeCase, TransactionRow } from '../../spec/index.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../library/start-sandbox.ts';
import { runFleetkit } from './testing/run-cli.ts';

const root = mkdtempSync(join(tmpdir(), 'fleetkit-data-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const KEY = 'sbx-northway-admin';
const start = (data: string, options: SandboxOptions = {}) =>
  startSandbox({ port: 0, data, publicUrl: 'https://sandbox.example', ...options });

interface Answer {
  readonly status: number;
  readonly replayed: string | null;
  readonly etag: string | null;
  readonly text: string;
}

async function request(
  url: string,
  path: string,
  write?: { readonly body: object; readonly key: string },
): Promise<Answer> {
  const headers = { 'X-API-Key': KEY, 'Content-Type': 'application/json' };
  const response = await fetch(
    url + path,
    write === undefined
      ? { headers }
      : { method: 'POST', headers: { ...headers, 'Idempotency-Key': write.key }, body: JSON.stringify(write.body) },
  );
  const { status, headers: answered } = response;
  return {
    status,
    replayed: answered.get('idempotent-replayed'),
    etag: answered.get('etag'),
    text: await response.text(),
  };
}

const PATHS = [
  '/v1/disputes?limit=500',
  '/v1/settlements?limit=500',
  '/v1/transactions?limit=100',
  '/v1/portal',
  '/v1/feeds/account.xml',
];
const readAll = async (url: string): Promise<readonly Answer[]> => {
  const answers = [];
  for (const path of PATHS) answers.push(await request(url, path));
  return answers;
};

async function listDisputableRows(url: string): Promise<readonly TransactionRow[]> {
  const { data } = JSON.parse((await request(url, '/v1/transactions?limit=500')).text) as { data: TransactionRow[] };
  const { data: cases } = JSON.parse((await request(url, '/v1/disputes?limit=500')).text) as { data: DisputeCase[] };
  const disputed = new Set(cases.map(({ transaction_id }) => transaction_id));
  return data.filter(
    ({ transaction_type, dispense_status, transaction_id }) =>
      transaction_type === 'withdrawal' && dispense_status === 'full_dispense' && !disputed.has(transaction_id),
  );
}

const createClaim = ({ transaction_id }: TransactionRow) => ({
  transaction_id,
  reason_code: 'unauthorized',
  amount: '1.00',
  description: 'Ümlaut, \u2028 and 💶',
});

/** Calls the control plane as the operator. */
async function callControlPlane({ url, operatorToken = '' }: RunningSandbox, path: string, body?: object) {
  const headers = { Authorization: `Bearer ${operatorToken}`, 'Content-Type': 'application/json' };
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(url + path, { headers, ...init });
  return { status: response.status, body: (await response.json()) as object };
}

describe('a sandbox with a data directory', () => {
  test('returns identical bytes after a restart', async () => {
    const data = join(root, 'restart');
    const first = await start(data);
    const untouched = await readAll(first.url);
    const [one, two, three] = await listDisputableRows(first.url);
    if (one === undefined || two === undefined || three === undefined) throw new Error('no disputable rows');
    const writes = [
      { path: '/v1/disputes', body: createClaim(one), key: 'dispute-1', status: 201 },
      { path: '/v1/disputes', body: createClaim(two), key: 'dispute-2', status: 201 },
      { path: '/v1/disputes', body: { ...createClaim(three), amount: '9999.00' }, key: 'refused', status: 422 },
      { path: '/v1/settlements/derive', body: {}, key: 'batch', status: 201 },
    ];
    const answers: Answer[] = [];
    for (const { path, body, key, status } of writes) {
      const answer = await request(first.url, path, { body, key });
      expect(answer.status).toBe(status);
      answers.push(answer);
    }
    const page = JSON.parse((await request(first.url, '/v1/disputes?limit=1')).text) as {
      page: { next_cursor: string };
    };
    const nextPage = `/v1/disputes?limit=1&cursor=${page.page.next_cursor}`;
    const next = await request(first.url, nextPage);
    const before = await readAll(first.url);
    expect(before).not.toEqual(untouched);
    await first.close();

    const second = await start(data);
    expect(await readAll(second.url)).toEqual(before);
    expect(await request(second.url, nextPage)).toEqual(next);
    for (const [index, { path, body, key }] of writes.entries()) {
      const again = await request(second.url, path, { body, key });
      expect(again.replayed).toBe('true');
      expect([again.status, removeRequestMembers(again)]).toEqual([
        answers[index]?.status,
        removeRequestMembers(answers[index]),
      ]);
    }
    const another = await request(second.url, '/v1/disputes', { body: createClaim(three), key: 'dispute-3' });
    expect(another.status).toBe(201);
    await second.close();
  });

  test('keeps triggered events and their effects', async () => {
    const data = join(root, 'causes');
    const trigger = (event: object): readonly [string, object] => [
      '/sandbox/causes',
      { terminal_id: 'NW104310', ...event },
    ];
    const first = await start(data);
    const untouched = await readAll(first.url);
    const writes = [
      trigger({ event_type: 'cash_out' }),
      trigger({ event_type: 'heartbeat_stale', dry_run: true }),
      trigger({ event_type: 'communication_flapping' }),
      ['/sandbox/clock/advance', { by: 'PT1H' }],
    ] as const;
    for (const [path, body] of writes) expect((await callControlPlane(first, path, body)).status).toBe(200);
    const incidents = '/sandbox/incidents?terminal_id=NW104310';
    const before = [await readAll(first.url), await callControlPlane(first, incidents)] as const;
    expect(before[0]).not.toEqual(untouched);
    expect(JSON.stringify(before[1])).toContain('communication_flapping:NW104310');
    await first.close();

    const second = await start(data);
    expect([await readAll(second.url), await callControlPlane(second, incidents)]).toEqual(before);
    const journal = (await callControlPlane(second, '/sandbox/journal')).body;
    expect((await callControlPlane(second, '/sandbox/journal', journal)).status).toBe(200);
    await second.close();

    const third = await start(data);
    // A cursor belongs to a position in the journal, so only the rows are the same.
    expect((await callControlPlane(third, incidents)).body).toHaveProperty('data', Reflect.get(before[1].body, 'data'));
    expect((await callControlPlane(third, '/sandbox/journal')).body).toEqual(journal);
    await third.close();
  });

  test('uses the stored seed and refuses another', async () => {
    const data = join(root, 'seed');
    await (await start(data, { seed: 7 })).close();
    const again = await start(data);
    expect(again.seed).toBe(7);
    await again.close();
    await expect(start(data, { seed: 8 })).rejects.toMatchObject({ reason: 'other-seed' });
    await (await start(data, { seed: 7 })).close();
  });

  test('releases the directory if the port is in use', async () => {
    const data = join(root, 'port');
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(start(data, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    taken.close();
    await (await start(data)).close();
  });
});

describe('fleetkit serve --data', () => {
  test('prints one sentence if another process uses the directory', async () => {
    const data = join(root, 'two');
    const owner = await start(data);
    const { code, stderr } = await serve('--data', data);
    expect([code, stderr]).toEqual([
      1,
      `${data} is in use by another running sandbox. Stop that sandbox, or choose another directory.\n`,
    ]);
    expect((await request(owner.url, '/v1/portal')).status).toBe(200);
    await owner.close();
  });

  test('reports an invalid file and does not change it', async () => {
    const data = join(root, 'foreign');
    await (await start(data)).close();
    const file = join(data, 'fleetkit.db');
    writeFileSync(file, 'the file of another program');
    const { code, stderr } = await serve('--data', data);
    expect([code, stderr]).toEqual([
      1,
      `${file} was not written by fleetkit: the file is not an SQLite database. The file was not changed. Use another directory.\n`,
    ]);
    expect(readFileSync(file, 'utf8')).toBe('the file of another program');
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  test('rejects an empty path', async () => {
    expect(await serve('--data', '')).toMatchObject({ code: 2, stderr: expect.stringContaining('directory') });
  });
});

/** Returns a reply without the members that differ per request: the id and the path of a problem. */
function removeRequestMembers(answer: Answer | undefined): unknown {
  const { request_id: _id, ...rest } = JSON.parse(answer?.text ?? '{}') as Record<string, unknown>;
  return rest;
}

/** Runs a start that is expected to fail; a successful one would not end. */
const serve = (...args: string[]) => runFleetkit(['serve', '--port', '0', ...args]);
