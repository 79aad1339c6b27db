import fc from 'fast-check';
import { position } from '../../../world/state/facts.ts';
import { sandboxMs } from '../../../world/state/time.ts';
import type { DeliveryState } from '../../delivery.ts';
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
import type { DeliveryStore } from '../delivery-store.ts';

/** A call of a store's method. Its result describes the effect. */
type Step = (store: DeliveryStore) => Promise<unknown>;

const names = [...'abcdefghij'];
const keys = [HOOKS_KEY, OTHER_KEY, { tenantId: REDLINE, destinationId: HOOKS_KEY.destinationId }];
const formatDeliveryId = (tenantId: string, name: string): string => `dlv_${tenantId === NORTHWAY ? '' : 'r'}${name}`;

const anyMs = fc.nat(20);
const anyKey = fc.oneof({ weight: 4, arbitrary: fc.constant(HOOKS_KEY) }, fc.constantFrom(...keys));
const anyDue = fc.oneof(anyMs.map(dueOnSandboxClock), anyMs.map(dueOnRealClock));
const anyId = fc
  .tuple(fc.constantFrom(NORTHWAY, REDLINE), fc.constantFrom(...names))
  .map((pair) => formatDeliveryId(...pair));
const anyState = fc.constantFrom<DeliveryState>('pending', 'sending', 'delivered', 'exhausted', 'skipped');

const anyNext = fc.oneof(
  anyDue.map((due) => ({ state: 'pending' as const, due })),
  fc.record({
    state: fc.constantFrom('delivered' as const, 'exhausted' as const, 'skipped' as const),
    endedAtMs: anyMs.map(sandboxMs),
  }),
);

const anySince = fc.constantFrom(position(0), position(5));

const fanOuts = fc
  .record({
    key: anyKey,
    since: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(5) }),
    deliveries: fc.array(
      fc.record({ name: fc.constantFrom(...names), due: fc.option(anyDue), atMs: anyMs, isTerminal: fc.boolean() }),
      { minLength: 2, maxLength: 8 },
    ),
  })
  .map(({ key, since, deliveries }): Step => {
    const rows = deliveries.map(({ name, due, atMs, isTerminal }) => ({
      ...createNewDelivery(name, {
        destinationId: key.destinationId,
        due,
        atMs,
        terminalId: isTerminal ? 'NW1' : null,
      }),
      deliveryId: formatDeliveryId(key.tenantId, name),
    }));
    return (store) => store.fanOut(key.tenantId, createFanOutProgress(rows.length, since), rows);
  });

const claims = fc.record({ key: anyKey, ms: fc.integer({ min: 5, max: 20 }), room: fc.nat(4) }).map(
  ({ key, ms, room }): Step =>
    (store) =>
      store.claim({ ...key, now: createNow(ms), room }),
);

const settlements = fc
  .record({
    id: anyId,
    status: fc.constantFrom(200, 204, 404, 503, null),
    isIncomplete: fc.boolean(),
    trigger: fc.constantFrom('scheduled' as const, 'replay' as const),
    next: anyNext,
  })
  .map(({ id, status, isIncomplete, trigger, next }): Step => {
    const becomes = trigger === 'replay' ? undefined : next;
    return (store) => store.settle(id, createTestAttempt(status, { trigger, isIncomplete }), becomes);
  });

const queries = fc.record(
  {
    tenantId: fc.constantFrom(NORTHWAY, REDLINE),
    destinationIds: fc.uniqueArray(fc.constantFrom('dst_hooks', 'dst_other', 'dst_nobody')),
    terminalId: fc.constant('NW1'),
    type: fc.constantFrom('cash_low' as const, 'cash_out' as const),
    eventId: fc.constantFrom(...names).map((name) => `evt_${name}`),
    isTest: fc.boolean(),
    states: fc.uniqueArray(anyState),
    statusClass: fc.constantFrom(0, 2, 4, 5),
    fromMs: anyMs.map(sandboxMs),
    toMs: anyMs.map(sandboxMs),
    beforeSequence: fc.nat(30),
    limit: fc.integer({ min: 1, max: 6 }),
  },
  { requiredKeys: ['limit'] },
);

const createStep = <Value>(
  values: fc.Arbitrary<Value>,
  run: (store: DeliveryStore, value: Value) => Promise<unknown>,
): fc.Arbitrary<Step> => values.map((value) => (store) => run(store, value));

/** Any method of a store, on a few deliveries of a few destinations. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fanOuts },
  { weight: 5, arbitrary: claims },
  { weight: 5, arbitrary: settlements },
  { weight: 3, arbitrary: createStep(queries, (store, query) => store.listPage(query)) },
  createStep(fc.array(anyId), (store, ids) => store.release(ids)),
  createStep(fc.tuple(fc.array(anyId), anyDue, anySince), (store, [deliveryIds, due, since]) =>
    store.enqueue({ tenantId: NORTHWAY, since, deliveries: [createNewDelivery('k')], again: { deliveryIds, due } }),
  ),
  createStep(fc.tuple(anyKey, anyMs), (store, [key, ms]) => store.skipWaiting(key, sandboxMs(ms))),
  createStep(fc.tuple(anyKey, anyMs), (store, [key, ms]) => store.catchUp(key, createNow(ms))),
  createStep(fc.subarray(keys), (store, some) => store.nextDue(some)),
  createStep(anyKey, (store, key) => store.countFreePlaces(key)),
  createStep(anyMs, (store, ms) => store.dropBodies(sandboxMs(ms))),
  createStep(anyMs, (store, ms) => store.recover(createNow(ms))),
  createStep(fc.tuple(anyKey, fc.nat(9)), (store, [key, n]) =>
    store.updateHealth(key, (before) => ({ ...before, exhaustedSince: before.exhaustedSince + n })),
  ),
  createStep(anyId, async (store, id) => [
    await store.find(id),
    await store.readBody(id),
    await store.listAttempts(id),
  ]),
);

/** Returns the results of all steps, and the content of the store at the end. */
export async function runSteps(store: DeliveryStore, steps: readonly Step[]): Promise<readonly unknown[]> {
  const results: unknown[] = [];
  for (const step of steps) results.push(await step(store));
  const { items } = await store.listPage({ limit: 1000 });
  results.push(items, await store.nextDue(keys));
  for (const { deliveryId } of items)
    results.push(await store.readBody(deliveryId), await store.listAttempts(deliveryId));
  for (const key of keys) results.push(await store.readHealth(key), await store.readProgress(key.tenantId));
  return results;
}
