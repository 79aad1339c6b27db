import { expect, test } from 'vitest';
import { resolveWithin } from './time-limit.ts';

const never = new Promise<boolean>(() => undefined);

test('resolves like work that ends before the limit, however long the limit is', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const inTime = resolveWithin(Number.POSITIVE_INFINITY, promise);
  resolve(true);
  expect(await inTime).toBe(true);
  expect(await resolveWithin(60_000, Promise.resolve(false))).toBe(false);
  await expect(resolveWithin(60_000, Promise.reject(new Error('a fault')))).rejects.toThrow('a fault');
});

test('resolves with false at the limit, at once if it has passed', async () => {
  expect(await resolveWithin(1, never)).toBe(false);
  expect(await resolveWithin(-1000, never)).toBe(false);
  expect(await resolveWithin(Number.NEGATIVE_INFINITY, never)).toBe(false);
});
