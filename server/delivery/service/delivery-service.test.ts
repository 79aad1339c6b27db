import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStorageError } from '../../storage/testing/storage-faults.ts';
import { position } from '../../world/state/facts.ts';
import type { Send } from '../network/sender.ts';
import type { DeliveringTenant, DeliverySource } from '../queue/source.ts';
import type { DeliveryStore, DestinationKey } from '../store/delivery-store.ts';
import { MemoryDeliveryStore } from '../store/memory-store.ts';
import { computePauseMs } from '../store/storage-retry.ts';
import { interceptCalls } from '../testing/changed-stores.ts';
import {
  createFanOutProgress,
  createNewDelivery,
  createNow,
  HOOKS_KEY,
  NORTHWAY,
  REDLINE,
} from '../testing/deliveries.ts';
import { createFleetEvent } from '../testing/fleet-event.ts';
import { createRecordingListener } from '../testing/listeners.ts';
import { createResponseOutcome, createTestDestination, createTestSubscription } from '../testing/targets.ts';
import { DeliveryService } from './delivery-service.ts';

vi.mock(import('../../../base/real-time.ts'), async (load) => {
  const { useGlobalTimers } = await import('../../testing/global-timers.ts');
  return useGlobalTimers(load);
});

const RED_HOOKS: DestinationKey = { tenantId: REDLINE, destinationId: 'dst_red' };
const NOW_MS = 10_000;

/** Calls of the store and the source, and the sent deliveries. */
type Step = keyof DeliveryStore | 'tenants' | 'events' | 'send';

interface Choice {
  /** Runs before the step. If it throws, the step fails. */
  readonly before?: (step: Step, tenantId?: string) => void | Promise<void>;
  readonly store?: DeliveryStore;
  readonly kind?: 'url' | 'listener';
  /** Whether the sandbox clock runs, so that tenants are checked regularly. */
  readonly isRunning?: boolean;
  /** Position of the latest reset of Northway. */
  readonly since?: number;
}

/** Returns a delivery service with a store in memory and two tenants of one destination each. */
function createTestService(choice: Choice = {}) {
  const { before, store = new MemoryDeliveryStore(), kind = 'url', isRunning = false, since = 0 } = choice;
  const steps: string[] = [];
  const sent: string[] = [];
  const faults: unknown[] = [];
  const clock = { ms: NOW_MS };
  const pass = async (step: Step, tenantId?: string): Promise<void> => {
    steps.push(tenantId === undefined ? step : `${step} ${tenantId}`);
    await before?.(step, tenantId);
  };
  const watched = interceptCalls(store, async (method, call, [first]) => {
    await pass(method as Step, typeof first === 'string' ? first : undefined); // the names of the members
    return call();
  });
  const getTenant = ({ tenantId, destinationId }: DestinationKey): DeliveringTenant => {
    const subscriptions = [createTestSubscription({ accountId: tenantId })];
    const url = kind === 'url' ? `http://127.0.0.1:9/${destinationId}` : null;
    return {
      tenantId,
      position: position(since),
      since: position(tenantId === NORTHWAY ? since : 0),
      destinations: [createTestDestination({ destinationId, accountId: tenantId, subscriptions, kind, url })],
      alerts: [],
      isWithin: () => true,
      async eventsBetween(fromMs, toMs) {
        await pass('events', tenantId);
        const timestamp = new Date(5000).toISOString();
        if (fromMs > 5000 || toMs < 5000) return [];
        return [createFleetEvent({ id: `evt_new_${tenantId}`, accountId: tenantId, timestamp })];
      },
    };
  };
  const tenants = [getTenant(HOOKS_KEY), getTenant(RED_HOOKS)];
  const source: DeliverySource = {
    now: () => createNow(clock.ms),
    clock() {
      const { sandboxMs: shownMs, realMs } = createNow(clock.ms);
      return isRunning
        ? { state: 'running', sandboxMs: shownMs, realMs, speed: 1 }
        : { state: 'frozen', sandboxMs: shownMs };
    },
    async tenants() {
      await pass('tenants');
      return tenants;
    },
    reportFailures: async () => undefined,
  };
  const send: Send = async ({ headers }) => {
    await pass('send');
    sent.push(headers['webhook-id'] ?? '');
    return createResponseOutcome(200);
  };
  const deliveryService = new DeliveryService({ store: watched, source, send, onFault: (fault) => faults.push(fault) });
  opened.push(deliveryService);
  const count = (step: string): number => steps.filter((one) => one === step).length;
  return { deliveryService, store, steps, sent, faults, clock, count };
}

