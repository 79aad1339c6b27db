import { isSandboxEventType } from '../../../spec/event-types.ts';
import type { DestinationAlert } from '../../world/state/destination-alerts.ts';
import type { SandboxMs } from '../../world/state/time.ts';
import type { Delivery, DeliveryAttempt } from '../delivery.ts';
import type {
  ClaimedDelivery,
  DeliveryStore,
  DestinationHealth,
  DestinationKey,
  NextState,
} from '../store/delivery-store.ts';
import type { CompletedAttempt } from './attempt.ts';
import { isFailing, needsReport, updateHealthAfter } from './health.ts';
import { planAfterAttempt } from './schedule.ts';
import type { DeliveryTarget } from './target.ts';

/** The failures of a destination. With a reason, it is disabled. */
export interface ReportedFailures {
  readonly disabledReason: DestinationAlert['disabledReason'];
  readonly health: DestinationHealth;
  /** The instant of the latest attempt. */
  readonly atMs: SandboxMs;
}

/**
 * Records that the deliveries to a destination fail, for those who subscribe to it, and disables the destination if there is a reason.
 * Ignores deleted and disabled destinations, and failures that it has recorded already.
 */
export type ReportFailures = (destination: DestinationKey, failures: ReportedFailures) => Promise<void>;

/** A completed scheduled attempt of a claimed delivery. */
export interface Settlement {
  readonly store: DeliveryStore;
  /** The current destination; undefined if it was deleted in the meantime. */
  readonly target: DeliveryTarget | undefined;
  readonly claimed: Pick<ClaimedDelivery, 'delivery' | 'due'>;
  readonly attempt: CompletedAttempt;
  readonly reportFailures: ReportFailures;
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
 * reports repeated failures, disables a failing destination and skips its waiting deliveries. Each write is retried separately, so that none
 * is repeated after a success. Returns undefined, and does nothing further, if the delivery no longer exists.
 */
export async function settleAttempt({
  store,
  target,
  claimed,
  attempt,
  reportFailures,
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

  const { key } = target;
  const isOwnEvent = isSandboxEventType(delivery.event.type);
  const tried = { attempt, isExhausted: next.state === 'exhausted', isOwnEvent };
  const health = await concluding(() => store.updateHealth(key, (before) => updateHealthAfter(before, tried)));
  if (target.isDisabled) return settled;
  const disabledReason = disabling ?? (isFailing(health, target.profile, attempt) ? 'failing' : null);
  if (disabledReason !== null) {
    await concluding(() => reportFailures(key, { disabledReason, health, atMs: attempt.atMs }));
    await concluding(() => store.skipWaiting(key, attempt.atMs));
  } else if (!isOwnEvent && needsReport(health)) {
    await concluding(() => reportFailures(key, { disabledReason, health, atMs: attempt.atMs }));
    await concluding(() => store.updateHealth(key, (before) => markReported(before, health)));
  }
  return settled;
}

/** Marks failures as reported, unless they have ended in the meantime. */
const markReported = (now: DestinationHealth, { failingSinceMs, failingSinceRealMs }: DestinationHealth) =>
  now.failingSinceMs === failingSinceMs && now.failingSinceRealMs === failingSinceRealMs
    ? { ...now, isReported: true }
    : now;

const skipAt = ({ atMs }: CompletedAttempt): NextState => ({ state: 'skipped', endedAtMs: atMs });
