import type { Level } from '../../../spec/index.ts';
import type { Recording } from '../../http/recording/recording.ts';
import type { RepeatCount } from '../../http/transient.ts';
import type { Depth, SampleRecord } from '../../reading/verdicts/sampling.ts';
import { type CheckOutcome, findWorstOutcome, type Remedy } from '../../reading/verdicts/verdict.ts';
import type { Confidence, EvidenceSource, Origin } from '../../slots/bindings.ts';
import type { ChallengeResult } from '../challenge/challenge-result.ts';
import type { ExchangeRecord } from './exchange-record.ts';
import type { ReadPlace } from './read-places.ts';

/** A verdict as plain, redacted data. */
export interface Statement {
  readonly outcome: CheckOutcome;
  /** For a failure: what the clause requires. */
  readonly expected?: string;
  /** For a failure: what was observed instead. */
  readonly saw?: string;
  /** For a failure: whether no change of the data between its exchanges explains it. */
  readonly isTimeless?: true;
  /** For an undecided check: what is missing or what happened. */
  readonly reason?: string;
  /** For an undecided check: what would let it decide, if the reason is not missing data or an accident. */
  readonly remedy?: Remedy;
  /** For a failure: the smallest request that shows it. */
  readonly request?: ExchangeRecord;
  /** For a failure: where the kit read it in the response; absent if the response is not JSON. */
  readonly places?: readonly ReadPlace[];
  /** Set if the baseline lists it as known: it does not count against the target (see `applyBaseline`). */
  readonly known?: KnownIssue;
}

/** Why a failure is accepted for now. */
export interface KnownIssue {
  readonly reason: string;
  readonly owner?: string;
  /** The last day on which it is accepted, as `2027-01-31`. */
  readonly expires?: string;
  /** Whether `expires` has passed: then the finding is shown again and the run fails. */
  readonly isExpired: boolean;
}

/**
 * The state of a baseline entry. `excused`: the target still fails there. `stale`: it no longer does, so the
 * entry would only hide a regression. `expired`: its last day is over. `kept`: this run could not decide.
 */
export type EntryState = 'excused' | 'stale' | 'expired' | 'kept';

/** A known failure, or a check known to be untestable on the target. */
export interface BaselineEntry {
  readonly list: 'failures' | 'untestable';
  /** The id of the check. */
  readonly check: string;
  /** A case name, or the first part of case names: `west` also covers `west: GET /v1/portal`. */
  readonly case?: string;
  readonly reason: string;
  readonly owner?: string;
  /** The last day on which the entry applies, in UTC: `2027-01-31`. */
  readonly expires?: string;
}

/** A baseline entry and its state in this run. */
export interface EntryResult extends BaselineEntry {
  readonly state: EntryState;
  /** An explanation, with advice if there is something to do. */
  readonly note: string;
}

/** How the target handles something that the document leaves open. Not a verdict. */
export interface RecordedChoice {
  readonly id: string;
  /** The subject that the document leaves open: `Response to \`limit=0\``. */
  readonly title: string;
  /** The gap of the document, as in the list of gaps. */
  readonly gap: string;
  /** The observed behaviour; several values if it differed between requests. */
  readonly reading: string;
  readonly evidence: readonly ExchangeRecord[];
}

export interface CaseResult extends Statement {
  readonly name: string;
}

export interface ClauseReference {
  readonly id: string;
  readonly text: string;
  /** The section of the documented interface, or the source of a custom rule; absent for an assumption of the kit. */
  readonly section?: string;
  readonly isDocumented: boolean;
  /** Whether it is a custom rule of the user. */
  readonly isOwn?: boolean;
}

/** The failure that probably has the same cause, by the id of its check, and the operation whose responses both accuse. */
export interface SharedCause {
  readonly check: string;
  /** The method and the path with its placeholders. */
  readonly operation: string;
}

/** The result of one check: plain, redacted data. */
export interface CheckResult extends Statement {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly clause: ClauseReference;
  /** The clauses that a pass verifies: its own and those in `covers`. */
  readonly covers: readonly string[];
  /** Whether a failure makes the run fail. */
  readonly decides: boolean;
  readonly cases: readonly CaseResult[];
  readonly evidence: readonly ExchangeRecord[];
  /** The number of requests that it sent, repeats included. */
  readonly requests: number;
  /** The sets of cases that the check tested only in part, because of the depth of the run. */
  readonly sampled: readonly SampleRecord[];
  readonly durationMs: number;
  /** For a pass that was challenged (`--challenge`): how many changes of its responses it noticed. */
  readonly challenged?: ChallengeResult;
  /** For a failure: the earlier one that probably has the same cause. */
  readonly sharedCause?: SharedCause;
}