const opened: DeliveryService[] = [];
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(async () => {
  vi.useRealTimers();
  for (const deliveryService of opened.splice(0)) await deliveryService.close();
});

/** Waits for everything that needs no timer. */
const waitForMicrotasks = async (): Promise<void> => {
  for (let n = 0; n < 20; n += 1) await new Promise((resolve) => setImmediate(resolve));
};
/** The same, after the maximum time for sending queued deliveries after a start. */
const advanceBy = async (ms: number): Promise<void> => {
  await waitForMicrotasks();
  await vi.advanceTimersByTimeAsync(ms);
  await waitForMicrotasks();
};

/** A store as left by an earlier process: each tenant has two interrupted deliveries and a waiting one. */
async function createInterruptedStore(): Promise<DeliveryStore> {
  const store = new MemoryDeliveryStore();
  for (const { tenantId, destinationId } of [HOOKS_KEY, RED_HOOKS]) {
    const names = [1, 2, 3].map((n) => `${tenantId}_${n}`);
    await store.fanOut(
      tenantId,
      createFanOutProgress(1000),
      names.map((name) => createNewDelivery(name, { destinationId })),
    );
    expect(await store.claim({ tenantId, destinationId, now: createNow(1000), room: 2 })).toHaveLength(2);
  }
  return store;
}
const LEFT = [NORTHWAY, REDLINE].flatMap((tenantId) => [1, 2, 3].map((n) => `evt_${tenantId}_${n}`));
const NEW = [NORTHWAY, REDLINE].map((tenantId) => `evt_new_${tenantId}`);
const listStates = async (store: DeliveryStore) =>
  (await store.listPage({ limit: 100 })).items.map(({ state }) => state).sort();

