import { omitUndefined } from '../../base/omit-undefined.ts';
import type { Check } from '../../conformance/engine/check.ts';
import { fail, pass, type Verdict } from '../../conformance/reading/verdicts/verdict.ts';
import type { CorrectTarget, FaultyTarget } from './faulty-target.ts';
import { type DetectionMatrix, evaluateTarget, listFindings, runFaultyTarget } from './matrix.ts';

/** The results of the faulty and correct targets with one altered check. */
export interface CheckMutation {
  readonly id: string;
  readonly level: Check['level'];
  /** A faulty target that is missed once the check always passes. */
  readonly missedWhenDisabled?: string;
  /** A correct target on which the check fails once its verdict is inverted. */
  readonly failedWhenInverted?: string;
}

/**
 * Alters each check in two ways and reports where that is noticed: dropped, it always passes; negated, it passes and
 * fails the wrong way round. If neither is noticed, an error in the check would stay unnoticed.
 */
export async function mutateChecks(
  matrix: Pick<DetectionMatrix, 'rows' | 'columns'>,
  { faultyTargets, checks }: { readonly faultyTargets: readonly FaultyTarget[]; readonly checks: readonly Check[] },
): Promise<readonly CheckMutation[]> {
  const failed = await listFailedTargets(
    checks.map(invertCheck),
    new Set(faultyTargets.map(({ correctTarget }) => correctTarget)),
  );
  const found: CheckMutation[] = [];
  for (const check of checks) {
    const missed = await findMissedFault(check, matrix, { faultyTargets, checks });
    const correctTarget = failed.get(check.id);
    found.push({
      id: check.id,
      level: check.level,
      ...omitUndefined({ missedWhenDisabled: missed, failedWhenInverted: correctTarget }),
    });
  }
  return found;
}

async function findMissedFault(
  check: Check,
  { rows }: Pick<DetectionMatrix, 'rows'>,
  { faultyTargets, checks }: { readonly faultyTargets: readonly FaultyTarget[]; readonly checks: readonly Check[] },
): Promise<string | undefined> {
  const others = checks.map((one) => (one.id === check.id ? disableCheck(one) : one));
  for (const row of rows.filter(({ detectedBy }) => detectedBy.includes(check.id))) {
    const faultyTarget = faultyTargets.find(({ id }) => id === row.id);
    if (faultyTarget === undefined || !(faultyTarget.expectsAll || row.detectedBy.length === 1)) continue;
    const { detection, missedBy } = await runFaultyTarget(faultyTarget, others);
    if (detection !== 'found' || missedBy.includes(check.id)) return faultyTarget.id;
  }
  return undefined;
}

/** Returns the first correct target on which each check fails. */
async function listFailedTargets(
  checks: readonly Check[],
  correctTargets: ReadonlySet<CorrectTarget>,
): Promise<ReadonlyMap<string, string>> {
  const failed = new Map<string, string>();
  for (const correctTarget of correctTargets)
    for (const { id } of listFindings(await evaluateTarget(correctTarget, correctTarget, checks)))
      failed.set(id, failed.get(id) ?? correctTarget.name);
  return failed;
}

const changeVerdict = (check: Check, change: (verdict: Verdict) => Verdict): Check => ({
  ...check,
  run: async (context) => change(await check.run(context)),
});

/** Replaces every verdict of the check by a pass. */
const disableCheck = (check: Check): Check =>
  changeVerdict(check, (verdict) => (verdict.kind === 'fail' ? pass(verdict.actual) : verdict));

/** Swaps pass and fail. */
const invertCheck = (check: Check): Check =>
  changeVerdict(check, (verdict) => {
    if (verdict.kind === 'fail') return pass(verdict.actual);
    return verdict.kind === 'pass' ? fail({ expected: 'the opposite', actual: verdict.evidence[0] }) : verdict;
  });
