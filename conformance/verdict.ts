import type { Exchange } from './client.ts';

/** Exchanges that convinced a check. Never empty, and only the client makes an `Exchange`. */
export type Evidence = readonly [Exchange, ...Exchange[]];

/** One subject of a check (an operation, a key, a pair of keys) with its own verdict. */
export interface Case {
  readonly name: string;
  readonly verdict: Verdict;
}

interface Judged {
  readonly evidence: readonly Exchange[];
  readonly cases?: readonly Case[];
}

/** The clause was kept, and it could have been seen if it was not. */
export interface Pass extends Judged {
  readonly kind: 'pass';
  readonly evidence: Evidence;
}

/** The target broke the clause. `actual` is the request to repeat; `saw` says what in its answer is wrong. */
export interface Fail extends Judged {
  readonly kind: 'fail';
  readonly expected: string;
  readonly actual: Exchange;
  readonly saw?: string;
}

/** Nothing was decided; `reason` names what is missing, or what happened. */
export interface Undecided extends Judged {
  readonly kind: 'untestable' | 'inconclusive' | 'not-applicable' | 'error';
  readonly reason: string;
}

/** What a check says of a target. */
export type Verdict = Pass | Fail | Undecided;

/** A verdict as it is reported: the failure of anything that does not decide is a `warning`. */
export type Outcome = Verdict['kind'] | 'warning';

/** The clause was kept. Give the control, the witness and the probe: a pass without an exchange does not compile. */
export const pass = (...evidence: Evidence): Pass => ({ kind: 'pass', evidence });

/** The clause was broken by the exchange `actual`; further exchanges show what it is to be compared with. */
export const fail = (
  finding: { readonly expected: string; readonly actual: Exchange; readonly saw?: string },
  ...evidence: readonly Exchange[]
): Fail => ({ kind: 'fail', ...finding, evidence: [...new Set([finding.actual, ...evidence])] });

/** A key, a datum or a permission is missing. The sentence names it, so that its reader knows what to supply. */
export const untestable = (reason: string, ...evidence: readonly Exchange[]): Undecided => ({
  kind: 'untestable',
  reason,
  evidence,
});

/** The data moved, the target throttled us or time ran out: asking again may decide it. */
export const inconclusive = (reason: string, ...evidence: readonly Exchange[]): Undecided => ({
  kind: 'inconclusive',
  reason,
  evidence,
});

/** The target's own contract says that the clause has no subject there. */
export const notApplicable = (reason: string, ...evidence: readonly Exchange[]): Undecided => ({
  kind: 'not-applicable',
  reason,
  evidence,
});

/** The kit erred. Only the runner says this. */
export const kitError = (reason: string): Undecided => ({ kind: 'error', reason, evidence: [] });

/** Thrown to end a check from within a helper; whoever runs the check (or the case) takes its verdict. */
export class Concluded extends Error {
  readonly verdict: Verdict;
  constructor(verdict: Verdict) {
    super(`concluded: ${verdict.kind}`);
    this.verdict = verdict;
  }
}

const WORST_FIRST: readonly Outcome[] = [
  'error',
  'fail',
  'inconclusive',
  'untestable',
  'warning',
  'pass',
  'not-applicable',
];

/** How bad an outcome is: 0 is the worst. */
export const rankOf = (outcome: Outcome): number => WORST_FIRST.indexOf(outcome);

/** The worst of some outcomes; of none, `untestable`, because a loop over nothing shows nothing. */
export const worstOf = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.reduce<Outcome>((worst, next) => (rankOf(next) < rankOf(worst) ? next : worst), outcomes[0] ?? 'untestable');

/**
 * Makes one verdict of many cases; the worst wins.
 * With `'any'`, cases that could not be tested are set aside when another case passed: a second key with less data
 * must not spoil what the first one showed. With `'all'`, each case has to be shown.
 */
export function rollUp(cases: readonly Case[], enough: 'all' | 'any'): Verdict {
  const shown = cases.filter(({ verdict }) => verdict.kind !== 'untestable' && verdict.kind !== 'not-applicable');
  const counted = enough === 'any' && shown.length > 0 ? shown : cases;
  const worst = worstOf(counted.map(({ verdict }) => verdict.kind));
  const deciding = counted.find(({ verdict }) => verdict.kind === worst)?.verdict;
  if (deciding === undefined) return untestable('there was nothing to try this on');
  if (deciding.kind !== 'pass') return { ...deciding, cases };
  const [first, ...rest] = counted.flatMap(({ verdict }) => (verdict.kind === 'pass' ? verdict.evidence : []));
  return { ...deciding, evidence: [first ?? deciding.evidence[0], ...rest], cases };
}

/** Judges each subject by itself and rolls the cases up. A case may end early by throwing `Concluded`. */
export async function forEach<Subject>(
  subjects: Iterable<Subject>,
  nameOf: (subject: Subject) => string,
  judge: (subject: Subject) => Verdict | Promise<Verdict>,
  enough: 'all' | 'any' = 'all',
): Promise<Verdict> {
  const cases: Case[] = [];
  for (const subject of subjects)
    cases.push({ name: nameOf(subject), verdict: await concluding(() => judge(subject)) });
  return rollUp(cases, enough);
}

/** Runs `judge`, taking the verdict of a `Concluded` that it throws. */
export async function concluding(judge: () => Verdict | Promise<Verdict>): Promise<Verdict> {
  try {
    return await judge();
  } catch (thrown) {
    if (thrown instanceof Concluded) return thrown.verdict;
    throw thrown;
  }
}
