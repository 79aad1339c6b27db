import { isBankingDay } from '../../../../fixtures/time/banking-days.ts';
import { addDays, getWeekday, type LocalDate } from '../../../../fixtures/time/dates.ts';
import type { SettlementBatch } from '../../api/types.ts';

/** The knowledge of one date. Only `loaded` dates without batches are empty. */
export type DayState = 'loaded' | 'not-loaded' | 'no-banking-day' | 'ahead';

export interface Day {
  readonly date: LocalDate;
  readonly isOfMonth: boolean;
  readonly state: DayState;
  readonly batches: readonly SettlementBatch[];
}

export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Returns the month before or after another one, such as `2026-10`. */
export const moveMonth = (month: string, step: 1 | -1): string => addDays(`${month}-15`, step * 30).slice(0, 7);

/** Returns the first and the last date of a month. */
export const getMonthLimits = (month: string): readonly [LocalDate, LocalDate] => [
  `${month}-01`,
  addDays(`${moveMonth(month, 1)}-01`, -1),
];

export interface LoadedMonth {
  readonly batches: readonly SettlementBatch[];
  /** Whether the batches of all dates of the month were read. */
  readonly isComplete: boolean;
}

/** Arranges a month in weeks, which begin on Monday. `today` is the date of the sandbox clock. */
export function arrangeMonth(month: string, today: LocalDate, loaded: LoadedMonth): readonly (readonly Day[])[] {
  const [first, last] = getMonthLimits(month);
  const byDate = Map.groupBy(loaded.batches, ({ business_date: date }) => date);
  // Batches are read latest first, so with some of them missing, the dates before the earliest one are not known.
  const earliest = loaded.isComplete ? first : (loaded.batches.at(-1)?.business_date ?? addDays(last, 1));
  const toDay = (date: LocalDate): Day => {
    const batches = byDate.get(date) ?? [];
    return { date, isOfMonth: date.startsWith(month), state: readState(date, { batches, earliest, today }), batches };
  };
  const weeks: (readonly Day[])[] = [];
  for (let monday = addDays(first, -getWeekday(first)); monday <= last; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => toDay(addDays(monday, index))));
  return weeks;
}

interface Known {
  readonly batches: readonly SettlementBatch[];
  readonly earliest: LocalDate;
  readonly today: LocalDate;
}

function readState(date: LocalDate, { batches, earliest, today }: Known): DayState {
  if (batches.length > 0) return 'loaded';
  if (!isBankingDay(date)) return 'no-banking-day';
  if (date >= today) return 'ahead'; // the cut-off of a date is in its evening
  return date < earliest ? 'not-loaded' : 'loaded';
}
