import type { DisabledReason } from '../world/destinations.ts';
import type { MadeAttempt } from './attempt.ts';
import type { Attempt, Delivery } from './delivery.ts';
import { healthAfter, isFailing } from './health.ts';
import { afterAttempt } from './schedule.ts';
import type { ClaimedDelivery, DeliveryStore, DestinationKey, NextState } from './store.ts';
import type { Target } from './target.ts';

/** Disables a destination, if it is not disabled yet, before the promise is kept. */
export type Disable = (destination: DestinationKey, reason: DisabledReason) => Promise<void>;

/** A scheduled attempt that was made, by whomever, on a delivery that was claimed. */
export interface Settlement {
  readonly store: DeliveryStore;
  /** Where it went, as it is now; undefined when it has been deleted meanwhile. */
  readonly target: Target | undefined;
  readonly claimed: Pick<ClaimedDelivery, 'delivery' | 'due'>;
  readonly attempt: MadeAttempt;
  readonly disable: Disable;
}

/**
 * Draws all conclusions from a scheduled attempt: it is recorded with what follows, counts for the health of its
 * destination, and may disable it; then what waits there is skipped. Answers undefined when the delivery is no longer
 * there, and then concludes nothing.
 */
export async function settleAttempt({
  store,
  target,
  claimed,
  attempt,
  disable,
}: Settlement): Promise<{ readonly delivery: Delivery; readonly attempt: Attempt } | undefined> {
  const { delivery, due } = claimed;
  const known = await store.find(delivery.deliveryId);
  if (known?.sequence !== delivery.sequence) return undefined; // a reset came between, after which ids come again
  const step = { step: delivery.step, due, attempt };
  const { next: foreseen, disabling } = afterAttempt({ profile: target?.profile ?? 'standard', ...step });
  const isOver = target === undefined || target.isDisabled;
  const next = isOver && foreseen.state === 'pending' ? skippedAt(attempt) : foreseen;
  const settled = await store.settle(
    delivery.deliveryId,
    { ...attempt, next: next.state === 'pending' ? next.due : null },
    next,
  );
  if (settled === undefined || target === undefined) return settled;

  const isGivenUp = next.state === 'exhausted';
  const health = await store.changeHealth(target.key, (before) => healthAfter(before, attempt, isGivenUp));
  const reason = disabling ?? (isFailing(health, target.profile, attempt) ? 'failing' : undefined);
  if (reason !== undefined && !target.isDisabled) {
    await disable(target.key, reason);
    await store.skipWaiting(target.key, attempt.atMs);
  }
  return settled;
}

const skippedAt = ({ atMs }: MadeAttempt): NextState => ({ state: 'skipped', endedAtMs: atMs });
