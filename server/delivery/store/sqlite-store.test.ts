import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../storage/connection.ts';
import { type DataDirectory, openDataDirectory } from '../../storage/data-directory.ts';
import { migrate, migrations } from '../../storage/schema.ts';
import { sandboxMs } from '../../world/state/time.ts';
import {
  createFanOutProgress,
  createNewDelivery,
  createNow,
  createTestAttempt,
  HOOKS_KEY,
  NORTHWAY,
} from '../testing/deliveries.ts';
import type { DeliveryStore, Retention } from './delivery-store.ts';
import { MemoryDeliveryStore } from './memory-store.ts';
import { SqliteDeliveryStore } from './sqlite-store.ts';
import { anyStep, runSteps } from './testing/store-steps.ts';
import { testDeliveryStore } from './testing/store-suite.ts';

const root = mkdtempSync(join(tmpdir(), 'fleetkit-deliveries-'));
const directories: DataDirectory[] = [];
afterAll(() => {
  for (const directory of directories) directory.close();
  rmSync(root, { recursive: true, force: true });
});

function openDirectory(path = join(root, `${directories.length}`)): DataDirectory {
  const directory = openDataDirectory(path);
  directories.push(directory);
  return directory;
}
const openStore = (retention?: Retention): DeliveryStore =>
  new SqliteDeliveryStore(openDirectory().database, retention);

testDeliveryStore('one SQLite file', openStore);

test('returns the same results as the memory store for any sequence of calls', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 40 }), async (steps) => {
      const retention = { endedDeliveries: 6, batch: 2, waitingPerDestination: 3, bytesPerTenant: 6000 };
      const database = openDatabase(':memory:'); // the same statements, without the cost of a file
      migrate(database, migrations, () => undefined);
      const bySqlite = await runSteps(new SqliteDeliveryStore(database, retention), steps);
      database.close();
      expect(bySqlite).toStrictEqual(await runSteps(new MemoryDeliveryStore(retention), steps));
      expect(bySqlite.length).toBeGreaterThan(steps.length);
    }),
    { numRuns: 100 },
  );
});

describe('a file', () => {
  test('keeps all data after reopening a file and continues its counters', async () => {
    const path = join(root, 'again');
    const directory = openDirectory(path);
    const store = new SqliteDeliveryStore(directory.database);
    await store.fanOut(NORTHWAY, createFanOutProgress(3), [createNewDelivery('a'), createNewDelivery('b')]);
    await store.claim({ ...HOOKS_KEY, now: createNow(0), room: 1 });
    await store.settle('dlv_a', createTestAttempt(200), { state: 'delivered', endedAtMs: sandboxMs(1) });
    await store.claim({ ...HOOKS_KEY, now: createNow(0), room: 1 });
    const before = await store.listPage({ limit: 9 });
    directory.close();

    const again = new SqliteDeliveryStore(openDirectory(path).database);
    expect(await again.listPage({ limit: 9 })).toStrictEqual(before);
    expect(await again.readProgress(NORTHWAY)).toStrictEqual(createFanOutProgress(3));
    expect(await again.listAttempts('dlv_a')).toStrictEqual([{ n: 1, ...createTestAttempt(200) }]);
    expect(await again.recover(createNow(0))).toBe(1);
    expect(
      await again.fanOut(NORTHWAY, createFanOutProgress(4), [createNewDelivery('a'), createNewDelivery('c')]),
    ).toMatchObject([{ sequence: 3 }]);
  });

  test('counts the ended deliveries after reopening a file', async () => {
    const path = join(root, 'counted');
    const directory = openDirectory(path);
    const skipped = ['a', 'b', 'c'].map((name, n) => createNewDelivery(name, { due: null, atMs: n }));
    await new SqliteDeliveryStore(directory.database).fanOut(NORTHWAY, createFanOutProgress(1), skipped);
    directory.close();

    const again = new SqliteDeliveryStore(openDirectory(path).database, { endedDeliveries: 2, batch: 1 });
    await again.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery('d')]);
    expect((await again.listPage({ limit: 9 })).items).toHaveLength(4);
    await again.skipWaiting(HOOKS_KEY, sandboxMs(9));
    expect((await again.listPage({ limit: 9 })).items.map(({ deliveryId }) => deliveryId)).toEqual(['dlv_d', 'dlv_c']);
  });

  test.each([0, 42, 99, 600, 999])('reads a status of %i from an earlier version as no status', async (status) => {
    const { database } = openDirectory();
    const store = new SqliteDeliveryStore(database);
    await store.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery('a')]);
    await store.settle('dlv_a', createTestAttempt(503), { state: 'exhausted', endedAtMs: sandboxMs(1) });
    const { statusText: _, ...response } = { ...createTestAttempt(503).response, status };
    database.exec(`UPDATE deliveries SET last_status = ${status}`);
    database
      .prepare('UPDATE delivery_attempts SET attempt = ?')
      .run(JSON.stringify({ n: 1, ...createTestAttempt(503), response }));

    expect(await store.find('dlv_a')).toMatchObject({ lastStatus: null });
    const [attempt] = await store.listAttempts('dlv_a');
    expect(attempt?.response).toEqual({ ...response, status: null, statusText: String(status).padStart(3, '0') });
    for (const statusClass of [2, 3, 4, 5, 6, 9])
      expect((await store.listPage({ statusClass, limit: 9 })).items).toEqual([]);
    expect((await store.listPage({ statusClass: 0, limit: 9 })).items).toHaveLength(1);
  });

  test('migrates a file of version 1 that has no facts yet', async () => {
    const path = join(root, 'version-1');
    const old = openDataDirectory(path, migrations.slice(0, 1));
    expect(() => new SqliteDeliveryStore(old.database)).toThrow('no such table');
    old.close();
    const { database } = openDirectory(path);
    const store = new SqliteDeliveryStore(database);
    await store.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery('a')]);
    expect(await store.find('dlv_a')).toMatchObject({ sequence: 1 });
  });

  test('uses indexes without sorting for frequent queries', async () => {
    const { database } = openDirectory();
    const selects: string[] = [];
    const watched = new Proxy(database, {
      get: (target, name) =>
        name === 'prepare'
          ? (sql: string) => {
              if (sql.startsWith('SELECT')) selects.push(sql);
              return target.prepare(sql);
            }
          : Reflect.get(target, name),
    });
    const store = new SqliteDeliveryStore(watched);
    const ours = { tenantId: NORTHWAY, destinationIds: ['dst_hooks'], limit: 10 };
    await store.listPage({ limit: 10, tenantId: NORTHWAY });
    await store.listPage({ ...ours, states: ['pending'], fromMs: sandboxMs(1), types: ['cash_low'] });
    await store.listPage({ ...ours, eventId: 'evt_a' });

    const steps = selects.flatMap((sql) => database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all().map(readPlanStep));
    expect(selects.length).toBeGreaterThan(10);
    expect(steps.filter((step) => step.includes('INDEX deliveries_due '))).toHaveLength(3);
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
    expect(steps.filter((step) => step.startsWith('SCAN') && !step.includes('COVERING INDEX'))).toEqual([
      'SCAN json_each VIRTUAL TABLE INDEX 1:', // the ids of deliveries whose attempts are read
      'SCAN json_each VIRTUAL TABLE INDEX 1:', // the types
      'SCAN json_each VIRTUAL TABLE INDEX 1:', // the states
    ]);
  });
});

const readPlanStep = ({ detail }: Record<string, unknown>): string => String(detail);
