import type { SendDelivery } from './delivery-response.ts';

/** Numbers of timeouts after which a shorter timeout applies, the largest first. */
const SHORTER = [
  { timeouts: 8, limitMs: 1000 },
  { timeouts: 2, limitMs: 3000 },
];

/**
 * Sends with a timeout of `timeoutMs`, of 3 s after two timeouts, and of 1 s after eight. This keeps the check of a receiver
 * that never responds to invalid deliveries within three minutes.
 */
export function sendWithShorterTimeouts(
  createSender: (limitMs: number) => SendDelivery,
  timeoutMs: number,
): SendDelivery {
  const sendPatiently = createSender(timeoutMs);
  const shorter = SHORTER.map(({ timeouts, limitMs }) => ({
    timeouts,
    send: createSender(Math.min(limitMs, timeoutMs)),
  }));
  let missed = 0;
  return async (delivery) => {
    const send = shorter.find(({ timeouts }) => missed >= timeouts)?.send ?? sendPatiently;
    const answer = await send(delivery);
    if (answer.kind === 'timeout') missed += 1;
    return answer;
  };
}
