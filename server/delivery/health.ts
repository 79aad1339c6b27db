import type { RetryProfile } from '../world/destinations.ts';
import type { Attempt } from './delivery.ts';
import { type Health, untried } from './store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** For so long nothing was taken before a destination is disabled; each on the clock that its schedule follows. */
const PATIENCE_MS: Readonly<Record<RetryProfile, number>> = { standard: 120 * HOUR_MS, fast: 2 * MINUTE_MS };

type Tried = Pick<Attempt, 'atMs' | 'sentAtMs' | 'error'>;

/** How a destination does after a scheduled attempt; `isGivenUp`: it was the last one of its delivery. */
export function healthAfter(before: Health, { atMs, sentAtMs, error }: Tried, isGivenUp: boolean): Health {
  if (error === null) return { ...untried, lastSuccessMs: atMs };
  return {
    failingSinceMs: before.failingSinceMs ?? atMs,
    failingSinceRealMs: before.failingSinceRealMs ?? sentAtMs,
    exhaustedSince: before.exhaustedSince + (isGivenUp ? 1 : 0),
    lastSuccessMs: before.lastSuccessMs,
    lastError: error.message,
  };
}

/**
 * Whether it has failed for so long that it is to be disabled: at least one delivery was given up, and nothing was taken
 * for 120 hours of the sandbox clock (`fast`: two minutes of the real one). @see gap events.retries
 */
export function isFailing(
  { failingSinceMs, failingSinceRealMs, exhaustedSince }: Health,
  profile: RetryProfile,
  { atMs, sentAtMs }: Tried,
): boolean {
  if (failingSinceMs === null || failingSinceRealMs === null || exhaustedSince === 0) return false;
  const passedMs = profile === 'standard' ? atMs - failingSinceMs : sentAtMs - failingSinceRealMs;
  return passedMs >= PATIENCE_MS[profile];
}
