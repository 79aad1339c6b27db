import { omitUndefined } from '../../base/omit-undefined.ts';
import type { Check } from '../../conformance/engine/check.ts';
import { matchesPattern } from '../../conformance/engine/check-selection.ts';
import type { CheckResult } from '../../conformance/engine/results/result.ts';
import { run } from '../../conformance/engine/runner.ts';
import type { CheckOutcome } from '../../conformance/reading/verdicts/verdict.ts';
import { type CorrectTarget, type FaultyTarget, readArea } from './faulty-target.ts';

/** The result of a faulty target. `elsewhere`: only checks unrelated to the fault failed. */
export type Detection = 'found' | 'elsewhere' | 'survived';

/** A faulty target, and the checks that detected it. */
export interface MatrixRow {
  readonly id: string;
  readonly title: string;
  readonly area: string;
  /** The name of the correct target without the fault. */
  readonly target: string;
  readonly isSubtle: boolean;
  readonly detection: Detection;
  /** Checks that failed and were expected to: named ones, or checks of a named topic. */
  readonly detectedBy: readonly string[];
  /** Other checks that failed. */
  readonly alsoFailed: readonly string[];
  /** Named checks that did not fail. */
  readonly missedBy: readonly string[];
  /** For a survivor: why, as far as the checks report it. */
  readonly reason?: string;
}

/** A check, and the faulty targets that it correctly failed on. */
export interface MatrixColumn {
  readonly id: string;
  readonly level: Check['level'];
  readonly failedOn: readonly string[];
  /** The correct targets on which it passed. */
  readonly passedOn: readonly string[];
}

/** A check that failed on a correct target. */
export interface FalsePositive {
  readonly target: string;
  readonly check: string;
  readonly saw: string;
}

export interface DetectionMatrix {
  /** Whether every faulty target ran against all checks, and not just the expected ones. */
  readonly isFull: boolean;
  /** Whether the matrix covers all faulty targets, and not just some areas. */
  readonly isWhole: boolean;
  readonly rows: readonly MatrixRow[];
  readonly columns: readonly MatrixColumn[];
  readonly falsePositives: readonly FalsePositive[];
}

export interface MatrixOptions {
  readonly faultyTargets: readonly FaultyTarget[];
  readonly checks: readonly Check[];
  /** Runs each faulty target against all checks: slower, but shows whether an expected check detects it. */
  readonly isFull?: boolean;
  /** Whether these are all faulty targets. */
  readonly isWhole?: boolean;
  readonly onRow?: (row: MatrixRow, done: number) => void;
}

/**
 * Runs every faulty target against the checks and records which checks detect it. Runs the correct targets first: a
 * result on a correct target is a false positive, and the same result on its faulty version detects nothing.
 */
export async function measureDetection({
  faultyTargets,
  checks,
  isFull = false,
  isWhole = false,
  onRow,
}: MatrixOptions): Promise<DetectionMatrix> {
  const correct = new Map<CorrectTarget, readonly CheckResult[]>();
  for (const correctTarget of new Set(faultyTargets.map((one) => one.correctTarget)))
    correct.set(correctTarget, await evaluateCorrectTarget(correctTarget, checks));

  const rows: MatrixRow[] = [];
  for (const faultyTarget of faultyTargets) {
    const known = new Set(listFindings(correct.get(faultyTarget.correctTarget) ?? []).map(({ id }) => id));
    const row = await runFaultyTarget(faultyTarget, checks, { isFull, known });
    rows.push(row);
    onRow?.(row, rows.length);
  }
  return {
    isFull,
    isWhole,
    rows,
    columns: listColumns(rows, checks, correct),
    falsePositives: listFalsePositives(correct),
  };
}

const isExpected = ({ expects }: FaultyTarget, id: string): boolean =>
  expects.some((pattern) => matchesPattern(pattern, id));

/**
 * Returns the checks that detect a faulty target, among the expected ones or among all. Ignores results in `known`,
 * which the correct target has too.
 */
export async function runFaultyTarget(
  faultyTarget: FaultyTarget,
  checks: readonly Check[],
  {
    isFull = false,
    known = new Set<string>(),
  }: { readonly isFull?: boolean; readonly known?: ReadonlySet<string> } = {},
): Promise<MatrixRow> {
  const named = checks.filter(({ id }) => isExpected(faultyTarget, id));
  const first = await evaluateTarget(faultyTarget.correctTarget, faultyTarget, isFull ? checks : named);
  const row = buildRow(faultyTarget, first, known);
  // Some checks judge the responses to earlier requests: they need a run with all other checks.
  const wantsMore = !isFull && row.detection === 'survived' && named.some(({ needs }) => needs.includes('archive'));
  return wantsMore
    ? keepExpected(
        buildRow(faultyTarget, await evaluateTarget(faultyTarget.correctTarget, faultyTarget, checks), known),
      )
    : row;
}

