import { getLocalDate, toInstant } from '../../../fixtures/time/zones.ts';
import { formatTimeOfDay } from './time.ts';

const LOCAL_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)$/;

/**
 * Parses a local time of a field, such as `2026-11-02T15:00`, to epoch milliseconds. Returns undefined for any other text, and for a date
 * that does not exist.
 */
export function parseLocalTime(text: string, zone: string): number | undefined {
  const [, date, time] = LOCAL_TIME.exec(text) ?? [];
  if (date === undefined || time === undefined) return undefined;
  const ms = toInstant(zone, date, time);
  return getLocalDate(zone, ms) === date ? ms : undefined;
}

/** Formats an instant as the value of a field, to the minute. */
export const formatLocalTime = (ms: number, zone: string): string =>
  `${getLocalDate(zone, ms)}T${formatTimeOfDay(ms, zone).slice(0, 5)}`;
