import { Concluded, inconclusive } from '../engine/verdict.ts';
import { runWithLimit } from './run-with-limit.ts';

/** The longest time for one judgement. A pattern can be written so that it never ends. */
const LONGEST_JUDGEMENT_MS = 2000;
/** After so many judgements that took too long, no more are tried. */
const MOST_TOO_SLOW = 3;
/** Processor time for all judgements of a run by the target's own schemas. */
const RUN_CPU_MS = 60_000;

/** The time that a run has for compiling and applying schemas, which others wrote. */
export interface SchemaBudget {
  /**
   * Runs `act` and returns its result.
   * @throws Concluded (inconclusive) when it takes longer than one judgement may, or when the time of the run is spent.
   */
  spend<Result>(act: () => Result): Result;
}

export interface BudgetLimits {
  /** Milliseconds until the run ends. By default it does not. */
  readonly leftMs?: () => number;
  /** Milliseconds of processor time for everything. */
  readonly cpuMs?: number;
  /** Processor time of this process so far, in milliseconds. */
  readonly usedCpuMs?: () => number;
}

/** Opens a budget for one run. */
export function schemaBudget(limits: BudgetLimits = {}): SchemaBudget {
  const { leftMs = () => Number.POSITIVE_INFINITY, cpuMs = RUN_CPU_MS, usedCpuMs = processCpuMs } = limits;
  let spentMs = 0;
  let tooSlow = 0;
  return {
    spend(act) {
      if (tooSlow >= MOST_TOO_SLOW) throw concluded(TOO_SLOW);
      if (spentMs >= cpuMs) throw concluded(`the schemas took more than ${cpuMs / 1000} s in this run`);
      const limitMs = Math.floor(Math.min(LONGEST_JUDGEMENT_MS, leftMs()));
      if (limitMs < 1) throw concluded("the run's time was up");
      const startMs = usedCpuMs();
      try {
        const result = runWithLimit(act, limitMs);
        if (result !== 'too-slow') return result;
        tooSlow += 1;
        throw concluded(limitMs < LONGEST_JUDGEMENT_MS ? "the run's time was up" : TOO_SLOW);
      } finally {
        spentMs += usedCpuMs() - startMs;
      }
    },
  };
}

const TOO_SLOW = `comparing a response with its schema takes longer than ${LONGEST_JUDGEMENT_MS / 1000} s`;

const concluded = (reason: string): Concluded => new Concluded(inconclusive(reason));

function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
