import { isAccepted } from './core/evaluate-probe.ts';
import type { MeasuredClock, ProbeContext } from './core/probe.ts';
import type { SendDelivery } from './sending/delivery-response.ts';
import { createProbeDelivery } from './sending/outgoing-delivery.ts';

/**
 * Finds the latest timestamp that a receiver accepts. Returns `undefined` if it accepts a stale one, or rejects one that is
 * slightly ahead.
 */
export async function measureClock(
  createContext: () => ProbeContext,
  send: SendDelivery,
): Promise<MeasuredClock | undefined> {
  const context = createContext();
  const { nowSeconds, ages } = context;
  const accepts = async (aheadSeconds: number): Promise<boolean> => {
    const event = context.event(`a timestamp ${aheadSeconds} s ahead`);
    return isAccepted(await send(createProbeDelivery(context, event, { timestampSeconds: nowSeconds + aheadSeconds })));
  };
  let [accepted, rejected] = [ages.ahead, ages.stale];
  if (!(await accepts(accepted)) || (await accepts(rejected))) return undefined;
  while (rejected - accepted > 1) {
    const middle = Math.floor((accepted + rejected) / 2);
    if (await accepts(middle)) accepted = middle;
    else rejected = middle;
  }
  return { latestSeconds: nowSeconds + accepted, measuredSeconds: createContext().nowSeconds };
}
