import { rememberTexts } from '../../../base/caches/remember-texts.ts';
import type { Cells, Scalar } from './cells.ts';

/** A date, a time of day, or both, as a value shows them. */
export interface Moment {
  /** The day in milliseconds since 1970, as if it were in UTC; `undefined` for a time of day. */
  readonly day: number | undefined;
  /** The time of day in seconds; `undefined` for a date. */
  readonly time: number | undefined;
  /** Whether the value shows seconds. */
  readonly isExact: boolean;
}

const DAY_MS = 86_400_000;
const HOUR = 3600;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const EPOCH = /^(?:\/Date\()?(-?1\d{9})(\d{3})?(?:\.\d+)?(?:[+-]\d{4})?(?:\)\/)?$/;
const COMPACT = /^((?:19|20)\d\d)(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?)?/;
const CLOCK = /(?<!\d)(\d{1,2}):(\d\d)(?::(\d\d))?(?:[.,]\d+)?\s*([ap]\.?m)?/i;
const BARE_CLOCK = /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)$/;

const toDay = (year: number, month: number, day: number): number | undefined => {
  const at = Date.UTC(year, month - 1, day);
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && !Number.isNaN(at) ? at : undefined;
};

/** Reads the days that a text may show: `03/04/2026` may be two. */
function readDays(text: string): number[] {
  const [, year, month, day] = /(?<!\d)(20\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text) ?? [];
  if (year !== undefined) return [toDay(Number(year), Number(month), Number(day)) ?? []].flat();
  const [, one, other, late] = /(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](20\d\d)(?!\d)/.exec(text) ?? [];
  if (late !== undefined)
    return [
      toDay(Number(late), Number(other), Number(one)) ?? [],
      toDay(Number(late), Number(one), Number(other)) ?? [],
    ]
      .flat()
      .filter((at, index, all) => all.indexOf(at) === index);
  const [, before, name, after, then] =
    /(?<!\d)(\d{1,2})?\.?\s*([A-Za-z]{3})[a-z]*\.?,?\s*(\d{1,2})?,?\s+(20\d\d)/.exec(text) ?? [];
  const named = MONTHS.indexOf((name ?? '').toLowerCase()) + 1;
  return named > 0 && then !== undefined ? [toDay(Number(then), named, Number(before ?? after)) ?? []].flat() : [];
}

function readClock(text: string): Pick<Moment, 'time' | 'isExact'> | undefined {
  const [, hour, minute, second, half] = CLOCK.exec(text) ?? BARE_CLOCK.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const isHalf = half !== undefined && /^[ap]/i.test(half);
  const hours = isHalf ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hour);
  return hours > 24 || Number(minute) > 59
    ? undefined
    : { time: hours * HOUR + Number(minute) * 60 + Number(second ?? 0), isExact: second !== undefined };
}

/** Reads the dates and times that a value may show, in the notations that services use; none for another value. */
export function readMoments(value: unknown): readonly Moment[] {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return text === '' || text.length > 60 ? [] : readMomentsOf(text);
}

const readMomentsOf = rememberTexts((text): readonly Moment[] => {
  const [, seconds] = EPOCH.exec(text) ?? [];
  if (seconds !== undefined) {
    const at = Number(seconds);
    const day = Math.floor((at * 1000) / DAY_MS) * DAY_MS;
    return [{ day, time: at - day / 1000, isExact: true }];
  }
  const [, year, month, date, hour, minute, second] = COMPACT.exec(text) ?? [];
  if (year !== undefined && /^\d{8}(T?\d{4}(\d\d)?)?(Z|[+-]\d{2}:?\d{2})?$/.test(text)) {
    const day = toDay(Number(year), Number(month), Number(date));
    const time = hour === undefined ? undefined : Number(hour) * HOUR + Number(minute) * 60 + Number(second ?? 0);
    return day === undefined ? [] : [{ day, time, isExact: second !== undefined }];
  }
  const days = readDays(text);
  const clock = readClock(text);
  if (days.length > 0) return days.map((day) => ({ day, time: clock?.time, isExact: clock?.isExact ?? false }));
  return clock !== undefined && /^[^A-Za-z]*(\s*[ap]\.?m\.?|Uhr|UTC|Z)?$/i.test(text)
    ? [{ day: undefined, ...clock }]
    : [];
});

/** Reads the parts of an instant as numbers: `[2026, 3, 8, 12, 10, 18]`. */
function readParts(parts: readonly (Scalar | undefined)[]): Moment[] {
  const [year, month, date, hour, minute, second] = parts.map(Number);
  const day = year !== undefined && year > 2000 && year < 2100 ? toDay(year, month ?? 0, date ?? 0) : undefined;
  if (day === undefined || hour === undefined || minute === undefined || hour > 23 || minute > 59) return [];
  return [{ day, time: hour * HOUR + minute * 60 + (second ?? 0), isExact: second !== undefined }];
}

/** A moment of a row, with the cells that show it. */
interface PlacedMoment extends Moment {
  readonly places: readonly string[];
}

/** Returns the dates and times that the cells of a row show. */
export function listMoments(row: Cells): PlacedMoment[] {
  const single: PlacedMoment[] = [];
  const tuples: PlacedMoment[] = [];
  for (const [place, value] of row) {
    for (const one of readMoments(value)) single.push({ ...one, places: [place] });
    if (!place.endsWith('[0]')) continue;
    const places = [0, 1, 2, 3, 4, 5].map((index) => `${place.slice(0, -3)}[${index}]`).filter((at) => row.has(at));
    if (places.length < 5) continue;
    for (const one of readParts(places.map((at) => row.get(at)))) tuples.push({ ...one, places });
  }
  return [...single, ...tuples];
}

/** An instant as if it were in UTC, in milliseconds, and whether it has seconds. */
export interface LocalInstant {
  readonly at: number;
  readonly isExact: boolean;
}

/** Returns the instants that a row shows: in one cell, or as a date and a time in two. */
export function listInstants(row: Cells): LocalInstant[] {
  const moments = listMoments(row);
  const join = (day: number, { time, isExact }: Moment): LocalInstant => ({ at: day + (time ?? 0) * 1000, isExact });
  const whole = moments.flatMap((one) => (one.day !== undefined && one.time !== undefined ? [join(one.day, one)] : []));
  const days = moments.flatMap(({ day, time }) => (day !== undefined && time === undefined ? [day] : []));
  const clocks = moments.filter(({ day, time }) => day === undefined && time !== undefined);
  return [...whole, ...[...new Set(days)].flatMap((day) => clocks.map((clock) => join(day, clock)))];
}

const QUARTER_MS = 900_000;
/** The difference between two time zones is at most this. */
const ZONES_MS = 26 * HOUR * 1000;
const MINUTE_MS = 60_000;

/** Whether two instants may be one in two time zones, which differ by quarters of an hour, up to a difference. */
export function mayBeSameInstant(one: LocalInstant, other: LocalInstant, withinMs: number): boolean {
  const difference = Math.abs(one.at - other.at);
  const rest = difference % QUARTER_MS;
  const near = one.isExact && other.isExact ? withinMs : Math.max(withinMs, MINUTE_MS);
  return difference <= ZONES_MS + near && Math.min(rest, QUARTER_MS - rest) <= near;
}
