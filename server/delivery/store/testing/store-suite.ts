import { describe, expect, test } from 'vitest';
import { position } from '../../../world/state/facts.ts';
import { realMs, sandboxMs } from '../../../world/state/time.ts';
import type { Due } from '../../delivery.ts';
import {
  at,
  fresh,
  HOOKS,
  NORTHWAY,
  OTHER,
  onRealClock,
  onSandboxClock,
  REDLINE,
  through,
  tried,
} from '../../testing/deliveries.ts';
import { type DeliveryStore, type Retention, untried } from '../delivery-store.ts';

/** The shared tests of all delivery stores. `open` returns a new, empty store. */
export function describeDeliveries(name: string, open: (retention?: Retention) => DeliveryStore): void {
  const testStore = (claim: string, use: (store: DeliveryStore) => Promise<void>) => test(claim, () => use(open()));

  const claimAll = async (store: DeliveryStore, ms: number, room = 100, destination = HOOKS) =>
    (await store.claim({ ...destination, now: at(ms), room })).map(({ delivery }) => delivery.deliveryId);
  const statesIn = async (store: DeliveryStore) =>
    Object.fromEntries(
      (await store.page({ limit: 100 })).items.map(({ deliveryId, state }) => [deliveryId.slice(4), state]),
    );
  const queueAgain = (store: DeliveryStore, deliveryIds: readonly string[], due: Due) =>
    store.enqueue({ tenantId: NORTHWAY, since: through(1).since, deliveries: [], again: { deliveryIds, due } });
  const delivered = { state: 'delivered', endedAtMs: sandboxMs(7) } as const;
  const exhausted = { state: 'exhausted', endedAtMs: sandboxMs(7) } as const;

  describe(`delivery store in ${name}`, () => {
    testStore('is empty at first', async (store) => {
      expect(await store.progressOf(NORTHWAY)).toBeUndefined();
      expect(await store.page({ limit: 10 })).toEqual({ items: [], hasMore: false });
      expect(await store.nextDue([HOOKS])).toEqual({});
      expect(await store.find('dlv_a')).toBeUndefined();
      expect(await store.bodyOf('dlv_a')).toBeUndefined();
      expect(await store.attemptsOf('dlv_a')).toEqual([]);
      expect(await store.healthOf(HOOKS)).toEqual(untried);
      expect(await claimAll(store, 0)).toEqual([]);
    });

    testStore('stores deliveries together with the progress and returns them as stored', async (store) => {
      const progress = { ...through(5), toldAtThrough: ['evt_a', 'evt_b'] };
      const took = await store.fanOut(NORTHWAY, progress, [fresh('a'), fresh('b', { due: null, atMs: 4 })]);
      expect(await store.progressOf(NORTHWAY)).toStrictEqual(progress);
      expect(await store.progressOf(REDLINE)).toBeUndefined();
      expect(took).toStrictEqual([await store.find('dlv_a'), await store.find('dlv_b')]);
      const { body, createdAtMs, ...known } = fresh('a');
      expect(took[0]).toStrictEqual({
        ...known,
        ...{ tenantId: NORTHWAY, sequence: 1, state: 'pending', createdAtMs, endedAtMs: null },
        ...{ attemptCount: 0, step: 0, lastStatus: null, lastError: null },
      });
      expect(took[1]).toMatchObject({ sequence: 2, state: 'skipped', due: null, endedAtMs: 4 });
      expect(await store.bodyOf('dlv_a')).toBe(body);
    });

    testStore('ignores a delivery with a known id', async (store) => {
      await store.fanOut(NORTHWAY, through(1), [fresh('a')]);
      await claimAll(store, 0);
      await store.settle('dlv_a', tried(200), delivered);
      const took = await store.fanOut(NORTHWAY, through(2), [fresh('a'), fresh('b'), fresh('b')]);
      expect(took.map(({ deliveryId, sequence }) => [deliveryId, sequence])).toEqual([['dlv_b', 2]]);
      expect(await statesIn(store)).toEqual({ a: 'delivered', b: 'pending' });
    });

    testStore('enqueues deliveries without events once, without changing the progress', async (store) => {
      await store.fanOut(NORTHWAY, through(1), [fresh('a')]);
      const took = await store.enqueue({
        tenantId: NORTHWAY,
        since: through(1).since,
        deliveries: [fresh('a'), fresh('b')],
        again: { deliveryIds: ['dlv_a'], due: onRealClock(3) },
      });
      expect(took).toMatchObject([{ deliveryId: 'dlv_b', sequence: 2, state: 'pending' }]);
      expect(await store.find('dlv_a')).toMatchObject({ due: onRealClock(3) });
      expect(await store.progressOf(NORTHWAY)).toEqual(through(1));
    });

    testStore('enqueues nothing for a tenant without fan-out or reset since then', async (store) => {
      const enqueue = (since: number) =>
        store.enqueue({ tenantId: NORTHWAY, since: position(since), deliveries: [fresh('a')] });
      expect(await enqueue(0)).toBeUndefined();
      await store.fanOut(NORTHWAY, through(1, 5), [fresh('b')]);
      expect(await enqueue(0)).toBeUndefined();
      expect(await enqueue(6)).toBeUndefined();
      expect(await statesIn(store)).toEqual({ b: 'pending' });
      expect(await enqueue(5)).toHaveLength(1);
    });

    testStore('deletes everything of a tenant after a reset', async (store) => {
      await store.fanOut(NORTHWAY, through(1), [fresh('a'), fresh('b')]);
      await store.fanOut(REDLINE, through(1), [fresh('c')]);
      await store.changeHealth(HOOKS, (before) => ({ ...before, lastError: 'no' }));
      await store.changeHealth({ ...HOOKS, tenantId: REDLINE }, (before) => ({ ...before, lastError: 'theirs' }));
      await store.settle('dlv_b', tried(200), undefined);
      await claimAll(store, 0, 1);
      const took = await store.fanOut(NORTHWAY, through(0, 9), [fresh('b')]);
      expect(took).toMatchObject([{ deliveryId: 'dlv_b', sequence: 4, attemptCount: 0 }]);
      expect(await statesIn(store)).toEqual({ b: 'pending', c: 'pending' });
      expect(await store.attemptsOf('dlv_b')).toEqual([]);
      expect(await store.healthOf(HOOKS)).toEqual(untried);
      expect(await store.healthOf({ ...HOOKS, tenantId: REDLINE })).toMatchObject({ lastError: 'theirs' });
      expect(await store.settle('dlv_a', tried(200), delivered)).toBeUndefined();
      expect(await claimAll(store, 0)).toEqual(['dlv_b']);
    });

    testStore('claims due deliveries, sandbox clock first, by instant and then by sequence', async (store) => {
      const dues = { a: onRealClock(1), b: onSandboxClock(3), c: onSandboxClock(2), d: onSandboxClock(3) };
      await store.fanOut(
        NORTHWAY,
        through(1),
        Object.entries({ ...dues, e: onSandboxClock(4), f: onRealClock(4) }).map(([id, due]) => fresh(id, { due })),
      );
      const first = await store.claim({ ...HOOKS, now: at(3), room: 2 });
      expect(first).toStrictEqual([
        { delivery: await store.find('dlv_c'), due: dues.c, body: fresh('c').body },
        { delivery: await store.find('dlv_b'), due: dues.b, body: fresh('b').body },
      ]);
      expect(first[0]?.delivery).toMatchObject({ state: 'sending', due: null, attemptCount: 0 });
      expect(await claimAll(store, 3)).toEqual(['dlv_d', 'dlv_a']);
      expect(await claimAll(store, 3)).toEqual([]);
      expect(await claimAll(store, 4)).toEqual(['dlv_e', 'dlv_f']);
    });

    testStore('claims only deliveries of the given destination and tenant', async (store) => {
      await store.fanOut(NORTHWAY, through(1), [fresh('a'), fresh('b', { destinationId: OTHER.destinationId })]);
      expect(await claimAll(store, 0, 100, { ...HOOKS, tenantId: REDLINE })).toEqual([]);
      expect(await claimAll(store, 0, 100, OTHER)).toEqual(['dlv_b']);
      expect(await claimAll(store, 0, 0)).toEqual([]);
      expect(await claimAll(store, 0)).toEqual(['dlv_a']);
    });

    testStore('releases a claimed delivery unchanged', async (store) => {
      await store.fanOut(NORTHWAY, through(1), [fresh('a', { due: onSandboxClock(5) }), fresh('b')]);
      const before = await store.page({ limit: 10 });
      await claimAll(store, 5);
      await store.release(['dlv_a', 'dlv_b', 'dlv_nobody']);
      expect(await store.page({ limit: 10 })).toStrictEqual(before);
      await store.settle('dlv_b', tried(200), delivered);
      await store.release(['dlv_b']); // no longer claimed
      expect(await statesIn(store)).toEqual({ a: 'pending', b: 'delivered' });
    });

    testStore('records numbered attempts with the new state of the delivery', async (store) => {
      await store.fanOut(NORTHWAY, through(1), [fresh('a')]);
      await claimAll(store, 0);
      const due = onSandboxClock(9);
      const failed = await store.settle('dlv_a', tried(503), { state: 'pending', due });
      expect(failed?.attempt).toStrictEqual({ n: 1, ...tried(503) });
      expect(failed?.delivery).toStrictEqual(await store.find('dlv_a'));
      expect(failed?.delivery).toMatchObject({ state: 'pending', due, attemptCount: 1, step: 1, lastStatus: 503 });
      expect(failed?.delivery.lastError).toBe('no: 503');

      expect(await claimAll(store, 8)).toEqual([]);
      expect(await claimAll(store, 9)).toEqual(['dlv_a']);
      const ended = await store.settle('dlv_a', tried(200), delivered);
      expect(ended?.delivery).toMatchObject({ state: 'delivered', due: null, endedAtMs: 7, step: 2, lastError: null });
      expect(await store.attemptsOf('dlv_a')).toStrictEqual([failed?.attempt, ended?.attempt]);
      expect(await store.settle('dlv_nobody', tried(200), delivered)).toBeUndefined();
    });

    testStore('keeps the state and schedule of a delivery after a replay', async (store) => {
      await store.fanOut(NORTHWAY, through(1), [fresh('a', { due: onSandboxClock(5) }), fresh('b')]);
      await claimAll(store, 0);
      const replayed = await store.settle('dlv_a', tried(null, { trigger: 'replay' }), undefined);
      expect(replayed?.delivery).toMatchObject({ state: 'pending', due: onSandboxClock(5), attemptCount: 1, step: 0 });
      expect(replayed?.delivery).toMatchObject({ lastStatus: null, lastError: 'no: null' });
      await store.settle('dlv_b', tried(200, { trigger: 'replay' }), undefined);
      expect(await statesIn(store)).toEqual({ a: 'pending', b: 'sending' });
      expect((await store.settle('dlv_b', tried(200), delivered))?.attempt.n).toBe(2);
    });

    testStore('requeues deliveries in any state except with an attempt in flight', async (store) => {
      await store.fanOut(NORTHWAY, through(1), [fresh('a'), fresh('b', { due: null }), fresh('c')]);
      await claimAll(store, 0, 1);
      await store.settle('dlv_a', tried(500), exhausted);
      await claimAll(store, 0);
      const due = onRealClock(3);
      const deliveryIds = ['dlv_a', 'dlv_b', 'dlv_c', 'dlv_a', 'dlv_nobody'];
      expect(await queueAgain(store, deliveryIds, due)).toEqual([]);
      expect(await store.find('dlv_a')).toMatchObject({ state: 'pending', due, attemptCount: 1, step: 0 });
      expect(await store.find('dlv_a')).toMatchObject({ endedAtMs: null, lastStatus: 500 });
      expect(await statesIn(store)).toEqual({ a: 'pending', b: 'pending', c: 'sending' });
      expect(await claimAll(store, 3)).toEqual(['dlv_a', 'dlv_b']);
    });

    testStore('skips waiting deliveries of a disabled destination', async (store) => {
      const elsewhere = fresh('d', { destinationId: OTHER.destinationId });
      await store.fanOut(NORTHWAY, through(1), [
        fresh('a'),
        fresh('b'),
        fresh('c', { due: onRealClock(9) }),
        elsewhere,
      ]);
      await claimAll(store, 0, 1);
      expect(await store.skipWaiting(HOOKS, sandboxMs(6))).toBe(2);
      expect(await statesIn(store)).toEqual({ a: 'sending', b: 'skipped', c: 'skipped', d: 'pending' });
      expect(await store.find('dlv_b')).toMatchObject({ due: null, endedAtMs: 6, attemptCount: 0 });
      expect(await claimAll(store, 99)).toEqual([]);
      expect(await store.skipWaiting(HOOKS, sandboxMs(6))).toBe(0);

      await store.fanOut(NORTHWAY, through(9), [fresh('later', { atMs: 9 })]);
      expect(await store.skipWaiting(HOOKS, sandboxMs(6))).toBe(1);
      expect((await store.find('dlv_later'))?.endedAtMs).toBe(9);
    });

    testStore('returns the earliest due instants of the given destinations on each clock', async (store) => {
      await store.fanOut(NORTHWAY, through(1), [
        fresh('a', { due: onSandboxClock(5) }),
        fresh('b', { due: onSandboxClock(3) }),
        fresh('c', { due: onRealClock(4), destinationId: OTHER.destinationId }),
        fresh('d', { due: onSandboxClock(1), destinationId: 'dst_paused' }),
      ]);
      expect(await store.nextDue([HOOKS, OTHER])).toEqual({ sandboxMs: sandboxMs(3), realMs: realMs(4) });
      expect(await store.nextDue([OTHER])).toEqual({ realMs: realMs(4) });
      expect(await store.nextDue([])).toEqual({});
      await claimAll(store, 3);
      expect(await store.nextDue([HOOKS])).toEqual({ sandboxMs: sandboxMs(5) });
    });

    testStore('makes late deliveries of one destination due now on the sandbox clock', async (store) => {
      await store.fanOut(NORTHWAY, through(1), [
        fresh('a', { due: onSandboxClock(5) }),
        fresh('b', { due: onSandboxClock(50) }),
        fresh('c', { due: onRealClock(5) }),
        fresh('d', { due: onSandboxClock(5), destinationId: OTHER.destinationId }),
      ]);
      expect(await store.catchUp(HOOKS, at(20))).toBe(1);
      expect(await store.catchUp(HOOKS, at(20))).toBe(0);
      const dues = (await store.page({ limit: 10 })).items.map(({ due }) => due);
      expect(dues).toEqual([onSandboxClock(5), onRealClock(5), onSandboxClock(50), onSandboxClock(20)]);
      expect(await claimAll(store, 19)).toEqual(['dlv_c']);
      expect(await claimAll(store, 20)).toEqual(['dlv_a']);
    });

    testStore('requeues interrupted deliveries after a start and makes late ones due now', async (store) => {
      await store.fanOut(NORTHWAY, through(1), [fresh('a'), fresh('b', { due: onSandboxClock(2) }), fresh('c')]);
      await claimAll(store, 0);
      await store.settle('dlv_a', tried(200), delivered);
      expect(await store.recover(at(20))).toBe(1);
      expect(await statesIn(store)).toEqual({ a: 'delivered', b: 'pending', c: 'pending' });
      expect(await store.nextDue([HOOKS])).toEqual({ sandboxMs: sandboxMs(20) });
      expect(await claimAll(store, 20)).toEqual(['dlv_b', 'dlv_c']);
    });

    testStore('pages deliveries newest first, and the pages together are the list', async (store) => {
      const names = Array.from({ length: 7 }, (_, n) => `n${n}`);
      await store.fanOut(
        NORTHWAY,
        through(1),
        names.map((name) => fresh(name)),
      );
      const whole = await store.page({ limit: 7 });
      expect(whole.hasMore).toBe(false);
      expect(whole.items.map(({ sequence }) => sequence)).toEqual([7, 6, 5, 4, 3, 2, 1]);

      const first = await store.page({ limit: 3 });
      await store.fanOut(NORTHWAY, through(2), [fresh('later')]);
      const second = await store.page({ limit: 3, beforeSequence: 5 });
      const third = await store.page({ limit: 3, beforeSequence: 2 });
      expect([first.hasMore, second.hasMore, third.hasMore]).toEqual([true, true, false]);
      expect([first, second, third].flatMap(({ items }) => items)).toStrictEqual(whole.items);
    });

    testStore('finds deliveries by each member of a query and by all together', async (store) => {
      await store.fanOut(NORTHWAY, through(1), [
        fresh('a', { atMs: 10, terminalId: 'NW1', type: 'cash_out' }),
        fresh('b', { atMs: 20, terminalId: null }),
        fresh('c', { atMs: 30, destinationId: OTHER.destinationId }),
        fresh('d', { atMs: 40, due: null }),
      ]);
      await store.fanOut(REDLINE, through(1), [fresh('e', { atMs: 20, terminalId: 'NW1' })]);
      await claimAll(store, 0);
      await store.settle('dlv_a', tried(404), { state: 'pending', due: onSandboxClock(99) });
      await store.settle('dlv_b', tried(null), exhausted);
      const found = async (query: Partial<Parameters<DeliveryStore['page']>[0]>) =>
        (await store.page({ limit: 9, ...query })).items.map(({ deliveryId }) => deliveryId.slice(4)).join('');

      expect(await found({})).toBe('edcba');
      expect(await found({ tenantId: NORTHWAY })).toBe('dcba');
      expect(await found({ destinationIds: ['dst_other'] })).toBe('c');
      expect(await found({ destinationIds: ['dst_other', 'dst_hooks'], tenantId: NORTHWAY })).toBe('dcba');
      expect(await found({ destinationIds: [] })).toBe('');
      expect(await found({ type: 'cash_out' })).toBe('a');
      expect(await found({ terminalId: 'NW1' })).toBe('ea');
      expect(await found({ eventId: 'evt_c' })).toBe('c');
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
        through(1),
        ['a', 'b', 'c', 'd'].map((name) => fresh(name)),
      );
      await store.settle('dlv_a', tried(200), delivered);
      await store.settle('dlv_b', tried(200, { isIncomplete: true }), exhausted);
      await store.settle('dlv_c', tried(503, { isIncomplete: true }), exhausted);
      const found = async (statusClass: number) =>
        (await store.page({ statusClass, limit: 10 })).items.map(({ deliveryId }) => deliveryId);
      expect(await found(2)).toEqual(['dlv_a']);
      expect(await found(5)).toEqual(['dlv_c']);
      expect(await found(0)).toEqual(['dlv_b']);
    });

    test('skips the oldest waiting deliveries beyond the limit of a destination, and they can be recovered', async () => {
      const store = open({ endedDeliveries: 99, batch: 1, waitingPerDestination: 3 });
      const names = ['a', 'b', 'c', 'd', 'e'];
      await store.fanOut(NORTHWAY, through(1), [fresh('other', { destinationId: OTHER.destinationId })]);
      const took = await store.fanOut(
        NORTHWAY,
        through(1),
        names.map((name, n) => fresh(name, { atMs: 10 + n })),
      );
      expect(took).toHaveLength(5);
      expect(await statesIn(store)).toEqual({
        ...{ a: 'skipped', b: 'skipped', c: 'pending', d: 'pending', e: 'pending', other: 'pending' },
      });
      expect(await store.find('dlv_a')).toMatchObject({ due: null, endedAtMs: 14, lastError: null });
      expect([await store.roomFor(HOOKS), await store.roomFor(OTHER)]).toEqual([0, 2]);

      expect(await claimAll(store, 0, 2)).toEqual(['dlv_c', 'dlv_d']);
      expect(await store.roomFor(HOOKS)).toBe(2);
      await queueAgain(store, ['dlv_a'], onSandboxClock(0));
      await store.fanOut(NORTHWAY, through(1), [fresh('f', { atMs: 20 }), fresh('g', { atMs: 20 })]);
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
      const says = 'x'.repeat(4000);
      const end = async (name: string, atMs: number): Promise<void> => {
        await store.settle(`dlv_${name}`, tried(200, { says }), { state: 'delivered', endedAtMs: sandboxMs(atMs) });
      };
      await store.fanOut(REDLINE, through(1), [fresh('r')]);
      await store.settle('dlv_r', tried(200, { says }), { state: 'delivered', endedAtMs: sandboxMs(0) });
      await store.fanOut(
        NORTHWAY,
        through(1),
        ['a', 'b', 'c', 'd', 'e'].map((name) => fresh(name)),
      );
      await claimAll(store, 0, 1);
      for (const [n, name] of ['b', 'c', 'd'].entries()) await end(name, 9 - n);
      expect(Object.keys(await statesIn(store)).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'r']);

      await store.fanOut(NORTHWAY, through(2), [{ ...fresh('f'), body: 'y'.repeat(10_000) }]);
      expect(Object.keys(await statesIn(store)).toSorted()).toEqual(['a', 'b', 'e', 'f', 'r']);
      await store.fanOut(NORTHWAY, through(3), [{ ...fresh('g'), body: 'y'.repeat(10_000) }]);
      expect(await statesIn(store)).toEqual({ a: 'sending', g: 'pending', r: 'delivered' });
      expect(await store.bodyOf('dlv_f')).toBeUndefined();
      await store.fanOut(NORTHWAY, through(1, 5), [fresh('h')]);
      expect(await statesIn(store)).toEqual({ h: 'pending', r: 'delivered' });
    });

    testStore('stores the health of a destination', async (store) => {
      const failing = {
        ...{ failingSinceMs: sandboxMs(3), failingSinceRealMs: realMs(4), exhaustedSince: 2 },
        ...{ lastSuccessMs: sandboxMs(1), lastError: 'no' },
      };
      expect(await store.changeHealth(HOOKS, () => failing)).toStrictEqual(failing);
      expect(await store.healthOf(HOOKS)).toStrictEqual(failing);
      expect(await store.healthOf(OTHER)).toStrictEqual(untried);
      await store.changeHealth(HOOKS, (before) => ({ ...before, exhaustedSince: before.exhaustedSince + 1 }));
      expect(await store.healthOf(HOOKS)).toStrictEqual({ ...failing, exhaustedSince: 3 });
    });

    testStore('drops the bodies and response bodies of ended deliveries of old events', async (store) => {
      await store.fanOut(NORTHWAY, through(1), [
        fresh('a', { atMs: 1 }),
        fresh('b', { atMs: 5 }),
        fresh('c', { atMs: 1, due: null }),
        fresh('d', { atMs: 1, due: onSandboxClock(9) }),
      ]);
      await claimAll(store, 0);
      for (const id of ['dlv_a', 'dlv_b']) await store.settle(id, tried(200, { says: 'secret' }), delivered);
      expect(await store.forgetBodies(sandboxMs(5))).toBe(2);
      const bodies = await Promise.all(['a', 'b', 'c', 'd'].map((name) => store.bodyOf(`dlv_${name}`)));
      expect(bodies).toEqual([null, fresh('b').body, null, fresh('d').body]);
      const [attempt] = await store.attemptsOf('dlv_a');
      const { response } = tried(200);
      expect(attempt).toStrictEqual({ n: 1, ...tried(200), response: { ...response, body: '', isTruncated: true } });
      expect((await store.attemptsOf('dlv_b'))[0]?.response?.body).toBe('secret');
      expect(await store.forgetBodies(sandboxMs(5))).toBe(0);
      await queueAgain(store, ['dlv_a', 'dlv_b'], onSandboxClock(0));
      expect(await store.forgetBodies(sandboxMs(6))).toBe(0); // b waits again
    });

    test('deletes the longest ended deliveries in batches, but never waiting ones', async () => {
      const store = open({ endedDeliveries: 2, batch: 2 });
      await store.fanOut(NORTHWAY, through(1), [fresh('waits', { due: onSandboxClock(99) })]);
      const end = async (name: string, atMs: number) => {
        await store.fanOut(NORTHWAY, through(1), [fresh(name)]);
        await claimAll(store, 0);
        await store.settle(`dlv_${name}`, tried(200), { state: 'delivered', endedAtMs: sandboxMs(atMs) });
      };
      await end('a', 9);
      await end('b', 1);
      await end('c', 3);
      await end('d', 3);
      expect(Object.keys(await statesIn(store)).toSorted()).toEqual(['a', 'b', 'c', 'd', 'waits']);
      await end('e', 2);
      expect(Object.keys(await statesIn(store)).toSorted()).toEqual(['a', 'd', 'waits']);
      expect(await store.attemptsOf('dlv_b')).toEqual([]);
      expect(await store.bodyOf('dlv_b')).toBeUndefined();
      expect(await store.fanOut(NORTHWAY, through(1), [fresh('b')])).toMatchObject([{ sequence: 7 }]);
    });
  });
}
