import type { RunSettings } from '../engine/result.ts';
import type { RunOptions } from '../engine/runner.ts';
import { withCircuitBreaker } from './circuit-breaker.ts';
import { waitInRealTime } from './client.ts';
import { defaultRate, withRateLimit } from './rate-limit.ts';
import { httpTransport } from './transport.ts';

/** What decides how requests are carried. */
export type TargetTransportOptions = Pick<
  RunOptions,
  'target' | 'transport' | 'network' | 'requestsPerSecond' | 'timeoutMs' | 'now' | 'wait'
>;

/** What carries the requests of a run: the network, no faster than agreed, or the transport that was given. */
export function openTargetTransport(
  options: TargetTransportOptions,
): ReturnType<typeof withCircuitBreaker> & { close(): Promise<void> } {
  const { transport, timeoutMs = 10_000, now = Date.now, wait = waitInRealTime } = options;
  const rate = requestsPerSecond(options);
  if (transport !== undefined)
    return { ...withCircuitBreaker(withRateLimit(transport, rate, { now, wait })), close: () => Promise.resolve() };
  const network = httpTransport({ timeoutMs, ...options.network });
  return { ...withCircuitBreaker(withRateLimit(network.transport, rate, { now, wait })), close: network.close };
}

/** A transport that was given is as fast as it likes, unless a rate was given too. */
const requestsPerSecond = ({
  requestsPerSecond: rate,
  transport,
  target,
}: TargetTransportOptions): number | undefined => {
  if (rate !== undefined) return rate === Number.POSITIVE_INFINITY ? undefined : rate;
  return transport === undefined ? defaultRate(target) : undefined;
};

/** The password of a proxy, which its address may hold. */
export function secretsOf(proxy: string | undefined): readonly (readonly [string, string])[] {
  const { password = '' } = URL.parse(proxy ?? '') ?? {};
  return password === '' ? [] : [['password of the proxy', decodeURIComponent(password)]];
}

/** How a run is made, as reports tell it. */
export const settingsOf = (options: RunOptions): RunSettings => ({
  strict: options.strict === true,
  allowWrites: options.allowWrites === true,
  allowUnverified: options.allowUnverified === true,
  failFast: options.failFast === true,
  requestsPerSecond: requestsPerSecond(options) ?? null,
  concurrency: options.concurrency ?? 1,
  timeoutMs: options.timeoutMs ?? 10_000,
  viaProxy: options.network?.proxy !== undefined,
  insecure: options.network?.tls?.isUnchecked === true,
  addedHeaders: (options.addedHeaders ?? []).map(([name]) => name),
});
