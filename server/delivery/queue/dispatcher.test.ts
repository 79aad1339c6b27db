import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Timers } from '../../../base/timers.ts';
import { openDataDirectory } from '../../storage/data-directory.ts';
import { createStorageError, fillDisk } from '../../storage/testing/storage-faults.ts';
import { realMs, sandboxMs } from '../../world/state/time.ts';
import type { DeliveryAttempt, Due } from '../delivery.ts';
import type { Send, SendOutcome } from '../network/sender.ts';
import type { DeliveryStore, DestinationKey } from '../store/delivery-store.ts';
import { MemoryDeliveryStore } from '../store/memory-store.ts';
import { SqliteDeliveryStore } from '../store/sqlite-store.ts';
import { parseReference } from '../store/transitions.ts';
import { replaceMethods } from '../testing/changed-stores.ts';
import {
  createFanOutProgress,
  createNewDelivery,
  createNow,
  dueOnRealClock,
  dueOnSandboxClock,
  HOOKS_KEY,
  NORTHWAY,
  OTHER_KEY,
} from '../testing/deliveries.ts';
import {
  createRecordingSender,
  createResponseOutcome,
  createTarget,
  findTargetIn,
  REFUSED_OUTCOME,
} from '../testing/targets.ts';
import { DeliveryDispatcher, type DispatcherOptions } from './dispatcher.ts';
import type { DeliveryTarget } from './target.ts';

/** Timers that fire when a test moves the clock. */
class TestTimers implements Timers {
  nowMs = 0;
  private timers: { readonly run: () => void; readonly atMs: number }[] = [];

  set(run: () => void, delayMs: number): unknown {
    const timer = { run, atMs: this.nowMs + delayMs };
    this.timers.push(timer);
    return timer;
  }

  clear(timer: unknown): void {
    this.timers = this.timers.filter((one) => one !== timer);
  }

  get delays(): readonly number[] {
    return this.timers.map(({ atMs }) => atMs - this.nowMs);
  }

  advance(ms: number): void {
    this.nowMs += ms;
    const due = this.timers.filter(({ atMs }) => atMs <= this.nowMs);
    this.timers = this.timers.filter((one) => !due.includes(one));
    for (const { run } of due) run();
  }
}

/** A dispatcher over memory, with a sandbox clock that the test sets. */
function createTestDispatcher(options: Partial<DispatcherOptions> = {}, targets: DeliveryTarget[] = [createTarget()]) {
  const timers = new TestTimers();
  const world = { sandboxMs: 0, targets, isRunning: false };
  const settled: DeliveryAttempt[] = [];
  const faults: unknown[] = [];
  const store = options.store ?? new MemoryDeliveryStore();
  const { send, sent } = createRecordingSender(() => createResponseOutcome(200));
  const untilDue = ({ clock, atMs }: Due): number | undefined => {
    if (clock === 'real') return atMs - timers.nowMs;
    return world.isRunning ? atMs - world.sandboxMs : undefined;
  };
  const dispatcher = new DeliveryDispatcher({
    store,
    listTargets: () => world.targets,
    findTarget: findTargetIn(() => world.targets),
    now: () => ({ sandboxMs: sandboxMs(world.sandboxMs), realMs: realMs(timers.nowMs) }),
    realDelayUntil: untilDue,
    send,
    reportFailures: async (key, { disabledReason }) => {
      if (disabledReason === null) return;
      disabled.push(disabledReason);
      world.targets = world.targets.map((target) =>
        target.key.destinationId === key.destinationId ? { ...target, isSending: false, isDisabled: true } : target,
      );
    },
    onSettled: (_, attempt) => settled.push(attempt),
    onFault: (fault) => faults.push(fault),
    timers,
    ...options,
  });
  const disabled: string[] = [];
  return { dispatcher, store, world, timers, sent, settled, faults, disabled };
}

const queueDeliveries = (
  store: DeliveryStore,
  names: readonly string[],
  { key = HOOKS_KEY, due }: { key?: DestinationKey; due?: Due } = {},
) =>
  store.fanOut(
    key.tenantId,
    createFanOutProgress(1),
    names.map((name) => createNewDelivery(name, { destinationId: key.destinationId, ...(due && { due }) })),
  );

