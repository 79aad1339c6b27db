import { expect, test } from 'vitest';
import { type Column, collectColumns } from './columns/columns.ts';
import { findCreditDebitNet } from './credit-debit-net.ts';

const toColumns = (rows: readonly object[]): Column[] => collectColumns(rows, new Map());
const findRoles = (rows: readonly object[]) =>
  Object.fromEntries(
    [...findCreditDebitNet(toColumns(rows))].map(([role, evidenceByPointer]) => [role, [...evidenceByPointer.keys()]]),
  );

test('finds credit, debit and net for positive and negative debits', () => {
  const roles = { credit: ['/a'], debit: ['/b'], net: ['/c'] };
  const rows = [
    { a: '100.00', b: '10.00', c: '90.00', fee: '1.00' },
    { a: '80.10', b: '0.10', c: '80.00', fee: '1.50' },
  ];
  expect(findRoles(rows)).toEqual(roles);
  expect(findRoles(rows.map((row) => ({ ...row, b: `-${row.b}` })))).toEqual(roles);
});

test.each([
  { title: 'no three amounts match', rows: [{ a: 5, b: 1, c: 3 }] },
  {
    title: 'one row does not match',
    rows: [
      { a: 5, b: 1, c: 4 },
      { a: 7, b: 2, c: 4 },
    ],
  },
  { title: 'two choices of three match', rows: [{ a: 9, b: 1, c: 8, d: 2, e: 7 }] },
  { title: 'there are no rows', rows: [] },
])('finds nothing when $title', ({ rows }) => {
  expect(findRoles(rows)).toEqual({});
});

test('finds nothing among thousands of equal amounts', () => {
  const columns = Array.from(
    { length: 3000 },
    (_, index): Column => ({
      pointer: `/amount_${index}`,
      path: [],
      isOfValueObject: false,
      nameWords: [],
      descriptionWords: [],
      enumValues: [],
      meanings: new Map(),
      valuesBySample: [['0.00'], ['0.00']],
      values: ['0.00', '0.00'],
    }),
  );
  expect(findCreditDebitNet(columns).size).toBe(0);
  expect(findCreditDebitNet(columns.slice(0, 40)).size).toBe(0);
});
