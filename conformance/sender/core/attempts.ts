import type { ReceivedDelivery } from './received-delivery.ts';

/** A failed attempt and the next attempt of the same delivery. */
export interface RetriedAttempt {
  readonly refused: ReceivedDelivery;
  readonly next: ReceivedDelivery;
  /** From the failed attempt to the next request, in milliseconds. */
  readonly pauseMs: number;
  /** The number of the failed attempt within its delivery, from 1. */
  readonly attempt: number;
}

/** Returns whether the response rejects the delivery and permits a retry. */
export const isRetryable = ({ answer: { status } }: ReceivedDelivery): boolean =>
  status === null || (status >= 300 && status !== 410);

/** Maps each attempt to the next attempt of its delivery: by id, or by body where the id changed. */
export function findNextAttempts(
  deliveries: readonly ReceivedDelivery[],
): ReadonlyMap<ReceivedDelivery, ReceivedDelivery> {
  const byIdentity = new Map<string, ReceivedDelivery>();
  const byDigest = new Map<string, ReceivedDelivery>();
  const next = new Map<ReceivedDelivery, ReceivedDelivery>();
  for (const delivery of deliveries.toReversed()) {
    const later = [byIdentity.get(delivery.identity), byDigest.get(delivery.digest)].filter((one) => one !== undefined);
    const [first] = later.sort((one, other) => one.number - other.number);
    if (first !== undefined) next.set(delivery, first);
    byIdentity.set(delivery.identity, delivery);
    byDigest.set(delivery.digest, delivery);
  }
  return next;
}

/** Lists the failed attempts that were retried. */
export function listRetries(deliveries: readonly ReceivedDelivery[]): readonly RetriedAttempt[] {
  const next = findNextAttempts(deliveries);
  const attempts = new Map<ReceivedDelivery, number>();
  return deliveries.flatMap((refused) => {
    const later = next.get(refused);
    if (later === undefined) return [];
    const attempt = attempts.get(refused) ?? 1;
    attempts.set(later, attempt + 1);
    return isRetryable(refused)
      ? [{ refused, next: later, pauseMs: later.receivedAtMs - refused.receivedAtMs, attempt }]
      : [];
  });
}
