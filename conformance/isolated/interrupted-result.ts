import type { Check } from '../engine/check.ts';
import { toCheckResult } from '../engine/result-mapping.ts';
import type { BindingsSummary, CheckResult, KeySummary, RunResult } from '../engine/results/result.ts';
import type { RunOptions } from '../engine/run-options.ts';
import { createRunResult } from '../engine/run-result.ts';
import { addRemedy, inconclusive, type Undecided } from '../reading/verdicts/verdict.ts';

/** The progress of a run before it was interrupted. */
export interface RunSoFar {
  readonly startedMs: number;
  readonly results: Map<string, CheckResult>;
  /** The ids of the checks that had started. */
  readonly active: Set<string>;
  readonly keys: KeySummary[];
  /** The ids of all checks of the run. */
  checkIds: readonly string[];
  target?: string;
  /** Absent before the checks began. */
  bindings?: BindingsSummary;
}

/** The limit that interrupted a run. */
export type Interruption = 'time' | 'memory';

const OUT_OF_TIME = "the run's time was up";
const OUT_OF_MEMORY = 'the data of the run need more memory than a run may use';

/** Returns the result of a run that was interrupted: the checks without a result are inconclusive. */
export function createInterruptedResult(
  options: Omit<RunOptions, 'isKnown' | 'onEvent'>,
  soFar: RunSoFar,
  interruption: Interruption,
): RunResult {
  const ids = new Set(soFar.checkIds);
  const checks = options.checks.filter(({ id }) => ids.has(id));
  const because = interruption === 'time' ? OUT_OF_TIME : OUT_OF_MEMORY;
  const hasBegun = soFar.bindings !== undefined;
  const results = hasBegun ? checks.map((one) => soFar.results.get(one.id) ?? decide(one)) : [];
  const running = [...soFar.active].join(', ');
  return createRunResult(
    { ...options, checks },
    {
      target: soFar.target ?? options.target,
      results,
      keys: soFar.keys,
      bindings: soFar.bindings,
      choices: undefined,
      stopped: hasBegun ? undefined : `${because} before the first check`,
      startedMs: soFar.startedMs,
      endedMs: Date.now(),
      requests: results.reduce((sum, { requests }) => sum + requests, 0),
      sentAgain: [],
      limitsReached: [running === '' ? because : `${because}, while it ran ${running}`],
    },
  );

  function decide(one: Check): CheckResult {
    return toCheckResult(one, describe(one), {
      isStrict: options.strict === true,
      redact: (text) => text, // the reason is a text of the kit
      requests: 0,
      sampled: [],
      durationMs: 0,
    });
  }

  function describe({ id }: Check): Undecided {
    if (interruption === 'time') return addRemedy(inconclusive(OUT_OF_TIME), { kind: 'run-time' });
    return soFar.active.has(id)
      ? inconclusive('this check needs more memory than a run may use, because of the size of the responses')
      : inconclusive(`the run ended early: ${OUT_OF_MEMORY}`);
  }
}
