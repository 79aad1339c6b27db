import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InboxMessage } from '../../server/delivery/inbox/inbox-store.ts';
import {
  createFanOutProgress,
  createNewDelivery,
  createNow,
  createTestAttempt,
  HOOKS_KEY,
  NORTHWAY,
} from '../../server/delivery/testing/deliveries.ts';
import { MAX_RECORDED_BYTES, RecordingBudget } from '../../server/http/recording/recording-budget.ts';
import { PostgresRequestLog } from '../../server/http/streams/postgres-request-log.ts';
import { DatabaseUnavailable } from '../../server/storage/database-unavailable.ts';
import { openPostgresDatabase, type PostgresDatabase } from '../../server/storage/postgres/database.ts';
import { deleteWorld } from '../../server/storage/postgres/delete-world.ts';
import { createTestDatabase, hasPostgres } from '../../server/storage/postgres/testing/test-database.ts';
import { WorldDeleted } from '../../server/storage/world-deleted.ts';
import { openPostgresDirectory } from '../../server/workspaces/postgres-directory.ts';
import type { Workspace } from '../../server/workspaces/workspace.ts';
import { MAIN_WORLD, position } from '../../server/world/state/facts.ts';
import { realMs, sandboxMs } from '../../server/world/state/time.ts';
import { createKeptParts } from './open-world.ts';
import { openWorldStores } from './postgres-stores.ts';
import type { Stores } from './stores.ts';

const PLAN = { inboxAnswers: [], inboxPlan: position(1) };
const MESSAGE: InboxMessage = {
  ...{ receivedAtMs: realMs(1), sandboxAtMs: sandboxMs(1), eventId: null, type: null, headers: {}, body: 'a body' },
  ...{ isTruncated: false, signature: { isVerified: false, message: '' } },
  answer: { status: 200, delayMs: 0, retryAfterSeconds: null },
};
const ENTRY = {
  ...{ requestId: 'request-1', method: 'GET', path: '/v1/portal', operationId: 'getPortal', userId: 'usr_a' },
  ...{ isOperator: false, status: 200, isAborted: false, durationMs: 1, problem: undefined, misbehaviours: [] },
  defect: undefined,
};

describe.skipIf(!hasPostgres)('a deleted world in PostgreSQL', () => {
  let database: PostgresDatabase;
  let count = 0;
  beforeAll(async () => {
    database = await openPostgresDatabase(await createTestDatabase());
  });
  afterAll(() => database.close());

  const wanted = { seed: undefined, terminals: undefined, cursorSecret: undefined, deliveryBytes: undefined };
  const addWorkspace = async (): Promise<string> => {
    count += 1;
    const workspace: Workspace = {
      ...{ name: `w${count}`, title: '', seed: 1, operatorDigest: '', keys: [], quotas: {} },
      ...{ createdAtMs: realMs(0), expiresAtMs: null },
    };
    await openPostgresDirectory(database).add(workspace);
    return workspace.name;
  };

  /** Returns one write for each place in which the parts of a world store something. `n` makes it unique. */
  async function listWriters(stores: Stores): Promise<readonly ((n: number) => Promise<unknown>)[]> {
    const { journal, deliveries } = stores;
    const { inboxes, signInCodes, requests } = await createKeptParts({
      stores,
      realNow: () => realMs(1),
      recordings: new RecordingBudget(1),
    });
    if (!(requests instanceof PostgresRequestLog)) throw new Error('expected the request log of the database');
    return [
      async (n) => {
        const latest = await journal.latest(); // as every write does
        return journal.append(`t${n}`, [{ type: 'clock-set', atMs: sandboxMs(1), toMs: sandboxMs(2) }], latest);
      },
      (n) => deliveries.fanOut(NORTHWAY, createFanOutProgress(n), [createNewDelivery(`${n}`)]),
      async (n) => {
        await deliveries.fanOut(NORTHWAY, createFanOutProgress(n), [createNewDelivery(`s${n}`)]);
        await deliveries.claim({ ...HOOKS_KEY, now: createNow(n), room: 100 });
        await deliveries.settle(`dlv_s${n}`, createTestAttempt(200), { state: 'delivered', endedAtMs: sandboxMs(7) });
      },
      (n) => deliveries.updateHealth({ ...HOOKS_KEY, destinationId: `dst_${n}` }, (health) => health),
      async (n) => inboxes.nextAnswer(`token-${n}`, PLAN),
      async (n) => inboxes.record(`inbox-${n}`, PLAN, MESSAGE),
      () => signInCodes.create('a token for tests'),
      () => {
        requests.record(ENTRY, { realMs: 1, sandboxMs: sandboxMs(1) });
        return requests.store();
      },
    ];
  }

  /** Returns the number of rows of a workspace by table, for all tables with rows of workspaces. */
  async function countRows(workspace: string): Promise<Readonly<Record<string, number>>> {
    const tables = await database.connection.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'fleetkit' AND column_name = 'workspace' AND table_name <> 'workspaces' ORDER BY 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await database.connection.query<{ rows: number }>(
        `SELECT count(*)::integer AS rows FROM fleetkit.${name} WHERE workspace = $1`,
        [workspace],
      );
      counts[name] = row?.rows ?? 0;
    }
    return counts;
  }
  const listFilled = async (workspace: string): Promise<readonly string[]> =>
    Object.entries(await countRows(workspace)).flatMap(([table, rows]) => (rows > 0 ? [table] : []));

  test('has no row in any table, and each later write of a process that has it open is rejected', async () => {
    const name = await addWorkspace();
    const stores = await openWorldStores(database, name, wanted);
    const writers = await listWriters(stores);
    for (const write of writers) await write(1);
    expect(await listFilled(name)).toEqual(Object.keys(await countRows(name)));
    await deleteWorld(database.connection, name);
    for (const write of writers) await expect(write(2)).rejects.toBeInstanceOf(WorldDeleted);
    await expect(stores.journal.latest()).rejects.toBeInstanceOf(WorldDeleted);
    expect(await listFilled(name)).toEqual([]);
  });

  test('has no row in any table after writes at the same time as its deletion', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = await addWorkspace();
      const writers = await listWriters(await openWorldStores(database, name, wanted));
      for (const write of writers) await write(0);
      const writing = writers.map(async (write) => {
        for (let n = 1; ; n += 1)
          try {
            await write(n);
          } catch (fault) {
            if (fault instanceof WorldDeleted) return;
            if (!(fault instanceof DatabaseUnavailable)) throw fault; // it waited for the deletion, and the deletion for it
          }
      });
      await writers[0]?.(-1 - round); // the others have begun
      await deleteWorld(database.connection, name);
      await Promise.all(writing);
      expect(await listFilled(name)).toEqual([]);
    }
  });

  test('is not created again by a process that opens it while its workspace is deleted', async () => {
    const name = await addWorkspace();
    const directory = openPostgresDirectory(database);
    const opening = Array.from({ length: 8 }, () => openWorldStores(database, name, wanted));
    const results = Promise.allSettled(opening);
    await directory.remove(name);
    await results;
    await deleteWorld(database.connection, name);
    await expect(openWorldStores(database, name, wanted)).rejects.toBeInstanceOf(WorldDeleted);
    expect(await listFilled(name)).toEqual([]);
  });
});

