import type { DisabledReason, RetryProfile } from '../world/destinations.ts';
import { realMs, sandboxMs } from '../world/time.ts';
import type { Attempt, Due, Now } from './delivery.ts';
import { retryAfterMs } from './retry-after.ts';
import type { NextState } from './store.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

interface Profile {
  /** A clock that stands still never reaches an instant, so that `fast` follows the real one. */
  readonly clock: Due['clock'];
  /** From the attempt before to each further one, in milliseconds. */
  readonly gapsMs: readonly number[];
}

/** When attempts are made. Nothing is drawn at random, so that what is shown today is shown again tomorrow. */
const profiles: Readonly<Record<RetryProfile, Profile>> = {
  standard: {
    clock: 'sandbox',
    gapsMs: [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS)],
  },
  fast: { clock: 'real', gapsMs: [1, 2, 4, 8, 16].map((seconds) => seconds * SECOND_MS) },
};

/** How many attempts a delivery gets at most. */
export const attemptsOf = (profile: RetryProfile): number => profiles[profile].gapsMs.length + 1;

/** When the first attempt is due of what is queued now. */
export function dueAt(profile: RetryProfile, now: Now): Due {
  return profiles[profile].clock === 'sandbox'
    ? { clock: 'sandbox', atMs: now.sandboxMs }
    : { clock: 'real', atMs: now.realMs };
}

/** A scheduled attempt, and where in the schedule it stood. */
export interface ScheduledAttempt {
  readonly profile: RetryProfile;
  /** Scheduled attempts made before it since the delivery was queued. */
  readonly step: number;
  /** When it was due. */
  readonly due: Due;
  readonly attempt: Pick<Attempt, 'atMs' | 'sentAtMs' | 'response' | 'error'>;
}

/** What becomes of a delivery by an attempt, and whether its destination is to be disabled. */
export interface Consequence {
  readonly next: NextState;
  readonly disabling: Extract<DisabledReason, 'gone'> | undefined;
}

/**
 * What follows from a scheduled attempt. On the sandbox clock the next one counts from the instant at which this one was
 * due, so that one move of the clock runs all attempts up to where it stands, each at its instant; on the real clock it
 * counts from when this one was sent. @see gap events.retries
 */
export function afterAttempt({ profile, step, due, attempt }: ScheduledAttempt): Consequence {
  const { response, error } = attempt;
  const ended = (state: 'delivered' | 'exhausted' | 'skipped') => ({ state, endedAtMs: attempt.atMs });
  if (error === null) return { next: ended('delivered'), disabling: undefined };
  if (response?.status === GONE) return { next: ended('skipped'), disabling: 'gone' };

  const { clock, gapsMs } = profiles[profile];
  const gapMs = gapsMs[step];
  if (gapMs === undefined) return { next: ended('exhausted'), disabling: undefined };
  const waitMs = Math.min(DAY_MS, Math.max(gapMs, wishedWaitMs(attempt)));
  return { next: { state: 'pending', due: after(waitMs, clock, due, attempt) }, disabling: undefined };
}

const GONE = 410;
const DAY_MS = 24 * HOUR_MS;

function after(waitMs: number, clock: Due['clock'], due: Due, attempt: ScheduledAttempt['attempt']): Due {
  if (clock === 'real') return { clock, atMs: realMs(attempt.sentAtMs + waitMs) };
  const fromMs = due.clock === 'sandbox' ? due.atMs : attempt.atMs; // its profile was another one when it was queued
  return { clock, atMs: sandboxMs(fromMs + waitMs) };
}

/** How long the receiver asks to be left alone, in milliseconds; 0 where it does not, or in no form that is known. */
function wishedWaitMs({ response, sentAtMs }: ScheduledAttempt['attempt']): number {
  if (!MAY_ASK_FOR_TIME.includes(response?.status ?? 0)) return 0;
  return retryAfterMs(response?.headers['retry-after'], sentAtMs) ?? 0;
}

const MAY_ASK_FOR_TIME = [429, 502, 503, 504];
