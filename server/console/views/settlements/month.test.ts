import { expect, test } from 'vitest';
import type { SettlementBatch } from '../../api/types.ts';
import { arrangeMonth, getMonthLimits, moveMonth } from './month.ts';

const batch = (date: string): SettlementBatch => ({ business_date: date }) as SettlementBatch; // the member that it reads

const readStates = (isComplete: boolean, dates: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    arrangeMonth('2026-11', '2026-11-13', { batches: dates.map(batch), isComplete })
      .flat()
      .map(({ date, state }) => [date.slice(5), state]),
  );

test('distinguishes holidays, days ahead and days without batches', () => {
  const states = readStates(true, ['2026-11-12', '2026-11-10']);
  expect(states['11-10']).toBe('loaded');
  expect(states['11-09']).toBe('loaded');
  expect(states['11-11']).toBe('no-banking-day');
  expect(states['11-14']).toBe('no-banking-day');
  expect(states['11-16']).toBe('ahead');
});

test('does not call a day empty that was not read', () => {
  const states = readStates(false, ['2026-11-12', '2026-11-10']);
  expect([states['11-12'], states['11-09'], states['11-07']]).toEqual(['loaded', 'not-loaded', 'no-banking-day']);
  expect(readStates(false, [])['11-12']).toBe('not-loaded');
});

test('arranges weeks from Monday to Sunday, and moves over the end of a year', () => {
  const weeks = arrangeMonth('2026-11', '2026-11-13', { batches: [], isComplete: true });
  expect(weeks.map((week) => [week[0]?.date, week.length])).toEqual([
    ['2026-10-26', 7],
    ['2026-11-02', 7],
    ['2026-11-09', 7],
    ['2026-11-16', 7],
    ['2026-11-23', 7],
    ['2026-11-30', 7],
  ]);
  expect([moveMonth('2026-12', 1), moveMonth('2026-01', -1), moveMonth('2026-03', -1)]).toEqual([
    '2027-01',
    '2025-12',
    '2026-02',
  ]);
  expect(getMonthLimits('2028-02')).toEqual(['2028-02-01', '2028-02-29']);
});
