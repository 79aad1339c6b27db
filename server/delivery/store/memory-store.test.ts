import { expect, test } from 'vitest';
import { sandboxMs } from '../../world/state/time.ts';
import {
  createFanOutProgress,
  createNewDelivery,
  createNow,
  createTestAttempt,
  dueOnSandboxClock,
  HOOKS_KEY,
  NORTHWAY,
} from '../testing/deliveries.ts';
import { MemoryDeliveryStore } from './memory-store.ts';
import { testDeliveryStore } from './testing/store-suite.ts';

testDeliveryStore('memory', (retention) => new MemoryDeliveryStore(retention));

test('deletes the longest ended deliveries over the size limit, but never waiting ones', async () => {
  const store = new MemoryDeliveryStore({ endedDeliveries: 1000, batch: 10, bytes: 60_000 });
  await store.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery('waits', { due: dueOnSandboxClock(99) })]);
  for (let n = 0; n < 20; n += 1) {
    await store.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery(`n${n}`)]);
    await store.claim({ ...HOOKS_KEY, now: createNow(0), room: 1 });
    const next = { state: 'delivered', endedAtMs: sandboxMs(n) } as const;
    await store.settle(`dlv_n${n}`, createTestAttempt(200, { says: 'x'.repeat(16_384) }), next);
  }
  const kept = async () => (await store.listPage({ limit: 99 })).items.map(({ deliveryId }) => deliveryId);
  expect(await kept()).toEqual(['dlv_n19', 'dlv_n18', 'dlv_n17', 'dlv_waits']);

  await store.dropBodies(sandboxMs(1)); // which frees space
  await store.fanOut(NORTHWAY, createFanOutProgress(1), [createNewDelivery('later', { due: null, atMs: 20 })]);
  expect(await kept()).toEqual(['dlv_later', 'dlv_n19', 'dlv_n18', 'dlv_n17', 'dlv_waits']);
});
