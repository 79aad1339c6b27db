import { expect, test } from 'vitest';
import { readRows } from '../../relations/rows/cells.ts';
import { findDocumentedColumns } from '../../relations/rows/documented-columns.ts';
import { findRowPlace, isShownOtherwise } from './row-columns.ts';

const ROWS = Array.from({ length: 4 }, (_, index) => ({
  terminal: { value: 'T-1' },
  local_time: { value: `2026-03-0${index + 1}T10:00:00Z` },
  type: { value: 'withdrawal' },
  sequence: { value: String(17 + index) },
  account_type: { value: 'checking' },
  response: { value: '00' },
}));

test('rows are found within an envelope of objects, and not the envelope', () => {
  const body = { response: { header: { ok: true }, body: { records: { transactions: ROWS } } } };
  expect(findRowPlace(body)?.at).toBe('/response/body/records/transactions[]');
});

test('rows are found where each value is an object, and within groups', () => {
  expect(findRowPlace({ d: ROWS })?.at).toBe('/d[]');
  const groups = [
    { terminal: 'T-1', rows: ROWS.slice(0, 3) },
    { terminal: 'T-2', rows: ROWS.slice(3) },
  ];
  expect(findRowPlace({ groups })?.at).toBe('/groups[]/rows[]');
});

test('a single row is found beside an element with totals, and not the body that contains both', () => {
  const totals = { summary: { withdrawn: { sum: '0' }, surcharges: { sum: null } } };
  const body = (rows: readonly unknown[]) => ({
    response: { head: { ok: true }, rows: [...rows, totals], total: rows.length },
  });
  const place = findRowPlace(body(ROWS.slice(0, 1)));
  expect(place?.at).toBe('/response/rows[]');
  expect([1, 0].map((count) => place && readRows(body(ROWS.slice(0, count)), place).rows.length)).toEqual([1, 0]);
});

test('no rows are found where no list has the columns of transactions', () => {
  expect(findRowPlace({ totals: [{ name: 'a', value: 1 }] })).toBeUndefined();
});

/** Returns the column of the requested amount, by its name, in rows with these values of it. */
function findRequested(values: readonly unknown[]) {
  const rows = values.map((amount, index) => ({
    ...ROWS[index % ROWS.length],
    requested: { amount, surcharge: '2.50' },
  }));
  const body = { transactions: rows };
  const place = findRowPlace(body);
  if (place === undefined) throw new Error('the rows were not found');
  return findDocumentedColumns(readRows(body, place).rows).get('amount requested');
}

test('a binding that fits the rows of another list is no finding if each row has the column by its name', () => {
  // elsewhere `{ "amount": { "amount": 500 } }`, here texts, and an empty one
  expect(isShownOtherwise(findRequested(['5.00', '', '7.00', '12.00']))).toBe(true);
});

test('a column that a row lacks by its name too is a finding', () => {
  const lacking = new Map([['/id', 'T-1']]);
  expect(isShownOtherwise({ kind: 'shown', places: ['/requested/amount'], lacking })).toBe(false);
  expect(isShownOtherwise({ kind: 'unknown' })).toBe(false);
  expect(isShownOtherwise(undefined)).toBe(false);
});

/** Returns whether rows without a type have one, beside another column with these values. */
function findType(name: string, values: readonly unknown[]): string | undefined {
  const rows = values.map((value, index) => ({
    local_time: `2026-03-0${1 + (index % 9)}T10:00:00Z`,
    sequence: String(17 + index),
    account_type: 'checking',
    response: '00',
    [name]: value,
  }));
  const body = { transactions: rows };
  const place = findRowPlace(body);
  return place && findDocumentedColumns(readRows(body, place).rows).get('transaction type')?.kind;
}

test('a type is absent beside a note, a network or a currency', () => {
  for (const name of ['note', 'network', 'ccy']) expect(findType(name, Array(20).fill('CAD'))).toBe('absent');
  expect(findType('bucket', Array(20).fill('CAD'))).toBe('unknown');
});

test('a type is not absent in few rows with different words in a column of codes', () => {
  expect(findType('tranCode', ['Balance Inquiry', 'Withdrawal', 'Transfer'])).toBe('shown');
  expect(findType('tranCode', ['Look', 'Pay', 'Send'])).toBe('unknown');
});
