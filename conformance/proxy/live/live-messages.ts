import type { CheckResult, RunResult } from '../../engine/results/result.ts';
import type { TrafficContract, Violation } from '../../traffic/index.ts';
import type { ForwardedExchange } from '../forward/forwarded-exchange.ts';
import type { RecordOptions } from '../record/recorder.ts';

/** The options of the judge of a proxy: data that can be sent to a worker. */
export interface LiveOptions {
  /** The base URL of the upstream. */
  readonly service: string;
  readonly contract: TrafficContract;
  /** The names of known keys. */
  readonly keys: ReadonlyMap<string, string>;
  readonly strict: boolean;
  /** Whether verdicts contain also violations that an earlier exchange had. */
  readonly everyViolation: boolean;
  /** The time without traffic after which relations are judged, in milliseconds. */
  readonly idleMs: number;
  /** Whether violations and results show values; without it, digests replace ids, amounts and names. */
  readonly showValues: boolean;
  /** Replaces all values in violations and results by salted hashes. */
  readonly hashes: boolean;
  readonly record?: RecordOptions;
}

/** Why an exchange, or a part of it, was not judged. */
export type Unjudged = 'undecodable' | 'too-large' | 'overloaded';

export type LiveRequest =
  | { readonly type: 'exchange'; readonly id: number; readonly exchange: ForwardedExchange }
  | { readonly type: 'finish' };

/** The verdict about one exchange. */
export interface LiveVerdict {
  readonly violations: readonly Violation[];
  readonly unjudged?: Unjudged;
}

export type LiveReply =
  | { readonly type: 'judged'; readonly id: number; readonly verdict: LiveVerdict }
  /** Checks of relations between exchanges that failed for the first time. */
  | { readonly type: 'relations-failed'; readonly results: readonly CheckResult[] }
  | { readonly type: 'record-failed'; readonly message: string }
  | { readonly type: 'finished'; readonly result: RunResult };
