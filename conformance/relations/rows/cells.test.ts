import { expect, test } from 'vitest';
import { findMainList, learnRowPlace, listRowLists, readOutside, readRows } from './cells.ts';

const ROWS = Array.from({ length: 3 }, (_, index) => ({
  station: 'T-1',
  moment: `2026-03-0${index + 1}T10:00:00Z`,
  kind: 'withdrawal',
  worth: 6000 + index,
}));

test.each([1, 2, 3])('an element with totals after %d rows is no row', (count) => {
  const rows = ROWS.slice(0, count);
  const body = { entries: [...rows, { all_worth: 18_000, all_charges: 450 }] };
  const list = listRowLists(body).get('/entries[]');
  const place = list && learnRowPlace('/entries[]', list);
  expect(place && readRows(body, place).rows.length).toBe(count);
});

test('the parts of a response are no items of a list', () => {
  const groups = [{ group: { code: 'G-1', name: 'Quay' } }, { group: { code: 'G-2', name: 'Mole' } }];
  const body = { embedded: { groups }, links: { self: { href: '/v1/terminal-groups' } }, aggregate: { rows: 2 } };
  expect(findMainList(body)?.rows.map((row) => row.get('/group/code'))).toEqual(['G-1', 'G-2']);
});

test('an object in place of a list is its only row', () => {
  const list = listRowLists({ response: { rows: ROWS } }).get('/response/rows[]');
  const place = list && learnRowPlace('/response/rows[]', list);
  const body = { response: { rows: ROWS[0], sum: 6000 } };
  expect(place && readRows(body, place).rows).toEqual([
    new Map(Object.entries(ROWS[0] ?? {}).map(([name, value]) => [`/${name}`, value])),
  ]);
  expect(place && [...readOutside(body, place).values()]).toEqual([6000]);
  expect(place && readRows({ response: { rows: { total: 0, next: 'none' } } }, place).rows).toEqual([]);
});

test.each([
  ['beside the rows in their only container', [{ sums: { worth: 18_003, charges: 450 }, logs: [{ rows: ROWS }] }]],
  [
    'in a container beside that of the rows',
    [{ logs: [{ rows: ROWS }] }, { logs: [{ rows: [{ all: 18_003, charges: 450 }] }] }],
  ],
])('totals %s are outside the rows', (_, containers) => {
  const body = { containers };
  const [at, list] = [...listRowLists(body)].find(([, { rows }]) => rows.length >= ROWS.length) ?? [];
  const place = at !== undefined && list && learnRowPlace(at, list);
  expect(place && [...readOutside(body, place).values()]).toEqual([18_003, 450]);
});
