import { describe, expect, test } from 'vitest';
import { nodeTimers, type Timers } from '../../../../base/timers.ts';
import { createStorageError } from '../../../storage/testing/storage-faults.ts';
import type { DeliveryStore, DestinationKey } from '../../store/delivery-store.ts';
import { MemoryDeliveryStore } from '../../store/memory-store.ts';
import { replaceMethods } from '../../testing/changed-stores.ts';
import {
  createFanOutProgress,
  createNewDelivery,
  createNow,
  dueOnRealClock,
  HOOKS_KEY,
  NORTHWAY,
  OTHER_KEY,
  REDLINE,
} from '../../testing/deliveries.ts';
import { createRecordingListener, settleAsDelivered } from '../../testing/listeners.ts';
import { createTarget, findTargetIn } from '../../testing/targets.ts';
import type { DeliveryTarget } from '../target.ts';
import { ListenerDispatcher } from './listener-dispatcher.ts';
import { ListenerRegistry } from './listener-registry.ts';

const TAKEN = {
  response: { status: 200, statusText: '200 OK', headers: {}, body: '', isTruncated: false },
  error: null,
  totalMs: 1,
};

/** Returns a dispatcher with a store in memory. */
function createTestDispatcher(
  targets: readonly DeliveryTarget[] = [createListenerTarget()],
  store: DeliveryStore = new MemoryDeliveryStore(),
  timers: Timers = nodeTimers,
) {
  const listeners = new ListenerRegistry();
  const faults: unknown[] = [];
  const world = { realMs: 0 };
  const listenerDispatcher = new ListenerDispatcher({
    timers,
    store,
    listeners,
    findTarget: findTargetIn(() => targets),
    now: () => createNow(world.realMs),
    settle: settleAsDelivered(store),
    retryWrite: (write) => write(),
    realDelayUntil: ({ atMs }) => atMs - world.realMs,
    onFault: (fault) => faults.push(fault),
  });
  return { listenerDispatcher, store, listeners, faults, world };
}

const createListenerTarget = (key = HOOKS_KEY, rest: Partial<DeliveryTarget> = {}): DeliveryTarget =>
  createTarget(key, { kind: 'listener', url: null, ...rest });

