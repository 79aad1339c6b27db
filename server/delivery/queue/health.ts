import type { RetryProfile } from '../../world/state/destinations.ts';
import { HOUR_MS, MINUTE_MS } from '../../world/state/time.ts';
import type { DeliveryAttempt } from '../delivery.ts';
import { type DestinationHealth, UNTRIED } from '../store/delivery-store.ts';

/** How long a destination may fail without a success before it is disabled, on the clock of its schedule. */
const FAILING_LIMIT_MS: Readonly<Record<RetryProfile, number>> = { standard: 120 * HOUR_MS, fast: 2 * MINUTE_MS };

type Tried = Pick<DeliveryAttempt, 'atMs' | 'sentAtMs' | 'error'>;

/**
 * Returns the health of a destination after a scheduled attempt. `isExhausted`: it was the last attempt of its delivery.
 */
export function updateHealthAfter(
  before: DestinationHealth,
  { atMs, sentAtMs, error }: Tried,
  isExhausted: boolean,
): DestinationHealth {
  if (error === null) return { ...UNTRIED, lastSuccessMs: atMs };
  return {
    failingSinceMs: before.failingSinceMs ?? atMs,
    failingSinceRealMs: before.failingSinceRealMs ?? sentAtMs,
    exhaustedSince: before.exhaustedSince + (isExhausted ? 1 : 0),
    lastSuccessMs: before.lastSuccessMs,
    lastError: error.message,
  };
}

/**
 * Whether a destination should be disabled: at least one delivery was exhausted, and no attempt has succeeded for 120
 * hours of the sandbox clock (`fast`: two minutes of the real clock). @see gap events.retries
 */
export function isFailing(
  { failingSinceMs, failingSinceRealMs, exhaustedSince }: DestinationHealth,
  profile: RetryProfile,
  { atMs, sentAtMs }: Tried,
): boolean {
  if (failingSinceMs === null || failingSinceRealMs === null || exhaustedSince === 0) return false;
  const passedMs = profile === 'standard' ? atMs - failingSinceMs : sentAtMs - failingSinceRealMs;
  return passedMs >= FAILING_LIMIT_MS[profile];
}
