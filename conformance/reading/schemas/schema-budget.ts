import { readProcessCpuMs } from '../../../base/cpu-time.ts';
import { Concluded, inconclusive } from '../verdicts/verdict.ts';
import {
  openSchemaWorker,
  SCHEMA_MEMORY_MIB,
  type SchemaFailure,
  type SchemaWorker,
  type TimeLimit,
} from './open-schema-worker.ts';
import { runWithLimit } from './run-with-limit.ts';
import type { SchemaFinding } from './schema-validation.ts';

/** The default limit of one validation. A regular expression may take exponential time. */
const LONGEST_JUDGEMENT_MS = 2000;
/** A validation may take this many times its limit if a busy machine gives the process less CPU time. */
const BUSY_FACTOR = 5;
/** The timeout for the start of a worker, which loads the validator. */
const LONGEST_START_MS = 20_000;
/** After this number of validations that took too much time or memory, all further validations fail. */
const MOST_EXCEEDED = 3;
/** The CPU time of a run for all validations with the target's own schemas. */
const RUN_CPU_MS = 60_000;

/** The time budget of a run for compiling and applying schemas. */
export interface SchemaBudget {
  /**
   * Runs `act` in this thread and returns its result. Only for trusted schemas.
   * @throws Concluded (inconclusive) after the timeout of one validation, or once the budget is spent.
   */
  spend<Result>(act: () => Result): Result;
  /**
   * Validates a JSON text against the schema at a pointer of an untrusted document, in a worker.
   * @throws Concluded (inconclusive) if it needs too much time or memory, or once the budget is spent.
   */
  validate(document: UntrustedDocument, pointer: string, text: string): Promise<SchemaFinding>;
  /** Returns the limits that validations exceeded, as sentences. */
  listExceeded(): readonly string[];
  /** Ends the worker. */
  close(): Promise<void>;
}

type UntrustedDocument = Readonly<Record<string, unknown>>;

export interface BudgetLimits {
  /** Returns the milliseconds until the timeout of the run. Default: no timeout. */
  readonly leftMs?: () => number;
  /** The limit of one validation, in milliseconds: of CPU time in a worker, otherwise of time. */
  readonly judgementMs?: number;
  /** The CPU time for all validations, in milliseconds. */
  readonly cpuMs?: number;
  /** Returns the CPU time of this process in milliseconds. */
  readonly usedCpuMs?: () => number;
}

/** Creates the budget of a run. */
export function createSchemaBudget(limits: BudgetLimits = {}): SchemaBudget {
  const {
    leftMs = () => Number.POSITIVE_INFINITY,
    judgementMs = LONGEST_JUDGEMENT_MS,
    cpuMs = RUN_CPU_MS,
    usedCpuMs = readProcessCpuMs,
  } = limits;
  const explain = (failure: SchemaFailure): string =>
    failure === 'too-slow'
      ? `validating a response against its schema takes longer than ${judgementMs / 1000} s`
      : REASONS[failure];
  let spentMs = 0;
  let exceeded = 0;
  const reasons = new Set<string>();
  let worker: { readonly document: UntrustedDocument; readonly opened: SchemaWorker } | undefined;
  let previous: Promise<unknown> = Promise.resolve();

  const conclude = (reason: string): Concluded => {
    reasons.add(reason);
    return new Concluded(inconclusive(reason));
  };
  /** Returns the time limit of the next validation. */
  const open = (mostMs: number): number => {
    if (exceeded >= MOST_EXCEEDED) throw conclude([...reasons][0] ?? explain('too-slow'));
    if (spentMs >= cpuMs) throw conclude(`validation with schemas took more than ${cpuMs / 1000} s in this run`);
    const limitMs = Math.floor(Math.min(mostMs, leftMs()));
    if (limitMs < 1) throw new Concluded(inconclusive(OUT_OF_TIME));
    return limitMs;
  };
  const failed = (failure: SchemaFailure, isEndOfRun: boolean): Concluded => {
    worker = undefined;
    exceeded += 1;
    return failure === 'too-slow' && isEndOfRun ? new Concluded(inconclusive(OUT_OF_TIME)) : conclude(explain(failure));
  };
  const start = async (document: UntrustedDocument): Promise<SchemaWorker> => {
    if (worker?.document === document) return worker.opened;
    await worker?.opened.close();
    const opened = openSchemaWorker(document);
    worker = { document, opened };
    const limitMs = open(LONGEST_START_MS);
    const outcome = await opened.start(toTimeLimit(limitMs));
    if (outcome === 'ready') return opened;
    throw failed(outcome, limitMs < LONGEST_START_MS);
  };
  const toTimeLimit = (limitMs: number): TimeLimit => ({
    cpuMs: limitMs,
    mostMs: Math.floor(Math.min(BUSY_FACTOR * limitMs, leftMs())),
  });
  const validateInWorker = async (
    document: UntrustedDocument,
    request: { readonly pointer: string; readonly text: string },
  ): Promise<SchemaFinding> => {
    open(judgementMs);
    const startMs = usedCpuMs();
    try {
      const opened = await start(document);
      const limitMs = open(judgementMs);
      const found = await opened.validate(request, toTimeLimit(limitMs));
      if (typeof found !== 'string') return found;
      throw failed(found, limitMs < judgementMs);
    } finally {
      spentMs += usedCpuMs() - startMs;
    }
  };

  return {
    spend(act) {
      const limitMs = open(judgementMs);
      const startMs = usedCpuMs();
      try {
        const result = runWithLimit(act, limitMs);
        if (result !== 'too-slow') return result;
        throw failed('too-slow', limitMs < judgementMs);
      } finally {
        spentMs += usedCpuMs() - startMs;
      }
    },
    validate(document, pointer, text) {
      const act = () => validateInWorker(document, { pointer, text });
      const mine = previous.then(act, act); // a worker handles one request at a time
      previous = mine.catch(() => undefined);
      return mine;
    },
    listExceeded: () => [...reasons],
    async close() {
      await worker?.opened.close();
      worker = undefined;
    },
  };
}

const OUT_OF_TIME = "the run's time was up";
const REASONS: Readonly<Record<Exclude<SchemaFailure, 'too-slow'>, string>> = {
  'out-of-memory': `validating a response against its schema takes more than ${SCHEMA_MEMORY_MIB} MiB of memory`,
  broken: 'the schemas of the published document end the validator',
};
