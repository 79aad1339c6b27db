import type { Confidence, Origin, Provenance } from './bindings.ts';
import type { Level } from './check.ts';
import type { ExchangeRecord } from './record.ts';
import { type Outcome, worstOf } from './verdict.ts';

/** What a verdict says, in plain data that is safe to show. */
export interface Statement {
  readonly outcome: Outcome;
  /** For a failure: what the clause asks for. */
  readonly expected?: string;
  /** For a failure: what came instead, in words. */
  readonly saw?: string;
  /** For what could not be decided: what is missing, or what happened. */
  readonly reason?: string;
  /** For a failure: the smallest request that shows it. */
  readonly request?: ExchangeRecord;
  /** The baseline lists it: it is known, and does not count against the target (see `applyBaseline`). */
  readonly known?: KnownIssue;
}

/** Why something is accepted for the time being. */
export interface KnownIssue {
  readonly reason: string;
  readonly owner?: string;
  /** The last day on which it is accepted, as `2027-01-31`. */
  readonly expires?: string;
  /** That day is over: it is shown again, and the run fails for the sake of the list. */
  readonly isExpired: boolean;
}

/**
 * What became of an entry of the baseline. `excused`: the target still fails there. `stale`: it no longer does, so that the
 * entry hides nothing but the next regression. `expired`: its last day is over. `kept`: this run cannot tell.
 */
export type EntryState = 'excused' | 'stale' | 'expired' | 'kept';

/** A failure that is known, or a rule that is known to be untestable there. */
export interface BaselineEntry {
  readonly list: 'failures' | 'untestable';
  /** The id of the check. */
  readonly check: string;
  /** One case of it by its name, or all cases that begin so: `west` is about `west: GET /v1/portal` too. */
  readonly case?: string;
  readonly reason: string;
  readonly owner?: string;
  /** The last day on which it holds, in UTC: `2027-01-31`. */
  readonly expires?: string;
}

/** An entry of the baseline and what this run says of it. */
export interface EntryResult extends BaselineEntry {
  readonly state: EntryState;
  /** What to know or to do, in words. */
  readonly note: string;
}

/** How the target reads something that the document leaves open. It is no verdict. */
export interface Choice {
  readonly id: string;
  /** What is left open, in words: `What \`limit=0\` gives`. */
  readonly title: string;
  /** The gap of the document, as in the list of gaps. */
  readonly gap: string;
  /** What was seen, in words; several when it was not the same everywhere. */
  readonly reading: string;
  readonly evidence: readonly ExchangeRecord[];
}

export interface CaseResult extends Statement {
  readonly name: string;
}

export interface ClauseReference {
  readonly id: string;
  readonly text: string;
  /** Where the documented interface says it, or whoever made the rule; absent for an assumption of ours. */
  readonly section?: string;
  readonly isDocumented: boolean;
  /** It is a rule of the user's own, from a check of the user's own. */
  readonly isOwn?: boolean;
}

/** One check's result. Everything in it is plain data, redacted, in the order of the catalogue. */
export interface CheckResult extends Statement {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly clause: ClauseReference;
  /** The clauses that are verified when it passes: its own and those that it shows in passing. */
  readonly covers: readonly string[];
  /** Whether a failure of it makes the run fail. */
  readonly decides: boolean;
  readonly cases: readonly CaseResult[];
  readonly evidence: readonly ExchangeRecord[];
  readonly requests: number;
  readonly durationMs: number;
}

export interface KeySummary {
  readonly name: string;
  readonly opens: number;
  readonly terminals: number;
  readonly transactions: number;
}

/** What a run can say of a documented clause. */
export type Fate = 'verified' | 'broken' | 'unverified' | 'not-looked-at' | 'uncheckable';

/** A documented clause, and how it fared. */
export interface ClauseFate {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  readonly fate: Fate;
  /** The checks of this run that are about it. */
  readonly checks: readonly string[];
}

/** Where the kit found one thing, and why it thinks so. */
export interface BindingRecord {
  readonly name: string;
  /** A pointer, or what else the binding holds, as text. */
  readonly value: string;
  readonly confidence: Confidence;
  readonly from: readonly Provenance[];
  readonly evidence: readonly string[];
}

/** Where the target keeps what the document names, as far as it is known. */
export interface BindingsSummary {
  readonly origin: Origin;
  /** What responses were held against. */
  readonly contract: 'builtin' | 'published' | 'file';
  /** What was found, or the config says; of the kit's own contract, none is repeated here. */
  readonly found: readonly BindingRecord[];
  /** The names of what was not found. */
  readonly missing: readonly string[];
}

/** How many documented clauses there are, and how they fared. */
export interface ClauseCoverage {
  readonly documented: number;
  readonly verified: number;
  readonly broken: number;
  readonly unverified: number;
  /** No check of this run is about them. */
  readonly notLookedAt: number;
  /** No check can be about them; the list of clauses says why. */
  readonly uncheckable: number;
  /** Each of them, in the order of the document. */
  readonly list: readonly ClauseFate[];
}

export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 70;

