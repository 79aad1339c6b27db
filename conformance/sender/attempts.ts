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

/** Whether two requests are about the same event: by the id, or by the bytes where the id was changed. */
const isOfOne = (one: Delivery, other: Delivery): boolean =>
  one.identity === other.identity || one.digest === other.digest;

/** The attempt that came after `delivery`. */
export const nextOf = (delivery: Delivery, deliveries: readonly Delivery[]): Delivery | undefined =>
  deliveries.find((other) => other.number > delivery.number && isOfOne(delivery, other));

/** Every refused attempt that was followed by another one. */
export const retriesIn = (deliveries: readonly Delivery[]): readonly Retry[] =>
  deliveries.filter(isRefused).flatMap((refused) => {
    const next = nextOf(refused, deliveries);
    if (next === undefined) return [];
    const attempt = deliveries.filter((one) => one.number <= refused.number && isOfOne(one, refused)).length;
    return [{ refused, next, pauseMs: next.receivedAtMs - refused.receivedAtMs, attempt }];
  });

/** Whether a refused delivery had not come again when `moment` came. */
export const isOpenAt = (delivery: Delivery, moment: Delivery, deliveries: readonly Delivery[]): boolean =>
  isRefused(delivery) &&
  delivery.number < moment.number &&
  !deliveries.some(
    (other) => other.number > delivery.number && other.number <= moment.number && isOfOne(delivery, other),
  );
