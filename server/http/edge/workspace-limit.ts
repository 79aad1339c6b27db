import { problem } from '../../problem.ts';
import type { PipelineStep } from '../pipeline/steps.ts';

/** A request that exceeds a quota per minute. */
interface ExceededRate {
  readonly quota: string;
  readonly limit: number;
  /** Whole seconds until the next period. */
  readonly seconds: number;
}

/** Counts the requests of a workspace. */
export interface RequestCounter {
  /** Whether the next read would exceed a quota. */
  isExhausted(): boolean;
  /** Counts a request. Returns the quota that it exceeds. */
  countRequest(isWrite: boolean): ExceededRate | undefined;
}

/**
 * Refuses the requests of a workspace that exceed its quotas per minute. Requests without a valid key or token do not count, so
 * that a stranger cannot use up the quotas; they are limited by address.
 */
export function limitWorkspace(counter: RequestCounter | undefined): PipelineStep {
  if (counter === undefined) return () => undefined;
  return (call, _request, response) => {
    if (call.scope === undefined && !call.isOperator) return undefined;
    const exceeded = counter.countRequest(call.method !== 'GET');
    if (exceeded === undefined) return undefined;
    const { quota, limit, seconds } = exceeded;
    response.setHeader('RateLimit-Policy', `"${quota}";q=${limit};w=60`);
    response.setHeader('RateLimit', `"${quota}";r=0;t=${seconds}`);
    return problem(429, 'rate_limited', {
      detail: `The quota ${quota} of this workspace allows ${limit}. Send the next one in ${seconds} s.`,
      retry_after_seconds: seconds,
    });
  };
}