const listNames = (count: number, prefix = 'n'): readonly string[] =>
  Array.from({ length: count }, (_, n) => `${prefix}${n}`);

/** Responses that a test gives one by one. */
function createManualSender() {
  const waiting: { readonly url: string; readonly answer: (outcome: SendOutcome) => void }[] = [];
  const send: Send = ({ url }) => new Promise((answer) => waiting.push({ url, answer }));
  const toUrl = (url: string) => waiting.filter((one) => one.url === url);
  return { send, waiting, toUrl };
}

/** Waits for everything that needs neither a response nor a clock. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a dispatcher', () => {
  test('sends due deliveries when woken, and records them', async () => {
    const { dispatcher, store, sent, settled, faults } = createTestDispatcher();
    await queueDeliveries(store, ['a', 'b']);
    await dispatcher.whenIdle();
    expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_a', 'evt_b']);
    expect(settled).toHaveLength(2);
    const { items } = await store.listPage({ limit: 9 });
    expect(items.map(({ state, lastStatus }) => [state, lastStatus])).toEqual([
      ['delivered', 200],
      ['delivered', 200],
    ]);
    expect(faults).toEqual([]);
  });

  test('is idle immediately when nothing is due', async () => {
    const { dispatcher, timers } = createTestDispatcher();
    await expect(dispatcher.whenIdle()).resolves.toBeUndefined();
    expect(timers.delays).toEqual([]);
  });

  test('makes all ten attempts of the standard schedule in one change of the clock, each at its instant', async () => {
    const { dispatcher, store, world, settled } = createTestDispatcher({
      send: createRecordingSender(() => createResponseOutcome(500)).send,
    });
    await queueDeliveries(store, ['a']);
    await dispatcher.whenIdle();
    expect(settled.map(({ n }) => n)).toEqual([1]);
    world.sandboxMs = 76 * 3_600_000;
    await dispatcher.whenIdle();
    expect(settled.map(({ atMs }) => atMs / 1000)).toEqual([
      0, 5, 305, 2105, 9305, 27305, 63305, 113705, 185705, 272105,
    ]);
    expect(await store.find('dlv_a')).toMatchObject({ state: 'exhausted', attemptCount: 10 });
  });

  test('makes the attempts of the fast schedule as real time passes, with one timer', async () => {
    const target = createTarget(HOOKS_KEY, { profile: 'fast' });
    const { dispatcher, store, timers, settled } = createTestDispatcher(
      { send: createRecordingSender(() => REFUSED_OUTCOME).send },
      [target],
    );
    await queueDeliveries(store, ['a'], { due: dueOnRealClock(0) });
    await dispatcher.whenIdle();
    for (const seconds of [1, 2, 4, 8, 16]) {
      expect(timers.delays).toEqual([seconds * 1000]);
      timers.advance(seconds * 1000);
      await dispatcher.whenIdle();
    }
    expect(settled.map(({ sentAtMs }) => sentAtMs)).toEqual([0, 1000, 3000, 7000, 15000, 31000]);
    expect(await store.find('dlv_a')).toMatchObject({ state: 'exhausted' });
    expect(timers.delays).toEqual([]);
  });

  test('wakes at the next instant while the sandbox clock runs, and never while it is frozen', async () => {
    const { dispatcher, store, world, timers, sent } = createTestDispatcher();
    await queueDeliveries(store, ['a'], { due: dueOnSandboxClock(4000) });
    await dispatcher.whenIdle();
    expect(timers.delays).toEqual([]);
    world.isRunning = true;
    await dispatcher.whenIdle();
    expect(timers.delays).toEqual([4000]);
    world.sandboxMs = 4000;
    timers.advance(4000);
    await settle();
    expect(sent).toHaveLength(1);
  });

  test('sends the next delivery as soon as one is settled', async () => {
    const { send, waiting } = createManualSender();
    const { dispatcher, store } = createTestDispatcher({ send, limits: { perDestination: 2 } });
    await queueDeliveries(store, listNames(4));
    dispatcher.wake();
    await settle();
    expect(waiting).toHaveLength(2);
    waiting[1]?.answer(createResponseOutcome(200));
    await settle();
    expect(waiting).toHaveLength(3);
    const idle = dispatcher.whenIdle();
    for (let n = 0; n < 4; n += 1) {
      waiting[n]?.answer(createResponseOutcome(200));
      await settle();
    }
    await idle;
    expect(waiting).toHaveLength(4);
  });

  test('obeys the limits and always allows the first delivery to each destination', async () => {
    const { send, waiting, toUrl } = createManualSender();
    const keys = listNames(6, 'dst_').map((destinationId) => ({ tenantId: NORTHWAY, destinationId }));
    const targets = keys.map((key) => createTarget(key));
    const { dispatcher, store } = createTestDispatcher({ send, limits: { perDestination: 3, total: 4 } }, targets);
    for (const key of keys) await queueDeliveries(store, listNames(5, key.destinationId), { key });
    dispatcher.wake();
    await settle();
    expect(waiting).toHaveLength(4 + 6);
    for (const { url } of targets) {
      expect(toUrl(url ?? '').length).toBeGreaterThanOrEqual(1);
      expect(toUrl(url ?? '').length).toBeLessThanOrEqual(3);
    }
  });

  test('sends all deliveries to a responsive destination while others hang', async () => {
    const hanging = listNames(30, 'dst_hang').map((destinationId) => ({ tenantId: NORTHWAY, destinationId }));
    const healthy = createTarget(OTHER_KEY);
    const { send: holdBack } = createManualSender();
    const seen: string[] = [];
    const send: Send = (request) => {
      if (request.url !== healthy.url) return holdBack(request);
      seen.push(request.headers['webhook-id'] ?? '');
      return Promise.resolve(createResponseOutcome(200));
    };
    const { dispatcher, store } = createTestDispatcher({ send }, [...hanging.map((key) => createTarget(key)), healthy]);
    for (const key of hanging) await queueDeliveries(store, listNames(8, key.destinationId), { key });
    dispatcher.wake();
    await settle();
    const names = listNames(40, 'h');
    await queueDeliveries(store, names, { key: OTHER_KEY });
    dispatcher.wake();
    for (let n = 0; n < 100; n += 1) await settle();
    expect(seen).toEqual(names.map((name) => `evt_${name}`));
  });

  test('sends nothing to paused destinations and listeners', async () => {
    const paused = createTarget(HOOKS_KEY, { isSending: false });
    const listener = createTarget(OTHER_KEY, { kind: 'listener', url: null });
    const { dispatcher, store, world, sent } = createTestDispatcher({}, [paused, listener]);
    await queueDeliveries(store, ['a']);
    await queueDeliveries(store, ['b'], { key: OTHER_KEY });
    await dispatcher.whenIdle();
    expect(sent).toEqual([]);
    world.targets = [createTarget(), listener];
    await dispatcher.whenIdle();
    expect(sent).toHaveLength(1);
    expect(await store.find('dlv_b')).toMatchObject({ state: 'pending' });
  });

  test('stops sending to a receiver that responded with 410', async () => {
    const { send, sent } = createRecordingSender(() => createResponseOutcome(410));
    const { dispatcher, store, disabled } = createTestDispatcher({ send, limits: { perDestination: 1 } });
    await queueDeliveries(store, ['a', 'b']);
    await queueDeliveries(store, ['c'], { due: dueOnSandboxClock(99) });
    await dispatcher.whenIdle();
    expect(sent).toHaveLength(1);
    expect(disabled).toEqual(['gone']);
    const { items } = await store.listPage({ limit: 9 });
    expect(items.map(({ state }) => state)).toEqual(['skipped', 'skipped', 'skipped']);
  });

  test('skips a failed delivery if its destination was deleted during the attempt', async () => {
    const { send, waiting } = createManualSender();
    const { dispatcher, store, world } = createTestDispatcher({ send });
    await queueDeliveries(store, ['a']);
    const idle = dispatcher.whenIdle();
    await settle();
    world.targets = [];
    waiting[0]?.answer(createResponseOutcome(500));
    await idle;
    expect(await store.find('dlv_a')).toMatchObject({ state: 'skipped', attemptCount: 1 });
  });

  test('sends an event again after a reset and ignores attempts from before it', async () => {
    const { send, waiting } = createManualSender();
    const { dispatcher, store, settled } = createTestDispatcher({ send });
    await queueDeliveries(store, ['a']);
    dispatcher.wake();
    await settle();
    await store.fanOut(NORTHWAY, createFanOutProgress(1, 7), [createNewDelivery('a')]);
    const idle = dispatcher.whenIdle();
    await settle();
    expect(waiting).toHaveLength(2);
    waiting[0]?.answer(createResponseOutcome(500));
    await settle();
    expect(settled).toEqual([]);
    waiting[1]?.answer(createResponseOutcome(200));
    await idle;
    expect(settled).toMatchObject([{ n: 1, error: null }]);
  });

  test('checks the queue once for many wakes', async () => {
    const store = new MemoryDeliveryStore();
    let claims = 0;
    const counting = replaceMethods(store, {
      claim: (request) => {
        claims += 1;
        return store.claim(request);
      },
    });
    const { dispatcher } = createTestDispatcher({ store: counting });
    for (let n = 0; n < 50; n += 1) dispatcher.wake();
    await settle();
    expect(claims).toBe(1);
  });
});

describe('a fault', () => {
  const broken = (part: Partial<DeliveryStore>) => replaceMethods(new MemoryDeliveryStore(), part);
  const full = async () => {
    throw new Error('disk is full');
  };

  test('reports a fault during a claim, rejects the wait and retries', async () => {
    const { dispatcher, faults, timers } = createTestDispatcher({ store: broken({ claim: full }) });
    await expect(dispatcher.whenIdle()).rejects.toThrow('disk is full');
    expect(faults).toEqual([new Error('disk is full')]);
    timers.advance(1000);
    await settle();
    expect(faults).toHaveLength(2);
  });

  test('reports a fault during settling and sends the other deliveries', async () => {
    const store = new MemoryDeliveryStore();
    const failing = replaceMethods(store, {
      settle: (delivery, ...rest) =>
        parseReference(delivery).deliveryId === 'dlv_a' ? full() : store.settle(delivery, ...rest),
    });
    const { dispatcher, faults } = createTestDispatcher({ store: failing, limits: { perDestination: 1 } });
    await queueDeliveries(store, ['a', 'b']);
    await expect(dispatcher.whenIdle()).rejects.toThrow('disk is full');
    await dispatcher.whenIdle();
    expect(faults).toHaveLength(1);
    expect(await store.find('dlv_a')).toMatchObject({ state: 'sending' });
    expect(await store.find('dlv_b')).toMatchObject({ state: 'delivered' });
  });
});

describe('attempts that cannot be recorded', () => {
  /** A store that rejects writes of the given names while `disk.isFull`. */
  function fillable(store: DeliveryStore, names: readonly Exclude<keyof DeliveryStore, 'shared'>[]) {
    const disk = { isFull: true, taken: 0 };
    const refusing = Object.fromEntries(
      names.map((name) => [
        name,
        (...given: never[]) => {
          if (disk.isFull) return Promise.reject(createStorageError());
          disk.taken += 1;
          return Reflect.apply(store[name], store, given);
        },
      ]),
    );
    return { store: replaceMethods(store, refusing), disk };
  }

  test('records each attempt once when the full disk has space again', async () => {
    const root = mkdtempSync(join(tmpdir(), 'fleetkit-dispatcher-'));
    const directory = openDataDirectory(root);
    const { send, waiting } = createManualSender();
    const { dispatcher, store, timers, settled, faults } = createTestDispatcher({
      send,
      store: new SqliteDeliveryStore(directory.database),
    });
    await queueDeliveries(store, listNames(8));
    dispatcher.wake();
    await vi.waitFor(() => expect(waiting).toHaveLength(8));
    const free = fillDisk(directory.database);
    const answer = {
      ...createResponseOutcome(200),
      response: { status: 200, headers: {}, body: 'x'.repeat(16_000) },
    } as SendOutcome;
    for (const one of waiting) one.answer(answer);
    await vi.waitFor(() => expect(faults).toHaveLength(1));
    const statesNow = async () => (await store.listPage({ limit: 9 })).items.map(({ state }) => state);
    expect(await statesNow()).toContain('sending');

    free();
    timers.advance(1000);
    await dispatcher.whenIdle();
    expect(await statesNow()).toEqual(Array(8).fill('delivered'));
    expect(settled.map(({ n }) => n)).toEqual(Array(8).fill(1));
    expect(waiting).toHaveLength(8);
    await dispatcher.close();
    directory.close();
    rmSync(root, { recursive: true });
  });

  test.each(['settle', 'updateHealth', 'skipWaiting'] as const)(
    'settles each attempt once if %s is rejected at first',
    async (name) => {
      const { store, disk } = fillable(new MemoryDeliveryStore(), [name]);
      const { dispatcher, timers, settled, disabled } = createTestDispatcher({
        store,
        send: createRecordingSender(() => createResponseOutcome(410)).send,
      });
      await queueDeliveries(store, ['a']);
      await expect(dispatcher.whenIdle()).rejects.toThrow('disk is full');
      disk.isFull = false;
      timers.advance(1000);
      await dispatcher.whenIdle();
      expect(settled).toHaveLength(1);
      expect(disabled).toEqual(['gone']);
      expect(await store.listAttempts('dlv_a')).toHaveLength(1);
      expect(disk.taken).toBe(1);
    },
  );

  test('leaves unrecorded attempts to the next start if the disk is still full on closing', async () => {
    const { store } = fillable(new MemoryDeliveryStore(), ['settle', 'release']);
    const { dispatcher, faults } = createTestDispatcher({ store });
    await queueDeliveries(store, ['a']);
    await expect(dispatcher.whenIdle()).rejects.toThrow('disk is full');
    await expect(dispatcher.close()).resolves.toBeUndefined();
    expect(faults.length).toBeGreaterThan(0);
    await store.recover(createNow(0));
    expect(await store.find('dlv_a')).toMatchObject({ state: 'pending', attemptCount: 0 });
  });

  test('continues checks at growing intervals while attempts cannot be recorded', async () => {
    const { store, disk } = fillable(new MemoryDeliveryStore(), ['claim']);
    const { dispatcher, timers, sent } = createTestDispatcher({ store });
    await queueDeliveries(store, ['a']);
    await expect(dispatcher.whenIdle()).rejects.toThrow('disk is full');
    expect(timers.delays).toEqual([1000]);
    timers.advance(1000);
    await settle();
    expect(timers.delays).toEqual([2000]);
    disk.isFull = false;
    timers.advance(2000);
    await dispatcher.whenIdle();
    expect(sent).toHaveLength(1);
  });
});

