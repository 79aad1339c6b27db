import { isLoopbackHost } from '../../../base/hosts.ts';
import type { Transport } from './transport-contract.ts';

/** The default number of requests per second for targets that are not on loopback. */
export const DEFAULT_RATE_PER_SECOND = 5;

/** Returns the default number of requests per second for a target; `undefined` (no limit) on loopback. */
export const getDefaultRate = (target: string): number | undefined =>
  isLoopbackHost(URL.parse(target)?.hostname ?? '') ? undefined : DEFAULT_RATE_PER_SECOND;

/** Wraps a transport so that it starts at most `perSecond` requests per second. */
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
