import { expect, test } from 'vitest';
import type { Caller, Exchange, Parameters } from '../../http/client.ts';
import { createBindings } from '../../slots/bindings.ts';
import { requireTable } from '../../slots/read-lists.ts';
import { stated } from '../../testing/stated.ts';
import { findBrokenOrder, followsOrder } from './sorted-pages.ts';

const bindings = createBindings(
  { 'transactions.rows': stated('/*'), 'transactions.amount_completed': stated('/worth') },
  'config',
);

const ALL = [20, 90, null, 40, 70, -80, 60, 10, 30];
const descending = (amounts: readonly (number | null)[]) =>
  amounts.toSorted((one, other) => Math.abs(other ?? 0) - Math.abs(one ?? 0));

/** A service that sorts by the size of amounts, before or after it divides the list into pages of three. */
function createReader(isSortedFirst: boolean): Caller {
  const get = async (_operation: string, parameters: Parameters = {}): Promise<Exchange> => {
    const start = Number(parameters.start ?? 0);
    const page = (amounts: readonly (number | null)[]) => amounts.slice(start, start + 3);
    const sorted = isSortedFirst ? page(descending(ALL)) : descending(page(ALL));
    const json = (parameters.sort_by === undefined ? page(ALL) : sorted).map((worth) => ({ worth }));
    return { status: 200, headers: [], json, isReadable: true, parameters } as unknown as Exchange; // the parts that tables read
  };
  return { name: 'a key', get } as unknown as Caller; // the check only reads
}

const judge = async (isSortedFirst: boolean, next: Parameters) => {
  const reader = createReader(isSortedFirst);
  const read = async (parameters: Parameters) =>
    requireTable(await reader.get('listTransactions', parameters), bindings, 'listTransactions');
  const first = await read({ sort_by: 'amt_comp', sort_dir: 'desc' });
  return findBrokenOrder({ reader, bindings }, await read(next), first);
};

const SORTED = { sort_by: 'amt_comp', sort_dir: 'desc', start: 3 } as Parameters;
const UNSORTED = { start: 3 } as Parameters;

test('pages in the order of the size of amounts are in order', async () => {
  expect(await judge(true, SORTED)).toBeUndefined();
});

test('pages that are sorted one by one may begin with more than the page before ended with', async () => {
  expect(await judge(false, SORTED)).toBeUndefined();
});

test('a page whose own amounts rise is not in order', async () => {
  expect(await judge(true, UNSORTED)).toEqual([4000, 7000, -8000]);
});

test('a page with more than the page before is not in order, where the list is sorted before it is divided', async () => {
  expect(await judge(true, { ...SORTED, start: 0 } as Parameters)).toHaveLength(6);
});

test('pages are compared by an amount only if the list is sorted by it', async () => {
  const follows = (sortedBy: 'worth' | 'fee') => {
    const rows = ALL.map((worth, index) => ({ worth: worth ?? 0, fee: (index * 5) % 7 }));
    const get = async (_operation: string, parameters: Parameters = {}) => {
      const json = rows.toSorted((one, other) =>
        parameters.sort_by === undefined ? 0 : other[sortedBy] - one[sortedBy],
      );
      return { status: 200, headers: [], json, isReadable: true, parameters } as unknown as Exchange; // the parts that tables read
    };
    return followsOrder({ reader: { name: 'a key', get } as unknown as Caller, bindings }, {}); // only reads
  };
  expect(await follows('worth')).toBe(true);
  expect(await follows('fee')).toBe(false);
});
