import type { DeliveryAttempt } from '../delivery.ts';

/** Estimates of stored sizes in bytes, the same for every store. */

/** A delivery without its body, and an attempt without its response body, as measured in memory. */
const DELIVERY_BYTES = 500;
const ATTEMPT_BYTES = 1000;

export const estimateDeliveryBytes = (body: string | null): number => DELIVERY_BYTES + (body?.length ?? 0);

export function estimateAttemptBytes({ response }: Pick<DeliveryAttempt, 'response'>): number {
  if (response === null) return ATTEMPT_BYTES;
  const headers = Object.entries(response.headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return ATTEMPT_BYTES + response.body.length + headers;
}
