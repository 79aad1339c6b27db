import type { Courier } from './courier.ts';

/** How many answers have to fail to come before it is waited less long. */
const PATIENCE = 2;
/** How long is then waited. */
const SHORT_MS = 3000;

/**
 * A courier that waits `timeoutMs` for an answer, until two did not come: then 3 s, so that a receiver which leaves bad
 * deliveries without an answer is judged within a minute or two.
 */
export function impatient(courierOf: (limitMs: number) => Courier, timeoutMs: number): Courier {
  const [patient, hasty] = [courierOf(timeoutMs), courierOf(Math.min(SHORT_MS, timeoutMs))];
  let missed = 0;
  return async (delivery) => {
    const answer = await (missed < PATIENCE ? patient : hasty)(delivery);
    if (answer.kind === 'timeout') missed += 1;
    return answer;
  };
}
