import type { TerminalFixture } from '../../../../fixtures/model/model.ts';
import {
  DAY_MS,
  getOffsetMinutes,
  getZoneAbbreviation,
  MINUTE_MS,
  toCivilDate,
} from '../../../../fixtures/time/calendar.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const padToTwo = (value: number): string => String(value).padStart(2, '0');

/** Formats an instant in the terminal's local time: `14:28 EST`. */
export function formatLocalClock({ location }: TerminalFixture, ms: number): string {
  const local = splitLocalTime(location.timezone, ms);
  return `${padToTwo(local.hour)}:${padToTwo(local.minute)} ${getZoneAbbreviation(location.timezone, ms)}`;
}

/** Formats the terminal's local date: `22 Oct`. */
export function formatLocalDay({ location }: TerminalFixture, ms: number): string {
  const local = splitLocalTime(location.timezone, ms);
  return `${local.day} ${months[local.month] ?? ''}`;
}

/** Formats an approximate duration: `4 min`, `26 h`, `3 days`. */
export function describeDuration(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 72 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

function splitLocalTime(zone: string, ms: number) {
  const wall = ms + getOffsetMinutes(zone, ms) * MINUTE_MS;
  const dayNumber = Math.floor(wall / DAY_MS);
  const minuteOfDay = Math.floor((wall - dayNumber * DAY_MS) / MINUTE_MS);
  const { month, day } = toCivilDate(dayNumber);
  return { hour: Math.floor(minuteOfDay / 60), minute: minuteOfDay % 60, month: month - 1, day };
}
