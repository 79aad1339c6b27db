import { expect, test } from 'vitest';
import { retryOnConflict } from './retry-on-conflict.ts';

test('returns the first result after conflicts', async () => {
  const numbers: number[] = [];
  const result = await retryOnConflict({ name: 'a write', world: {}, tenantId: 'a' }, async (number) => {
    numbers.push(number);
    return number < 3 ? 'conflict' : 'done';
  });
  expect([result, numbers]).toEqual(['done', [1, 2, 3]]);
});

test('throws after 64 conflicts and names the write', async () => {
  let count = 0;
  const write = retryOnConflict({ name: 'PUT /sandbox/clock', world: {}, tenantId: 'a' }, async () => {
    count += 1;
    return 'conflict';
  });
  await expect(write).rejects.toThrow('PUT /sandbox/clock: gave up after 64 conflicts with other writes');
  expect(count).toBe(64);
});

test('does not repeat an attempt that throws', async () => {
  let count = 0;
  const write = retryOnConflict({ name: 'a write', world: {}, tenantId: 'a' }, async () => {
    count += 1;
    throw new Error('storage failed');
  });
  await expect(write).rejects.toThrow('storage failed');
  expect(count).toBe(1);
});

test('repeats the writes of one tenant in turn, also after one that throws', async () => {
  const world = {};
  let position = 0;
  let attempts = 0;
  const write = (isBroken: boolean): Promise<number> =>
    retryOnConflict({ name: 'a write', world, tenantId: 'a' }, async (number) => {
      attempts += 1;
      const seen = position;
      await new Promise((resolve) => setImmediate(resolve));
      if (isBroken && number > 1) throw new Error('storage failed');
      if (seen !== position) return 'conflict';
      position += 1;
      return position;
    });
  const results = await Promise.allSettled(Array.from({ length: 100 }, (_, n) => write(n === 50)));
  expect(results.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
  expect(position).toBe(99);
  expect(attempts).toBe(199); // the first one of each write, and one repetition of all but one
});

test('does not let the writes of a tenant wait for those of another, or of another world', async () => {
  const world = {};
  let end = (_: string): void => undefined;
  const endless = new Promise<string>((resolve) => {
    end = resolve;
  });
  const write = (own: object, tenantId: string, repetition: Promise<string>): Promise<string> =>
    retryOnConflict({ name: 'a write', world: own, tenantId }, (number) =>
      number === 1 ? Promise.resolve('conflict') : repetition,
    );
  const waiting = write(world, 'a', endless);
  expect(await write(world, 'b', Promise.resolve('done'))).toBe('done');
  expect(await write({}, 'a', Promise.resolve('done'))).toBe('done');
  end('ended');
  expect(await waiting).toBe('ended');
});