describe('after a start', () => {
  it('requeues interrupted deliveries once, before any claim, and sends everything once', async () => {
    const { deliveryService, store, steps, sent, faults, count } = createTestService({
      store: await createInterruptedStore(),
    });
    deliveryService.start();
    deliveryService.wake();
    deliveryService.checkSoon();
    await Promise.all(
      [deliveryService.tryToCatchUp(), deliveryService.catchUp(NORTHWAY), deliveryService.catchUp(REDLINE)].map(
        async (look) => {
          await advanceBy(1000);
          await look;
        },
      ),
    );
    await advanceBy(1000);
    expect(count('recover')).toBe(1);
    const recovered = steps.indexOf('recover');
    expect(steps.slice(0, recovered).filter((step) => /^(claim|send|settle)/.test(step))).toEqual([]);
    expect(sent.toSorted()).toEqual([...LEFT, ...NEW].sort());
    expect(await listStates(store)).toEqual(sent.map(() => 'delivered'));
    expect(faults).toEqual([]);
  });

  it('requeues nothing without a start', async () => {
    const { deliveryService, sent, count } = createTestService({ store: await createInterruptedStore() });
    const look = deliveryService.catchUp();
    await advanceBy(1000);
    await look;
    await advanceBy(1000);
    expect(count('recover')).toBe(0);
    expect(sent).not.toContain(LEFT[0]);
    expect(sent).toContain(LEFT[2]);
  });

  it('sends nothing while interrupted deliveries are being requeued', async () => {
    const held = Promise.withResolvers<void>();
    const { deliveryService, sent, steps } = createTestService({
      store: await createInterruptedStore(),
      before: (step) => (step === 'recover' ? held.promise : undefined),
    });
    deliveryService.start();
    deliveryService.wake();
    await advanceBy(60_000);
    expect(sent).toEqual([]);
    expect(steps.filter((step) => step === 'claim')).toEqual([]);
    held.resolve();
    await advanceBy(1000);
    expect(sent.toSorted()).toEqual([...LEFT, ...NEW].sort());
  });

  it('pushes each delivery once, in order, to a listener that connects during recovery', async () => {
    const held = Promise.withResolvers<void>();
    const { deliveryService } = createTestService({
      store: await createInterruptedStore(),
      before: (step) => (step === 'recover' ? held.promise : undefined),
      kind: 'listener',
    });
    deliveryService.start();
    const { listener, pushed } = createRecordingListener();
    deliveryService.listeners.connect(HOOKS_KEY, listener);
    await advanceBy(1000);
    expect(pushed).toEqual([]);
    held.resolve();
    await advanceBy(1000);
    for (let n = 0; n < 4; n += 1) {
      const one = pushed[n] ?? expect.fail(`${n} deliveries were pushed`);
      const response = { status: 200, statusText: '200 OK', headers: {}, body: '', isTruncated: false };
      expect(
        await deliveryService.listeners.report(one.deliveryId, one.attemptToken, {
          response,
          error: null,
          totalMs: 1,
        }),
      ).toBe(true);
      await advanceBy(1000);
    }
    expect(pushed.map(({ deliveryId }) => deliveryId).slice(0, 3)).toEqual(
      [1, 2, 3].map((n) => `dlv_${NORTHWAY}_${n}`),
    );
    expect(new Set(pushed.map(({ deliveryId }) => deliveryId)).size).toBe(4);
  });
});

describe('a storage that fails during the recovery', () => {
  it.each(['tenants', 'readProgress', 'recover'] as const)(
    'repeats a recovery that fails in %s with the next check, and sends nothing early or twice',
    async (failing) => {
      let failures = 2;
      const { deliveryService, store, sent, faults } = createTestService({
        store: await createInterruptedStore(),
        before(step) {
          if (step !== failing || failures === 0) return;
          failures -= 1;
          throw createStorageError();
        },
      });
      deliveryService.start();
      await advanceBy(0);
      expect(sent).toEqual([]);
      expect(faults.length).toBeGreaterThan(0);
      for (let look = 0; look < 3; look += 1) {
        const looked = deliveryService.tryToCatchUp();
        await advanceBy(500);
        await looked;
      }
      expect(failures).toBe(0);
      expect(sent.toSorted()).toEqual([...LEFT, ...NEW].sort());
      expect(await listStates(store)).toEqual(sent.map(() => 'delivered'));
    },
  );

  it('rejects the checks that wait for a failed recovery and reports the fault', async () => {
    const fault = createStorageError();
    const { deliveryService, faults } = createTestService({
      before(step) {
        if (step === 'recover') throw fault;
      },
    });
    deliveryService.start();
    await expect(deliveryService.catchUp()).rejects.toBe(fault);
    await expect(deliveryService.catchUp(NORTHWAY)).rejects.toBe(fault);
    expect(faults).toContain(fault);
    const before = faults.length;
    await deliveryService.tryToCatchUp();
    expect(faults.length).toBeGreaterThan(before);
  });

  it('requeues interrupted deliveries once, even if a later step fails', async () => {
    let isBroken = true;
    const { deliveryService, store, sent, count } = createTestService({
      store: await createInterruptedStore(),
      before(step) {
        if (isBroken && step === 'fanOut') throw createStorageError();
      },
    });
    deliveryService.start();
    await advanceBy(1000);
    expect(sent.toSorted()).toEqual(LEFT.toSorted());
    isBroken = false;
    for (let look = 0; look < 3; look += 1) {
      const looked = deliveryService.tryToCatchUp();
      await advanceBy(1000);
      await looked;
    }
    expect(count('recover')).toBe(1);
    expect(sent.toSorted()).toEqual([...LEFT, ...NEW].sort());
    expect(await listStates(store)).toEqual(sent.map(() => 'delivered'));
  });
});

