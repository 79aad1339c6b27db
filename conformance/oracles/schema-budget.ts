import { Concluded, inconclusive } from '../engine/verdict.ts';
import { runWithLimit } from './run-with-limit.ts';

/** The timeout of one validation. A regular expression may take exponential time. */
const LONGEST_JUDGEMENT_MS = 2000;
/** After this number of timeouts, all further validations fail. */
const MOST_TOO_SLOW = 3;
/** The CPU time of a run for all validations with the target's own schemas. */
const RUN_CPU_MS = 60_000;

/** The time budget of a run for compiling and applying untrusted schemas. */
export interface SchemaBudget {
  /**
   * Runs `act` and returns its result.
   * @throws Concluded (inconclusive) after the timeout of one validation, or once the budget is spent.
   */
  spend<Result>(act: () => Result): Result;
}

export interface BudgetLimits {
  /** Returns the milliseconds until the timeout of the run. Default: no timeout. */
  readonly leftMs?: () => number;
  /** The CPU time for all validations, in milliseconds. */
  readonly cpuMs?: number;
  /** Returns the CPU time of this process in milliseconds. */
  readonly usedCpuMs?: () => number;
}

/** Creates the budget of a run. */
export function createSchemaBudget(limits: BudgetLimits = {}): SchemaBudget {
  const { leftMs = () => Number.POSITIVE_INFINITY, cpuMs = RUN_CPU_MS, usedCpuMs = readProcessCpuMs } = limits;
  let spentMs = 0;
  let tooSlow = 0;
  return {
    spend(act) {
      if (tooSlow >= MOST_TOO_SLOW) throw createConclusion(TOO_SLOW);
      if (spentMs >= cpuMs)
        throw createConclusion(`validation with schemas took more than ${cpuMs / 1000} s in this run`);
      const limitMs = Math.floor(Math.min(LONGEST_JUDGEMENT_MS, leftMs()));
      if (limitMs < 1) throw createConclusion("the run's time was up");
      const startMs = usedCpuMs();
      try {
        const result = runWithLimit(act, limitMs);
        if (result !== 'too-slow') return result;
        tooSlow += 1;
        throw createConclusion(limitMs < LONGEST_JUDGEMENT_MS ? "the run's time was up" : TOO_SLOW);
      } finally {
        spentMs += usedCpuMs() - startMs;
      }
    },
  };
}

const TOO_SLOW = `validating a response against its schema takes longer than ${LONGEST_JUDGEMENT_MS / 1000} s`;

const createConclusion = (reason: string): Concluded => new Concluded(inconclusive(reason));

function readProcessCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
