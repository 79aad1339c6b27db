import type { RetryProfile } from '../../world/state/destinations.ts';
import { HOUR_MS, MINUTE_MS } from '../../world/state/time.ts';
import type { DeliveryAttempt } from '../delivery.ts';
import { type DestinationHealth, UNTRIED } from '../store/delivery-store.ts';

/** How long a destination may fail without a success before it is disabled, on the clock of its schedule. */
const FAILING_LIMIT_MS: Readonly<Record<RetryProfile, number>> = { standard: 120 * HOUR_MS, fast: 2 * MINUTE_MS };

/** Failed attempts in a row after which other destinations are notified. @see gap destinations.alerts */
const ALERT_AFTER_FAILURES = 5;

type Tried = Pick<DeliveryAttempt, 'atMs' | 'sentAtMs' | 'error'>;

/** A scheduled attempt, as far as the health of its destination is concerned. */
export interface TriedDelivery {
  readonly attempt: Tried;
  /** Whether it was the last attempt of its delivery. */
  readonly isExhausted: boolean;
  /** Whether the event is one of the sandbox itself. Its failures cause no further such event, so that none follows from another. */
  readonly isOwnEvent: boolean;
}

/** Returns the health of a destination after a scheduled attempt. */
export function updateHealthAfter(
  before: DestinationHealth,
  { attempt: { atMs, sentAtMs, error }, isExhausted, isOwnEvent }: TriedDelivery,
): DestinationHealth {
  if (error === null) return { ...UNTRIED, lastSuccessMs: atMs };
  return {
    failingSinceMs: before.failingSinceMs ?? atMs,
    failingSinceRealMs: before.failingSinceRealMs ?? sentAtMs,
    exhaustedSince: before.exhaustedSince + (isExhausted ? 1 : 0),
    lastSuccessMs: before.lastSuccessMs,
    lastError: error.message,
    failedAttempts: (before.failedAttempts ?? 0) + (isOwnEvent ? 0 : 1),
    isReported: before.isReported ?? false,
  };
}

/** Whether other destinations should be notified of the failures, and were not since the last success. */
export const needsReport = ({ failedAttempts = 0, isReported = false }: DestinationHealth): boolean =>
  failedAttempts >= ALERT_AFTER_FAILURES && !isReported;

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
