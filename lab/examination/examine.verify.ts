import { expect, test } from 'vitest';
import { examine } from './examine.ts';

test('finds a fault that the plain service does not have', async () => {
  const plain = { seed: 1, isNearOnly: true, checks: ['auth/'] };
  const right = await examine(plain);
  const faulty = await examine({ ...plain, fault: 'missing-key-accepted' });
  const known = new Set(right.accusations.map(({ check }) => check));
  expect(faulty.accusations.filter(({ check }) => !known.has(check))).not.toEqual([]);
});