describe.skipIf(!hasPostgres)('the log of requests in PostgreSQL', () => {
  test('keeps the latest of clients apart from those with ids like those of the console', async () => {
    const database = await openPostgresDatabase(await createTestDatabase());
    const stores = await openWorldStores(database, MAIN_WORLD, {
      ...{ seed: undefined, terminals: undefined, cursorSecret: undefined, deliveryBytes: undefined },
    });
    const { requests } = await createKeptParts({
      stores,
      realNow: () => realMs(1),
      recordings: new RecordingBudget(1),
    });
    const numbers = Array.from({ length: 600 }, (_, n) => n);
    const isConsole = (n: number): boolean => n % 3 === 0;
    for (const n of numbers) {
      const requestId = `${isConsole(n) ? 'console' : 'client'}-${n}`;
      requests.record({ ...ENTRY, requestId }, { realMs: 1, sandboxMs: sandboxMs(1) });
      if (n % 50 === 0) await requests.latest(undefined); // stores them
    }
    const expected = [
      ...numbers.filter(isConsole).slice(-50),
      ...numbers.filter((n) => !isConsole(n)).slice(-200),
    ].toSorted((one, other) => other - one);
    for (const users of [undefined, new Set(['usr_a'])])
      expect((await requests.latest(users)).map(({ request_id: id }) => Number(id.split('-')[1]))).toEqual(expected);
    expect(await requests.latest(new Set(['usr_b']))).toEqual([]);
    await database.close();
  });

  test('keeps what the newest requests sent, within its budget', async () => {
    const database = await openPostgresDatabase(await createTestDatabase());
    const stores = await openWorldStores(database, MAIN_WORLD, {
      ...{ seed: undefined, terminals: undefined, cursorSecret: undefined, deliveryBytes: undefined },
    });
    const { requests } = await createKeptParts({
      stores,
      realNow: () => realMs(1),
      recordings: new RecordingBudget(1),
    });
    const value = 'x'.repeat(MAX_RECORDED_BYTES / 4);
    for (let n = 0; n < 8; n += 1) {
      const request = n === 6 ? undefined : { query: [{ name: `${n}`, value }], headers: {}, body: null };
      requests.record({ ...ENTRY, requestId: `client-${n}` }, { realMs: 1, sandboxMs: sandboxMs(1) }, request);
      if (n % 3 === 0) await requests.latest(undefined); // stores them
    }
    const kept = (await requests.latest(undefined)).map(({ recorded }) => recorded?.query[0]?.name);
    expect(kept).toEqual(['7', undefined, '5', '4', ...Array(4).fill(undefined)]);
    await database.close();
  });
});
