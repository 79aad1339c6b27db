import { type Exchange, NoResponse } from '../../http/client.ts';

/** The exchanges that support a verdict. Never empty; only the client creates an `Exchange`. */
export type Evidence = readonly [Exchange, ...Exchange[]];

/** One subject of a check (an operation, a key, a pair of keys) with its own verdict. */
export interface Case {
  readonly name: string;
  readonly verdict: Verdict;
}

interface VerdictBase {
  readonly evidence: readonly Exchange[];
  readonly cases?: readonly Case[];
}

/** The target conforms to the clause, and the check would have detected a violation. */
export interface Pass extends VerdictBase {
  readonly kind: 'pass';
  readonly evidence: Evidence;
}

/** The target violates the clause. `actual` is the exchange that proves it; `saw` describes the fault in the response. */
export interface Fail extends VerdictBase {
  readonly kind: 'fail';
  readonly expected: string;
  readonly actual: Exchange;
  readonly saw?: string;
  /** Whether no change of the data between its exchanges explains it: a transaction never moves to another terminal. */
  readonly isTimeless?: true;
}

/**
 * An input or option that the user can supply so that a check can decide:
 * - a key that can read, see other terminals, belong to another account, write or only read
 * - a statement that a key is of an administrator, may only read, or is of a customer
 * - permission to write, a longer time limit, or a run without `--fail-fast`
 * - a deeper run, because this one leaves the rule out (`depth`) or found no data in the cases that it tested (`sample`)
 * - a binding, by its name
 */
export type Remedy =
  | {
      readonly kind:
        | 'reading-key'
        | 'other-scope-key'
        | 'other-account-key'
        | 'writing-key'
        | 'read-only-key'
        | 'administrator'
        | 'may-only-read'
        | 'customer'
        | 'writes'
        | 'run-time'
        | 'no-fail-fast'
        | 'depth'
        | 'sample';
    }
  | { readonly kind: 'binding'; readonly name: string };

/** No decision; `reason` states what is missing or what happened. */
export interface Undecided extends VerdictBase {
  readonly kind: 'untestable' | 'inconclusive' | 'not-applicable' | 'error';
  readonly reason: string;
  /** Lets the check decide; absent for missing data, and if only another run can decide. */
  readonly remedy?: Remedy;
}

/** The verdict of a check on a target. */
export type Verdict = Pass | Fail | Undecided;

/** The reported form of a verdict: a failure that does not decide the run is a `warning`. */
export type CheckOutcome = Verdict['kind'] | 'warning';

/**
 * Creates a pass with its control, witness and probe. A pass without an exchange does not compile.
 *
 * @example
 * return pass(control, probe);
 */
export const pass = (...evidence: Evidence): Pass => ({ kind: 'pass', evidence });

/**
 * Creates a failure. The exchange `actual` proves it; `evidence` contains the exchanges that it was compared with.
 *
 * @example
 * return fail({ expected: 'status 200', actual: portal });
 */
export const fail = (
  finding: Pick<Fail, 'expected' | 'actual' | 'saw' | 'isTimeless'>,
  ...evidence: readonly Exchange[]
): Fail => ({ kind: 'fail', ...finding, evidence: [...new Set([finding.actual, ...evidence])] });

/**
 * Creates a verdict for a missing key, datum or permission. `reason` names it, so that the user can supply it.
 *
 * @example
 * return untestable('needs a key of another tenant');
 */
export const untestable = (reason: string, ...evidence: readonly Exchange[]): Undecided => ({
  kind: 'untestable',
  reason,
  evidence,
});

/** Adds what would let the check decide to a verdict. */
export const addRemedy = (verdict: Undecided, remedy: Remedy): Undecided => ({ ...verdict, remedy });

/** Creates a verdict for a rule that runs of this depth do not test on any data. It does not count against a quick run. */
export const notInThisDepth = (reason: string, ...evidence: readonly Exchange[]): Undecided =>
  addRemedy(untestable(reason, ...evidence), { kind: 'depth' });

/**
 * Creates a verdict for data that changed, throttling or a timeout: another run may decide.
 *
 * @example
 * return inconclusive('the list changed between two reads', first, second);
 */
export const inconclusive = (reason: string, ...evidence: readonly Exchange[]): Undecided => ({
  kind: 'inconclusive',
  reason,
  evidence,
});

/**
 * Creates a verdict for a clause that does not apply to the target, according to its own contract or responses.
 *
 * @example
 * return notApplicable('the service has no feeds');
 */
export const notApplicable = (reason: string, ...evidence: readonly Exchange[]): Undecided => ({
  kind: 'not-applicable',
  reason,
  evidence,
});

