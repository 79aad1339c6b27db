import type { Check } from '../../engine/check.ts';
import { fail, pass, type Verdict } from '../../engine/verdict.ts';
import type { FaultyTarget, Subject } from './faulty-target.ts';
import { heldAgainst, judge, type KillMatrix, noticedIn } from './matrix.ts';

/** What becomes of the kit when one of its checks is broken itself. */
export interface SelfMutation {
  readonly id: string;
  readonly level: Check['level'];
  /** A broken service that is missed once the check passes whatever it finds. */
  readonly missedWhenDropped?: string;
  /** A correct service that is accused once the check says the opposite of what it finds. */
  readonly accusedWhenNegated?: string;
}

/**
 * Breaks each check in two ways, and says where that is noticed: dropped, it passes on what it should fail on; negated, it
 * fails on what it should pass. A check for which neither shows could be wrong without anybody's knowing.
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

/** The first correct service that each check accuses. */
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

/** The check without its teeth: it looks as before, and passes whatever it finds. */
const dropped = (check: Check): Check =>
  altered(check, (verdict) => (verdict.kind === 'fail' ? pass(verdict.actual) : verdict));

/** The check upside down. */
const negated = (check: Check): Check =>
  altered(check, (verdict) => {
    if (verdict.kind === 'fail') return pass(verdict.actual);
    return verdict.kind === 'pass' ? fail({ expected: 'the opposite', actual: verdict.evidence[0] }) : verdict;
  });
