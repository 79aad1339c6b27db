import type { Delivery } from './delivery.ts';

/** An attempt that was refused, and the one that came after it. */
export interface Retry {
  readonly refused: Delivery;
  readonly next: Delivery;
  /** From the answer to the next request, in milliseconds. */
  readonly pauseMs: number;
  /** Which attempt of its delivery was refused, counted from 1. */
  readonly attempt: number;
}

/** Whether an answer says that the delivery was not taken, and may be tried again. */
export const isRefused = ({ answer: { status } }: Delivery): boolean =>
  status === null || (status >= 300 && status !== 410);

/** The next attempt of each delivery that has one: by its id, or by its bytes where the id was changed. */
export function nextAttempts(deliveries: readonly Delivery[]): ReadonlyMap<Delivery, Delivery> {
  const byIdentity = new Map<string, Delivery>();
  const byDigest = new Map<string, Delivery>();
  const next = new Map<Delivery, Delivery>();
  for (const delivery of deliveries.toReversed()) {
    const later = [byIdentity.get(delivery.identity), byDigest.get(delivery.digest)].filter((one) => one !== undefined);
    const [first] = later.sort((one, other) => one.number - other.number);
    if (first !== undefined) next.set(delivery, first);
    byIdentity.set(delivery.identity, delivery);
    byDigest.set(delivery.digest, delivery);
  }
  return next;
}

/** Every refused attempt that was followed by another one. */
export function retriesIn(deliveries: readonly Delivery[]): readonly Retry[] {
  const next = nextAttempts(deliveries);
  const attempts = new Map<Delivery, number>();
  return deliveries.flatMap((refused) => {
    const later = next.get(refused);
    if (later === undefined) return [];
    const attempt = attempts.get(refused) ?? 1;
    attempts.set(later, attempt + 1);
    return isRefused(refused)
      ? [{ refused, next: later, pauseMs: later.receivedAtMs - refused.receivedAtMs, attempt }]
      : [];
  });
}