describe('a tenant whose check fails', () => {
  it.each(['events', 'fanOut', 'readProgress'] as const)(
    'checks other tenants while %s fails for one',
    async (failing) => {
      let isBroken = false;
      const { deliveryService, sent, faults } = createTestService({
        before(step, tenantId) {
          if (isBroken && step === failing && tenantId === NORTHWAY) throw createStorageError();
        },
      });
      deliveryService.start();
      isBroken = true;
      await advanceBy(5000);
      if (failing !== 'readProgress') expect(sent).toEqual([`evt_new_${REDLINE}`]);
      expect(faults.length).toBeGreaterThan(0);
      const looked = Promise.allSettled([deliveryService.catchUp(REDLINE)]);
      await advanceBy(1000);
      if (failing !== 'readProgress') expect(await looked).toEqual([{ status: 'fulfilled', value: undefined }]);
      isBroken = false;
      const late = deliveryService.tryToCatchUp();
      await advanceBy(1000);
      await late;
      expect(sent.toSorted()).toEqual(NEW.toSorted());
    },
  );

  it('checks other tenants at the interval and a failing tenant after growing pauses', async () => {
    let isBroken = true;
    const { deliveryService, clock, sent, count, faults } = createTestService({
      isRunning: true,
      before(step, tenantId) {
        if (isBroken && step === 'events' && tenantId === NORTHWAY) throw new Error('a defect in this tenant');
      },
    });
    deliveryService.start();
    for (let second = 0; second < 60; second += 1) {
      clock.ms += 1000;
      await advanceBy(1000);
    }
    expect(count(`events ${REDLINE}`)).toBeGreaterThanOrEqual(60);
    expect(count(`events ${REDLINE}`)).toBeLessThan(80);
    expect(count(`events ${NORTHWAY}`)).toBeLessThan(10); // after 1, 2, 4, 8, 16 and 30 seconds
    expect(faults.length).toBeLessThan(10);
    isBroken = false;
    clock.ms += 1000;
    await advanceBy(30_000);
    expect(sent.toSorted()).toEqual(NEW.toSorted());
  });

  it('requeues interrupted deliveries after a reset although the check of one tenant fails', async () => {
    let isBroken = true;
    const { deliveryService, sent, store } = createTestService({
      store: await createInterruptedStore(),
      since: 7,
      before(step, tenantId) {
        if (isBroken && step === 'events' && tenantId === NORTHWAY) throw new Error('a defect in this tenant');
      },
    });
    deliveryService.start();
    await advanceBy(5000);
    const ofRedline = [...LEFT, ...NEW].filter((id) => id.includes(REDLINE));
    expect(sent.toSorted()).toEqual(ofRedline.toSorted());
    isBroken = false;
    await advanceBy(30_000);
    expect(sent.toSorted()).toEqual([...ofRedline, ...NEW.filter((id) => id.includes(NORTHWAY))].sort());
    expect(await listStates(store)).toEqual(sent.map(() => 'delivered')); // nothing is left from before the reset
  });

  it('checks other tenants while the check of one is slow', async () => {
    const held = Promise.withResolvers<void>();
    const { deliveryService, sent } = createTestService({
      before: (step, tenantId) => (step === 'events' && tenantId === NORTHWAY ? held.promise : undefined),
    });
    deliveryService.start();
    await advanceBy(5000);
    expect(sent).toEqual([`evt_new_${REDLINE}`]);
    held.resolve();
    await advanceBy(5000);
    expect(sent.toSorted()).toEqual(NEW.toSorted());
  });
});

