import { clauses } from '../../spec/index.ts';
import type { Bindings } from '../bindings/bindings.ts';
import { summarizeBindings } from '../bindings/bindings-summary.ts';
import { builtinBindings } from '../bindings/builtin-bindings.ts';
import { createClient, type Exchange, type HeaderPair, type Transport } from '../http/client.ts';
import { listProxySecrets, openTargetTransport, toRunSettings } from '../http/target-transport.ts';
import type { HttpTransportOptions } from '../http/transport.ts';
import type { Check } from './check.ts';
import type { ContractChoice } from './check-cases.ts';
import { createChoiceBook } from './choices.ts';
import { type DiscoveredService, discoverService } from './discover-service.ts';
import type { Visibility } from './principals.ts';
import {
  type BindingsSummary,
  type CheckResult,
  countOutcomes,
  decideExit,
  type KeySummary,
  type RecordedChoice,
  type RunResult,
  summarizeCoverage,
} from './result.ts';
import { runChecks } from './schedule.ts';
import { limitTime } from './time-limit.ts';
import { kitVersion } from './version.ts';

export interface RunOptions {
  /** The base URL of the target: `https://portal.example` for `https://portal.example/v1/portal`. */
  readonly target: string;
  /** API keys by the names that reports use. */
  readonly keys: ReadonlyMap<string, string>;
  readonly checks: readonly Check[];
  /** Sends the requests. Default: the network. */
  readonly transport?: Transport;
  /** Network options. */
  readonly network?: Pick<HttpTransportOptions, 'proxy' | 'tls' | 'maxBodyBytes'>;
  /** Additional headers for every request. Their values are secrets: no report shows them. */
  readonly addedHeaders?: readonly HeaderPair[];
  /**
   * The maximum number of requests per second, `Infinity` for no limit. Default: no limit for loopback targets or a custom
   * transport, 5 for others.
   */
  readonly requestsPerSecond?: number;
  /** The number of concurrent checks; each key has one request in flight. Default 1, which makes runs repeatable. */
  readonly concurrency?: number;
  /** Skips the remaining checks after the first failure that decides. */
  readonly failFast?: boolean;
  /** Whether a failure is known, so that `failFast` ignores it. */
  readonly isKnown?: (result: CheckResult) => boolean;
  /** Where the target stores the values that the document names. Default: as in the built-in contract, or inferred. */
  readonly bindings?: Bindings | 'infer';
  /** The contract to validate responses against. Default: the built-in one for a target of its shape, else the published document. */
  readonly contract?: ContractChoice;
  /** Makes assumed clauses decide, too. */
  readonly strict?: boolean;
  /** Allows checks to send requests that change data. */
  readonly allowWrites?: boolean;
  /** Keeps unverified rules from making the run fail. */
  readonly allowUnverified?: boolean;
  readonly seed?: number;
  /** Timeout of one exchange. */
  readonly timeoutMs?: number;
  /** Timeout of one check. */
  readonly checkTimeoutMs?: number;
  /** Timeout of the whole run; the remaining checks are inconclusive. */
  readonly runTimeoutMs?: number;
  readonly onEvent?: (event: RunEvent) => void;
  readonly wait?: (milliseconds: number) => Promise<void>;
  readonly now?: () => number;
}

/** Progress events of a run. Results arrive in catalogue order. */
export type RunEvent =
  | { readonly type: 'started'; readonly target: string; readonly checks: readonly Check[]; readonly keys: number }
  | { readonly type: 'key-discovered'; readonly key: KeySummary }
  | { readonly type: 'check-started'; readonly id: string }
  | { readonly type: 'check-finished'; readonly result: CheckResult }
  | { readonly type: 'finished'; readonly result: RunResult };

/** Runs checks against a target. Always resolves within the timeouts, even if the target is hostile. */
export async function run(options: RunOptions): Promise<RunResult> {
  const { now = Date.now, onEvent = () => undefined, runTimeoutMs = 600_000 } = options;
  const startedMs = now();
  const line = openTargetTransport(options);
  const client = createClient({
    baseUrl: options.target.replace(/(?<!\/)\/+$/, ''),
    keys: options.keys,
    transport: line.transport,
    now,
    addedHeaders: options.addedHeaders ?? [],
    secrets: listProxySecrets(options.network?.proxy),
    ...(options.wait === undefined ? {} : { wait: options.wait }),
  });
  onEvent({ type: 'started', target: client.redact(options.target), checks: options.checks, keys: options.keys.size });

  const archive: Exchange[] = [];
  const choices = createChoiceBook();
  const around = discoverService(client, {
    ...options,
    archive,
    onDiscovered: (name, seen) => onEvent({ type: 'key-discovered', key: summarizeKey(name, seen) }),
  });
  const tooLate: DiscoveredService = {
    visibility: new Map(),
    bindings: builtinBindings,
    stopReason: "the run's time was up before the first check",
  };
  const { visibility, bindings, stopReason } = await limitTime(around, runTimeoutMs, () => tooLate);
  const endsMs = startedMs + runTimeoutMs;
  const results =
    stopReason === undefined
      ? await runChecks(client, { ...options, bindings }, { archive, visibility, choices }, endsMs)
      : [];
  const stopped = stopReason ?? (line.isDead() ? 'the target stopped responding during the run' : undefined);
  await line.close();

  const result = createRunResult(options, {
    target: client.redact(options.target),
    results,
    visibility,
    bound: summarizeBindings(bindings, options.contract, client.redact),
    choices: choices.read(client.redact),
    stopped,
    startedMs,
    endedMs: now(),
    requests: archive.length,
  });
  onEvent({ type: 'finished', result });
  return result;
}

function createRunResult(
  options: RunOptions,
  run: {
    readonly target: string;
    readonly results: readonly CheckResult[];
    readonly visibility: ReadonlyMap<string, Visibility>;
    readonly bound: BindingsSummary;
    readonly choices: readonly RecordedChoice[];
    readonly stopped: string | undefined;
    readonly startedMs: number;
    readonly endedMs: number;
    readonly requests: number;
  },
): RunResult {
  const { seed = 1, allowUnverified = false } = options;
  const { target, results, visibility, bound, choices, stopped, startedMs, endedMs, requests } = run;
  return {
    schemaVersion: 1,
    kitVersion,
    target,
    startedAt: new Date(startedMs).toISOString(),
    durationMs: endedMs - startedMs,
    seed,
    options: toRunSettings(options),
    keys: [...visibility].map(([name, seen]) => summarizeKey(name, seen)),
    bindings: bound,
    results,
    counts: countOutcomes(results),
    clauses: summarizeCoverage(results, clauses),
    choices,
    requests,
    ...(stopped === undefined ? {} : { stopped }),
    ...decideExit({ results, planned: options.checks.length, stopped, allowUnverified }),
  };
}

const summarizeKey = (name: string, { reads, terminals, transactions }: Visibility): KeySummary => ({
  name,
  opens: reads.size,
  terminals: terminals.size,
  transactions: transactions.length,
});