export interface KeySummary {
  readonly name: string;
  readonly opens: number;
  readonly terminals: number;
  readonly transactions: number;
}

/** The state of a documented clause after a run. */
export type ClauseState = 'verified' | 'broken' | 'not-followed' | 'unverified' | 'not-looked-at' | 'uncheckable';

/** A documented clause and its state. */
export interface ClauseResult {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  readonly fate: ClauseState;
  /** The checks of this run that cover it. */
  readonly checks: readonly string[];
}

/** Where the kit found a value, and the evidence. */
export interface BindingRecord {
  readonly name: string;
  /** The value of the binding as text; usually a JSON pointer. */
  readonly value: string;
  readonly confidence: Confidence;
  readonly from: readonly EvidenceSource[];
  readonly evidence: readonly string[];
}

/** The known bindings: where the target stores the values that the document names. */
export interface BindingsSummary {
  readonly origin: Origin;
  /** The contract that responses were validated against. */
  readonly contract: 'builtin' | 'published' | 'file';
  /** Inferred and configured bindings; those of the built-in contract are not repeated. */
  readonly found: readonly BindingRecord[];
  /** The names of the bindings that were not found. */
  readonly missing: readonly string[];
}

/** The number of documented clauses by state. Counts of clauses are of rules; counts of results are of checks. */
export interface ClauseCoverage {
  readonly documented: number;
  readonly verified: number;
  /** Violated according to a check that decides the exit code. */
  readonly broken: number;
  /** Not followed according to a check that is only advice. */
  readonly notFollowed: number;
  readonly unverified: number;
  /** Not covered by any check of this run. */
  readonly notLookedAt: number;
  /** Clauses that cannot be checked; the list of clauses states why. */
  readonly uncheckable: number;
  /** Each clause, in document order. */
  readonly list: readonly ClauseResult[];
}

export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 70;

/** The options of a run that affect how far its result can be trusted. Contains no secrets. */
export interface RunSettings {
  /** How many of several similar cases were tested. */
  readonly depth: Depth;
  readonly strict: boolean;
  readonly allowWrites: boolean;
  readonly allowUnverified: boolean;
  /** The remaining checks are skipped after the first failure. */
  readonly failFast: boolean;
  /** The maximum number of requests per second; `null` for no limit. */
  readonly requestsPerSecond: number | null;
  /** The number of concurrent checks. */
  readonly concurrency: number;
  /** The timeout of one request, in milliseconds. */
  readonly timeoutMs: number;
  /** Requests went through a proxy. */
  readonly viaProxy: boolean;
  /** Certificates were not verified: another server may have answered. */
  readonly insecure: boolean;
  /** The names of the headers added to every request. */
  readonly addedHeaders: readonly string[];
  /** When the recording that answered all requests was made; absent if the target answered. */
  readonly recordedAt?: string;
  /** The exchanges are those of other software: nothing was requested, and no option of `conform` applies. */
  readonly isTraffic?: true;
}

/** A whole run, ready to be reported. */
export interface RunResult {
  readonly schemaVersion: 1;
  /** The version of the kit. */
  readonly kitVersion: string;
  readonly target: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly seed: number;
  readonly options: RunSettings;
  readonly keys: readonly KeySummary[];
  /** Absent in results that no run produced. */
  readonly bindings?: BindingsSummary;
  readonly results: readonly CheckResult[];
  readonly counts: Readonly<Record<CheckOutcome, number>>;
  readonly clauses: ClauseCoverage;
  /** The choices of the target where the document leaves one, if the run recorded them. */
  readonly choices?: readonly RecordedChoice[];
  /** The entries of the baseline, if one was applied. */
  readonly baseline?: readonly EntryResult[];
  /** The number of requests that were sent, repeats included. */
  readonly requests: number;
  /** The requests that were sent again after transient errors, by cause; absent if there are none. */
  readonly sentAgain?: readonly RepeatCount[];
  /** The limits of time and memory that the target made the kit reach, as sentences; absent if there are none. */
  readonly limitsReached?: readonly string[];
  /** Why the run ended early: the target was unreachable or stopped responding. */
  readonly stopped?: string;
  /** All exchanges, redacted, if the run recorded them: for the HAR report. */
  readonly recording?: Recording;
  /** The OpenAPI document of what the target is, if the run described it. */
  readonly description?: Readonly<Record<string, unknown>>;
  readonly exitCode: ExitCode;
  readonly exitReason: string;
}