describe('the pause after a failed check', () => {
  /** Returns an idle service whose storage can be made to fail. */
  async function resting(choice: Choice = {}) {
    const broken = { is: false };
    const test = createTestService({
      ...choice,
      before(step) {
        if (broken.is && step === 'tenants') throw createStorageError();
      },
    });
    test.deliveryService.start();
    await advanceBy(60_000);
    expect(test.faults).toEqual([]);
    return { ...test, broken };
  }

  it('doubles the pause after each failed check', async () => {
    const { deliveryService, count, broken } = await resting();
    broken.is = true;
    await deliveryService.tryToCatchUp();
    for (const failures of [1, 2, 3]) {
      const before = count('tenants');
      await advanceBy(computePauseMs(failures) - 1);
      expect(count('tenants')).toBe(before);
      await advanceBy(1);
      expect(count('tenants')).toBeGreaterThan(before);
    }
  });

  it('stops retrying after a success, and starts again with the shortest pause', async () => {
    const { deliveryService, count, broken, faults } = await resting();
    for (let round = 0; round < 2; round += 1) {
      broken.is = true;
      await deliveryService.tryToCatchUp();
      await advanceBy(computePauseMs(1));
      broken.is = false;
      await advanceBy(computePauseMs(2));
      const before = count('tenants');
      const faultsBefore = faults.length;
      await advanceBy(120_000);
      expect(count('tenants')).toBe(before);
      expect(faults).toHaveLength(faultsBefore);
      broken.is = true;
      await deliveryService.tryToCatchUp();
      const failed = count('tenants');
      await advanceBy(computePauseMs(1));
      expect(count('tenants')).toBeGreaterThan(failed);
      broken.is = false;
      await deliveryService.catchUp();
      await advanceBy(0);
    }
  });

  it('stops retrying after a success of another check', async () => {
    const { deliveryService, count, broken } = await resting();
    broken.is = true;
    await deliveryService.tryToCatchUp();
    broken.is = false;
    await deliveryService.catchUp();
    await advanceBy(0);
    const before = count('tenants');
    await advanceBy(120_000);
    expect(count('tenants')).toBe(before);
  });

  it('returns to the usual interval after a success while the clock runs', async () => {
    const { deliveryService, clock, count, broken } = await resting({ isRunning: true });
    broken.is = true;
    for (let n = 0; n < 10; n += 1) await deliveryService.tryToCatchUp();
    broken.is = false;
    clock.ms += 1000;
    await deliveryService.catchUp();
    await advanceBy(0);
    for (let second = 0; second < 10; second += 1) {
      const before = count(`events ${REDLINE}`);
      clock.ms += 1000;
      await advanceBy(1000);
      expect(count(`events ${REDLINE}`)).toBeGreaterThan(before);
    }
  });

  it('checks immediately on request during the pause', async () => {
    const { deliveryService, clock, sent, broken } = await resting();
    broken.is = true;
    await deliveryService.tryToCatchUp();
    broken.is = false;
    clock.ms += 1000;
    deliveryService.checkSoon();
    await advanceBy(0);
    expect(sent.toSorted()).toEqual(NEW.toSorted());
  });
});

