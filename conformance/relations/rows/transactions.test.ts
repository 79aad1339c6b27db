import { expect, test } from 'vitest';
import { findTimeColumns, readPeriod } from './transactions.ts';

const HOUR = 3_600_000;

test.each([
  ['2026-03-11T09:00:00Z', 0],
  ['2026-03-11T04:00:00-05:00', 0],
  ['2026-03-11 09:00 UTC', 0],
  [Date.UTC(2026, 2, 11, 9) / 1000, 0],
  [String(Date.UTC(2026, 2, 11, 9)), 0],
  ['20260311090000', 28],
  ['2026/03/11 09:00', 28],
  ['2026-03-11', 52],
])('reads %s as a period that contains the instant, of %d hours', (value, hours) => {
  const instant = Date.UTC(2026, 2, 11, 9);
  const { from, to } = readPeriod(value) ?? { from: 0, to: 0 };
  expect(from).toBeLessThanOrEqual(instant);
  expect(to).toBeGreaterThanOrEqual(instant);
  expect(Math.floor((to - from) / HOUR)).toBe(hours);
});

test.each(['1.234,50 €', 'T-20260311', '2026-13-40', 'approved', null, 12.5])('reads no time in %s', (value) => {
  expect(readPeriod(value)).toBeUndefined();
});

test.each([
  [
    ['11/30/2026 10:29:32 AM', '12/01/2026 12:05:00 AM'],
    ['2026-11-30T10:29:32Z', '2026-12-01T00:05:00Z'],
  ],
  [
    ['30/11/2026 10:29', '01/12/2026 13:05'],
    ['2026-11-30T10:29:00Z', '2026-12-01T13:05:00Z'],
  ],
  [
    ['30.11.2026', '01.12.2026'],
    ['2026-11-30T00:00:00Z', '2026-12-01T00:00:00Z'],
  ],
])('reads the times %j if one value shows whether the day is first', (texts, instants) => {
  const rows = texts.map((text) => new Map([['/at', text]]));
  const [column] = findTimeColumns(rows);
  const ranges = rows.map((row) => column?.readRange(row));
  for (const [index, instant] of instants.entries()) {
    expect(ranges[index]?.from).toBeLessThanOrEqual(Date.parse(instant));
    expect(ranges[index]?.to).toBeGreaterThanOrEqual(Date.parse(instant));
  }
  const [first, second] = rows.map((row) => column?.read(row) ?? 0);
  expect(first).toBeLessThan(second ?? 0);
});

test('reads no time if the day and the month may be exchanged', () => {
  expect(findTimeColumns(['03/04/2026 10:00', '05/06/2026 11:00'].map((at) => new Map([['/at', at]])))).toEqual([]);
});
