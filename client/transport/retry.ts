import { AttemptTimeoutError, ContentError, type FleetError, NetworkError, ServiceError } from '../core/errors.ts';

/** Statuses of temporary failures. */
const TEMPORARY: readonly number[] = [408, 429, 502, 503, 504];

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** The pause before the first repetition, in milliseconds. Each further pause is twice as long, up to the longest. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 20_000;

/**
 * Returns whether a failed request may be sent again. A write may have been done although it failed, so it is only repeated with
 * an idempotency key.
 */
export function isRepeatable(method: string, headers: Headers, failure: FleetError): boolean {
  if (!SAFE_METHODS.includes(method) && !headers.has('Idempotency-Key')) return false;
  if (failure instanceof ServiceError)
    return TEMPORARY.includes(failure.status) || failure.code === 'idempotency_in_progress';
  return failure instanceof NetworkError || failure instanceof AttemptTimeoutError || failure instanceof ContentError;
}

/**
 * Returns the pause before a repetition, in milliseconds: as long as the service demands, or one that grows and varies by a
 * quarter. `attempt` counts from 0.
 */
export function computePause(failure: FleetError, attempt: number, random: number = Math.random()): number {
  if (failure instanceof ServiceError && failure.retryAfterMs !== undefined) return failure.retryAfterMs;
  return Math.round(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.75 + random / 4));
}

/**
 * Parses `Retry-After` to milliseconds: seconds, or an HTTP date. A date is relative to the `Date` of the response, because the
 * clocks of client and service can differ. Undefined if it is absent or malformed.
 */
export function parseRetryAfter(headers: Headers, nowMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const until = parseHttpDate(text);
  if (until === undefined) return undefined;
  return Math.max(0, until - (parseHttpDate(headers.get('date') ?? '') ?? nowMs));
}

function parseHttpDate(text: string): number | undefined {
  const ms = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
