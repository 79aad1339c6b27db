import { expect, test } from 'vitest';
import { examineTraffic } from './examine-traffic.ts';

test('accuses no right service in the traffic of a client', async () => {
  expect(await examineTraffic({ seed: 6 })).toMatchObject({ accusations: [], visible: 0 });
});

test('finds a fault that the traffic shows', async () => {
  const { accusations, visible } = await examineTraffic({ seed: 6, fault: 'missing-key-accepted' });
  expect(visible).toBeGreaterThan(0);
  expect(accusations).toContainEqual(expect.stringMatching(/^traffic\/keys-are-required: /));
});