describe('close', () => {
  it('closes during recovery and sends nothing afterwards', async () => {
    const held = Promise.withResolvers<void>();
    const { deliveryService, sent, steps } = createTestService({
      store: await createInterruptedStore(),
      before: (step) => (step === 'recover' ? held.promise : undefined),
    });
    deliveryService.start();
    await advanceBy(0);
    expect(steps).toContain('recover');
    const closed = deliveryService.close();
    held.resolve();
    await advanceBy(60_000);
    await closed;
    expect(sent).toEqual([]);
    expect(steps.filter((step) => /^(claim|fanOut|send)/.test(step))).toEqual([]);
  });

  it('closes during a failing recovery and retries nothing afterwards', async () => {
    const held = Promise.withResolvers<void>();
    const { deliveryService, steps } = createTestService({
      before: (step) => (step === 'recover' ? held.promise : undefined),
    });
    deliveryService.start();
    await advanceBy(0);
    const closed = deliveryService.close();
    held.reject(createStorageError());
    await advanceBy(60_000);
    await closed;
    const before = steps.length;
    await advanceBy(600_000);
    deliveryService.wake();
    deliveryService.checkSoon();
    await deliveryService.catchUp();
    await advanceBy(600_000);
    expect(steps).toHaveLength(before);
  });

  it('closes during the pause after a failure and retries nothing afterwards', async () => {
    const { deliveryService, steps } = createTestService({
      before(step) {
        if (step === 'recover') throw createStorageError();
      },
    });
    deliveryService.start();
    await advanceBy(0);
    await deliveryService.close();
    const before = steps.length;
    await advanceBy(600_000);
    expect(steps).toHaveLength(before);
  });

  it('claims nothing after `close`, even during a slow check', async () => {
    const looking = Promise.withResolvers<void>();
    const answering = Promise.withResolvers<void>();
    const store = await createInterruptedStore();
    await store.fanOut(
      NORTHWAY,
      createFanOutProgress(1000),
      Array.from({ length: 100 }, (_, n) => createNewDelivery(`many_${n}`)),
    );
    const { deliveryService, sent, count } = createTestService({
      store,
      before(step, tenantId) {
        if (step === 'send') return answering.promise;
        return step === 'events' && tenantId === REDLINE ? looking.promise : undefined;
      },
    });
    deliveryService.start();
    await advanceBy(1000);
    const [claims, sends] = [count('claim'), count('send')];
    expect([sends > 0, sends < 100]).toEqual([true, true]);
    const closed = deliveryService.close();
    answering.resolve();
    await advanceBy(100);
    expect([count('claim'), count('send')]).toEqual([claims, sends]);
    looking.resolve();
    await advanceBy(60_000);
    await closed;
    expect([count('claim'), count('send')]).toEqual([claims, sends]);
    expect(sent).toHaveLength(sends); // attempts in flight finish
  });

  it('closes right after a start', async () => {
    const { deliveryService, sent, count } = createTestService({ store: await createInterruptedStore() });
    deliveryService.start();
    const closed = deliveryService.close();
    await advanceBy(60_000);
    await closed;
    expect(sent).toEqual([]);
    expect(count('claim')).toBe(0);
  });

  it('leaves interrupted deliveries to the next process, which sends them once', async () => {
    const store = await createInterruptedStore();
    const first = createTestService({
      store,
      before(step) {
        if (step === 'recover') throw createStorageError();
      },
    });
    first.deliveryService.start();
    await advanceBy(0);
    await first.deliveryService.close();
    const second = createTestService({ store });
    second.deliveryService.start();
    await advanceBy(1000);
    expect(first.sent).toEqual([]);
    expect(second.sent.toSorted()).toEqual([...LEFT, ...NEW].sort());
  });
});

describe('enqueue', () => {
  it('reports queued deliveries only if there are any', async () => {
    const { deliveryService } = createTestService();
    await deliveryService.catchUp(NORTHWAY);
    let reported = 0;
    deliveryService.activity.subscribe({
      receive({ kind }) {
        if (kind === 'queued') reported += 1;
      },
      end: () => undefined,
    });
    await deliveryService.enqueue({ tenantId: NORTHWAY, since: position(0), deliveries: [] });
    await deliveryService.enqueue({ tenantId: NORTHWAY, since: position(9), deliveries: [createNewDelivery('a')] });
    expect(reported).toBe(0);
    await deliveryService.enqueue({ tenantId: NORTHWAY, since: position(0), deliveries: [createNewDelivery('a')] });
    expect(reported).toBe(1);
  });
});
