import type { AddressInfo } from 'node:net';
import type { CheckResult, RunResult } from '../engine/results/result.ts';
import type { TlsOptions } from '../http/transport/transport.ts';
import type { Violation } from '../traffic/index.ts';
import type { ForwardedExchange } from './forward/forwarded-exchange.ts';
import { createForwarder } from './forward/forwarder.ts';
import type { Refusal } from './forward/refusal.ts';
import { startLiveJudge } from './live/live-judge.ts';
import type { LiveOptions, LiveVerdict } from './live/live-messages.ts';
import { createNotices, type Notice, type NoticeKind } from './notices.ts';

export interface ProxyOptions extends Omit<LiveOptions, 'service' | 'everyViolation' | 'idleMs'> {
  /** The time without traffic after which relations are judged, in milliseconds. Default 3000. */
  readonly idleMs?: number;
  readonly upstream: URL;
  readonly listen: { readonly host: string; readonly port: number };
  readonly tls: TlsOptions;
  /** Replaces a response that violates a rule that decides the exit code by a 502. */
  readonly failsClients: boolean;
  readonly onEvent: (event: ProxyEvent) => void;
}

export type ProxyEvent =
  /** The first violation of a rule by an operation and a caller. */
  | { readonly type: 'violation'; readonly violation: Violation }
  /** A check of relations between exchanges failed for the first time. */
  | { readonly type: 'relation'; readonly check: CheckResult }
  /** Something that the proxy could not forward or judge. `count` is the number of this kind so far. */
  | { readonly type: 'notice'; readonly notice: Notice; readonly count: number };

export interface RunningProxy {
  /** The address for clients. */
  readonly url: string;
  /** The number of requests so far. */
  readonly requests: number;
  readonly notices: ReadonlyMap<NoticeKind, number>;
  /** Closes all connections, and returns the result; `undefined` if the judge failed. */
  finish(): Promise<RunResult | undefined>;
}

/**
 * Starts a proxy that forwards to the upstream and judges the exchanges as they pass.
 * Rejects with the error of Node.js if it cannot listen at the address.
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { upstream, listen, tls, failsClients, onEvent, idleMs = 3000, ...live } = options;
  const service = upstream.href.replace(/\/+$/, '');
  const notices = createNotices((notice, count) => onEvent({ type: 'notice', notice, count }));
  let requests = 0;

  const judge = async (exchange: ForwardedExchange): Promise<LiveVerdict> => {
    requests += 1;
    notices.addExchange(exchange);
    const verdict = await liveJudge.judge(exchange);
    if (verdict.unjudged !== undefined) notices.add(verdict.unjudged, exchange);
    for (const violation of verdict.violations) if (violation.isFirst) onEvent({ type: 'violation', violation });
    return verdict;
  };
  const review = async (exchange: ForwardedExchange): Promise<Refusal | undefined> => {
    const { violations } = await judge(exchange);
    const decisive = violations.filter(({ decides }) => decides);
    return decisive.length === 0 ? undefined : createRefusal(decisive);
  };
  const forwarder = createForwarder({
    upstream,
    tls,
    onExchange: judge,
    ...(failsClients ? { review } : {}),
  });
  const { server } = forwarder;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(listen.port, listen.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const liveJudge = startLiveJudge(
    { service, everyViolation: failsClients, idleMs, ...live },
    {
      onFailure: (message) => notices.addMessage('judge-failed', message),
      onRelations: (results) => {
        for (const check of results) onEvent({ type: 'relation', check });
      },
      onRecordFailure: (message) => notices.addMessage('record-failed', message),
    },
  );
  return {
    url: formatAddress(server.address() as AddressInfo), // listens on TCP
    get requests() {
      return requests;
    },
    notices: notices.counts,
    async finish() {
      await forwarder.close();
      const result = await liveJudge.finish();
      return result && addNotices(result, { notices: notices.describe(), insecure: tls.isUnchecked === true });
    },
  };
}

const createRefusal = (violations: readonly Violation[]): Refusal => ({
  status: 502,
  error: 'proxy_internal_response',
  message: `the response of the upstream violates the interface: ${violations[0]?.title ?? ''}`,
  members: {
    violations: violations.map(({ rule, title, clause, expected, saw }) => ({ rule, title, clause, expected, saw })),
  },
});

const formatAddress = ({ address, family, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

const addNotices = (
  result: RunResult,
  { notices, insecure }: { readonly notices: readonly string[]; readonly insecure: boolean },
): RunResult => ({
  ...result,
  options: { ...result.options, insecure },
  ...(notices.length === 0 ? {} : { limitsReached: [...(result.limitsReached ?? []), ...notices] }),
});
