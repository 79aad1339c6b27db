import { expect, test } from 'vitest';
import { findRowPlace } from './row-columns.ts';

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

test('no rows are found where no list has the columns of transactions', () => {
  expect(findRowPlace({ totals: [{ name: 'a', value: 1 }] })).toBeUndefined();
});
