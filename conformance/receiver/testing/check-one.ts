import { waitInRealTime } from '../../http/client.ts';
import { checkReceiver } from '../check-receiver.ts';
import type { EffectCounter, ReceiverOptions } from '../core/options.ts';
import type { ReceiverResult } from '../core/result.ts';
import { createEffectCounter } from '../effects/effect-counter.ts';

/** A secret that is not one, with all properties by which mistakes of handlers show. */
export const SECRET = 'whsec_secw+/+/bWFkZSB1cAAgZm9yIHRlc3RzOiBtb3JlIHRoYW4gMzIgYnl0ZXMgICAgIAo=';

/** Checks a receiver on loopback over the network, with short pauses. */
export const checkOne = (
  url: string,
  { timeoutMs = 10_000, ...options }: Partial<ReceiverOptions> & { readonly timeoutMs?: number } = {},
): Promise<ReceiverResult> =>
  checkReceiver({ url, secret: SECRET, soonMs: 8000, network: { timeoutMs, pauseMs: 40 }, ...options });

/** The waits for effects, in milliseconds: between two readings, and for a new second. */
const EFFECT_WAITS_MS: readonly number[] = [50, 1000];

/** Waits only for the clock: for a receiver that works before it responds, so that no effect is late. */
export const waitForClock = (ms: number): Promise<void> =>
  EFFECT_WAITS_MS.includes(ms) ? Promise.resolve() : waitInRealTime(ms);

/** Lists the ids of the probes with this outcome. */
export const listProbeIds = ({ probes }: ReceiverResult, outcome: 'pass' | 'fail' | 'skipped'): string[] =>
  probes.filter((probe) => probe.outcome === outcome).map(({ id }) => id);

/** Counts effects with the URL of a receiver. */
export const createCounter = (url: string): EffectCounter => createEffectCounter(url, 10_000);
