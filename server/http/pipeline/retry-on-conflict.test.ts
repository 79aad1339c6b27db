import { expect, test } from 'vitest';
import { retryOnConflict } from './retry-on-conflict.ts';

test('returns the first result after conflicts', async () => {
  const numbers: number[] = [];
  const result = await retryOnConflict('a write', async (number) => {
    numbers.push(number);
    return number < 3 ? 'conflict' : 'done';
  });
  expect([result, numbers]).toEqual(['done', [1, 2, 3]]);
});

test('throws after eight conflicts and names the write', async () => {
  let count = 0;
  const write = retryOnConflict('PUT /sandbox/clock', async () => {
    count += 1;
    return 'conflict';
  });
  await expect(write).rejects.toThrow('PUT /sandbox/clock: gave up after 8 conflicts with other writes');
  expect(count).toBe(8);
});

test('does not repeat an attempt that throws', async () => {
  let count = 0;
  const write = retryOnConflict('a write', async () => {
    count += 1;
    throw new Error('storage failed');
  });
  await expect(write).rejects.toThrow('storage failed');
  expect(count).toBe(1);
});