describe('a listener dispatcher', () => {
  test('pushes one delivery at a time, each after the report for the previous one', async () => {
    const { listenerDispatcher, store, listeners } = createTestDispatcher();
    const { listener, pushed, next } = createRecordingListener();
    listeners.connect(HOOKS_KEY, listener);
    await store.fanOut(NORTHWAY, createFanOutProgress(0), [
      createNewDelivery('1'),
      createNewDelivery('2'),
      createNewDelivery('3'),
    ]);
    listenerDispatcher.wake();
    listenerDispatcher.wake();
    for (const name of ['1', '2', '3']) {
      const { deliveryId, attemptToken, attempt, trigger } = await next();
      expect({ deliveryId, attempt, trigger }).toEqual({ deliveryId: `dlv_${name}`, attempt: 1, trigger: 'scheduled' });
      expect(await listenerDispatcher.report(deliveryId, attemptToken, TAKEN)).toBe(true);
    }
    expect(pushed).toHaveLength(3);
    expect((await store.listPage({ states: ['delivered'], limit: 5 })).items).toHaveLength(3);
  });

  test('gives up a sample if the listener does not report, and pushes the next delivery', async () => {
    const rings: (() => void)[] = [];
    const timers: Timers = { set: (run) => rings.push(run), clear: () => undefined };
    const { listenerDispatcher, store, listeners } = createTestDispatcher(undefined, undefined, timers);
    const { listener, next } = createRecordingListener();
    listeners.connect(HOOKS_KEY, listener);
    const [sample] = await store.fanOut(NORTHWAY, createFanOutProgress(0), [createNewDelivery('s', { due: null })]);
    const made = listenerDispatcher.makeAttempt(createListenerTarget(), {
      delivery: sample ?? expect.fail(),
      body: '{}',
      trigger: 'test',
    });
    const unanswered = await next();
    for (const ring of rings.splice(0)) ring();
    expect(await made).toBeUndefined();
    expect(await listenerDispatcher.report(unanswered.deliveryId, unanswered.attemptToken, TAKEN)).toBe(false);
    await store.fanOut(NORTHWAY, createFanOutProgress(0), [createNewDelivery('1')]);
    listenerDispatcher.wake();
    expect((await next()).deliveryId).toBe('dlv_1');
  });

  test('pushes an unreported delivery to the next listener as the same attempt with another token', async () => {
    const { listenerDispatcher, store, listeners } = createTestDispatcher();
    const [first, second] = [createRecordingListener(), createRecordingListener()];
    listeners.connect(HOOKS_KEY, first.listener);
    await store.fanOut(NORTHWAY, createFanOutProgress(0), [createNewDelivery('1')]);
    listenerDispatcher.wake();
    const before = await first.next();
    listeners.disconnect(HOOKS_KEY, first.listener);
    await listenerDispatcher.requeueUnreported(HOOKS_KEY);
    expect(await listenerDispatcher.report(before.deliveryId, before.attemptToken, TAKEN)).toBe(false);

    listeners.connect(HOOKS_KEY, second.listener);
    listenerDispatcher.wake();
    const after = await second.next();
    expect(after).toMatchObject({ deliveryId: before.deliveryId, attempt: before.attempt });
    expect(after.attemptToken).not.toBe(before.attemptToken);
    expect(await listenerDispatcher.report(after.deliveryId, after.attemptToken, TAKEN)).toBe(true);
  });

  test('lets the listener repeat a report that could not be recorded', async () => {
    const memory = new MemoryDeliveryStore();
    const disk = { isFull: true };
    const { listenerDispatcher, store, listeners } = createTestDispatcher(
      undefined,
      replaceMethods(memory, {
        settle: (...given) => (disk.isFull ? Promise.reject(createStorageError()) : memory.settle(...given)),
      }),
    );
    const { listener, next, pushed } = createRecordingListener();
    listeners.connect(HOOKS_KEY, listener);
    await store.fanOut(NORTHWAY, createFanOutProgress(0), [createNewDelivery('1'), createNewDelivery('2')]);
    listenerDispatcher.wake();
    const { deliveryId, attemptToken } = await next();
    const refused = listenerDispatcher.report(deliveryId, attemptToken, TAKEN);
    listenerDispatcher.wake(); // while it is being recorded
    await expect(refused).rejects.toThrow('disk is full');
    expect(pushed).toHaveLength(1);
    disk.isFull = false;
    expect(await listenerDispatcher.report(deliveryId, attemptToken, TAKEN)).toBe(true);
    expect(await listenerDispatcher.report(deliveryId, attemptToken, TAKEN)).toBe(false);
    expect(await store.listAttempts(deliveryId)).toHaveLength(1);
    expect((await next()).deliveryId).toBe('dlv_2');
  });

  test('requeues a delivery if its report could not be recorded and the listener has left', async () => {
    const gate = Promise.withResolvers<void>();
    const memory = new MemoryDeliveryStore();
    const { listenerDispatcher, store, listeners } = createTestDispatcher(
      undefined,
      replaceMethods(memory, {
        settle: async () => {
          await gate.promise;
          throw createStorageError();
        },
      }),
    );
    const [first, second] = [createRecordingListener(), createRecordingListener()];
    listeners.connect(HOOKS_KEY, first.listener);
    await store.fanOut(NORTHWAY, createFanOutProgress(0), [createNewDelivery('1')]);
    listenerDispatcher.wake();
    const { deliveryId, attemptToken } = await first.next();
    const refused = listenerDispatcher.report(deliveryId, attemptToken, TAKEN);
    listeners.disconnect(HOOKS_KEY, first.listener);
    await listenerDispatcher.requeueUnreported(HOOKS_KEY);
    listeners.connect(HOOKS_KEY, second.listener);
    gate.resolve();
    await expect(refused).rejects.toThrow('disk is full');
    expect((await second.next()).deliveryId).toBe('dlv_1');
  });

  test('pushes nothing to a listener that was replaced during the lookup', async () => {
    const gate = Promise.withResolvers<void>();
    const memory = new MemoryDeliveryStore();
    const { listenerDispatcher, store, listeners } = createTestDispatcher(
      undefined,
      replaceMethods(memory, {
        claim: async (request) => {
          const claimed = await memory.claim(request);
          await gate.promise;
          return claimed;
        },
      }),
    );
    const [first, second] = [createRecordingListener(), createRecordingListener()];
    await store.fanOut(NORTHWAY, createFanOutProgress(0), [createNewDelivery('1')]);
    listeners.connect(HOOKS_KEY, first.listener);
    listenerDispatcher.wake();
    listeners.connect(HOOKS_KEY, second.listener);
    listenerDispatcher.wake();
    gate.resolve();
    expect((await second.next()).deliveryId).toBe('dlv_1');
    expect(first.pushed).toEqual([]);
    expect(first.endings).toEqual(['replaced']);
  });

  test('does not miss a sample that is requested during a lookup', async () => {
    const gate = Promise.withResolvers<void>();
    const memory = new MemoryDeliveryStore();
    const { listenerDispatcher, store, listeners } = createTestDispatcher(
      undefined,
      replaceMethods(memory, {
        claim: async (request) => {
          await gate.promise;
          return memory.claim(request);
        },
      }),
    );
    const { listener, next } = createRecordingListener();
    listeners.connect(HOOKS_KEY, listener);
    const [delivery] = await store.fanOut(NORTHWAY, createFanOutProgress(0), [
      createNewDelivery('sample', { due: null }),
    ]);
    if (delivery === undefined) throw new Error('the sample was not added');
    listenerDispatcher.wake();
    const made = listenerDispatcher.makeAttempt(createListenerTarget(), { trigger: 'test', delivery, body: '{}' });
    gate.resolve();
    const { attemptToken, trigger, body } = await next();
    expect({ trigger, body }).toEqual({ trigger: 'test', body: '{}' });
    await listenerDispatcher.report('dlv_sample', attemptToken, TAKEN);
    expect(await made).toMatchObject({ trigger: 'test', error: null });
  });

  test('wakes for each due instant of each destination', async () => {
    const { listenerDispatcher, store, listeners, world } = createTestDispatcher([
      createListenerTarget(),
      createListenerTarget(OTHER_KEY),
    ]);
    const [one, other] = [createRecordingListener(), createRecordingListener()];
    listeners.connect(HOOKS_KEY, one.listener);
    listeners.connect(OTHER_KEY, other.listener);
    const due = (name: string, ms: number, destinationId = HOOKS_KEY.destinationId) =>
      createNewDelivery(name, { due: dueOnRealClock(ms), destinationId });
    await store.fanOut(NORTHWAY, createFanOutProgress(0), [
      due('a', 5),
      due('b', 10),
      due('c', 12, OTHER_KEY.destinationId),
      due('d', 15),
    ]);
    listenerDispatcher.wake();
    world.realMs = 5;
    const a = await one.next();
    await listenerDispatcher.report(a.deliveryId, a.attemptToken, TAKEN);
    world.realMs = 12;
    const [b, c] = [await one.next(), await other.next()];
    expect([a, b, c].map(({ deliveryId }) => deliveryId)).toEqual(['dlv_a', 'dlv_b', 'dlv_c']);
    await listenerDispatcher.report(b.deliveryId, b.attemptToken, TAKEN);
    world.realMs = 15;
    expect((await one.next()).deliveryId).toBe('dlv_d');
    listenerDispatcher.close();
  });

  test('distinguishes destinations of two tenants with equal ids', async () => {
    const namesake: DestinationKey = { tenantId: REDLINE, destinationId: HOOKS_KEY.destinationId };
    const { listenerDispatcher, store, listeners } = createTestDispatcher([
      createListenerTarget(),
      createListenerTarget(namesake),
    ]);
    const [ours, theirs] = [createRecordingListener(), createRecordingListener()];
    listeners.connect(HOOKS_KEY, ours.listener);
    listeners.connect(namesake, theirs.listener);
    expect(ours.endings).toEqual([]);
    await store.fanOut(NORTHWAY, createFanOutProgress(0), [createNewDelivery('ours')]);
    await store.fanOut(REDLINE, createFanOutProgress(0), [createNewDelivery('theirs')]);
    listenerDispatcher.wake();
    const [one, other] = [await ours.next(), await theirs.next()];
    expect([one.deliveryId, other.deliveryId]).toEqual(['dlv_ours', 'dlv_theirs']);

    listeners.disconnect(namesake, theirs.listener);
    await listenerDispatcher.requeueUnreported(namesake);
    expect(await listenerDispatcher.report(one.deliveryId, one.attemptToken, TAKEN)).toBe(true);
    expect(await listenerDispatcher.report(other.deliveryId, other.attemptToken, TAKEN)).toBe(false);
    const [sample] = await store.fanOut(NORTHWAY, createFanOutProgress(0), [
      createNewDelivery('sample', { due: null }),
    ]);
    const extra = { trigger: 'test', delivery: sample ?? expect.fail(), body: '{}' } as const;
    expect(await listenerDispatcher.makeAttempt(createListenerTarget(namesake), extra)).toBeUndefined();
  });

  test('pushes a replay, but no due deliveries, to a paused destination', async () => {
    const { listenerDispatcher, store, listeners } = createTestDispatcher([
      createListenerTarget(HOOKS_KEY, { isSending: false }),
    ]);
    const { listener, pushed, next } = createRecordingListener();
    listeners.connect(HOOKS_KEY, listener);
    const [delivery] = await store.fanOut(NORTHWAY, createFanOutProgress(0), [
      createNewDelivery('1'),
      createNewDelivery('2'),
    ]);
    if (delivery === undefined) throw new Error('nothing was added');
    listenerDispatcher.wake();
    const made = listenerDispatcher.makeAttempt(createListenerTarget(), {
      trigger: 'replay',
      delivery,
      body: 'as before',
    });
    const { attemptToken, trigger } = await next();
    expect(trigger).toBe('replay');
    await listenerDispatcher.report('dlv_1', attemptToken, TAKEN);
    expect(await made).toMatchObject({ trigger: 'replay' });
    expect(pushed).toHaveLength(1);
  });

  test('makes no extra attempt without a listener, and gives up one whose listener leaves', async () => {
    const { listenerDispatcher, store, listeners } = createTestDispatcher();
    const [delivery] = await store.fanOut(NORTHWAY, createFanOutProgress(0), [createNewDelivery('1', { due: null })]);
    if (delivery === undefined) throw new Error('nothing was added');
    const extra = { trigger: 'replay', delivery, body: '{}' } as const;
    expect(await listenerDispatcher.makeAttempt(createListenerTarget(), extra)).toBeUndefined();
    const { listener, next } = createRecordingListener();
    listeners.connect(HOOKS_KEY, listener);
    const made = listenerDispatcher.makeAttempt(createListenerTarget(), extra);
    await next();
    listeners.disconnect(HOOKS_KEY, listener);
    await listenerDispatcher.requeueUnreported(HOOKS_KEY);
    expect(await made).toBeUndefined();
  });
});
