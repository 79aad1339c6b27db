import type { DisabledReason } from '../../world/state/destinations.ts';
import type { Delivery, DeliveryAttempt } from '../delivery.ts';
import type { ClaimedDelivery, DeliveryStore, DestinationKey, NextState } from '../store/delivery-store.ts';
import type { CompletedAttempt } from './attempt.ts';
import { isFailing, updateHealthAfter } from './health.ts';
import { planAfterAttempt } from './schedule.ts';
import type { DeliveryTarget } from './target.ts';

/** Disables a destination unless it is disabled already. */
export type DisableDestination = (destination: DestinationKey, reason: DisabledReason) => Promise<void>;

/** A completed scheduled attempt of a claimed delivery. */
export interface Settlement {
  readonly store: DeliveryStore;
  /** The current destination; undefined if it was deleted in the meantime. */
  readonly target: DeliveryTarget | undefined;
  readonly claimed: Pick<ClaimedDelivery, 'delivery' | 'due'>;
  readonly attempt: CompletedAttempt;
  readonly disable: DisableDestination;
  /** Retries the write that records the attempt. Default: no retries. */
  readonly retryRecording?: RetryWrite;
  /** Retries each of the later writes. Default: no retries. */
  readonly retryFollowUp?: RetryWrite;
}

/** Runs a write, possibly several times until it succeeds. If it rejects, nothing was written. */
export type RetryWrite = <Result>(write: () => Promise<Result>) => Promise<Result>;

const writeOnce: RetryWrite = (write) => write();

/**
 * Settles a scheduled attempt: records it with the new state of the delivery, updates the health of the destination,
 * disables a failing destination and skips its waiting deliveries. Each write is retried separately, so that none
 * is repeated after a success. Returns undefined, and does nothing further, if the delivery no longer exists.
 */
export async function settleAttempt({
  store,
  target,
  claimed,
  attempt,
  disable,
  retryRecording: recording = writeOnce,
  retryFollowUp: concluding = writeOnce,
}: Settlement): Promise<{ readonly delivery: Delivery; readonly attempt: DeliveryAttempt } | undefined> {
  const { delivery, due } = claimed;
  const step = { step: delivery.step, due, attempt };
  const { next: planned, disabling } = planAfterAttempt({ profile: target?.profile ?? 'standard', ...step });
  const isOver = target === undefined || target.isDisabled;
  const next = isOver && planned.state === 'pending' ? skipAt(attempt) : planned;
  const recorded = { ...attempt, next: next.state === 'pending' ? next.due : null };
  const settled = await recording(() => store.settle(delivery, recorded, next));
  if (settled === undefined || target === undefined) return settled;

  const isExhausted = next.state === 'exhausted';
  const health = await concluding(() =>
    store.updateHealth(target.key, (before) => updateHealthAfter(before, attempt, isExhausted)),
  );
  const reason = disabling ?? (isFailing(health, target.profile, attempt) ? 'failing' : undefined);
  if (reason !== undefined && !target.isDisabled) {
    await concluding(() => disable(target.key, reason));
    await concluding(() => store.skipWaiting(target.key, attempt.atMs));
  }
  return settled;
}

const skipAt = ({ atMs }: CompletedAttempt): NextState => ({ state: 'skipped', endedAtMs: atMs });
