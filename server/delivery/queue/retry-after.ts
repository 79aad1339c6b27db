import type { RealMs } from '../../world/state/time.ts';

/**
 * Parses `Retry-After`: whole seconds or an HTTP date. Returns the delay in milliseconds from `nowMs`; zero for a past
 * date, undefined if absent or malformed.
 */
export function parseRetryAfterMs(value: string | undefined, nowMs: RealMs): number | undefined {
  const text = value?.trim() ?? '';
  if (SECONDS.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  if (!HTTP_DATE.test(text)) return undefined;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

const SECONDS = /^\d+$/;
/** The form that current senders use: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
