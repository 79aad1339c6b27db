import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';

/** The latest run of a history. */
export interface LatestRun {
  /** The file of its report. */
  readonly file: string;
  readonly result: SandboxSchemas['ConformanceResult'];
  /** Null for the first run against its target. */
  readonly changes: readonly SandboxSchemas['ConformanceChange'][] | null;
}

/** The members of `fleetkit conform compare --history DIR --json` that are read here. */
interface HistoryDocument {
  readonly targets: readonly {
    readonly runs: readonly {
      readonly file: string;
      readonly started_at: string;
      readonly exit_code: number;
      readonly counts: Readonly<Record<string, number>>;
      readonly requests: number;
      readonly duration_ms: number;
      readonly stopped: string | null;
    }[];
    /** Without the steps that changed nothing. */
    readonly steps: readonly {
      readonly after: string;
      readonly changes: readonly {
        readonly id: string;
        readonly before: string | null;
        readonly after: string | null;
        readonly is_worse: boolean;
      }[];
    }[];
  }[];
}

/** Returns the latest run of a history, with what changed since the run before it; undefined without a run. */
export function parseHistory(text: string): LatestRun | undefined {
  const { targets } = JSON.parse(text) as HistoryDocument; // the kit of this package wrote it
  const [latest] = targets
    .flatMap(({ runs, steps }) => runs.map((run, index) => ({ run, steps, isFirst: index === 0 })))
    .toSorted((one, other) => other.run.started_at.localeCompare(one.run.started_at));
  if (latest === undefined) return undefined;
  const { run, steps, isFirst } = latest;
  const { exit_code, counts, requests, duration_ms, stopped } = run;
  const changes = steps.find(({ after }) => after === run.started_at)?.changes ?? [];
  return {
    file: run.file,
    result: { exit_code, counts: { ...counts }, requests, duration_ms, stopped },
    changes: isFirst
      ? null
      : changes.map(({ id, before, after, is_worse }) => ({ check_id: id, before, after, is_worse })),
  };
}
