import { omitUndefined } from '../../base/omit-undefined.ts';
import { explainFailures } from '../engine/results/causes.ts';
import {
  type BaselineEntry,
  type CheckResult,
  decideExit,
  type EntryResult,
  type KnownIssue,
  type RunResult,
  type Statement,
} from '../engine/results/result.ts';
import type { CheckOutcome } from '../reading/verdicts/verdict.ts';

/** The known issues of a target. */
export type Baseline = readonly BaselineEntry[];

/** For each list: the outcomes that an entry excuses, and those that do not decide whether it is still needed. */
const EXCUSED: Readonly<Record<BaselineEntry['list'], readonly CheckOutcome[]>> = {
  failures: ['fail', 'warning'],
  untestable: ['untestable'],
};
const OPEN: Readonly<Record<BaselineEntry['list'], readonly CheckOutcome[]>> = {
  failures: ['untestable', 'inconclusive', 'error'],
  untestable: ['inconclusive', 'error'],
};

/**
 * Applies a baseline to a result at `nowMs` (epoch milliseconds): listed issues no longer count, and unneeded
 * entries do. Verdicts do not change; adds `known`, the entries and the exit code.
 *
 * @example
 * const judged = applyBaseline(result, baseline, Date.now());
 */
export function applyBaseline(result: RunResult, baseline: Baseline, nowMs: number): RunResult {
  const today = formatDay(nowMs);
  const results = explainFailures(result.results.map((check) => addKnown(check, baseline, today)));
  const entries = baseline.map((entry) => judgeEntry(entry, result, today));
  const { stopped, options } = result;
  const exit = decideExit({
    results,
    planned: results.length,
    stopped,
    allowUnverified: options.allowUnverified,
    baseline: entries,
  });
  return { ...result, results, baseline: entries, ...(result.exitCode === 70 ? {} : exit) };
}

/**
 * Whether an unexpired baseline entry at `nowMs` (epoch milliseconds) covers every issue of a result.
 *
 * @example
 * const unknown = result.results.filter((one) => !isKnownBy(baseline, Date.now())(one));
 */
export const isKnownBy =
  (baseline: Baseline, nowMs: number) =>
  (check: CheckResult): boolean =>
    addKnown(check, baseline, formatDay(nowMs)).known?.isExpired === false;

const formatDay = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10);

/** Returns the subjects of an entry: the whole check, or the cases that it names. */
const listSubjects = (entry: BaselineEntry, check: CheckResult): readonly Statement[] =>
  entry.case === undefined ? [check] : check.cases.filter(({ name }) => matchesCase(entry, name));

const matchesCase = (entry: BaselineEntry, name: string): boolean =>
  entry.case === undefined || name === entry.case || name.startsWith(`${entry.case}: `);

function judgeEntry(entry: BaselineEntry, { results }: RunResult, today: string): EntryResult {
  const check = results.find(({ id }) => id === entry.check);
  const subjects = check === undefined ? [] : listSubjects(entry, check);
  const having = (outcomes: readonly CheckOutcome[]) => subjects.find(({ outcome }) => outcomes.includes(outcome));
  const isNeeded = having(EXCUSED[entry.list]) !== undefined;
  if (isExpired(entry, today)) {
    const advice = isNeeded ? 'fix the issue, or set a later date' : 'remove the entry';
    return { ...entry, state: 'expired', note: `expired on ${entry.expires}: ${advice}` };
  }
  if (isNeeded) return { ...entry, state: 'excused', note: NEEDED[entry.list] };
  if (check === undefined) return { ...entry, state: 'kept', note: 'the check has no result in this run' };
  if (subjects.length === 0) return { ...entry, state: 'kept', note: 'this run has no such case' };
  const open = having(OPEN[entry.list]);
  if (open !== undefined) return { ...entry, state: 'kept', note: `undecided in this run: ${open.outcome}` };
  return { ...entry, state: 'stale', note: `no longer needed: ${subjects[0]?.outcome}; remove the entry` };
}

const NEEDED = { failures: 'still fails', untestable: 'still untestable' } as const;

const isExpired = ({ expires }: BaselineEntry, today: string): boolean => expires !== undefined && expires < today;

/** A check is known if all of its issues are listed: as a whole, or case by case. */
function addKnown(check: CheckResult, baseline: Baseline, today: string): CheckResult {
  const about = baseline.filter((entry) => entry.check === check.id);
  if (about.length === 0) return check;
  const excusing = (outcome: CheckOutcome) => about.filter(({ list }) => EXCUSED[list].includes(outcome));
  const cases = check.cases.map((one) => {
    const entry = excusing(one.outcome).find((each) => matchesCase(each, one.name));
    return entry === undefined ? one : { ...one, known: createKnownIssue([entry], today) };
  });
  const entries = excusing(check.outcome);
  const whole = entries.filter((entry) => entry.case === undefined);
  const wrong = cases.filter(({ outcome }) => outcome === check.outcome);
  const isListed = whole.length > 0 || (entries.length > 0 && wrong.length > 0 && wrong.every(({ known }) => known));
  if (!isListed) return { ...check, cases };
  const used = entries.filter((entry) => whole.includes(entry) || wrong.some(({ name }) => matchesCase(entry, name)));
  return { ...check, cases, known: createKnownIssue(used, today) };
}

function createKnownIssue(entries: Baseline, today: string): KnownIssue {
  const all = (member: 'reason' | 'owner') => [...new Set(entries.flatMap((entry) => entry[member] ?? []))].join('; ');
  const [expires] = entries.flatMap((entry) => entry.expires ?? []).sort();
  const owner = all('owner');
  return {
    reason: all('reason'),
    ...(owner === '' ? {} : { owner }),
    ...omitUndefined({ expires }),
    isExpired: entries.some((entry) => isExpired(entry, today)),
  };
}
