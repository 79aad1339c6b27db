import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresDatabase, type PostgresDatabase } from '../../storage/postgres/database.ts';
import { createTestDatabase, createTestWorlds, hasPostgres } from '../../storage/postgres/testing/test-database.ts';
import { position } from '../../world/state/facts.ts';
import { sandboxMs } from '../../world/state/time.ts';
import {
  createFanOutProgress,
  createNewDelivery,
  createNow,
  createTestAttempt,
  HOOKS_KEY,
  NORTHWAY,
} from '../testing/deliveries.ts';
import type { DeliveryStore, FanOutProgress, Retention } from './delivery-store.ts';
import { MemoryDeliveryStore } from './memory-store.ts';
import { PostgresDeliveryStore } from './postgres-store.ts';
import { anyStep, runSteps } from './testing/store-steps.ts';
import { testDeliveryStore } from './testing/store-suite.ts';

const delivered = { state: 'delivered', endedAtMs: sandboxMs(7) } as const;

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  let one: PostgresDatabase;
  let other: PostgresDatabase;
  let count = 0;
  beforeAll(async () => {
    const url = await createTestDatabase();
    one = await openPostgresDatabase(url);
    other = await openPostgresDatabase(url);
    await createTestWorlds(one, 1000);
    await other.lease.start();
  });
  afterAll(() => Promise.all([one.close(), other.close()]));

  const createWorkspace = (): string => {
    count += 1;
    return `w${count}`;
  };
  const openStore = (retention?: Retention): DeliveryStore =>
    new PostgresDeliveryStore(one, createWorkspace(), retention);
  const openTwo = (): readonly [DeliveryStore, DeliveryStore, string] => {
    const workspace = createWorkspace();
    return [new PostgresDeliveryStore(one, workspace), new PostgresDeliveryStore(other, workspace), workspace];
  };
  const claimIds = async (store: DeliveryStore, room = 100): Promise<readonly string[]> =>
    (await store.claim({ ...HOOKS_KEY, now: createNow(0), room })).map(({ delivery }) => delivery.deliveryId);

  describe('one replica', () => {
    beforeAll(async () => {
      await other.lease.close(); // it would be working on late deliveries
    });
    testDeliveryStore('PostgreSQL', openStore);

    test('returns the same results as the memory store for any sequence of calls', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { maxLength: 40 }), async (steps) => {
          const retention = { endedDeliveries: 6, batch: 2, waitingPerDestination: 3, bytesPerTenant: 6000 };
          const results = await runSteps(openStore(retention), steps);
          expect(results).toStrictEqual(await runSteps(new MemoryDeliveryStore(retention), steps));
        }),
        { numRuns: 40 },
      );
    });
  });

  describe('two replicas', () => {
    test('claim each delivery once', async () => {
      const [a, b] = openTwo();
      const names = Array.from({ length: 60 }, (_, n) => `${n}`);
      await a.fanOut(
        NORTHWAY,
        createFanOutProgress(1),
        names.map((name) => createNewDelivery(name)),
      );
      const claimed: string[] = [];
      const claimAll = async (store: DeliveryStore): Promise<void> => {
        for (let some = await claimIds(store, 3); some.length > 0; some = await claimIds(store, 3))
          claimed.push(...some);
      };
      await Promise.all([claimAll(a), claimAll(b), claimAll(a), claimAll(b)]);
      expect(claimed.toSorted()).toEqual(names.map((name) => `dlv_${name}`).toSorted());
    });

    test('fan out each event once, and return behind to the second one', async () => {
      const [a, b] = openTwo();
      const fanOut = (store: DeliveryStore, before: FanOutProgress | undefined, reached: FanOutProgress) =>
        store.shared?.fanOutFrom({ tenantId: NORTHWAY, before, reached, deliveries: [createNewDelivery('a')] });
      const [first, second, third] = [1, 2, 3].map((ms) => createFanOutProgress(ms)) as [
        FanOutProgress,
        FanOutProgress,
        FanOutProgress,
      ];
      const started = await Promise.all([fanOut(a, undefined, first), fanOut(b, undefined, first)]);
      expect(started.filter((result) => result === 'behind')).toHaveLength(1);
      expect(await fanOut(a, first, second)).toEqual([]);
      expect(await fanOut(b, first, third)).toBe('behind');
      expect(await b.readProgress(NORTHWAY)).toEqual(second);
      expect(await fanOut(b, second, third)).toEqual([]);
      expect((await a.listPage({ limit: 9 })).items).toHaveLength(1);
    });

    test('assign sequences that become visible in order', async () => {
      const [a, b] = openTwo();
      const tenants = ['acct_1', 'acct_2', 'acct_3', 'acct_4'];
      const add = async (store: DeliveryStore, tenantId: string): Promise<void> => {
        for (let n = 0; n < 10; n += 1)
          await store.fanOut(tenantId, createFanOutProgress(n), [
            { ...createNewDelivery('x'), deliveryId: `dlv_${tenantId}_${n}` },
          ]);
      };
      await Promise.all(tenants.map((tenantId, index) => add(index % 2 === 0 ? a : b, tenantId)));
      const { items } = await a.listPage({ limit: 99 });
      expect(items.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 40 }, (_, n) => 40 - n));
    });

    test('do not requeue attempts that are in flight elsewhere', async () => {
      const [a, b] = openTwo();
      await a.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery('a')]);
      await claimIds(a);
      for (const store of [a, b]) expect(await store.shared?.isWorking([HOOKS_KEY], createNow(0))).toBe(true);
      expect(await b.recover(createNow(0))).toBe(0);
      await b.release(['dlv_a']);
      expect(await b.find('dlv_a')).toMatchObject({ state: 'sending' });
      expect(await a.settle('dlv_a', createTestAttempt(200), delivered)).toBeDefined();
      expect(await b.shared?.isWorking([HOOKS_KEY], createNow(0))).toBe(false);
    });

    test('take over the attempts of an ended replica, whose late result is ignored', async () => {
      const [a, b, workspace] = openTwo();
      await a.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery('a'), createNewDelivery('b')]);
      await claimIds(a);
      const requeued: string[] = [];
      const stop = one.feed.subscribe(workspace, ({ kind }) => requeued.push(kind));
      const takeOver = async () => {
        await other.connection.query("UPDATE fleetkit.replicas SET expires_at = clock_timestamp() - interval '1 ms'");
        await other.lease.run(); // registers itself again
        await other.lease.takeOver();
        return claimIds(b);
      };
      const claimed = await takeOver();
      stop();
      // the other replica may have renewed its registration between two statements
      expect(claimed.length > 0 ? claimed : await takeOver()).toEqual(['dlv_a', 'dlv_b']);
      expect(
        await a.settle('dlv_a', createTestAttempt(503), { state: 'exhausted', endedAtMs: sandboxMs(1) }),
      ).toBeUndefined();
      expect(await b.settle('dlv_a', createTestAttempt(200), delivered)).toMatchObject({ attempt: { n: 1 } });
      expect(await a.settle('dlv_a', createTestAttempt(503), undefined)).toMatchObject({
        delivery: { state: 'delivered' },
      });
      await a.recover(createNow(0));
      expect(await b.find('dlv_b')).toMatchObject({ state: 'sending' }); // now the other one holds it
    });

    test('keep their leases while they renew them', async () => {
      const [a, b] = openTwo();
      await a.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery('a')]);
      await claimIds(a);
      await one.lease.run();
      await other.lease.takeOver();
      expect(await b.find('dlv_a')).toMatchObject({ state: 'sending' });
    });

    test('update the health of a destination without losing a change', async () => {
      const [a, b] = openTwo();
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 === 0 ? a : b).updateHealth(HOOKS_KEY, (before) => ({
            ...before,
            exhaustedSince: before.exhaustedSince + 1,
          })),
        ),
      );
      expect(await a.readHealth(HOOKS_KEY)).toMatchObject({ exhaustedSince: 20 });
    });

    test('record each of several attempts at the same time', async () => {
      const [a, b] = openTwo();
      await a.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery('a')]);
      const replays = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          (n % 2 === 0 ? a : b).settle('dlv_a', createTestAttempt(200, { trigger: 'replay' }), undefined),
        ),
      );
      expect(replays.map((replay) => replay?.attempt.n).toSorted()).toEqual(
        Array.from({ length: 10 }, (_, n) => n + 1).toSorted(),
      );
      expect(await b.listAttempts('dlv_a')).toHaveLength(10);
    });

    test('see nothing of another workspace', async () => {
      const [a] = openTwo();
      const [b] = openTwo();
      await a.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery('a')]);
      expect((await b.listPage({ limit: 9 })).items).toEqual([]);
      expect(await claimIds(b)).toEqual([]);
      expect(await b.find('dlv_a')).toBeUndefined();
      expect(await b.enqueue({ tenantId: NORTHWAY, since: position(0), deliveries: [] })).toBeUndefined();
      await b.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery('a')]);
      expect((await b.listPage({ limit: 9 })).items).toMatchObject([{ sequence: 1 }]);
    });
  });
});
