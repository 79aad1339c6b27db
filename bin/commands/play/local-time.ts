import {
  addDays,
  getLocalDate,
  getOffsetMinutes,
  getWeekday,
  getZoneAbbreviation,
  toInstant,
} from '../../../fixtures/time/calendar.ts';
import { formatLocalInstant } from '../../../spec/formats.ts';

/* Parses and formats the times of scenario steps. */

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Returns the first instant from `nowMs` on at which the local time is `Fri 21:00`, or `08:30` on any day. Throws on any
 * other text.
 */
export function findNextLocalTime(zone: string, text: string, nowMs: number): number {
  const [, weekday, time] = /^(?:(Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(text) ?? [];
  if (time === undefined) throw new Error(`expected a moment like "Fri 21:00" or "08:30", got ${JSON.stringify(text)}`);
  const today = getLocalDate(zone, nowMs);
  for (let days = 0; ; days += 1) {
    const date = addDays(today, days);
    const atMs = toInstant(zone, date, time);
    const isRightDay = weekday === undefined || WEEKDAYS[getWeekday(date)] === weekday;
    if (isRightDay && atMs >= nowMs) return atMs;
  }
}

/** Formats `Fri 6 Nov 21:00 EST`, with seconds if they are not zero. */
export function formatLocalDateTime(zone: string, ms: number): string {
  const date = getLocalDate(zone, ms);
  const [, month, day] = date.split('-').map(Number);
  const time = formatTimeOfDay(zone, ms).replace(/:00$/, '');
  const month3 = MONTHS[(month ?? 1) - 1];
  return `${WEEKDAYS[getWeekday(date)]} ${day} ${month3} ${time} ${getZoneAbbreviation(zone, ms)}`;
}

/** Formats `Fri 21:03:40`. */
export function formatLocalTime(zone: string, ms: number): string {
  return `${WEEKDAYS[getWeekday(getLocalDate(zone, ms))]} ${formatTimeOfDay(zone, ms)}`;
}

function formatTimeOfDay(zone: string, ms: number): string {
  return formatLocalInstant(ms, getOffsetMinutes(zone, ms)).slice(11, 19);
}
