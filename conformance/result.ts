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
  readonly target: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly seed: number;
  /** The version of the kit. */
  readonly kitVersion: string;
  readonly options: RunSettings;
  readonly keys: readonly KeySummary[];
  /** Absent in results that were not made by a run. */
  readonly bindings?: BindingsSummary;
  readonly results: readonly CheckResult[];
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly clauses: ClauseCoverage;
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

/** What part of the documented clauses these results really cover. */
export function coverageOf(
  results: readonly CheckResult[],
  documented: readonly { readonly id: string; readonly unchecked?: string }[],
): ClauseCoverage {
  const fates = documented.map(({ id, unchecked }) => {
    const outcomes = results.filter(({ covers }) => covers.includes(id)).map(({ outcome }) => outcome);
    if (outcomes.length > 0) return FATE[worstOf(outcomes)];
    return unchecked === undefined ? 'notLookedAt' : 'uncheckable';
  });
  const count = (fate: keyof ClauseCoverage) => fates.filter((one) => one === fate).length;
  return {
    documented: documented.length,
    verified: count('verified'),
    broken: count('broken'),
    unverified: count('unverified'),
    notLookedAt: count('notLookedAt'),
    uncheckable: count('uncheckable'),
  };
}

const FATE: Readonly<Record<Outcome, 'verified' | 'broken' | 'unverified'>> = {
  error: 'unverified',
  fail: 'broken',
  inconclusive: 'unverified',
  untestable: 'unverified',
  warning: 'broken',
  pass: 'verified',
  'not-applicable': 'verified',
};

/** The exit code of a run and the sentence that explains it. What is worst for the reader's trust comes first. */
export function exitOf(run: {
  readonly results: readonly CheckResult[];
  readonly planned: number;
  readonly stopped?: string | undefined;
  readonly allowUnverified: boolean;
}): { readonly exitCode: ExitCode; readonly exitReason: string } {
  const having = (...outcomes: Outcome[]) => run.results.filter(({ outcome }) => outcomes.includes(outcome));
  const broken = having('fail').filter(({ decides }) => decides);
  const unverified = having('untestable', 'inconclusive').filter(({ decides }) => decides);
  if (having('error').length > 0) return { exitCode: 70, exitReason: 'the kit itself erred; see the errors' };
  if (broken.length > 0)
    return { exitCode: 1, exitReason: `${plural(broken.length, 'rule')} that must be kept failed` };
  if (run.stopped !== undefined) return { exitCode: 3, exitReason: run.stopped };
  if (run.results.length !== run.planned || run.planned === 0) {
    return { exitCode: 70, exitReason: `${run.results.length} of ${run.planned} checks gave a result` };
  }
  if (unverified.length > 0 && !run.allowUnverified) {
    return {
      exitCode: 4,
      exitReason: `nothing failed, but ${plural(unverified.length, 'rule')} could not be verified`,
    };
  }
  if (unverified.length > 0 && having('pass').length === 0)
    return { exitCode: 4, exitReason: 'nothing could be verified' };
  const extent = unverified.length > 0 ? ', as far as it could be verified' : '';
  return { exitCode: 0, exitReason: `every rule that must be kept was kept${extent}` };
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
