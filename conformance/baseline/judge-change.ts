import { type CheckOutcome, getSeverityRank } from '../reading/verdicts/verdict.ts';

/**
 * How a check changed between two runs. `regressed`: fails now, not before (or only as advice). `fixed`: failed before,
 * passes now. `new` and `gone`: only in one run. `changed`: any other difference.
 */
export type ChangeKind = 'regressed' | 'changed' | 'new' | 'gone' | 'fixed';

/** Judges different outcomes of one check in two runs. `isWorse`: its rule is newly violated or no longer verified. */
export function judgeChange(
  before: CheckOutcome,
  after: CheckOutcome,
): { readonly kind: ChangeKind; readonly isWorse: boolean } {
  const kind = classifyChange(before, after);
  const isUnverifiedNow = isConforming(before) && getSeverityRank(after) < getSeverityRank('warning');
  return { kind, isWorse: kind === 'regressed' || isUnverifiedNow };
}

const isBroken = (outcome: CheckOutcome): boolean => outcome === 'fail' || outcome === 'warning';
const isConforming = (outcome: CheckOutcome): boolean => outcome === 'pass' || outcome === 'not-applicable';

function classifyChange(before: CheckOutcome, after: CheckOutcome): ChangeKind {
  if (isBroken(after) && !isBroken(before)) return 'regressed';
  if (after === 'fail') return 'regressed';
  return isBroken(before) && isConforming(after) ? 'fixed' : 'changed';
}
