import type { DeliveryResponse, SendDelivery } from './delivery-response.ts';
import type { OutgoingDelivery } from './outgoing-delivery.ts';

/** Waits before a delivery is sent again, in milliseconds, unless the receiver names another. */
const WAITS_MS = [1000, 2000, 4000, 8000];
/** Maximum wait that a receiver can request. */
const MOST_WAIT_MS = 60_000;
/** Maximum sum of all waits of a run. */
const MOST_TOTAL_MS = 120_000;
/** After this number of deliveries in a row that were limited to the end, 429 is the receiver's response to everything. */
const LIMITED_TO_THE_END = 2;

/**
 * Sends a delivery again after a while if the receiver limits the request rate: with 429, or 503 and `Retry-After`. A receiver
 * may do this, and senders retry. Returns the last response.
 */
export function resendWhenLimited(send: SendDelivery, wait: (milliseconds: number) => Promise<void>): SendDelivery {
  let totalMs = 0;
  let limitedToTheEnd = 0;
  return async (delivery: OutgoingDelivery) => {
    let answer = await send(delivery);
    for (const usualMs of WAITS_MS) {
      const requestedMs = delivery.isSentOnce === true ? undefined : readLimit(answer);
      if (requestedMs === undefined || limitedToTheEnd >= LIMITED_TO_THE_END) return answer;
      const waitMs = Math.min(MOST_WAIT_MS, Math.max(usualMs, requestedMs));
      if (totalMs + waitMs > MOST_TOTAL_MS) return answer;
      totalMs += waitMs;
      await wait(waitMs);
      answer = await send(delivery);
    }
    limitedToTheEnd = readLimit(answer) === undefined ? 0 : limitedToTheEnd + 1;
    return answer;
  };
}

/** Returns the wait that a receiver requests, in milliseconds, 0 without one; `undefined` if it does not limit the rate. */
function readLimit(answer: DeliveryResponse): number | undefined {
  if (answer.kind !== 'answered') return undefined;
  const [, requested] = answer.headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? [];
  if (answer.status !== 429 && !(answer.status === 503 && requested !== undefined)) return undefined;
  return /^\d{1,5}$/.test(requested ?? '') ? Number(requested) * 1000 : 0;
}
