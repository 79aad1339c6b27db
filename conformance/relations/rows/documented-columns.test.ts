import { describe, expect, test } from 'vitest';
import type { Cells, Scalar } from './cells.ts';
import { findDocumentedColumns } from './documented-columns.ts';

type Row = Readonly<Record<string, Scalar>>;

const ROWS: readonly Row[] = Array.from({ length: 12 }, (_, index) => ({
  '/terminal': `T-${index % 3}`,
  '/local_date': '2026-03-08',
  '/local_time': `1${index % 9}:05:${10 + index}`,
  '/type': index % 2 === 0 ? 'withdrawal' : 'inquiry',
  '/seq_no': String(100 + index).padStart(6, '0'),
  '/account_type': 'checking',
  '/response': '00',
  '/amount/requested': '100.00',
  '/amount/completed': index === 3 ? null : '100.00',
  '/surcharge/requested': '2.50',
  '/surcharge/completed': '2.50',
}));

const toCells = (rows: readonly Row[]): Cells[] => rows.map((row) => new Map(Object.entries(row)));
const without =
  (...places: readonly string[]) =>
  (row: Row): Row =>
    Object.fromEntries(Object.entries(row).filter(([place]) => !places.includes(place)));
const kindOf = (rows: readonly Row[], name: string) => findDocumentedColumns(toCells(rows)).get(name)?.kind;

describe('documented columns', () => {
  test('are found by their names, and the time in two cells', () => {
    for (const [name, { kind }] of findDocumentedColumns(toCells(ROWS)))
      expect(`${name} ${kind}`).toBe(`${name} shown`);
  });

  test('the type is found by its values with any name, and not by sentences', () => {
    const rename = (toValue: (type: Scalar | undefined) => string) =>
      ROWS.map((row) => ({ ...without('/type')(row), '/tran_code': toValue(row['/type']) }));
    expect(
      kindOf(
        rename((type) => (type === 'withdrawal' ? 'CASH_WITHDRAWAL' : 'BALANCE_INQUIRY')),
        'transaction type',
      ),
    ).toBe('shown');
    expect(
      kindOf(
        rename((type) => (type === 'withdrawal' ? 'A1' : 'B2')),
        'transaction type',
      ),
    ).not.toBe('shown');
    expect(
      kindOf(
        rename((type) => `the ${type} at this place was not allowed`),
        'transaction type',
      ),
    ).not.toBe('shown');
  });

  test('are found if a value and an empty one have two forms', () => {
    const rows = ROWS.map((row, index) =>
      index % 4 > 0
        ? { ...without('/amount/requested')(row), '/amountRequested': 35_250 }
        : { ...without('/amount/requested')(row), '/amountRequested/value': '' },
    );
    const found = findDocumentedColumns(toCells(rows)).get('amount requested');
    expect(found).toEqual({
      kind: 'shown',
      places: ['/amountRequested/value', '/amountRequested'],
      lacking: undefined,
    });
    const lacking = findDocumentedColumns(toCells([...rows, without('/amountRequested')(rows[1] ?? {})]));
    expect(lacking.get('amount requested')).toMatchObject({ kind: 'shown', lacking: expect.any(Map) });
  });

  test('are found in other languages and in lists of named amounts', () => {
    const rows = ROWS.map((row) => ({
      ...without('/type', '/account_type', '/amount/requested')(row),
      '/Buchungsart': 'Auszahlung',
      '/Kontoart': 'Sparkonto',
      '/amounts[amt_req]/name': 'amt_req',
      '/amounts[amt_req]/value': 10_000,
    }));
    expect(kindOf(rows, 'transaction type')).toBe('shown');
    expect(kindOf(rows, 'account type')).toBe('shown');
    expect(kindOf(rows, 'amount requested')).toBe('shown');
  });

  test.each([
    ['terminal date and time', ['/local_date', '/local_time']],
    ['transaction type', ['/type']],
    ['account type', ['/account_type']],
    ['amount requested', ['/amount/requested']],
    ['surcharge completed', ['/surcharge/completed']],
  ])('%s is absent if no row has it and every other column is named', (name, places) => {
    expect(kindOf(ROWS.map(without(...places)), name)).toBe('absent');
  });

  test('a column is unknown if one without a clear name could be it', () => {
    const rows = ROWS.map((row) => ({ ...without('/type')(row), '/fld_11': 'withdrawal' }));
    expect(kindOf(rows, 'transaction type')).toBe('unknown');
  });

  test('a type is unknown if a code of few unknown words could be it, and absent if the code is an id', () => {
    const rename = (toCode: (row: Row, index: number) => Scalar) =>
      ROWS.map((row, index) => ({ ...without('/type')(row), '/tran_code': toCode(row, index) }));
    expect(
      kindOf(
        rename((row) => (row['/type'] === 'withdrawal' ? 'debit' : 'look')),
        'transaction type',
      ),
    ).toBe('unknown');
    expect(
      kindOf(
        rename((_, index) => `txn_${900 + index}`),
        'transaction type',
      ),
    ).toBe('absent');
  });

  test.each<[name: string, place: string, other: string]>([
    ['response', '/response', '/host_code'],
    ['response', '/response', '/action_code'],
    ['sequence number', '/seq_no', '/transaction_no'],
    ['sequence number', '/seq_no', '/number'],
    ['amount requested', '/amount/requested', '/customer_amount'],
    ['amount requested', '/amount/requested', '/authorized_amount'],
  ])('%s is not absent if %s has the name %s', (name, place, other) => {
    const rename = (row: Row): Row => ({
      ...without(place)(row),
      '/id': `T${row['/seq_no']}`,
      [other]: row[place] ?? null,
    });
    expect(kindOf(ROWS.map(rename), name)).not.toBe('absent');
    expect(
      kindOf(
        ROWS.map((row) => without(other)(rename(row))),
        name,
      ),
    ).toBe('absent');
  });

  test('a code of several types in few rows is the type', () => {
    const codes = ['WITHDRAWAL', 'TRANSFER', 'BALANCE', 'REVERSAL', 'WITHDRAWAL', 'TRANSFER', 'WITHDRAWAL'];
    const rows = ROWS.slice(0, 7).map((row, index) => ({ ...without('/type')(row), '/tran_code': codes[index] ?? '' }));
    expect(kindOf(rows, 'transaction type')).toBe('shown');
  });

  test('a row that lacks a column of the others is found', () => {
    const rows = ROWS.map((row, index) => (index === 5 ? without('/response')(row) : row));
    const found = findDocumentedColumns(toCells(rows)).get('response');
    expect(found?.kind === 'shown' && found.lacking?.get('/seq_no')).toBe('000105');
  });

  test('six digits of a sequence number and a date of an update are no time', () => {
    const rows = ROWS.map((row) => ({ ...without('/local_date', '/local_time')(row), '/updated': '2026-03-08' }));
    expect(kindOf(rows, 'terminal date and time')).not.toBe('shown');
  });
});
