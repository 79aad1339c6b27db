import { expect, test } from 'vitest';
import { findColumnsAmong } from './bind-columns.ts';
import { collectColumns } from './columns/columns.ts';

const find = (rows: readonly object[], known: readonly string[]) => [
  ...findColumnsAmong(collectColumns(rows, new Map()), new Set(known), 'its values are known').keys(),
];

test('half of the values must be known ids', () => {
  const rows = [{ at: 'T-1001' }, { at: 'T-1002' }, { at: 'T-9009' }, { at: 'T-9010' }];
  expect(find(rows, ['T-1001', 'T-1002'])).toEqual(['/at']);
  expect(find(rows, ['T-1001'])).toEqual([]);
});

test('all values must be known ids if these are short numbers', () => {
  const rows = [{ total: 15 }, { total: 28 }, { total: 7 }];
  expect(find(rows, ['7', '15'])).toEqual([]);
  expect(find(rows, ['7', '15', '28'])).toEqual(['/total']);
});
