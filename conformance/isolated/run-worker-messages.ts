import type { MessagePort } from 'node:worker_threads';
import type { Baseline } from '../baseline/baseline.ts';
import type { RunEvent, RunOptions } from '../engine/run-options.ts';
import type { Bindings } from '../slots/bindings.ts';

/** The options of a run that can be sent to a worker as they are. */
export type PlainRunOptions = Omit<
  RunOptions,
  'checks' | 'transport' | 'bindings' | 'isKnown' | 'onEvent' | 'wait' | 'now'
>;

/** The data that a run worker starts with. */
export interface RunWorkerData {
  readonly options: PlainRunOptions;
  /** The ids of the checks to run, in order. */
  readonly checkIds: readonly string[];
  /** The URL of the module with the user's own checks. */
  readonly ownChecks?: string;
  readonly bindings?: 'infer' | Pick<Bindings, 'entries' | 'origin'>;
  readonly known?: Baseline;
  readonly port: MessagePort;
}

/** An event of the run in the worker: checks are named by their ids. */
export type RunWorkerMessage =
  | Exclude<RunEvent, { readonly type: 'started' }>
  | {
      readonly type: 'started';
      readonly target: string;
      readonly keys: number;
      readonly checkIds: readonly string[];
    };
