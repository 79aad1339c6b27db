import { expect, test } from 'vitest';
import { listRowTexts } from './scope-probes.ts';

const amount = {
  requested: { amount: 9_750_000, currency: 'EUR', exponent: 2 },
  completed: { amount: 9_750_000, currency: 'EUR', exponent: 2 },
};
const list = (...ids: readonly string[]) => ({ rows: Object.fromEntries(ids.map((id) => [id, { id, amount }])) });

test('the amounts of a row are no row, so that two tenants with equal amounts have no common row', () => {
  const [known, other] = [listRowTexts({ json: list('US/TX/1', 'US/TX/3') }), listRowTexts({ json: list('US/TX/2') })];
  expect(known.size).toBe(2);
  expect([...other.keys()].filter((text) => known.has(text))).toEqual([]);
});

test('a row that two tenants get alike is a common row', () => {
  const [known, other] = [listRowTexts({ json: list('US/TX/1', 'US/TX/3') }), listRowTexts({ json: list('US/TX/3') })];
  expect([...other.keys()].filter((text) => known.has(text))).toHaveLength(1);
});

test('the cells of a row that is an array are no rows', () => {
  const createTable = (id: string) => ({ columns: ['id', 'amount'], rows: [[{ value: id }, amount]] });
  const [known, other] = [
    listRowTexts({ json: createTable('US/TX/1') }),
    listRowTexts({ json: createTable('US/TX/2') }),
  ];
  expect(known.size).toBe(1);
  expect([...other.keys()].filter((text) => known.has(text))).toEqual([]);
});
