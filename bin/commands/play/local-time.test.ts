import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNextLocalTime, formatLocalDateTime, formatLocalTime } from './local-time.ts';

const NEW_YORK = 'America/New_York';
const toMs = (text: string): number => Date.parse(text);

test('returns the next instant with the weekday and time, which may be now', () => {
  const monday = toMs('2026-11-02T15:00:00Z'); // 10:00 in New York
  const next = (text: string, nowMs = monday) => new Date(findNextLocalTime(NEW_YORK, text, nowMs)).toISOString();
  expect(next('Fri 21:00')).toBe('2026-11-07T02:00:00.000Z');
  expect(next('Mon 10:00')).toBe('2026-11-02T15:00:00.000Z');
  expect(next('Mon 09:59')).toBe('2026-11-09T14:59:00.000Z');
  expect(next('09:59')).toBe('2026-11-03T14:59:00.000Z');
  expect(next('10:01')).toBe('2026-11-02T15:01:00.000Z');
});

test('throws for any other text', () => {
  for (const text of ['Friday 21:00', '25:00', 'noon', '9:00', ''])
    expect(() => findNextLocalTime(NEW_YORK, text, 0)).toThrow('expected a moment like');
});

const zones = fc.constantFrom(NEW_YORK, 'Pacific/Guam', 'America/Phoenix', 'UTC');
const instants = fc.integer({ min: toMs('2026-11-01T00:00:00Z') / 1000, max: toMs('2027-11-01T00:00:00Z') / 1000 });
const times = fc
  .tuple(fc.constantFrom('Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'), fc.integer({ min: 3, max: 23 }))
  .map(([weekday, hour]) => `${weekday} ${String(hour).padStart(2, '0')}:30`);

test('returns an instant within a week that has the requested local time, and returns it again', () => {
  fc.assert(
    fc.property(zones, times, instants, (zone, text, seconds) => {
      const nowMs = seconds * 1000;
      const found = findNextLocalTime(zone, text, nowMs);
      expect(found).toBeGreaterThanOrEqual(nowMs);
      expect(found - nowMs).toBeLessThanOrEqual(7 * 86_400_000 + 3_600_000);
      expect(formatLocalTime(zone, found)).toBe(`${text}:00`);
      expect(findNextLocalTime(zone, text, found)).toBe(found);
    }),
  );
});

test('formats an instant with its zone, and with seconds unless they are zero', () => {
  expect(formatLocalDateTime(NEW_YORK, toMs('2026-11-07T02:00:00Z'))).toBe('Fri 6 Nov 21:00 EST');
  expect(formatLocalDateTime('Pacific/Guam', toMs('2027-01-31T23:00:07Z'))).toBe('Mon 1 Feb 09:00:07 ChST');
});
