import type { HeaderPair, Transport } from '../http/client.ts';
import type { Recording } from '../http/recording/recording.ts';
import type { HttpTransportOptions } from '../http/transport/transport.ts';
import type { Depth } from '../reading/verdicts/sampling.ts';
import type { KeyExpectations } from '../relations/key-expectations.ts';
import type { Bindings } from '../slots/bindings.ts';
import type { Check } from './check.ts';
import type { ContractChoice } from './check-cases.ts';
import type { BindingsSummary, CheckResult, KeySummary, RunResult } from './results/result.ts';

export interface RunOptions {
  /** The base URL of the target: `https://portal.example` for `https://portal.example/v1/portal`. */
  readonly target: string;
  /** API keys by the names that reports use. */
  readonly keys: ReadonlyMap<string, string>;
  readonly checks: readonly Check[];
  /** The scope that each key is expected to have; a check compares it with the responses of the target. */
  readonly expectations?: KeyExpectations;
  /** How many of several similar cases to test. Default `standard`; see the guide for the number of requests. */
  readonly depth?: Depth;
  /** Sends the requests. Default: the network. */
  readonly transport?: Transport;
  /** Answers all requests from a recording: nothing is sent. `target` and `keys` are those of the recording. */
  readonly replay?: Recording;
  /** Whether the recording is of other software: checks then choose their cases among what it contains. */
  readonly isPassive?: boolean;
  /** Whether the user states that no data and no scope changed during the recording. */
  readonly isFrozen?: boolean;
  /** Adds all exchanges, with their whole bodies, to the result: the HAR report can then be replayed. */
  readonly record?: boolean;
  /** Describes the target as an OpenAPI document, in `description` of the result. */
  readonly describe?: boolean;
  /** Network options. */
  readonly network?: Pick<HttpTransportOptions, 'proxy' | 'tls' | 'maxBodyBytes' | 'addresses'>;
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
  /**
   * Repeats each check that passed, without the target, on changed responses, and withdraws passes that notice no change. The
   * changes are those that the rules of the check forbid.
   */
  readonly challenge?: boolean;
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
  | { readonly type: 'discovered'; readonly bindings: BindingsSummary }
  | { readonly type: 'check-started'; readonly id: string }
  | { readonly type: 'check-finished'; readonly result: CheckResult }
  | { readonly type: 'finished'; readonly result: RunResult };
