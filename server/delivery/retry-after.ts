import type { RealMs } from '../world/time.ts';

/**
 * How long a `Retry-After` asks to wait, in milliseconds from `nowMs`: it holds whole seconds or a date as HTTP has it.
 * Zero for a date that has passed; undefined where it is absent or malformed.
 */
export function retryAfterMs(value: string | undefined, nowMs: RealMs): number | undefined {
  const text = value?.trim() ?? '';
  if (SECONDS.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  if (!HTTP_DATE.test(text)) return undefined;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

const SECONDS = /^\d+$/;
/** As all senders of today write it: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
