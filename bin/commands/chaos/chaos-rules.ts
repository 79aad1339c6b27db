import type { NewFaultRule } from '../../library/client/faults.ts';

type Effect = NewFaultRule['effect'];

export interface ChaosSettings {
  /** Decides which requests fail. */
  readonly seed: number;
  /** The share of all requests, and of all deliveries, that fails. */
  readonly rate: number;
  /** How much longer a slow response takes. Real milliseconds. */
  readonly delayMs: number;
  /** Whether some requests get a redirect to another host. */
  readonly hasRedirects: boolean;
}

/**
 * Failures that the contract declares, or that any network or gateway may cause. A correct client survives each of them. Redirects are
 * opt-in, because a correct client may treat them as final.
 */
const createRequestEffects = ({ delayMs, hasRedirects }: ChaosSettings): readonly Effect[] => [
  { type: 'status', status: 500 },
  { type: 'status', status: 503, retry_after_seconds: 1 },
  { type: 'status', status: 429, retry_after_seconds: 1 },
  { type: 'status', status: 502, body: 'html' },
  { type: 'status', status: 503, body: 'html', retry_after_seconds: 2, retry_after_form: 'date' },
  { type: 'delay', delay_ms: delayMs },
  { type: 'slow_body', duration_ms: delayMs },
  { type: 'connection_reset' },
  { type: 'connection_reset', handles_request: true },
  { type: 'body_cut' },
  ...(hasRedirects ? [{ type: 'redirect', location: ELSEWHERE } as const] : []),
];

/** No host has this name, so that no key is sent anywhere. */
const ELSEWHERE = 'https://elsewhere.invalid/';

/** A sender that repeats deliveries until they are acknowledged may cause these. */
const DELIVERY_EFFECTS: readonly Effect[] = [{ type: 'webhook_duplicate' }, { type: 'webhook_reordered' }];

/**
 * Returns rules by which requests and deliveries fail. The first rule that is due decides, so a later one has a higher probability: each
 * effect gets an equal part of the rate.
 */
export const createChaosRules = (settings: ChaosSettings): NewFaultRule[] =>
  [createRequestEffects(settings), DELIVERY_EFFECTS].flatMap((effects) => {
    const share = settings.rate / effects.length;
    return effects.map((effect, index) => ({
      probability: Math.min(1, share / (1 - index * share)),
      seed: settings.seed,
      effect,
    }));
  });