/** Creates a verdict for a defect of the kit or of a custom check. Only the runner uses it. */
export const kitError = (reason: string): Undecided => ({ kind: 'error', reason, evidence: [] });

/** Thrown by a helper to end a check or case with a verdict. */
export class Concluded extends Error {
  readonly verdict: Verdict;
  constructor(verdict: Verdict) {
    super(`concluded: ${verdict.kind}`);
    this.verdict = verdict;
  }
}

const WORST_FIRST: readonly CheckOutcome[] = [
  'error',
  'fail',
  'inconclusive',
  'untestable',
  'warning',
  'pass',
  'not-applicable',
];

/** Returns the severity rank of an outcome: 0 is the worst. */
export const getSeverityRank = (outcome: CheckOutcome): number => WORST_FIRST.indexOf(outcome);

/** Returns the worst of some outcomes; `untestable` for none, because a loop over nothing proves nothing. */
export const findWorstOutcome = (outcomes: readonly CheckOutcome[]): CheckOutcome =>
  outcomes.reduce<CheckOutcome>(
    (worst, next) => (getSeverityRank(next) < getSeverityRank(worst) ? next : worst),
    outcomes[0] ?? 'untestable',
  );

/**
 * Combines the verdicts of the cases; the worst wins.
 * With `'any'`, untestable cases are ignored if another case was decided: a second key with less data
 * must not hide the result of the first one. With `'all'`, every case counts.
 */
export function combineCases(cases: readonly Case[], enough: 'all' | 'any'): Verdict {
  const shown = cases.filter(({ verdict }) => verdict.kind !== 'untestable' && verdict.kind !== 'not-applicable');
  const counted = enough === 'any' && shown.length > 0 ? shown : cases;
  const worst = findWorstOutcome(counted.map(({ verdict }) => verdict.kind));
  const deciding = counted.find(({ verdict }) => verdict.kind === worst)?.verdict;
  if (deciding === undefined) return untestable('there were no cases to test');
  if (deciding.kind !== 'pass') return { ...deciding, cases };
  const [first, ...rest] = counted.flatMap(({ verdict }) => (verdict.kind === 'pass' ? verdict.evidence : []));
  return { ...deciding, evidence: [first ?? deciding.evidence[0], ...rest], cases };
}

/**
 * Judges each subject and combines the cases; every case counts. A case may end early by throwing `Concluded`.
 *
 * @example
 * return forEach(readers, ({ name }) => name, async (reader) => pass(await reader.get('getPortal')));
 */
export const forEach = async <Subject>(
  subjects: Iterable<Subject>,
  nameOf: (subject: Subject) => string,
  judge: (subject: Subject) => Verdict | Promise<Verdict>,
): Promise<Verdict> => combineCases(await judgeAll(subjects, nameOf, judge), 'all');

/**
 * Judges each subject as `forEach` does, but ignores untestable cases if another case was decided.
 *
 * @example
 * return forEachTestable(readers, ({ name }) => name, async (reader) => pass(await reader.get('getPortal')));
 */
export const forEachTestable = async <Subject>(
  subjects: Iterable<Subject>,
  nameOf: (subject: Subject) => string,
  judge: (subject: Subject) => Verdict | Promise<Verdict>,
): Promise<Verdict> => combineCases(await judgeAll(subjects, nameOf, judge), 'any');

/**
 * Judges each subject and returns the cases. A case may end early by throwing `Concluded`. A case that needs a request which a recording
 * does not have is untestable, so that the others count.
 */
export async function judgeAll<Subject>(
  subjects: Iterable<Subject>,
  nameOf: (subject: Subject) => string,
  judge: (subject: Subject) => Verdict | Promise<Verdict>,
): Promise<Case[]> {
  const cases: Case[] = [];
  for (const subject of subjects)
    cases.push({ name: nameOf(subject), verdict: await catchUnrecorded(() => catchConcluded(() => judge(subject))) });
  return cases;
}

/** Runs `judge`. Returns an undecided verdict if it requests what a recording does not have. */
export async function catchUnrecorded(judge: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await judge();
  } catch (thrown) {
    if (thrown instanceof NoResponse && thrown.code === 'not-recorded') return untestable(thrown.message);
    throw thrown;
  }
}

/** Runs `judge` and returns its verdict, also if it throws `Concluded`. */
export async function catchConcluded(judge: () => Verdict | Promise<Verdict>): Promise<Verdict> {
  try {
    return await judge();
  } catch (thrown) {
    if (thrown instanceof Concluded) return thrown.verdict;
    throw thrown;
  }
}
