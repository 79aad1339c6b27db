import type { SendDelivery } from './send-delivery.ts';

/** Number of timeouts after which the short timeout applies. */
const TIMEOUTS_BEFORE_SHORT = 2;
/** The short timeout. */
const SHORT_MS = 3000;

/**
 * Sends with a timeout of `timeoutMs`, and of 3 s after two timeouts. This keeps the check of a receiver that never responds
 * to invalid deliveries within two minutes.
 */
export function sendWithShorterTimeouts(courierOf: (limitMs: number) => SendDelivery, timeoutMs: number): SendDelivery {
  const [sendPatiently, sendBriefly] = [courierOf(timeoutMs), courierOf(Math.min(SHORT_MS, timeoutMs))];
  let missed = 0;
  return async (delivery) => {
    const answer = await (missed < TIMEOUTS_BEFORE_SHORT ? sendPatiently : sendBriefly)(delivery);
    if (answer.kind === 'timeout') missed += 1;
    return answer;
  };
}
