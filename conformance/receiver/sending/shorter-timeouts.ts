import type { SendDelivery } from './delivery-response.ts';

/** Numbers of timeouts after which a shorter timeout applies, the largest first. */
const SHORTER = [
  { timeouts: 8, limitMs: 1000 },
  { timeouts: 2, limitMs: 3000 },
];
/** The smallest ratio of a timeout to the slowest response. */
const MARGIN = 4;

/**
 * Sends with a timeout of `timeoutMs`, of 3 s after two timeouts, and of 1 s after eight; more for a receiver that has responded
 * slowly. This keeps the check of a receiver that never responds to invalid deliveries within three minutes.
 */
export function sendWithShorterTimeouts(
  createSender: (limitMs: number) => SendDelivery,
  timeoutMs: number,
): SendDelivery {
  const senders = new Map<number, SendDelivery>();
  let missed = 0;
  let slowestMs = 0;
  const chooseLimit = (): number => {
    const shorter = SHORTER.find(({ timeouts }) => missed >= timeouts);
    if (shorter === undefined) return timeoutMs;
    const needed = Math.ceil((MARGIN * slowestMs) / 1000) * 1000;
    return Math.min(timeoutMs, Math.max(shorter.limitMs, needed));
  };
  return async (delivery) => {
    const limitMs = chooseLimit();
    const send = senders.get(limitMs) ?? createSender(limitMs);
    senders.set(limitMs, send);
    const answer = await send(delivery);
    if (answer.kind === 'timeout') missed += 1;
    if (answer.kind === 'answered') slowestMs = Math.max(slowestMs, answer.tookMs);
    return answer;
  };
}
