import { parseInstant } from '../../../base/durations.ts';
import { DAY_MS, MINUTE_MS } from '../../../fixtures/time/calendar.ts';
import { EARLIEST_START_MS, LATEST_START_MS } from '../../../fixtures/time/epoch.ts';
import { type RealMs, type SandboxMs, sandboxMs } from './time.ts';

export { countDaysAfterDefault } from '../../../fixtures/time/epoch.ts';

/** The forms of a start, for messages. */
export const START_FORMS = 'today, now, or an instant from 2010 to 2099 such as 2026-11-02T15:00:00Z';

/** Whether a start depends on the time at which a world is created. */
export const isRelativeStart = (text: string): boolean => text === 'today' || text === 'now';

/**
 * Returns the start of a clock: for `today` 00:00 UTC of the current date, for `now` the current minute, otherwise the whole second of
 * an instant. Undefined for any other text.
 */
export function parseStart(text: string, now: RealMs): SandboxMs | undefined {
  if (text === 'today') return sandboxMs(Math.floor(now / DAY_MS) * DAY_MS);
  if (text === 'now') return sandboxMs(Math.floor(now / MINUTE_MS) * MINUTE_MS);
  const ms = parseInstant(text);
  if (ms === undefined || ms < EARLIEST_START_MS || ms >= LATEST_START_MS) return undefined;
  return sandboxMs(Math.floor(ms / 1000) * 1000);
}
