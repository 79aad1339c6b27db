import { problem } from '../../../problems/problem.ts';
import type { CountedRequest } from './rate-limit.ts';

/** A request that exceeds a quota per minute. */
interface ExceededRate {
  readonly quota: string;
  readonly limit: number;
  /** Whole seconds until the next period. */
  readonly seconds: number;
}

/** Counts the requests of a workspace. */
export interface RequestCounter {
  /** Counts a request. Returns the quota that it exceeds. */
  countRequest(isWrite: boolean): ExceededRate | undefined;
}

/** Counts a request of a workspace. Returns its refusal if it exceeds a quota per minute. */
export function countInWorkspace(counter: RequestCounter | undefined, isWrite: boolean): CountedRequest | undefined {
  const exceeded = counter?.countRequest(isWrite);
  if (exceeded === undefined) return undefined;
  const { quota, limit, seconds } = exceeded;
  return {
    headers: ['RateLimit-Policy', `"${quota}";q=${limit};w=60`, 'RateLimit', `"${quota}";r=0;t=${seconds}`],
    refusal: problem(429, 'rate_limited', {
      detail: `The quota ${quota} of this workspace allows ${limit}. Send the next one in ${seconds} s.`,
      retry_after_seconds: seconds,
    }),
  };
}
