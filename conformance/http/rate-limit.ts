import { isLoopbackHost } from '../../spec/hosts.ts';
import type { Transport } from './client.ts';

/** Requests a second to a target that is not on this machine, unless told otherwise. */
export const DEFAULT_RATE_PER_SECOND = 5;

/** How many requests a second a target gets when nobody chose: `undefined`, no limit, on this machine. */
export const defaultRate = (target: string): number | undefined =>
  isLoopbackHost(URL.parse(target)?.hostname ?? '') ? undefined : DEFAULT_RATE_PER_SECOND;

/** Lets requests start no closer to each other than `perSecond` allows. */
export function withRateLimit(
  transport: Transport,
  perSecond: number | undefined,
  { now, wait }: { readonly now: () => number; readonly wait: (milliseconds: number) => Promise<void> },
): Transport {
  if (perSecond === undefined) return transport;
  const gapMs = 1000 / perSecond;
  let nextMs = Number.NEGATIVE_INFINITY;
  return async (request) => {
    const startMs = Math.max(now(), nextMs);
    nextMs = startMs + gapMs;
    const leftMs = startMs - now();
    if (leftMs > 0) await wait(leftMs);
    return transport(request);
  };
}
