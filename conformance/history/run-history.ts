import { type Change, compareReports, readReport } from '../baseline/compare-reports.ts';
import type { CheckOutcome } from '../reading/verdicts/verdict.ts';
import type { ReportDocument } from '../reports/json.ts';

/** A file of a history: its name and text. */
export interface HistoryFile {
  readonly name: string;
  readonly text: string;
}

/** One run of a history. */
export interface HistoryRun {
  readonly file: string;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly kitVersion: string;
  readonly exitCode: number;
  /** The number of checks by outcome. */
  readonly counts: Readonly<Record<string, number>>;
  readonly requests: number;
  readonly durationMs: number;
  /** The middle one of the times that the checks took per request, in milliseconds; `null` without requests. */
  readonly requestMs: number | null;
  /** Why the run ended early; such a run is not compared. */
  readonly stopped: string | null;
}

/** A place or a choice of the target that differs between two runs. */
export interface DetailChange {
  readonly kind: 'binding' | 'choice';
  readonly name: string;
  /** `null`: not found. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The differences between a run and the one before it. */
export interface HistoryStep {
  readonly before: string;
  readonly after: string;
  readonly changes: readonly Change[];
  readonly details: readonly DetailChange[];
  readonly noLongerVerified: readonly string[];
  readonly newlyVerified: readonly string[];
  /** Differences between the runs themselves, which may explain changes without a change of the target. */
  readonly caveats: readonly string[];
}

/** A check whose outcome changed at least twice: its verdict depends on something else than the version of the target. */
export interface UnstableCheck {
  readonly id: string;
  /** The outcome in each run; `null` where the run has none. */
  readonly outcomes: readonly (CheckOutcome | null)[];
}

/** The runs against one target, oldest first, with all changes. */
export interface TargetHistory {
  readonly target: string;
  readonly runs: readonly HistoryRun[];
  /** Without the steps that changed nothing. */
  readonly steps: readonly HistoryStep[];
  readonly unstable: readonly UnstableCheck[];
}

export interface History {
  readonly targets: readonly TargetHistory[];
  /** The files that are no reports, and why. */
  readonly skipped: readonly { readonly file: string; readonly problem: string }[];
  /** 1: the latest run of a target is worse than the one before it, or ended early. */
  readonly exitCode: 0 | 1;
}

const FEWEST_CHANGES_OF_UNSTABLE = 2;

/**
 * Reads the reports of a history, and compares each with the one before it of the same target. Compares verdicts, the places of values
 * and the choices of the target, and never values, so that new data is no change.
 *
 * @example
 * const { targets } = readHistory([{ name: 'monday.json', text }]);
 */
export function readHistory(files: readonly HistoryFile[]): History {
  const read = files.map(({ name, text }) => ({ file: name, ...readReport(text) }));
  const reports = read
    .flatMap((one) => ('report' in one ? [{ file: one.file, report: one.report }] : []))
    .toSorted((one, other) => Date.parse(one.report.started_at) - Date.parse(other.report.started_at));
  const targets = [...Map.groupBy(reports, ({ report }) => report.target)].map(([target, runs]) =>
    describeTarget(target, runs),
  );
  return {
    targets: targets.map(({ isWorse: _, ...target }) => target),
    skipped: read.flatMap((one) => ('problem' in one ? [{ file: one.file, problem: one.problem }] : [])),
    exitCode: targets.some(({ isWorse }) => isWorse) ? 1 : 0,
  };
}

interface StoredReport {
  readonly file: string;
  readonly report: ReportDocument;
}

function describeTarget(target: string, stored: readonly StoredReport[]): TargetHistory & { isWorse: boolean } {
  const whole = stored.filter(({ report }) => report.stopped === null);
  const steps = whole.slice(1).map((later, index): HistoryStep & { isWorse: boolean } => {
    const earlier = whole[index] as StoredReport; // the list has one more element than the steps
    const { changes, newlyVerified, noLongerVerified, caveats, exitCode } = compareReports(
      earlier.report,
      later.report,
    );
    return {
      before: earlier.report.started_at,
      after: later.report.started_at,
      changes,
      details: compareDetails(earlier.report, later.report),
      newlyVerified,
      noLongerVerified,
      caveats,
      isWorse: exitCode === 1,
    };
  });
  return {
    target,
    runs: stored.map(describeRun),
    steps: steps
      .filter(({ changes, details, caveats }) => changes.length + details.length + caveats.length > 0)
      .map(({ isWorse: _, ...step }) => step),
    unstable: listUnstable(whole),
    isWorse: stored.at(-1)?.report.stopped !== null || steps.at(-1)?.isWorse === true,
  };
}

function describeRun({ file, report }: StoredReport): HistoryRun {
  const times = report.results
    .flatMap(({ requests, duration_ms: ms }) => (requests > 0 ? [ms / requests] : []))
    .toSorted((one, other) => one - other);
  const middle = times[Math.floor(times.length / 2)];
  return {
    file,
    startedAt: report.started_at,
    kitVersion: report.kit_version,
    exitCode: report.exit_code,
    counts: report.counts,
    requests: report.requests,
    durationMs: report.duration_ms,
    requestMs: middle === undefined ? null : Math.round(middle * 10) / 10,
    stopped: report.stopped,
  };
}

function compareDetails(before: ReportDocument, after: ReportDocument): DetailChange[] {
  const listBindings = ({ bindings }: ReportDocument) =>
    new Map((bindings?.found ?? []).map(({ name, value }) => [name, value]));
  const listChoices = ({ choices }: ReportDocument) => new Map(choices.map(({ id, reading }) => [id, reading]));
  return [
    ...compareMaps('binding', listBindings(before), listBindings(after)),
    ...compareMaps('choice', listChoices(before), listChoices(after)),
  ];
}

function compareMaps(
  kind: DetailChange['kind'],
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): DetailChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) => {
    const [earlier = null, later = null] = [before.get(name), after.get(name)];
    return earlier === later ? [] : [{ kind, name, before: earlier, after: later }];
  });
}

function listUnstable(stored: readonly StoredReport[]): UnstableCheck[] {
  const runs = stored.map(({ report }) => new Map(report.results.map(({ id, outcome }) => [id, outcome])));
  const ids = new Set(runs.flatMap((run) => [...run.keys()]));
  return [...ids].flatMap((id) => {
    const outcomes = runs.map((run) => run.get(id) ?? null);
    const known = outcomes.filter((one) => one !== null);
    const changes = known.filter((one, index) => index > 0 && one !== known[index - 1]).length;
    return changes < FEWEST_CHANGES_OF_UNSTABLE ? [] : [{ id, outcomes }];
  });
}
