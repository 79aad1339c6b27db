/*
 * The calendar of the rules, computed apart from the product: banking days of the Federal Reserve, and local times from the time zones of
 * the runtime.
 */

export const DAY = 86_400_000;
export const MINUTE = 60_000;

/** Returns an instant as text in UTC, in whole seconds. */
export const formatInstant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Returns a date some days later. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/** Returns the nth weekday of a month; the last one for 0. */
function nthWeekday([year, month]: readonly [number, number], [day, nth]: readonly [number, number]): string {
  const first = new Date(Date.UTC(year, nth === 0 ? month : month - 1, 1)).toISOString().slice(0, 10);
  const offset = (day - weekday(first) + 7) % 7;
  return addDays(first, offset + 7 * (nth - 1));
}

function listHolidays(year: number): ReadonlySet<string> {
  const fixed = ['01-01', ...(year >= 2022 ? ['06-19'] : []), '07-04', '11-11', '12-25'].map((day) => `${year}-${day}`);
  const moved = fixed.map((date) => (weekday(date) === 0 ? addDays(date, 1) : date));
  return new Set([
    ...moved,
    nthWeekday([year, 1], [1, 3]),
    nthWeekday([year, 2], [1, 3]),
    nthWeekday([year, 5], [1, 0]),
    nthWeekday([year, 9], [1, 1]),
    nthWeekday([year, 10], [1, 2]),
    nthWeekday([year, 11], [4, 4]),
  ]);
}

const holidays = new Map<number, ReadonlySet<string>>();

export function isBankingDay(date: string): boolean {
  const year = Number(date.slice(0, 4));
  const known = holidays.get(year) ?? listHolidays(year);
  holidays.set(year, known);
  return weekday(date) % 6 !== 0 && !known.has(date);
}

/** Returns this date or the first banking day after it. */
export function toBankingDay(date: string): string {
  let day = date;
  while (!isBankingDay(day)) day = addDays(day, 1);
  return day;
}

export const nextBankingDay = (date: string): string => toBankingDay(addDays(date, 1));

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the wall clock of a zone as `YYYY-MM-DDTHH:MM:SS`. */
export function toLocal(ms: number, zone: string): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(zone, format);
  return format.format(ms).replace(' ', 'T');
}

/** Returns the offset of a zone at an instant in minutes. */
export function offsetAt(ms: number, zone: string): number {
  const whole = Math.floor(ms / 1000) * 1000;
  return (Date.parse(`${toLocal(whole, zone)}Z`) - whole) / MINUTE;
}

/** Returns the instants at which the wall clock of a zone shows this time: none, one or two. */
export function listInstants(local: string, zone: string): readonly number[] {
  const guess = Date.parse(`${local}Z`);
  const offsets = new Set([offsetAt(guess - DAY, zone), offsetAt(guess + DAY, zone)]);
  return [...offsets].map((offset) => guess - offset * MINUTE).filter((ms) => toLocal(ms, zone) === local);
}
