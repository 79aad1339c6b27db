import type { NewFaultRule } from '../../library/client/faults.ts';

type Effect = NewFaultRule['effect'];

/** Failures that the contract declares, or that any network may cause. A correct client survives each of them. */
const REQUEST_EFFECTS: readonly Effect[] = [
  { type: 'status', status: 500 },
  { type: 'status', status: 503, retry_after_seconds: 1 },
  { type: 'status', status: 429, retry_after_seconds: 1 },
  { type: 'delay', delay_ms: 100 },
  { type: 'slow_body', duration_ms: 100 },
  { type: 'connection_reset' },
  { type: 'connection_reset', handles_request: true },
  { type: 'body_cut' },
];

/** A sender that repeats deliveries until they are acknowledged may cause these. */
const DELIVERY_EFFECTS: readonly Effect[] = [{ type: 'webhook_duplicate' }, { type: 'webhook_reordered' }];

/** Returns rules by which about the share `rate` of all requests, and of all deliveries, fails. The seed decides which. */
export const createChaosRules = (seed: number, rate: number): NewFaultRule[] =>
  [REQUEST_EFFECTS, DELIVERY_EFFECTS].flatMap((effects) =>
    effects.map((effect) => ({ probability: rate / effects.length, seed, effect })),
  );
