import type { ProbeContext } from './core/probe.ts';
import type { ProbeResult } from './core/result.ts';
import type { SendDelivery } from './sending/delivery-response.ts';
import { createProbeDelivery } from './sending/outgoing-delivery.ts';

/**
 * Returns a function that reports a lock-out once: a receiver that responds with 429 to valid deliveries too, after a probe
 * with bad ones. Later failures for this reason alone are skipped probes.
 */
export function createLockOutFilter(
  send: SendDelivery,
  createContext: () => ProbeContext,
): (result: ProbeResult) => Promise<ProbeResult> {
  let causeId: string | undefined;
  return async (result) => {
    if (!isOnlyLimited(result)) return result;
    if (causeId !== undefined) {
      const { failure: _failure, ...rest } = result;
      const reason = `the receiver responds with 429 since the probe ${causeId}`;
      return { ...rest, outcome: 'skipped', reason, steps: [] };
    }
    const context = createContext();
    const delivery = createProbeDelivery(context, context.sample(`after ${result.id}`));
    const answer = await send({ ...delivery, isSentOnce: true });
    if (answer.kind === 'answered' && answer.status === 429) causeId = result.id;
    return result;
  };
}

/** Whether a probe failed, and only because of responses with 429. */
const isOnlyLimited = ({ failure, steps }: ProbeResult): boolean => {
  const wrong = steps.filter((step) => !step.isAsExpected);
  return failure !== undefined && wrong.length > 0 && wrong.every(({ status }) => status === 429);
};