/** Counts the results by outcome. */
export function countOutcomes(results: readonly CheckResult[]): Record<CheckOutcome, number> {
  const counts = { error: 0, fail: 0, inconclusive: 0, untestable: 0, warning: 0, pass: 0, 'not-applicable': 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

interface DocumentedClause {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  readonly unchecked?: string;
}

/** Returns the state of each documented clause according to these results. */
export function summarizeCoverage(
  results: readonly CheckResult[],
  documented: readonly DocumentedClause[],
): ClauseCoverage {
  const list = documented.map(({ id, section, text, unchecked }): ClauseResult => {
    const about = results.filter(({ covers }) => covers.includes(id));
    const unseen = unchecked === undefined ? 'not-looked-at' : 'uncheckable';
    const fate = about.length > 0 ? STATE_BY_OUTCOME[findWorstOutcome(about.map(({ outcome }) => outcome))] : unseen;
    return { id, section, text, fate, checks: about.map((one) => one.id) };
  });
  const count = (fate: ClauseState) => list.filter((one) => one.fate === fate).length;
  return {
    documented: documented.length,
    verified: count('verified'),
    broken: count('broken'),
    notFollowed: count('not-followed'),
    unverified: count('unverified'),
    notLookedAt: count('not-looked-at'),
    uncheckable: count('uncheckable'),
    list,
  };
}

const STATE_BY_OUTCOME: Readonly<Record<CheckOutcome, ClauseState>> = {
  error: 'unverified',
  fail: 'broken',
  inconclusive: 'unverified',
  untestable: 'unverified',
  warning: 'not-followed',
  pass: 'verified',
  'not-applicable': 'verified',
};

/**
 * Returns the exit code of a run and the sentence that explains it, most severe cause first. Known issues
 * of the baseline count neither as failed nor as unverified; stale and expired entries have their own exit code. Rules that the depth
 * of the run leaves out do not count as unverified.
 */
export function decideExit(run: {
  readonly results: readonly CheckResult[];
  readonly planned: number;
  readonly stopped?: string | undefined;
  readonly allowUnverified: boolean;
  readonly baseline?: readonly EntryResult[] | undefined;
}): { readonly exitCode: ExitCode; readonly exitReason: string } {
  const having = (...outcomes: CheckOutcome[]) => run.results.filter(({ outcome }) => outcomes.includes(outcome));
  const counts = ({ decides, known }: CheckResult) => decides && known === undefined;
  const broken = having('fail').filter(counts);
  const undone = having('untestable', 'inconclusive').filter(counts);
  // the user of a quick run has chosen to test less
  const unverified = undone.filter(({ remedy }) => remedy?.kind !== 'depth');
  const undecided = having('untestable', 'inconclusive').filter(({ decides }) => decides);
  const known = run.results.filter((one) => one.decides && one.known !== undefined);
  const outdated = (run.baseline ?? []).filter(({ state }) => state === 'stale' || state === 'expired');
  if (having('error').length > 0) return { exitCode: 70, exitReason: 'the kit itself failed; see the errors' };
  const lapsed = having('fail').filter(({ decides, known }) => decides && known?.isExpired === true);
  if (broken.length > 0) {
    const more = lapsed.length > 0 ? `, and ${lapsed.length} more with an expired baseline entry` : '';
    return { exitCode: 1, exitReason: `${formatCount(broken.length, 'required check')} failed${more}` };
  }
  if (run.stopped !== undefined) return { exitCode: 3, exitReason: run.stopped };
  if (run.results.length !== run.planned || run.planned === 0) {
    return { exitCode: 70, exitReason: `${run.results.length} of ${run.planned} checks gave a result` };
  }
  if (unverified.length > 0 && !run.allowUnverified) {
    return {
      exitCode: 4,
      exitReason: `no${known.length > 0 ? ' new' : ''} failures, but ${formatCount(unverified.length, 'required check')} could not be verified`,
    };
  }
  if (undecided.length > 0 && having('pass').length === 0)
    return { exitCode: 4, exitReason: 'nothing could be verified' };
  if (outdated.length > 0)
    return {
      exitCode: 5,
      exitReason: `the baseline is out of date: ${formatCount(outdated.length, 'entry', 'entries')}`,
    };
  const extent = unverified.length > 0 ? ', but some could not be verified' : '';
  const excuse = known.length > 0 ? ', except for known failures in the baseline' : '';
  const leftOut = undone.length - unverified.length;
  const depth = leftOut > 0 ? `; ${formatCount(leftOut, 'required check')} not covered at this depth` : '';
  return { exitCode: 0, exitReason: `no required check failed${extent}${excuse}${depth}` };
}

const formatCount = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`;
