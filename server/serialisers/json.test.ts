import { expect, test } from 'vitest';
import { isList, type ListBody, serialiseJson, serialiseList } from './json.ts';

const list = (...data: object[]): ListBody => ({ object: 'list', data, page: { limit: 2, next_cursor: null } });

test('serialises a list like other JSON, with frozen rows or not', () => {
  const rows = [Object.freeze({ a: '"\u2028', b: [1] }), { c: null }];
  for (const body of [list(), list(...rows), list(...rows, ...rows)])
    expect(serialiseList(body)).toBe(serialiseJson(body));
});

test('serialises the present state of a mutable row', () => {
  const row = { n: 1 };
  serialiseList(list(row));
  row.n = 2;
  expect(serialiseList(list(row))).toContain('{"n":2}');
});

test('recognises only list envelopes as lists', () => {
  expect([list(), { object: 'settlement_derivation' }, null, 'list'].map(isList)).toEqual([true, false, false, false]);
});
