import type { RetryProfile } from '../../world/state/destinations.ts';
import { HOUR_MS, MINUTE_MS } from '../../world/state/time.ts';
import type { Attempt } from '../delivery.ts';
import { type Health, untried } from '../store/delivery-store.ts';

/** How long a destination may fail without a success before it is disabled, on the clock of its schedule. */
const PATIENCE_MS: Readonly<Record<RetryProfile, number>> = { standard: 120 * HOUR_MS, fast: 2 * MINUTE_MS };

type Tried = Pick<Attempt, 'atMs' | 'sentAtMs' | 'error'>;

/**
 * Returns the health of a destination after a scheduled attempt. `isGivenUp`: it was the last attempt of its delivery.
 */
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
 * Whether a destination should be disabled: at least one delivery was exhausted, and no attempt has succeeded for 120
 * hours of the sandbox clock (`fast`: two minutes of the real clock). @see gap events.retries
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