describe('closing', () => {
  test('waits for attempts in flight on closing and claims nothing more', async () => {
    const { send, waiting } = createManualSender();
    const { dispatcher, store } = createTestDispatcher({ send, limits: { perDestination: 1 } });
    await queueDeliveries(store, ['a', 'b']);
    dispatcher.wake();
    await settle();
    const closed = dispatcher.close();
    waiting[0]?.answer(createResponseOutcome(200));
    await closed;
    expect(waiting).toHaveLength(1);
    const { items } = await store.listPage({ limit: 9 });
    expect(items.map(({ state }) => state)).toEqual(['pending', 'delivered']);
    dispatcher.wake();
    await expect(dispatcher.whenIdle()).resolves.toBeUndefined();
    expect(waiting).toHaveLength(1);
  });

  test('requeues attempts without a response on closing and ignores late responses', async () => {
    const { send, waiting } = createManualSender();
    const { dispatcher, store, timers, settled, faults } = createTestDispatcher({ send, closeMs: 500 });
    await queueDeliveries(store, ['a']);
    dispatcher.wake();
    await settle();
    const before = await store.find('dlv_a');
    expect(before).toMatchObject({ state: 'sending' });
    const closed = dispatcher.close();
    await settle();
    timers.advance(500);
    await closed;
    waiting[0]?.answer(createResponseOutcome(200));
    await settle();
    expect(await store.find('dlv_a')).toMatchObject({ state: 'pending', due: dueOnSandboxClock(0), attemptCount: 0 });
    expect(settled).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('resolves pending waits for idle', async () => {
    const { send } = createManualSender();
    const { dispatcher, store, timers } = createTestDispatcher({ send, closeMs: 500 });
    await queueDeliveries(store, ['a']);
    const idle = dispatcher.whenIdle();
    await settle();
    const closed = dispatcher.close();
    await settle();
    timers.advance(500);
    await Promise.all([closed, idle, dispatcher.close()]);
    expect(await store.find('dlv_a')).toMatchObject({ state: 'pending' });
  });
});
