import { omitUndefined } from '../../base/omit-undefined.ts';
import { clauses } from '../../spec/index.ts';
import type { Recording } from '../http/recording/recording.ts';
import type { RepeatCount } from '../http/transient.ts';
import type { TargetDescription } from './description/describe-target.ts';
import { explainFailures } from './results/causes.ts';
import {
  type BindingsSummary,
  type CheckResult,
  countOutcomes,
  decideExit,
  type KeySummary,
  type RecordedChoice,
  type RunResult,
  summarizeCoverage,
} from './results/result.ts';
import type { RunOptions } from './run-options.ts';
import { toRunSettings } from './target-transport.ts';
import { kitVersion } from './version.ts';

/** The findings of a run, with their times. */
export interface RunFindings {
  /** The target, redacted. */
  readonly target: string;
  readonly results: readonly CheckResult[];
  readonly keys: readonly KeySummary[];
  readonly bindings: BindingsSummary | undefined;
  readonly choices: readonly RecordedChoice[] | undefined;
  readonly stopped: string | undefined;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly requests: number;
  readonly sentAgain: readonly RepeatCount[];
  readonly limitsReached: readonly string[];
  readonly recording?: Recording | undefined;
  readonly description?: TargetDescription | undefined;
}

/** Creates the result of a run from its options and its findings. */
export function createRunResult(options: Omit<RunOptions, 'isKnown' | 'onEvent'>, run: RunFindings): RunResult {
  const { seed = 1, allowUnverified = false } = options;
  const { target, results, keys, bindings, choices, stopped, startedMs, endedMs, requests, sentAgain, limitsReached } =
    run;
  const { recording, description } = run;
  return {
    schemaVersion: 1,
    kitVersion,
    target,
    startedAt: new Date(startedMs).toISOString(),
    durationMs: endedMs - startedMs,
    seed,
    options: toRunSettings(options),
    keys,
    ...omitUndefined({ bindings, choices }),
    results: explainFailures(results),
    counts: countOutcomes(results),
    clauses: summarizeCoverage(results, clauses),
    requests,
    ...(sentAgain.length === 0 ? {} : { sentAgain }),
    ...(limitsReached.length === 0 ? {} : { limitsReached }),
    ...omitUndefined({ stopped, recording, description }),
    ...decideExit({ results, planned: options.checks.length, stopped, allowUnverified }),
  };
}