/** How a run was made, as far as it bears on what the result is worth. No secret stands in it. */
export interface RunSettings {
  readonly strict: boolean;
  readonly allowWrites: boolean;
  readonly allowUnverified: boolean;
  /** The rest of the checks was left out once one had failed. */
  readonly failFast: boolean;
  /** The most requests a second; `null` when there was no limit. */
  readonly requestsPerSecond: number | null;
  /** How many checks ran at a time. */
  readonly concurrency: number;
  /** The longest time for one request, in milliseconds. */
  readonly timeoutMs: number;
  /** Requests went through a proxy. */
  readonly viaProxy: boolean;
  /** Certificates were not checked: what answered may not have been the target. */
  readonly insecure: boolean;
  /** The names of headers that the user added to every request. */
  readonly addedHeaders: readonly string[];
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
  /** Absent in results that were not made by a run. */
  readonly bindings?: BindingsSummary;
  readonly results: readonly CheckResult[];
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly clauses: ClauseCoverage;
  /** Which readings the target takes where the document leaves a choice, if the run asked. */
  readonly choices?: readonly Choice[];
  /** The entries of the baseline, if one was applied. */
  readonly baseline?: readonly EntryResult[];
  readonly requests: number;
  /** Why the run ended early: the target could not be reached, or stopped answering. */
  readonly stopped?: string;
  readonly exitCode: ExitCode;
  readonly exitReason: string;
}

/** How many results have each outcome. */
export function countsOf(results: readonly CheckResult[]): Record<Outcome, number> {
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

/** What part of the documented clauses these results really cover. */
export function coverageOf(results: readonly CheckResult[], documented: readonly DocumentedClause[]): ClauseCoverage {
  const list = documented.map(({ id, section, text, unchecked }): ClauseFate => {
    const about = results.filter(({ covers }) => covers.includes(id));
    const unseen = unchecked === undefined ? 'not-looked-at' : 'uncheckable';
    const fate = about.length > 0 ? FATE[worstOf(about.map(({ outcome }) => outcome))] : unseen;
    return { id, section, text, fate, checks: about.map((one) => one.id) };
  });
  const count = (fate: Fate) => list.filter((one) => one.fate === fate).length;
  return {
    documented: documented.length,
    verified: count('verified'),
    broken: count('broken'),
    unverified: count('unverified'),
    notLookedAt: count('not-looked-at'),
    uncheckable: count('uncheckable'),
    list,
  };
}

const FATE: Readonly<Record<Outcome, Fate>> = {
  error: 'unverified',
  fail: 'broken',
  inconclusive: 'unverified',
  untestable: 'unverified',
  warning: 'broken',
  pass: 'verified',
  'not-applicable': 'verified',
};

/**
 * The exit code of a run and the sentence that explains it. What is worst for the reader's trust comes first. What a
 * baseline lists is no failure and not unverified; but entries that are stale or expired have an exit code of their own.
 */
export function exitOf(run: {
  readonly results: readonly CheckResult[];
  readonly planned: number;
  readonly stopped?: string | undefined;
  readonly allowUnverified: boolean;
  readonly baseline?: readonly EntryResult[] | undefined;
}): { readonly exitCode: ExitCode; readonly exitReason: string } {
  const having = (...outcomes: Outcome[]) => run.results.filter(({ outcome }) => outcomes.includes(outcome));
  const counts = ({ decides, known }: CheckResult) => decides && known === undefined;
  const broken = having('fail').filter(counts);
  const unverified = having('untestable', 'inconclusive').filter(counts);
  const undecided = having('untestable', 'inconclusive').filter(({ decides }) => decides);
  const known = run.results.filter((one) => one.decides && one.known !== undefined);
  const outdated = (run.baseline ?? []).filter(({ state }) => state === 'stale' || state === 'expired');
  if (having('error').length > 0) return { exitCode: 70, exitReason: 'the kit itself erred; see the errors' };
  const lapsed = having('fail').filter(({ decides, known }) => decides && known?.isExpired === true);
  if (broken.length > 0) {
    const more = lapsed.length > 0 ? `, and ${lapsed.length} that the baseline listed until a day that is over` : '';
    return { exitCode: 1, exitReason: `${plural(broken.length, 'rule')} that must be kept failed${more}` };
  }
  if (run.stopped !== undefined) return { exitCode: 3, exitReason: run.stopped };
  if (run.results.length !== run.planned || run.planned === 0) {
    return { exitCode: 70, exitReason: `${run.results.length} of ${run.planned} checks gave a result` };
  }
  if (unverified.length > 0 && !run.allowUnverified) {
    return {
      exitCode: 4,
      exitReason: `nothing${known.length > 0 ? ' new' : ''} failed, but ${plural(unverified.length, 'rule')} could not be verified`,
    };
  }
  if (undecided.length > 0 && having('pass').length === 0)
    return { exitCode: 4, exitReason: 'nothing could be verified' };
  if (outdated.length > 0)
    return { exitCode: 5, exitReason: `the baseline is out of date: ${plural(outdated.length, 'entry', 'entries')}` };
  const extent = unverified.length > 0 ? ', as far as it could be verified' : '';
  const excuse = known.length > 0 ? ', but for what the baseline lists' : '';
  return { exitCode: 0, exitReason: `every rule that must be kept was kept${extent}${excuse}` };
}

const plural = (count: number, noun: string, nouns = `${noun}s`): string => `${count} ${count === 1 ? noun : nouns}`;
