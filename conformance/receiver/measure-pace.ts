import { isAccepted } from './core/evaluate-probe.ts';
import type { Settings } from './core/options.ts';
import type { Pace } from './core/pace.ts';
import type { ProbeContext } from './core/probe.ts';
import type { DeliveryResponse, SendDelivery } from './sending/delivery-response.ts';
import { createProbeDelivery } from './sending/outgoing-delivery.ts';

/** The pace until it is measured: that of a receiver that responds at once. */
export const createUnmeasuredPace = (settings: Pick<Settings, 'timeoutMs' | 'maxRunMs'>): Pace =>
  derivePace(0, settings);

/** A slower response is measured again: the first one may include the start of a process. */
const FAST_MS = 250;
/** The deliveries of a slow receiver, by name. */
const FURTHER = ['pace 1', 'pace 2'];

/**
 * Measures how fast a receiver responds: the median of three ordinary responses if the first one is slow. `first` is the
 * response to the control.
 */
export async function measurePace(
  first: DeliveryResponse | undefined,
  by: { readonly settings: Settings; readonly createContext: () => ProbeContext; readonly send: SendDelivery },
): Promise<Pace> {
  const { settings, createContext, send } = by;
  const readTime = (answer: DeliveryResponse | undefined): number =>
    answer?.kind === 'answered' && isAccepted(answer) ? answer.tookMs : settings.timeoutMs;
  const times = [readTime(first)];
  if (readTime(first) > FAST_MS) {
    for (const name of FURTHER) {
      const context = createContext();
      times.push(readTime(await send(createProbeDelivery(context, context.sample(name)))));
    }
  }
  const [median = 0] = times.toSorted((one, other) => one - other).slice(Math.floor(times.length / 2));
  return derivePace(median, settings);
}

const USUAL_RUN_MS = 300_000;
/** The largest number of deliveries in a run with effects that leaves time to wait for their effects. */
export const WAITING_DELIVERIES = 1800;
const LONGEST_RUN_MS = 3_600_000;
/** The number of independent deliveries at the same time to a slow receiver. */
const INDEPENDENT_AT_ONCE = 4;
/** More deliveries at the same time than any probe sends. */
const UNLIMITED = 1000;

function derivePace(ordinaryMs: number, { timeoutMs, maxRunMs }: Pick<Settings, 'timeoutMs' | 'maxRunMs'>): Pace {
  const mostAtOnce = Math.max(1, Math.min(UNLIMITED, Math.floor(timeoutMs / 2 / Math.max(1, ordinaryMs))));
  const isSlow = ordinaryMs > FAST_MS;
  const scaledMs = Math.min(LONGEST_RUN_MS, WAITING_DELIVERIES * Math.ceil(ordinaryMs));
  return {
    ordinaryMs,
    isSlow,
    mostAtOnce,
    independentAtOnce: isSlow ? Math.min(INDEPENDENT_AT_ONCE, mostAtOnce) : 1,
    maxRunMs: maxRunMs ?? Math.max(USUAL_RUN_MS, scaledMs),
  };
}
