import { expect, test } from 'vitest';
import { RowWalk } from './row-walk.ts';

/* Walks of long lists. */

const PAGE = 200;

/** A list of the numbers below `total`. Counts its reads. */
function createList(total: number) {
  const list = { reads: 0 };
  const read = async (cursor: string | null) => {
    list.reads += 1;
    const from = Number(cursor ?? 0);
    const data = Array.from({ length: Math.min(PAGE, total - from) }, (_, index) => from + index);
    const end = from + data.length;
    return { data, page: { has_more: end < total, next_cursor: end < total ? String(end) : null } };
  };
  return { list, read };
}

const settle = async (walk: { readonly isReading: boolean }): Promise<void> => {
  do await new Promise((resolve) => setTimeout(resolve));
  while (walk.isReading);
};

test('keeps few rows of a list of 100,000 in memory, and reads the others again', async () => {
  const { list, read } = createList(100_000);
  const walk = new RowWalk({ read, isWanted: () => true });
  for (let from = 0; from < 100_000; from += 150) {
    await walk.show(from, from + 40);
    expect(walk.rowAt(from)).toBe(from);
  }
  expect(walk.isComplete).toBe(true);
  const kept = Array.from({ length: 100_000 }, (_, index) => walk.rowAt(index)).filter((row) => row !== undefined);
  expect(kept.length).toBeLessThan(3000);
  expect(walk.rowAt(0)).toBeUndefined();
  const before = list.reads;
  await walk.show(0, 40);
  expect(walk.rowAt(39)).toBe(39);
  expect(list.reads).toBe(before + 1);
});

test('pauses when few rows match, and continues on request', async () => {
  const { read } = createList(20_000);
  const walk = new RowWalk({ read, isWanted: (row: number) => row % 10_000 === 9999 });
  await walk.show(0, 40);
  expect(walk.isPaused).toBe(true);
  expect(walk.count).toBe(0);
  for (let count = 0; count < 10 && walk.isPaused; count += 1) {
    walk.readOn();
    await settle(walk);
  }
  expect([walk.rowAt(0), walk.rowAt(1), walk.isComplete, walk.readRows]).toEqual([9999, 19_999, true, 20_000]);
});

test('stops where the order of the list excludes further matches', async () => {
  const { list, read } = createList(20_000);
  const walk = new RowWalk({ read, isWanted: (row: number) => row < 10, isLast: (row) => row >= 10 });
  await walk.show(0, 40);
  expect([walk.count, walk.isComplete, list.reads]).toEqual([10, true, 1]);
});

test('reports an error, and continues where it occurred', async () => {
  const { read } = createList(1000);
  let isBroken = false;
  const walk = new RowWalk({
    read: (cursor) => (isBroken ? Promise.reject(new Error('The sandbox does not answer.')) : read(cursor)),
    isWanted: () => true,
  });
  await walk.show(0, 40);
  isBroken = true;
  await walk.show(150, 190);
  expect([walk.error, walk.count]).toEqual(['The sandbox does not answer.', 200]);
  isBroken = false;
  walk.readOn();
  await settle(walk);
  expect([walk.error, walk.count]).toEqual([undefined, 400]);
});
