import { rememberObjects } from '../../../base/caches/remember-objects.ts';
import { rememberTexts } from '../../../base/caches/remember-texts.ts';
import type { Exchange } from '../../http/client.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import type { Principal } from '../survey/principals.ts';
import { type Cells, readName } from './cells.ts';
import { listMoments, readMoments } from './moments.ts';
import { nameRow, type Survey, surveyTransactions } from './survey.ts';

/** A transaction of the list, as the survey of the list shows it. */
export interface SurveyedTransaction {
  readonly id: string;
  readonly terminal: string | undefined;
  readonly row: Cells;
  readonly exchange: Exchange;
}

/** The transactions that a key can list, with what experiments show of them. */
export interface SurveyedTransactions {
  readonly survey: Survey;
  /** Each transaction once, by its id. Empty if rows have no ids. */
  readonly rows: readonly SurveyedTransaction[];
  /** Columns that could be the time of a transaction: every row has a date or an instant there. Empty if rows have others that are not read. */
  readonly times: readonly TimeColumn[];
  /** Whether no other value is likely to be an id: ids of few digits are also counts. */
  readonly hasUnmistakableIds: boolean;
}

/** A column with dates or instants. */
export interface TimeColumn {
  readonly place: string;
  /** Returns a number that is greater for later times of this column. */
  readonly read: (row: Cells) => number;
  /** Returns the earliest and the latest instant that a value can mean, in epoch milliseconds: without a zone it may be any. */
  readonly readRange: (row: Cells) => Period;
}

/** A period between two instants, both included, in epoch milliseconds. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Surveys the transactions of a key. `undefined` without rows that the kit can find. */
export async function readTransactions(reader: Principal): Promise<SurveyedTransactions | undefined> {
  const survey = await surveyTransactions(reader, { combinations: 'rows' });
  return survey && collectTransactions(survey);
}

const collectTransactions = rememberObjects((survey: Survey): SurveyedTransactions => {
  const rows = new Map<string, SurveyedTransaction>();
  const { idCell, terminalCell } = survey;
  for (const { rows: read, exchange } of survey.reads)
    for (const row of read) {
      const id = nameRow(row, survey);
      if (idCell === undefined || rows.has(id)) continue;
      const terminal = terminalCell === undefined ? undefined : readName(row, terminalCell);
      rows.set(id, { id, terminal, row, exchange });
    }
  const all = [...rows.values()];
  return {
    survey,
    rows: all,
    times: findTimeColumns(all.map(({ row }) => row)),
    hasUnmistakableIds: areUnmistakable(all.map(({ id }) => id)),
  };
});

/** Whether no other value is likely to be one of these ids: each is unmistakable, or nearly each of many long ones of one length. */
function areUnmistakable(ids: readonly string[]): boolean {
  const [first = ''] = ids;
  const clear = ids.filter(isUnmistakable).length;
  const areAlike = first.length >= LONG_ID && ids.every((id) => id.length === first.length);
  return ids.length > 0 && (clear === ids.length || (areAlike && clear >= ids.length * NEARLY_ALL));
}

const LONG_ID = 10;
const NEARLY_ALL = 0.7;

const HOUR_MS = 3_600_000;
/** The difference between a local time and UTC is at most this. */
const ZONE_MS = 14 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;

/** Reads a date or an instant in the usual notations. */
export function readPeriod(value: unknown): Period | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' ? readPeriodOf(text) : undefined;
}

const readPeriodOf = rememberTexts((text): Period | undefined => {
  const [, seconds, fraction = ''] = /^(1\d{9})(\d{3})?(?:\.\d+)?$/.exec(text) ?? [];
  if (seconds !== undefined) return createPeriod(Number(seconds) * 1000 + Number(fraction || '0'), 999);
  const [, year, month, day, hour, minute, second = '00', zone] =
    /^(20\d\d)[-/.]?(\d\d)[-/.]?(\d\d)(?:[T ]?(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?\s?(Z|UTC|GMT|[+-]\d\d:?\d\d)?)?$/i.exec(
      text,
    ) ?? [];
  if (year === undefined) return undefined;
  const offset = zone === undefined || !/\d/.test(zone) ? 'Z' : zone.replace(/^(.\d\d):?(\d\d)$/, '$1:$2');
  const instant = Date.parse(`${year}-${month}-${day}T${hour ?? '00'}:${minute ?? '00'}:${second}${offset}`);
  if (Number.isNaN(instant)) return undefined;
  if (hour === undefined) return { from: instant - ZONE_MS, to: instant + DAY_MS + ZONE_MS };
  return zone === undefined ? { from: instant - ZONE_MS, to: instant + ZONE_MS } : createPeriod(instant, 999);
});

/** Whether a period is that of a day without a time of day. */
export const isDay = ({ from, to }: Period): boolean => to - from > DAY_MS + ZONE_MS;

const createPeriod = (from: number, length: number): Period => ({ from, to: from + length });

const SLASHED = /^(\d{1,2})[/.](\d{1,2})[/.]20\d\d(?:,?\s+\d{1,2}:\d\d(?::\d\d)?\s*(?:[AP]M)?)?$/i;

/**
 * Returns a function that reads dates such as `11/30/2026 10:29:32 AM`. `undefined` if no value of the column shows whether the day or the
 * month is first, or if the values contradict each other.
 */
function findSlashedReader(values: readonly unknown[]): ((value: unknown) => Period | undefined) | undefined {
  const dates = values.flatMap((value) => {
    const date = SLASHED.exec(String(value));
    return date === null ? [] : [date];
  });
  const exceedsMonths = (part: 1 | 2) => dates.some((date) => Number(date[part]) > MONTHS);
  const isDayFirst = exceedsMonths(1);
  if (isDayFirst === exceedsMonths(2)) return undefined;
  return (value) => {
    if (!SLASHED.test(String(value))) return undefined;
    // of a date with two meanings, the first one has the day first
    const [dayFirst, monthFirst = dayFirst] = readMoments(value);
    const { day, time } = (isDayFirst ? dayFirst : monthFirst) ?? {};
    if (day === undefined) return undefined;
    const instant = day + (time ?? 0) * 1000;
    return { from: instant - ZONE_MS, to: instant + ZONE_MS + (time === undefined ? DAY_MS : 0) };
  };
}

const MONTHS = 12;

/** Finds the columns with the times of rows; none if rows have times in another notation beside them. */
export function findTimeColumns(rows: readonly Cells[]): TimeColumn[] {
  const places = new Set(rows.slice(0, 1).flatMap((row) => [...row.keys()]));
  const columns = [...places].flatMap((place): TimeColumn[] => {
    const readSlashed = findSlashedReader(rows.map((row) => row.get(place)));
    const read = (row: Cells) => readPeriod(row.get(place)) ?? readSlashed?.(row.get(place));
    if (!rows.every((row) => read(row) !== undefined)) return [];
    const readMiddle = (row: Cells): number => {
      const period = read(row);
      return period === undefined ? Number.NaN : (period.from + period.to) / 2;
    };
    if (new Set(rows.map(readMiddle)).size < 2) return [];
    return [{ place, read: readMiddle, readRange: (row) => read(row) ?? { from: -Infinity, to: Infinity } }];
  });
  // the time may be in a column with another notation, beside columns with dates of something else
  const isUnread = (row: Cells) =>
    listMoments(row).some(
      ({ day, places: shown }) =>
        day !== undefined &&
        !shown.some((place) => columns.some((column) => column.place === place)) &&
        shown.every((place) => readPeriod(row.get(place)) === undefined),
    );
  return rows.some(isUnread) ? [] : columns;
}