/** Keeps only the expected checks of the row: the others ran to fill the archive. */
const keepExpected = (row: MatrixRow): MatrixRow =>
  row.detection === 'elsewhere' ? { ...row, detection: 'survived', alsoFailed: [] } : { ...row, alsoFailed: [] };

function buildRow(faultyTarget: FaultyTarget, results: readonly CheckResult[], known: ReadonlySet<string>): MatrixRow {
  const { id, title, correctTarget, isSubtle, expectsAll } = faultyTarget;
  const failed = listFindings(results).filter((one) => !known.has(one.id));
  const detectedBy = failed.filter((one) => isExpected(faultyTarget, one.id)).map((one) => one.id);
  const others = failed.filter((one) => !isExpected(faultyTarget, one.id)).map((one) => one.id);
  const expected = results.filter((one) => isExpected(faultyTarget, one.id));
  const detection = detectedBy.length > 0 ? 'found' : others.length > 0 ? 'elsewhere' : 'survived';
  return {
    id,
    title,
    area: readArea(faultyTarget),
    target: correctTarget.name,
    isSubtle,
    detection,
    detectedBy,
    alsoFailed: others,
    missedBy: expectsAll ? expected.map((one) => one.id).filter((one) => !detectedBy.includes(one)) : [],
    ...(detection === 'found' ? {} : { reason: explainSurvival(faultyTarget, expected) }),
  };
}

const allOf = new Intl.ListFormat('en-GB', { type: 'conjunction' });

function explainSurvival({ expects }: FaultyTarget, expected: readonly CheckResult[]): string {
  if (expected.length === 0) return `there is no check of ${expects.join(', ')}, or the run ended before one`;
  const open = expected.filter(({ outcome }) => outcome === 'untestable' || outcome === 'inconclusive');
  if (open.length === expected.length) return open.map(({ id, reason = '' }) => `${id}: ${reason}`).join('; ');
  const passed = `The checks of ${allOf.format(expects)} passed.`;
  return open.length === 0 ? passed : `${passed} The kit could not verify ${allOf.format(open.map(({ id }) => id))}.`;
}

type Correct = ReadonlyMap<CorrectTarget, readonly CheckResult[]>;

const listColumns = (rows: readonly MatrixRow[], checks: readonly Check[], correct: Correct): MatrixColumn[] =>
  checks.map(({ id, level }) => ({
    id,
    level,
    failedOn: rows.filter(({ detectedBy }) => detectedBy.includes(id)).map((row) => row.id),
    passedOn: [...correct]
      .filter(([, results]) => results.some((one) => one.id === id && one.outcome === 'pass'))
      .map(([{ name }]) => name),
  }));

/** The results of correct targets by their checks: every run opens the target anew, with the same results. */
const evaluated = new WeakMap<CorrectTarget, Map<readonly Check[], Promise<readonly CheckResult[]>>>();

function evaluateCorrectTarget(
  correctTarget: CorrectTarget,
  checks: readonly Check[],
): Promise<readonly CheckResult[]> {
  const byChecks = evaluated.get(correctTarget) ?? new Map<readonly Check[], Promise<readonly CheckResult[]>>();
  evaluated.set(correctTarget, byChecks);
  const results = byChecks.get(checks) ?? evaluateTarget(correctTarget, correctTarget, checks);
  byChecks.set(checks, results);
  return results;
}

/** Runs the checks against a target, correct or faulty. */
export async function evaluateTarget(
  correctTarget: CorrectTarget,
  { open }: Pick<CorrectTarget, 'open'>,
  checks: readonly Check[],
): Promise<readonly CheckResult[]> {
  if (checks.length === 0) return [];
  const { results } = await run({
    depth: 'thorough',
    target: correctTarget.address,
    keys: correctTarget.keys,
    ...omitUndefined({ bindings: correctTarget.bindings, expectations: correctTarget.expectations }),
    checks,
    transport: await open(),
    allowWrites: true,
  });
  return results;
}

/** Returns the results that report a problem, at any level. */
export const listFindings = (results: readonly CheckResult[]): CheckResult[] =>
  results.filter(({ outcome }) => outcome === 'fail' || outcome === 'warning');

/** Whether this outcome on a correct target is a false positive. Advice is not: its rules are not in the document. */
const isFalsePositive = (outcome: CheckOutcome): boolean => outcome === 'fail' || outcome === 'error';

const listFalsePositives = (correct: Correct): FalsePositive[] =>
  [...correct].flatMap(([{ name }, results]) =>
    results
      .filter(({ outcome }) => isFalsePositive(outcome))
      .map(({ id, saw, expected, reason }) => ({ target: name, check: id, saw: saw ?? reason ?? expected ?? '' })),
  );
