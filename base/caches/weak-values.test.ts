import { expect, it } from 'vitest';
import { collectGarbage } from '../testing/collect-garbage.ts';
import { WeakValues } from './weak-values.ts';

it('returns the same value as long as it is in use, for any number of keys', async () => {
  const values = new WeakValues<number, object>();
  const inUse = Array.from({ length: 100 }, (_, key) => values.getOrCreate(key, () => ({ key })));
  await collectGarbage();
  for (const [key, value] of inUse.entries()) expect(values.getOrCreate(key, () => ({}))).toBe(value);
});

it('releases a value that is no longer in use, and its key when another value is created', async () => {
  const values = new WeakValues<number, object>();
  const inUse = values.getOrCreate(0, () => ({}));
  for (let key = 1; key < 100; key += 1) values.getOrCreate(key, () => ({ key }));
  expect(values.size).toBe(100);
  await collectGarbage();
  const replacement = {};
  expect(values.getOrCreate(1, () => replacement)).toBe(replacement);
  expect(values.size).toBe(2);
  expect(values.getOrCreate(0, () => ({}))).toBe(inUse);
});
