import { omitUndefined } from '../../base/omit-undefined.ts';
import { waitInRealTime } from '../http/client.ts';
import { createReplayTransport } from '../http/recording/replay-transport.ts';
import { withCircuitBreaker } from '../http/transport/circuit-breaker.ts';
import { getDefaultRate, withRateLimit } from '../http/transport/rate-limit.ts';
import { createHttpTransport } from '../http/transport/transport.ts';
import { makeUpRunKey } from '../reading/made-up-key.ts';
import type { RunSettings } from './results/result.ts';
import type { RunOptions } from './run-options.ts';

/** The options for the transport of a run. */
export type TargetTransportOptions = Pick<
  RunOptions,
  'target' | 'transport' | 'replay' | 'keys' | 'seed' | 'network' | 'requestsPerSecond' | 'timeoutMs' | 'now' | 'wait'
>;

/** Opens the transport of a run: a recording, the given one or the network, with rate limit and circuit breaker. */
export function openTargetTransport(
  options: TargetTransportOptions,
): ReturnType<typeof withCircuitBreaker> & { close(): Promise<void> } {
  const { transport, timeoutMs = 10_000, now = Date.now, wait = waitInRealTime } = options;
  if (options.replay !== undefined) {
    const substitutes = { keys: options.keys, madeUpKey: makeUpRunKey(options) };
    return {
      ...withCircuitBreaker(createReplayTransport(options.replay, substitutes)),
      close: () => Promise.resolve(),
    };
  }
  const rate = getRatePerSecond(options);
  if (transport !== undefined)
    return { ...withCircuitBreaker(withRateLimit(transport, rate, { now, wait })), close: () => Promise.resolve() };
  const network = createHttpTransport({ timeoutMs, ...options.network });
  return { ...withCircuitBreaker(withRateLimit(network.transport, rate, { now, wait })), close: network.close };
}

/** Returns the rate limit. A given transport has none by default. */
const getRatePerSecond = ({
  requestsPerSecond: rate,
  transport,
  replay,
  target,
}: Omit<TargetTransportOptions, 'keys'>): number | undefined => {
  if (replay !== undefined) return undefined;
  if (rate !== undefined) return rate === Number.POSITIVE_INFINITY ? undefined : rate;
  return transport === undefined ? getDefaultRate(target) : undefined;
};

/** Returns the time of the first recorded request (RFC 3339). */
function findRecordingTime(replay: RunOptions['replay']): string | undefined {
  const first = replay?.entries.find(({ sentMs }) => sentMs > 0);
  return first === undefined ? undefined : new Date(first.sentMs).toISOString();
}

/** Returns the password in the URL of a proxy as a secret to redact. */
export function listProxySecrets(proxy: string | undefined): readonly (readonly [string, string])[] {
  const { password = '' } = URL.parse(proxy ?? '') ?? {};
  return password === '' ? [] : [['password of the proxy', decodeURIComponent(password)]];
}

/** Returns the settings of a run for its report. */
export const toRunSettings = (options: RunOptions): RunSettings => ({
  depth: options.depth ?? 'standard',
  strict: options.strict === true,
  allowWrites: options.allowWrites === true,
  allowUnverified: options.allowUnverified === true,
  failFast: options.failFast === true,
  requestsPerSecond: getRatePerSecond(options) ?? null,
  concurrency: options.concurrency ?? 1,
  timeoutMs: options.timeoutMs ?? 10_000,
  viaProxy: options.network?.proxy !== undefined,
  insecure: options.network?.tls?.isUnchecked === true,
  addedHeaders: (options.addedHeaders ?? []).map(([name]) => name),
  ...omitUndefined({ recordedAt: findRecordingTime(options.replay) }),
});
