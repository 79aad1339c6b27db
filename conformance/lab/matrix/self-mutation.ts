import type { Check } from '../../engine/check.ts';
import { fail, pass, type Verdict } from '../../engine/verdict.ts';
import type { FaultyTarget, Subject } from './faulty-target.ts';
import { heldAgainst, judge, type KillMatrix, noticedIn } from './matrix.ts';

/** What the faulty and correct targets show when one check is itself altered. */
export interface SelfMutation {
  readonly id: string;
  readonly level: Check['level'];
  /** A faulty target that is missed once the check always passes. */
  readonly missedWhenDropped?: string;
  /** A correct target on which the check fails once its verdict is inverted. */
  readonly accusedWhenNegated?: string;
}

/**
 * Alters each check in two ways and reports where that is noticed: dropped, it always passes; negated, it passes and
 * fails the wrong way round. If neither is noticed, an error in the check would stay unnoticed.
 */
export async function selfMutation(
  matrix: Pick<KillMatrix, 'rows' | 'columns'>,
  { faultyTargets, checks }: { readonly faultyTargets: readonly FaultyTarget[]; readonly checks: readonly Check[] },
): Promise<readonly SelfMutation[]> {
  const accused = await accusedBy(checks.map(negated), new Set(faultyTargets.map(({ subject }) => subject)));
  const found: SelfMutation[] = [];
  for (const check of checks) {
    const missed = await missedWithout(check, matrix, { faultyTargets, checks });
    const subject = accused.get(check.id);
    found.push({
      id: check.id,
      level: check.level,
      ...(missed === undefined ? {} : { missedWhenDropped: missed }),
      ...(subject === undefined ? {} : { accusedWhenNegated: subject }),
    });
  }
  return found;
}

async function missedWithout(
  check: Check,
  { rows }: Pick<KillMatrix, 'rows'>,
  { faultyTargets, checks }: { readonly faultyTargets: readonly FaultyTarget[]; readonly checks: readonly Check[] },
): Promise<string | undefined> {
  const others = checks.map((one) => (one.id === check.id ? dropped(one) : one));
  for (const row of rows.filter(({ finders }) => finders.includes(check.id))) {
    const faultyTarget = faultyTargets.find(({ id }) => id === row.id);
    if (faultyTarget === undefined || !(faultyTarget.expectsAll || row.finders.length === 1)) continue;
    const { fate, missedBy } = await heldAgainst(faultyTarget, others);
    if (fate !== 'found' || missedBy.includes(check.id)) return faultyTarget.id;
  }
  return undefined;
}

/** Returns the first correct target on which each check fails. */
async function accusedBy(
  checks: readonly Check[],
  subjects: ReadonlySet<Subject>,
): Promise<ReadonlyMap<string, string>> {
  const accused = new Map<string, string>();
  for (const subject of subjects)
    for (const { id } of noticedIn(await judge(subject, subject, checks)))
      accused.set(id, accused.get(id) ?? subject.name);
  return accused;
}

const altered = (check: Check, change: (verdict: Verdict) => Verdict): Check => ({
  ...check,
  run: async (context) => change(await check.run(context)),
});

/** Replaces every verdict of the check by a pass. */
const dropped = (check: Check): Check =>
  altered(check, (verdict) => (verdict.kind === 'fail' ? pass(verdict.actual) : verdict));

/** Swaps pass and fail. */
const negated = (check: Check): Check =>
  altered(check, (verdict) => {
    if (verdict.kind === 'fail') return pass(verdict.actual);
    return verdict.kind === 'pass' ? fail({ expected: 'the opposite', actual: verdict.evidence[0] }) : verdict;
  });
