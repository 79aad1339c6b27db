import { expect, test } from 'vitest';
import { formatRows } from './row-texts.ts';

const read = (at: string | number) => [
  { id: 'a', day: '2025-11-20', attributes: { fetched_at: at } },
  { id: 'b', day: '2025-11-21', attributes: { fetched_at: at } },
];

test.each<[string | number, string | number]>([
  ['2025-11-20T18:00:01Z', '2025-11-20T18:00:02Z'],
  [1763661601, 1763661602],
])('two reads of the same rows are equal, without the instants of the reads %s and %s', (one, other) => {
  expect(formatRows(read(one))).toEqual(formatRows(read(other)));
});

test('other values, and times that differ between the rows, are compared', () => {
  const rows = read('2025-11-20T18:00:01Z');
  const [first, ...others] = rows;
  expect(formatRows([{ ...first, day: '2025-11-22' }, ...others])).not.toEqual(formatRows(rows));
  expect(formatRows([{ ...first, id: 'c' }, ...others])).not.toEqual(formatRows(rows));
  expect(formatRows(rows.slice(0, 1))).not.toEqual(formatRows(rows));
  expect(formatRows([])).toEqual([]);
});
