import type { DisabledReason, RetryProfile } from '../../world/state/destinations.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, realMs, sandboxMs } from '../../world/state/time.ts';
import type { DeliveryAttempt, Due, Now } from '../delivery.ts';
import type { NextState } from '../store/delivery-store.ts';
import { parseRetryAfterMs } from './retry-after.ts';

const SECOND_MS = 1000;

interface Profile {
  /** `fast` uses the real clock, because a frozen sandbox clock never reaches an instant. */
  readonly clock: Due['clock'];
  /** Delays in milliseconds, each from the previous attempt. */
  readonly gapsMs: readonly number[];
}

/** The retry schedules. They have no random part, so that every run has the same result. */
const profiles: Readonly<Record<RetryProfile, Profile>> = {
  standard: {
    clock: 'sandbox',
    gapsMs: [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS)],
  },
  fast: { clock: 'real', gapsMs: [1, 2, 4, 8, 16].map((seconds) => seconds * SECOND_MS) },
};

/** Returns the maximum number of attempts of a delivery. */
export const countScheduledAttempts = (profile: RetryProfile): number => profiles[profile].gapsMs.length + 1;

/** Returns when the first attempt of a delivery queued now is due. */
export function computeFirstDue(profile: RetryProfile, now: Now): Due {
  return profiles[profile].clock === 'sandbox'
    ? { clock: 'sandbox', atMs: now.sandboxMs }
    : { clock: 'real', atMs: now.realMs };
}

/** A scheduled attempt and its place in the schedule. */
export interface ScheduledAttempt {
  readonly profile: RetryProfile;
  /** Earlier scheduled attempts since the delivery was queued. */
  readonly step: number;
  /** When it was due. */
  readonly due: Due;
  readonly attempt: Pick<DeliveryAttempt, 'atMs' | 'sentAtMs' | 'response' | 'error'>;
}

/** New state of a delivery after an attempt, and whether to disable its destination. */
export interface AttemptConsequence {
  readonly next: NextState;
  readonly disabling: Extract<DisabledReason, 'gone'> | undefined;
}

/**
 * Returns the consequences of a scheduled attempt. On the sandbox clock the next delay starts at the due instant, so
 * that one change of the clock runs all attempts up to the new time, each at its instant. On the real clock it starts
 * when this attempt was sent. @see gap events.retries
 */
export function planAfterAttempt({ profile, step, due, attempt }: ScheduledAttempt): AttemptConsequence {
  const { response, error } = attempt;
  const ended = (state: 'delivered' | 'exhausted' | 'skipped') => ({ state, endedAtMs: attempt.atMs });
  if (error === null) return { next: ended('delivered'), disabling: undefined };
  if (response?.status === GONE) return { next: ended('skipped'), disabling: 'gone' };

  const { clock, gapsMs } = profiles[profile];
  const gapMs = gapsMs[step];
  if (gapMs === undefined) return { next: ended('exhausted'), disabling: undefined };
  const waitMs = Math.min(DAY_MS, Math.max(gapMs, readRequestedDelayMs(attempt)));
  return { next: { state: 'pending', due: computeNextDue(clock, { due, attempt }, waitMs) }, disabling: undefined };
}

const GONE = 410;

/** Returns the instant `waitMs` after an attempt, on the clock of the profile. */
function computeNextDue(
  clock: Due['clock'],
  { due, attempt }: Pick<ScheduledAttempt, 'due' | 'attempt'>,
  waitMs: number,
): Due {
  if (clock === 'real') return { clock, atMs: realMs(attempt.sentAtMs + waitMs) };
  const fromMs = due.clock === 'sandbox' ? due.atMs : attempt.atMs; // queued under another profile
  return { clock, atMs: sandboxMs(fromMs + waitMs) };
}

/** Returns the delay that the receiver requested with Retry-After, in milliseconds; 0 if it is absent or invalid. */
function readRequestedDelayMs({ response, sentAtMs }: ScheduledAttempt['attempt']): number {
  if (!RETRY_AFTER_STATUSES.includes(response?.status ?? 0)) return 0;
  return parseRetryAfterMs(response?.headers['retry-after'], sentAtMs) ?? 0;
}

const RETRY_AFTER_STATUSES = [429, 502, 503, 504];
