import { describe, expect, test } from 'vitest';
import { position } from '../../../world/state/facts.ts';
import { realMs, sandboxMs } from '../../../world/state/time.ts';
import type { Due } from '../../delivery.ts';
import {
  createFanOutProgress,
  createNewDelivery,
  createNow,
  createTestAttempt,
  dueOnRealClock,
  dueOnSandboxClock,
  HOOKS_KEY,
  NORTHWAY,
  OTHER_KEY,
  REDLINE,
} from '../../testing/deliveries.ts';
import { type DeliveryStore, type Retention, UNTRIED } from '../delivery-store.ts';

/** The shared tests of all delivery stores. `open` returns a new, empty store. */
export function testDeliveryStore(name: string, open: (retention?: Retention) => DeliveryStore): void {
  const testStore = (claim: string, use: (store: DeliveryStore) => Promise<void>) => test(claim, () => use(open()));

  const claimAll = async (store: DeliveryStore, ms: number, { room = 100, destination = HOOKS_KEY } = {}) =>
    (await store.claim({ ...destination, now: createNow(ms), room })).map(({ delivery }) => delivery.deliveryId);
  const statesIn = async (store: DeliveryStore) =>
    Object.fromEntries(
      (await store.listPage({ limit: 100 })).items.map(({ deliveryId, state }) => [deliveryId.slice(4), state]),
    );
  const queueAgain = (store: DeliveryStore, deliveryIds: readonly string[], due: Due) =>
    store.enqueue({
      tenantId: NORTHWAY,
      since: createFanOutProgress(1).since,
      deliveries: [],
      again: { deliveryIds, due },
    });
  const delivered = { state: 'delivered', endedAtMs: sandboxMs(7) } as const;
  const exhausted = { state: 'exhausted', endedAtMs: sandboxMs(7) } as const;

  describe(`delivery store in ${name}`, () => {
    testStore('is empty at first', async (store) => {
      expect(await store.readProgress(NORTHWAY)).toBeUndefined();
      expect(await store.listPage({ limit: 10 })).toEqual({ items: [], hasMore: false });
      expect(await store.nextDue([HOOKS_KEY])).toEqual({});
      expect(await store.find('dlv_a')).toBeUndefined();
      expect(await store.readBody('dlv_a')).toBeUndefined();
      expect(await store.listAttempts('dlv_a')).toEqual([]);
      expect(await store.readHealth(HOOKS_KEY)).toEqual(UNTRIED);
      expect(await claimAll(store, 0)).toEqual([]);
    });

    testStore('stores deliveries together with the progress and returns them as stored', async (store) => {
      const progress = { ...createFanOutProgress(5), eventIdsAtThrough: ['evt_a', 'evt_b'] };
      const took = await store.fanOut(NORTHWAY, progress, [
        createNewDelivery('a'),
        createNewDelivery('b', { due: null, atMs: 4 }),
      ]);
      expect(await store.readProgress(NORTHWAY)).toStrictEqual(progress);
      expect(await store.readProgress(REDLINE)).toBeUndefined();
      expect(took).toStrictEqual([await store.find('dlv_a'), await store.find('dlv_b')]);
      const { body, createdAtMs, ...known } = createNewDelivery('a');
      expect(took[0]).toStrictEqual({
        ...known,
        ...{ tenantId: NORTHWAY, sequence: 1, state: 'pending', createdAtMs, endedAtMs: null },
        ...{ attemptCount: 0, step: 0, lastStatus: null, lastError: null },
      });
      expect(took[1]).toMatchObject({ sequence: 2, state: 'skipped', due: null, endedAtMs: 4 });
      expect(await store.readBody('dlv_a')).toBe(body);
    });

    testStore('ignores a delivery with a known id', async (store) => {
      await store.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery('a')]);
      await claimAll(store, 0);
      await store.settle('dlv_a', createTestAttempt(200), delivered);
      const took = await store.fanOut(NORTHWAY, createFanOutProgress(2), [
        createNewDelivery('a'),
        createNewDelivery('b'),
        createNewDelivery('b'),
      ]);
      expect(took.map(({ deliveryId, sequence }) => [deliveryId, sequence])).toEqual([['dlv_b', 2]]);
      expect(await statesIn(store)).toEqual({ a: 'delivered', b: 'pending' });
    });

    testStore('enqueues deliveries without events once, without changing the progress', async (store) => {
      await store.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery('a')]);
      const took = await store.enqueue({
        tenantId: NORTHWAY,
        since: createFanOutProgress(1).since,
        deliveries: [createNewDelivery('a'), createNewDelivery('b')],
        again: { deliveryIds: ['dlv_a'], due: dueOnRealClock(3) },
      });
      expect(took).toMatchObject([{ deliveryId: 'dlv_b', sequence: 2, state: 'pending' }]);
      expect(await store.find('dlv_a')).toMatchObject({ due: dueOnRealClock(3) });
      expect(await store.readProgress(NORTHWAY)).toEqual(createFanOutProgress(1));
    });

    testStore('enqueues nothing for a tenant without fan-out or reset since then', async (store) => {
      const enqueue = (since: number) =>
        store.enqueue({ tenantId: NORTHWAY, since: position(since), deliveries: [createNewDelivery('a')] });
      expect(await enqueue(0)).toBeUndefined();
      await store.fanOut(NORTHWAY, createFanOutProgress(1, 5), [createNewDelivery('b')]);
      expect(await enqueue(0)).toBeUndefined();
      expect(await enqueue(6)).toBeUndefined();
      expect(await statesIn(store)).toEqual({ b: 'pending' });
      expect(await enqueue(5)).toHaveLength(1);
    });

    testStore('deletes everything of a tenant after a reset', async (store) => {
      await store.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery('a'), createNewDelivery('b')]);
      await store.fanOut(REDLINE, createFanOutProgress(1), [createNewDelivery('c')]);
      await store.updateHealth(HOOKS_KEY, (before) => ({ ...before, lastError: 'no' }));
      await store.updateHealth({ ...HOOKS_KEY, tenantId: REDLINE }, (before) => ({ ...before, lastError: 'theirs' }));
      await store.settle('dlv_b', createTestAttempt(200), undefined);
      await claimAll(store, 0, { room: 1 });
      const took = await store.fanOut(NORTHWAY, createFanOutProgress(0, 9), [createNewDelivery('b')]);
      expect(took).toMatchObject([{ deliveryId: 'dlv_b', sequence: 4, attemptCount: 0 }]);
      expect(await statesIn(store)).toEqual({ b: 'pending', c: 'pending' });
      expect(await store.listAttempts('dlv_b')).toEqual([]);
      expect(await store.readHealth(HOOKS_KEY)).toEqual(UNTRIED);
      expect(await store.readHealth({ ...HOOKS_KEY, tenantId: REDLINE })).toMatchObject({ lastError: 'theirs' });
      expect(await store.settle('dlv_a', createTestAttempt(200), delivered)).toBeUndefined();
      expect(await claimAll(store, 0)).toEqual(['dlv_b']);
    });

    testStore('claims due deliveries, sandbox clock first, by instant and then by sequence', async (store) => {
      const dues = { a: dueOnRealClock(1), b: dueOnSandboxClock(3), c: dueOnSandboxClock(2), d: dueOnSandboxClock(3) };
      await store.fanOut(
        NORTHWAY,
        createFanOutProgress(1),
        Object.entries({ ...dues, e: dueOnSandboxClock(4), f: dueOnRealClock(4) }).map(([id, due]) =>
          createNewDelivery(id, { due }),
        ),
      );
      const first = await store.claim({ ...HOOKS_KEY, now: createNow(3), room: 2 });
      expect(first).toStrictEqual([
        { delivery: await store.find('dlv_c'), due: dues.c, body: createNewDelivery('c').body },
        { delivery: await store.find('dlv_b'), due: dues.b, body: createNewDelivery('b').body },
      ]);
      expect(first[0]?.delivery).toMatchObject({ state: 'sending', due: null, attemptCount: 0 });
      expect(await claimAll(store, 3)).toEqual(['dlv_d', 'dlv_a']);
      expect(await claimAll(store, 3)).toEqual([]);
      expect(await claimAll(store, 4)).toEqual(['dlv_e', 'dlv_f']);
    });

    testStore('claims only deliveries of the given destination and tenant', async (store) => {
      await store.fanOut(NORTHWAY, createFanOutProgress(1), [
        createNewDelivery('a'),
        createNewDelivery('b', { destinationId: OTHER_KEY.destinationId }),
      ]);
      expect(await claimAll(store, 0, { destination: { ...HOOKS_KEY, tenantId: REDLINE } })).toEqual([]);
      expect(await claimAll(store, 0, { destination: OTHER_KEY })).toEqual(['dlv_b']);
      expect(await claimAll(store, 0, { room: 0 })).toEqual([]);
      expect(await claimAll(store, 0)).toEqual(['dlv_a']);
    });

    testStore('releases a claimed delivery unchanged', async (store) => {
      await store.fanOut(NORTHWAY, createFanOutProgress(1), [
        createNewDelivery('a', { due: dueOnSandboxClock(5) }),
        createNewDelivery('b'),
      ]);
      const before = await store.listPage({ limit: 10 });
      await claimAll(store, 5);
      await store.release(['dlv_a', 'dlv_b', 'dlv_nobody']);
      expect(await store.listPage({ limit: 10 })).toStrictEqual(before);
      await store.settle('dlv_b', createTestAttempt(200), delivered);
      await store.release(['dlv_b']); // no longer claimed
      expect(await statesIn(store)).toEqual({ a: 'pending', b: 'delivered' });
    });

    testStore('records numbered attempts with the new state of the delivery', async (store) => {
      await store.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery('a')]);
      await claimAll(store, 0);
      const due = dueOnSandboxClock(9);
      const failed = await store.settle('dlv_a', createTestAttempt(503), { state: 'pending', due });
      expect(failed?.attempt).toStrictEqual({ n: 1, ...createTestAttempt(503) });
      expect(failed?.delivery).toStrictEqual(await store.find('dlv_a'));
      expect(failed?.delivery).toMatchObject({ state: 'pending', due, attemptCount: 1, step: 1, lastStatus: 503 });
      expect(failed?.delivery.lastError).toBe('no: 503');

      expect(await claimAll(store, 8)).toEqual([]);
      expect(await claimAll(store, 9)).toEqual(['dlv_a']);
      const ended = await store.settle('dlv_a', createTestAttempt(200), delivered);
      expect(ended?.delivery).toMatchObject({ state: 'delivered', due: null, endedAtMs: 7, step: 2, lastError: null });
      expect(await store.listAttempts('dlv_a')).toStrictEqual([failed?.attempt, ended?.attempt]);
      const ofBoth = await store.listAttemptsOf(['dlv_a', 'dlv_none']);
      expect(ofBoth.toSorted((one, other) => one.attempt.n - other.attempt.n)).toStrictEqual(
        [failed?.attempt, ended?.attempt].map((attempt) => ({ deliveryId: 'dlv_a', attempt })),
      );
      expect(await store.listAttemptsOf([])).toEqual([]);
      expect(await store.settle('dlv_nobody', createTestAttempt(200), delivered)).toBeUndefined();
    });

    testStore('does not settle another delivery with the same id', async (store) => {
      const [added] = await store.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery('a')]);
      await claimAll(store, 0);
      const sequence = added?.sequence ?? 0;
      const before = await store.find('dlv_a');
      expect(
        await store.settle({ deliveryId: 'dlv_a', sequence: sequence + 1 }, createTestAttempt(200), delivered),
      ).toBeUndefined();
      expect(await store.find('dlv_a')).toStrictEqual(before);
      expect(await store.listAttempts('dlv_a')).toEqual([]);
      expect(await store.settle({ deliveryId: 'dlv_a', sequence }, createTestAttempt(200), delivered)).toMatchObject({
        attempt: { n: 1 },
      });
    });

    testStore('keeps the state and schedule of a delivery after a replay', async (store) => {
      await store.fanOut(NORTHWAY, createFanOutProgress(1), [
        createNewDelivery('a', { due: dueOnSandboxClock(5) }),
        createNewDelivery('b'),
      ]);
      await claimAll(store, 0);
      const replayed = await store.settle('dlv_a', createTestAttempt(null, { trigger: 'replay' }), undefined);
      expect(replayed?.delivery).toMatchObject({
        state: 'pending',
        due: dueOnSandboxClock(5),
        attemptCount: 1,
        step: 0,
      });
      expect(replayed?.delivery).toMatchObject({ lastStatus: null, lastError: 'no: null' });
      await store.settle('dlv_b', createTestAttempt(200, { trigger: 'replay' }), undefined);
      expect(await statesIn(store)).toEqual({ a: 'pending', b: 'sending' });
      expect((await store.settle('dlv_b', createTestAttempt(200), delivered))?.attempt.n).toBe(2);
    });

    testStore('requeues deliveries in any state except with an attempt in flight', async (store) => {
      await store.fanOut(NORTHWAY, createFanOutProgress(1), [
        createNewDelivery('a'),
        createNewDelivery('b', { due: null }),
        createNewDelivery('c'),
      ]);
      await claimAll(store, 0, { room: 1 });
      await store.settle('dlv_a', createTestAttempt(500), exhausted);
      await claimAll(store, 0);
      const due = dueOnRealClock(3);
      const deliveryIds = ['dlv_a', 'dlv_b', 'dlv_c', 'dlv_a', 'dlv_nobody'];
      expect(await queueAgain(store, deliveryIds, due)).toEqual([]);
      expect(await store.find('dlv_a')).toMatchObject({ state: 'pending', due, attemptCount: 1, step: 0 });
      expect(await store.find('dlv_a')).toMatchObject({ endedAtMs: null, lastStatus: 500 });
      expect(await statesIn(store)).toEqual({ a: 'pending', b: 'pending', c: 'sending' });
      expect(await claimAll(store, 3)).toEqual(['dlv_a', 'dlv_b']);
    });

    testStore('skips waiting deliveries of a disabled destination', async (store) => {
      const elsewhere = createNewDelivery('d', { destinationId: OTHER_KEY.destinationId });
      await store.fanOut(NORTHWAY, createFanOutProgress(1), [
        createNewDelivery('a'),
        createNewDelivery('b'),
        createNewDelivery('c', { due: dueOnRealClock(9) }),
        elsewhere,
      ]);
      await claimAll(store, 0, { room: 1 });
      expect(await store.skipWaiting(HOOKS_KEY, sandboxMs(6))).toBe(2);
      expect(await statesIn(store)).toEqual({ a: 'sending', b: 'skipped', c: 'skipped', d: 'pending' });
      expect(await store.find('dlv_b')).toMatchObject({ due: null, endedAtMs: 6, attemptCount: 0 });
      expect(await claimAll(store, 99)).toEqual([]);
      expect(await store.skipWaiting(HOOKS_KEY, sandboxMs(6))).toBe(0);

      await store.fanOut(NORTHWAY, createFanOutProgress(9), [createNewDelivery('later', { atMs: 9 })]);
      expect(await store.skipWaiting(HOOKS_KEY, sandboxMs(6))).toBe(1);
      expect((await store.find('dlv_later'))?.endedAtMs).toBe(9);
    });

    testStore('returns the earliest due instants of the given destinations on each clock', async (store) => {
      await store.fanOut(NORTHWAY, createFanOutProgress(1), [
        createNewDelivery('a', { due: dueOnSandboxClock(5) }),
        createNewDelivery('b', { due: dueOnSandboxClock(3) }),
        createNewDelivery('c', { due: dueOnRealClock(4), destinationId: OTHER_KEY.destinationId }),
        createNewDelivery('d', { due: dueOnSandboxClock(1), destinationId: 'dst_paused' }),
      ]);
      expect(await store.nextDue([HOOKS_KEY, OTHER_KEY])).toEqual({ sandboxMs: sandboxMs(3), realMs: realMs(4) });
      expect(await store.nextDue([OTHER_KEY])).toEqual({ realMs: realMs(4) });
      expect(await store.nextDue([])).toEqual({});
      await claimAll(store, 3);
      expect(await store.nextDue([HOOKS_KEY])).toEqual({ sandboxMs: sandboxMs(5) });
    });

    testStore('makes late deliveries of one destination due now on the sandbox clock', async (store) => {
      await store.fanOut(NORTHWAY, createFanOutProgress(1), [
        createNewDelivery('a', { due: dueOnSandboxClock(5) }),
        createNewDelivery('b', { due: dueOnSandboxClock(50) }),
        createNewDelivery('c', { due: dueOnRealClock(5) }),
        createNewDelivery('d', { due: dueOnSandboxClock(5), destinationId: OTHER_KEY.destinationId }),
      ]);
      expect(await store.catchUp(HOOKS_KEY, createNow(20))).toBe(1);
      expect(await store.catchUp(HOOKS_KEY, createNow(20))).toBe(0);
      const dues = (await store.listPage({ limit: 10 })).items.map(({ due }) => due);
      expect(dues).toEqual([dueOnSandboxClock(5), dueOnRealClock(5), dueOnSandboxClock(50), dueOnSandboxClock(20)]);
      expect(await claimAll(store, 19)).toEqual(['dlv_c']);
      expect(await claimAll(store, 20)).toEqual(['dlv_a']);
    });

    testStore('requeues interrupted deliveries after a start and makes late ones due now', async (store) => {
      await store.fanOut(NORTHWAY, createFanOutProgress(1), [
        createNewDelivery('a'),
        createNewDelivery('b', { due: dueOnSandboxClock(2) }),
        createNewDelivery('c'),
      ]);
      await claimAll(store, 0);
      await store.settle('dlv_a', createTestAttempt(200), delivered);
      expect(await store.recover(createNow(20))).toBe(1);
      expect(await statesIn(store)).toEqual({ a: 'delivered', b: 'pending', c: 'pending' });
      expect(await store.nextDue([HOOKS_KEY])).toEqual({ sandboxMs: sandboxMs(20) });
      expect(await claimAll(store, 20)).toEqual(['dlv_b', 'dlv_c']);
    });

    testStore('pages deliveries newest first, and the pages together are the list', async (store) => {
      const names = Array.from({ length: 7 }, (_, n) => `n${n}`);
      await store.fanOut(
        NORTHWAY,
        createFanOutProgress(1),
        names.map((name) => createNewDelivery(name)),
      );
      const whole = await store.listPage({ limit: 7 });
      expect(whole.hasMore).toBe(false);
      expect(whole.items.map(({ sequence }) => sequence)).toEqual([7, 6, 5, 4, 3, 2, 1]);

      const first = await store.listPage({ limit: 3 });
      await store.fanOut(NORTHWAY, createFanOutProgress(2), [createNewDelivery('later')]);
      const second = await store.listPage({ limit: 3, beforeSequence: 5 });
      const third = await store.listPage({ limit: 3, beforeSequence: 2 });
      expect([first.hasMore, second.hasMore, third.hasMore]).toEqual([true, true, false]);
      expect([first, second, third].flatMap(({ items }) => items)).toStrictEqual(whole.items);
    });

    testStore('finds deliveries by each member of a query and by all together', async (store) => {
      await store.fanOut(NORTHWAY, createFanOutProgress(1), [
        createNewDelivery('a', { atMs: 10, terminalId: 'NW1', type: 'cash_out' }),
        createNewDelivery('b', { atMs: 20, terminalId: null }),
        createNewDelivery('c', { atMs: 30, destinationId: OTHER_KEY.destinationId }),
        { ...createNewDelivery('d', { atMs: 40, due: null }), isTest: true },
      ]);
      await store.fanOut(REDLINE, createFanOutProgress(1), [createNewDelivery('e', { atMs: 20, terminalId: 'NW1' })]);
      await claimAll(store, 0);
      await store.settle('dlv_a', createTestAttempt(404), { state: 'pending', due: dueOnSandboxClock(99) });
      await store.settle('dlv_b', createTestAttempt(null), exhausted);
      const found = async (query: Partial<Parameters<DeliveryStore['listPage']>[0]>) =>
        (await store.listPage({ limit: 9, ...query })).items.map(({ deliveryId }) => deliveryId.slice(4)).join('');

      expect(await found({})).toBe('edcba');
      expect(await found({ tenantId: NORTHWAY })).toBe('dcba');
      expect(await found({ destinationIds: ['dst_other'] })).toBe('c');
      expect(await found({ destinationIds: ['dst_other', 'dst_hooks'], tenantId: NORTHWAY })).toBe('dcba');
      expect(await found({ destinationIds: [] })).toBe('');
      expect(await found({ types: ['cash_out'] })).toBe('a');
      expect(await found({ types: ['cash_out', 'cash_low'] })).toBe('edcba');
      expect(await found({ types: [] })).toBe('');
      expect(await found({ terminalId: 'NW1' })).toBe('ea');
      expect(await found({ eventId: 'evt_c' })).toBe('c');
      expect(await found({ incidentId: 'inc_b' })).toBe('b');
      expect(await found({ isTest: true })).toBe('d');
      expect(await found({ isTest: false })).toBe('ecba');
      expect(await found({ states: ['exhausted', 'skipped'] })).toBe('db');
      expect(await found({ states: [] })).toBe('');
      expect(await found({ statusClass: 4 })).toBe('a');
      expect(await found({ statusClass: 0 })).toBe('b');
      expect(await found({ statusClass: 2 })).toBe('');
      expect(await found({ fromMs: sandboxMs(20), toMs: sandboxMs(40) })).toBe('ecb');
      expect(await found({ tenantId: NORTHWAY, states: ['pending'], fromMs: sandboxMs(20) })).toBe('c');
    });

    testStore('finds only complete responses by status class 2', async (store) => {
      await store.fanOut(
        NORTHWAY,
        createFanOutProgress(1),
        ['a', 'b', 'c', 'd'].map((name) => createNewDelivery(name)),
      );
      await store.settle('dlv_a', createTestAttempt(200), delivered);
      await store.settle('dlv_b', createTestAttempt(200, { isIncomplete: true }), exhausted);
      await store.settle('dlv_c', createTestAttempt(503, { isIncomplete: true }), exhausted);
      const found = async (statusClass: number) =>
        (await store.listPage({ statusClass, limit: 10 })).items.map(({ deliveryId }) => deliveryId);
      expect(await found(2)).toEqual(['dlv_a']);
      expect(await found(5)).toEqual(['dlv_c']);
      expect(await found(0)).toEqual(['dlv_b']);
    });

    test('skips the oldest waiting deliveries beyond the limit of a destination, and they can be recovered', async () => {
      const store = open({ endedDeliveries: 99, batch: 1, waitingPerDestination: 3 });
      const names = ['a', 'b', 'c', 'd', 'e'];
      await store.fanOut(NORTHWAY, createFanOutProgress(1), [
        createNewDelivery('other', { destinationId: OTHER_KEY.destinationId }),
      ]);
      const took = await store.fanOut(
        NORTHWAY,
        createFanOutProgress(1),
        names.map((name, n) => createNewDelivery(name, { atMs: 10 + n })),
      );
      expect(took).toHaveLength(5);
      expect(await statesIn(store)).toEqual({
        ...{ a: 'skipped', b: 'skipped', c: 'pending', d: 'pending', e: 'pending', other: 'pending' },
      });
      expect(await store.find('dlv_a')).toMatchObject({ due: null, endedAtMs: 14, lastError: null });
      expect([await store.countFreePlaces(HOOKS_KEY), await store.countFreePlaces(OTHER_KEY)]).toEqual([0, 2]);
      expect([await store.countWaiting(HOOKS_KEY), await store.countWaiting(OTHER_KEY)]).toEqual([3, 1]);

      expect(await claimAll(store, 0, { room: 2 })).toEqual(['dlv_c', 'dlv_d']);
      expect(await store.countFreePlaces(HOOKS_KEY)).toBe(2);
      await queueAgain(store, ['dlv_a'], dueOnSandboxClock(0));
      await store.fanOut(NORTHWAY, createFanOutProgress(1), [
        createNewDelivery('f', { atMs: 20 }),
        createNewDelivery('g', { atMs: 20 }),
      ]);
      expect(await statesIn(store)).toMatchObject({
        a: 'skipped',
        c: 'sending',
        d: 'sending',
        e: 'pending',
        g: 'pending',
      });
    });

    test('deletes the longest ended deliveries beyond the size limit of a tenant, then the oldest waiting ones', async () => {
      const store = open({ endedDeliveries: 99, batch: 1, bytesPerTenant: 20_000 });
      const body = 'x'.repeat(4000);
      const end = async (name: string, atMs: number): Promise<void> => {
        await store.settle(`dlv_${name}`, createTestAttempt(200, { says: body }), {
          state: 'delivered',
          endedAtMs: sandboxMs(atMs),
        });
      };
      await store.fanOut(REDLINE, createFanOutProgress(1), [createNewDelivery('r')]);
      await store.settle('dlv_r', createTestAttempt(200, { says: body }), {
        state: 'delivered',
        endedAtMs: sandboxMs(0),
      });
      await store.fanOut(
        NORTHWAY,
        createFanOutProgress(1),
        ['a', 'b', 'c', 'd', 'e'].map((name) => createNewDelivery(name)),
      );
      await claimAll(store, 0, { room: 1 });
      for (const [n, name] of ['b', 'c', 'd'].entries()) await end(name, 9 - n);
      expect(Object.keys(await statesIn(store)).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'r']);

      await store.fanOut(NORTHWAY, createFanOutProgress(2), [{ ...createNewDelivery('f'), body: 'y'.repeat(10_000) }]);
      expect(Object.keys(await statesIn(store)).toSorted()).toEqual(['a', 'b', 'e', 'f', 'r']);
      await store.fanOut(NORTHWAY, createFanOutProgress(3), [{ ...createNewDelivery('g'), body: 'y'.repeat(10_000) }]);
      expect(await statesIn(store)).toEqual({ a: 'sending', g: 'pending', r: 'delivered' });
      expect(await store.readBody('dlv_f')).toBeUndefined();
      await store.fanOut(NORTHWAY, createFanOutProgress(1, 5), [createNewDelivery('h')]);
      expect(await statesIn(store)).toEqual({ h: 'pending', r: 'delivered' });
    });

    testStore('stores the health of a destination', async (store) => {
      const failing = {
        ...{ failingSinceMs: sandboxMs(3), failingSinceRealMs: realMs(4), exhaustedSince: 2 },
        ...{ lastSuccessMs: sandboxMs(1), lastError: 'no' },
      };
      expect(await store.updateHealth(HOOKS_KEY, () => failing)).toStrictEqual(failing);
      expect(await store.readHealth(HOOKS_KEY)).toStrictEqual(failing);
      expect(await store.readHealth(OTHER_KEY)).toStrictEqual(UNTRIED);
      await store.updateHealth(HOOKS_KEY, (before) => ({ ...before, exhaustedSince: before.exhaustedSince + 1 }));
      expect(await store.readHealth(HOOKS_KEY)).toStrictEqual({ ...failing, exhaustedSince: 3 });
    });

    testStore('drops the bodies and response bodies of ended deliveries of old events', async (store) => {
      await store.fanOut(NORTHWAY, createFanOutProgress(1), [
        createNewDelivery('a', { atMs: 1 }),
        createNewDelivery('b', { atMs: 5 }),
        createNewDelivery('c', { atMs: 1, due: null }),
        createNewDelivery('d', { atMs: 1, due: dueOnSandboxClock(9) }),
      ]);
      await claimAll(store, 0);
      for (const id of ['dlv_a', 'dlv_b'])
        await store.settle(id, createTestAttempt(200, { says: 'secret' }), delivered);
      expect(await store.dropBodies(sandboxMs(5))).toBe(2);
      const bodies = await Promise.all(['a', 'b', 'c', 'd'].map((name) => store.readBody(`dlv_${name}`)));
      expect(bodies).toEqual([null, createNewDelivery('b').body, null, createNewDelivery('d').body]);
      const [attempt] = await store.listAttempts('dlv_a');
      const { response } = createTestAttempt(200);
      expect(attempt).toStrictEqual({
        n: 1,
        ...createTestAttempt(200),
        response: { ...response, body: '', isTruncated: true },
      });
      expect((await store.listAttempts('dlv_b'))[0]?.response?.body).toBe('secret');
      expect(await store.dropBodies(sandboxMs(5))).toBe(0);
      await queueAgain(store, ['dlv_a', 'dlv_b'], dueOnSandboxClock(0));
      expect(await store.dropBodies(sandboxMs(6))).toBe(0); // b waits again
    });

    test('deletes the longest ended deliveries in batches, but never waiting ones', async () => {
      const store = open({ endedDeliveries: 2, batch: 2 });
      await store.fanOut(NORTHWAY, createFanOutProgress(1), [
        createNewDelivery('waits', { due: dueOnSandboxClock(99) }),
      ]);
      const end = async (name: string, atMs: number) => {
        await store.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery(name)]);
        await claimAll(store, 0);
        await store.settle(`dlv_${name}`, createTestAttempt(200), { state: 'delivered', endedAtMs: sandboxMs(atMs) });
      };
      await end('a', 9);
      await end('b', 1);
      await end('c', 3);
      await end('d', 3);
      expect(Object.keys(await statesIn(store)).toSorted()).toEqual(['a', 'b', 'c', 'd', 'waits']);
      await end('e', 2);
      expect(Object.keys(await statesIn(store)).toSorted()).toEqual(['a', 'd', 'waits']);
      expect(await store.listAttempts('dlv_b')).toEqual([]);
      expect(await store.readBody('dlv_b')).toBeUndefined();
      expect(await store.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery('b')])).toMatchObject([
        { sequence: 7 },
      ]);
    });
  });
}
