import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../fixtures/time/dates.ts';
import { realMs, sandboxMs } from '../../world/state/time.ts';
import type { Due } from '../delivery.ts';
import { UNTRIED } from '../store/delivery-store.ts';
import { MemoryDeliveryStore } from '../store/memory-store.ts';
import {
  createFanOutProgress,
  createNewDelivery,
  createNow,
  createTestAttempt,
  dueOnSandboxClock,
  HOOKS_KEY,
  NORTHWAY,
} from '../testing/deliveries.ts';
import { createTarget } from '../testing/targets.ts';
import { type Settlement, settleAttempt } from './settle.ts';

/** A claimed delivery and a waiting one. */
async function openTestStore() {
  const store = new MemoryDeliveryStore();
  await store.fanOut(NORTHWAY, createFanOutProgress(1), [
    createNewDelivery('a'),
    createNewDelivery('b', { due: dueOnSandboxClock(9e12) }),
  ]);
  const [claimed] = await store.claim({ ...HOOKS_KEY, now: createNow(0), room: 1 });
  if (claimed === undefined) throw new Error('nothing was due');
  const disabled: string[] = [];
  const reported: number[] = [];
  const settle = (status: number | null, rest: Partial<Settlement> & { readonly due?: Due } = {}) =>
    settleAttempt({
      store,
      target: createTarget(),
      claimed: { ...claimed, ...(rest.due && { due: rest.due }) },
      attempt: createTestAttempt(status, { atMs: 100 }),
      reportFailures: async ({ destinationId }, { disabledReason, health }) => {
        if (disabledReason === null) reported.push(health.failedAttempts ?? 0);
        else disabled.push(`${destinationId} ${disabledReason}`);
      },
      ...rest,
    });
  return { store, claimed, disabled, reported, settle };
}

test('ends the delivery after a success and makes its destination healthy', async () => {
  const { store, settle, disabled } = await openTestStore();
  await store.updateHealth(HOOKS_KEY, () => ({ ...UNTRIED, exhaustedSince: 3, failingSinceMs: sandboxMs(1) }));
  expect(await settle(200)).toMatchObject({
    delivery: { state: 'delivered', endedAtMs: 100 },
    attempt: { n: 1, next: null },
  });
  expect(await store.readHealth(HOOKS_KEY)).toEqual({ ...UNTRIED, lastSuccessMs: 100 });
  expect(disabled).toEqual([]);
});

test('records a failure with the due instant of the next attempt', async () => {
  const { store, settle, disabled } = await openTestStore();
  const settled = await settle(500);
  expect(settled?.attempt.next).toEqual(dueOnSandboxClock(5000));
  expect(settled?.delivery).toMatchObject({ state: 'pending', due: dueOnSandboxClock(5000), step: 1 });
  expect(await store.readHealth(HOOKS_KEY)).toMatchObject({
    failingSinceMs: 100,
    exhaustedSince: 0,
    lastError: 'no: 500',
  });
  expect(disabled).toEqual([]);
});

test('disables the destination after 410 and skips its waiting deliveries', async () => {
  const { store, settle, disabled } = await openTestStore();
  expect((await settle(410))?.delivery.state).toBe('skipped');
  expect(disabled).toEqual(['dst_hooks gone']);
  expect(await store.find('dlv_b')).toMatchObject({ state: 'skipped', endedAtMs: 100 });
});

test('disables a destination after 120 hours of failures with an exhausted delivery', async () => {
  const { store, claimed, settle, disabled } = await openTestStore();
  const since = { ...UNTRIED, failingSinceMs: sandboxMs(0), failingSinceRealMs: realMs(0) };
  await store.updateHealth(HOOKS_KEY, () => since);
  const attempt = createTestAttempt(500, { atMs: 120 * HOUR_MS });
  await settle(500, { attempt });
  expect(disabled).toEqual([]);
  const last = { ...claimed, delivery: { ...claimed.delivery, step: 9 } };
  expect((await settle(500, { attempt, claimed: last }))?.delivery.state).toBe('exhausted');
  expect(disabled).toEqual(['dst_hooks failing']);
  expect(await store.find('dlv_b')).toMatchObject({ state: 'skipped' });
});

test('schedules no further attempt if the destination was disabled or deleted in the meantime', async () => {
  for (const target of [createTarget(HOOKS_KEY, { isSending: false, isDisabled: true }), undefined]) {
    const { settle, disabled } = await openTestStore();
    const settled = await settle(500, { target });
    expect(settled?.delivery).toMatchObject({ state: 'skipped', endedAtMs: 100, attemptCount: 1 });
    expect(settled?.attempt.next).toBeNull();
    expect(disabled).toEqual([]);
  }
});

test('schedules the next attempt for a paused destination', async () => {
  const { settle } = await openTestStore();
  const settled = await settle(500, { target: createTarget(HOOKS_KEY, { isSending: false }) });
  expect(settled?.delivery.state).toBe('pending');
});

test('records a success even if the destination was disabled in the meantime', async () => {
  const { settle } = await openTestStore();
  const settled = await settle(200, { target: createTarget(HOOKS_KEY, { isSending: false, isDisabled: true }) });
  expect(settled?.delivery.state).toBe('delivered');
});

test('changes nothing for another delivery with the same id after a reset', async () => {
  const { store, settle, disabled } = await openTestStore();
  await store.fanOut(NORTHWAY, createFanOutProgress(0, 5), [createNewDelivery('a')]);
  expect(await settle(410)).toBeUndefined();
  expect(disabled).toEqual([]);
  expect(await store.find('dlv_a')).toMatchObject({ state: 'pending', attemptCount: 0 });
});

test('changes nothing for a deleted delivery', async () => {
  const { store, settle, disabled } = await openTestStore();
  await store.fanOut(NORTHWAY, createFanOutProgress(0, 5), []);
  expect(await settle(410)).toBeUndefined();
  expect(disabled).toEqual([]);
  expect(await store.readHealth(HOOKS_KEY)).toEqual(UNTRIED);
});

const eventOfSandbox = { type: 'sandbox_destination_failing' } as const;

test('reports the fifth failed attempt in a row, once until a success', async () => {
  const { settle, reported, store } = await openTestStore();
  for (let n = 0; n < 4; n += 1) await settle(500);
  expect(reported).toEqual([]);
  await settle(500);
  await settle(500);
  expect(reported).toEqual([5]);
  await settle(200);
  expect(await store.readHealth(HOOKS_KEY)).toEqual({ ...UNTRIED, lastSuccessMs: 100 });
  for (let n = 0; n < 5; n += 1) await settle(500);
  expect(reported).toEqual([5, 5]);
});

test('never reports the failed attempts of an event about a destination', async () => {
  const { claimed, settle, reported } = await openTestStore();
  const { delivery } = claimed;
  const own = { ...claimed, delivery: { ...delivery, event: { ...delivery.event, ...eventOfSandbox } } };
  for (let n = 0; n < 20; n += 1) await settle(500, { claimed: own });
  for (let n = 0; n < 4; n += 1) await settle(500);
  expect(reported).toEqual([]);
  await settle(500);
  await settle(500, { claimed: own });
  expect(reported).toEqual([5]);
});

test('reports again what could not be recorded', async () => {
  const { settle, reported } = await openTestStore();
  for (let n = 0; n < 4; n += 1) await settle(500);
  const reportFailures = () => Promise.reject(new Error('no storage'));
  await expect(settle(500, { reportFailures })).rejects.toThrow('no storage');
  await settle(500);
  expect(reported).toEqual([6]);
});
