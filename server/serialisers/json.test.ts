import { expect, test } from 'vitest';
import { isList, type ListBody, serialiseJson, serialiseList } from './json.ts';

const list = (...data: object[]): ListBody => ({ object: 'list', data, page: { limit: 2, next_cursor: null } });

test('a list is written as any JSON, whether its rows are frozen or not', () => {
  const rows = [Object.freeze({ a: '"\u2028', b: [1] }), { c: null }];
  for (const body of [list(), list(...rows), list(...rows, ...rows)])
    expect(serialiseList(body)).toBe(serialiseJson(body));
});

test('a row that can change is written as it is now', () => {
  const row = { n: 1 };
  serialiseList(list(row));
  row.n = 2;
  expect(serialiseList(list(row))).toContain('{"n":2}');
});

test('only the envelope of a list is a list', () => {
  expect([list(), { object: 'settlement_derivation' }, null, 'list'].map(isList)).toEqual([true, false, false, false]);
});
