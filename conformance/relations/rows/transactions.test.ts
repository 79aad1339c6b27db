import { expect, test } from 'vitest';
import { readPeriod } from './transactions.ts';

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
