import type { Check } from '../../engine/check.ts';
import { matches } from '../../engine/check-selection.ts';
import type { CheckResult } from '../../engine/result.ts';
import { run } from '../../engine/runner.ts';
import type { Outcome } from '../../engine/verdict.ts';
import { areaOf, type FaultyTarget, type Subject } from './faulty-target.ts';

/** The result of a faulty target. `elsewhere`: only checks unrelated to the fault failed. */
export type Fate = 'found' | 'elsewhere' | 'survived';

/** A faulty target, and the checks that detected it. */
export interface MatrixRow {
  readonly id: string;
  readonly title: string;
  readonly area: string;
  /** The name of the correct target without the fault. */
  readonly subject: string;
  readonly isSubtle: boolean;
  readonly fate: Fate;
  /** Checks that failed and were expected to: named ones, or checks of a named topic. */
  readonly finders: readonly string[];
  /** Other checks that failed. */
  readonly others: readonly string[];
  /** Named checks that did not fail. */
  readonly missedBy: readonly string[];
  /** For a survivor: why, as far as the checks report it. */
  readonly reason?: string;
}

/** A check, and the faulty targets that it correctly failed on. */
export interface MatrixColumn {
  readonly id: string;
  readonly level: Check['level'];
  readonly kills: readonly string[];
  /** The correct targets on which it passed. */
  readonly keptBy: readonly string[];
}

/** A check that failed on a correct target. */
export interface FalseAlarm {
  readonly subject: string;
  readonly check: string;
  readonly saw: string;
}

export interface KillMatrix {
  /** Whether every faulty target ran against all checks, and not just the expected ones. */
  readonly isFull: boolean;
  /** Whether the matrix covers all faulty targets, and not just some areas. */
  readonly isWhole: boolean;
  readonly rows: readonly MatrixRow[];
  readonly columns: readonly MatrixColumn[];
  readonly falseAlarms: readonly FalseAlarm[];
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
export async function killMatrix({
  faultyTargets,
  checks,
  isFull = false,
  isWhole = false,
  onRow,
}: MatrixOptions): Promise<KillMatrix> {
  const correct = new Map<Subject, readonly CheckResult[]>();
  for (const subject of new Set(faultyTargets.map((one) => one.subject)))
    correct.set(subject, await judge(subject, subject, checks));

  const rows: MatrixRow[] = [];
  for (const faultyTarget of faultyTargets) {
    const usual = new Set(noticedIn(correct.get(faultyTarget.subject) ?? []).map(({ id }) => id));
    const row = await heldAgainst(faultyTarget, checks, { isFull, usual });
    rows.push(row);
    onRow?.(row, rows.length);
  }
  return { isFull, isWhole, rows, columns: columnsOf(rows, checks, correct), falseAlarms: alarmsOf(correct) };
}

const shouldNotice = ({ expects }: FaultyTarget, id: string): boolean =>
  expects.some((pattern) => matches(pattern, id));

/**
 * Returns the checks that detect a faulty target, among the expected ones or among all. Ignores results in `usual`,
 * which the correct target has too.
 */
export async function heldAgainst(
  faultyTarget: FaultyTarget,
  checks: readonly Check[],
  {
    isFull = false,
    usual = new Set<string>(),
  }: { readonly isFull?: boolean; readonly usual?: ReadonlySet<string> } = {},
): Promise<MatrixRow> {
  const named = checks.filter(({ id }) => shouldNotice(faultyTarget, id));
  const first = await judge(faultyTarget.subject, faultyTarget, isFull ? checks : named);
  const row = judgedRow(faultyTarget, first, usual);
  // Some checks judge the responses to earlier requests: they need a run with all other checks.
  const wantsMore = !isFull && row.fate === 'survived' && named.some(({ needs }) => needs.includes('archive'));
  return wantsMore
    ? withoutOthers(judgedRow(faultyTarget, await judge(faultyTarget.subject, faultyTarget, checks), usual))
    : row;
}

/** Keeps only the expected checks of the row: the others ran to fill the archive. */
const withoutOthers = (row: MatrixRow): MatrixRow =>
  row.fate === 'elsewhere' ? { ...row, fate: 'survived', others: [] } : { ...row, others: [] };

function judgedRow(faultyTarget: FaultyTarget, results: readonly CheckResult[], usual: ReadonlySet<string>): MatrixRow {
  const { id, title, subject, isSubtle, expectsAll } = faultyTarget;
  const noticed = noticedIn(results).filter((one) => !usual.has(one.id));
  const finders = noticed.filter((one) => shouldNotice(faultyTarget, one.id)).map((one) => one.id);
  const others = noticed.filter((one) => !shouldNotice(faultyTarget, one.id)).map((one) => one.id);
  const expected = results.filter((one) => shouldNotice(faultyTarget, one.id));
  const fate = finders.length > 0 ? 'found' : others.length > 0 ? 'elsewhere' : 'survived';
  return {
    id,
    title,
    area: areaOf(faultyTarget),
    subject: subject.name,
    isSubtle,
    fate,
    finders,
    others,
    missedBy: expectsAll ? expected.map((one) => one.id).filter((one) => !finders.includes(one)) : [],
    ...(fate === 'found' ? {} : { reason: whyUnnoticed(faultyTarget, expected) }),
  };
}

function whyUnnoticed({ expects }: FaultyTarget, expected: readonly CheckResult[]): string {
  if (expected.length === 0) return `there is no check of ${expects.join(', ')}, or the run ended before one`;
  const open = expected.filter(({ outcome }) => outcome === 'untestable' || outcome === 'inconclusive');
  const content = open.length === expected.length ? [] : [`the checks of ${expects.join(', ')} passed`];
  return [...content, ...open.map(({ id, reason = '' }) => `${id}: ${reason}`)].join('; ');
}

type Correct = ReadonlyMap<Subject, readonly CheckResult[]>;

const columnsOf = (rows: readonly MatrixRow[], checks: readonly Check[], correct: Correct): MatrixColumn[] =>
  checks.map(({ id, level }) => ({
    id,
    level,
    kills: rows.filter(({ finders }) => finders.includes(id)).map((row) => row.id),
    keptBy: [...correct]
      .filter(([, results]) => results.some((one) => one.id === id && one.outcome === 'pass'))
      .map(([{ name }]) => name),
  }));

/** Runs the checks against a target, correct or faulty. */
export async function judge(
  subject: Subject,
  { open }: Pick<Subject, 'open'>,
  checks: readonly Check[],
): Promise<readonly CheckResult[]> {
  if (checks.length === 0) return [];
  const { results } = await run({
    target: subject.address,
    keys: subject.keys,
    ...(subject.bindings === undefined ? {} : { bindings: subject.bindings }),
    checks,
    transport: await open(),
    allowWrites: true,
  });
  return results;
}

/** Returns the results that report a problem, at any level. */
export const noticedIn = (results: readonly CheckResult[]): CheckResult[] =>
  results.filter(({ outcome }) => outcome === 'fail' || outcome === 'warning');

/** Whether this outcome on a correct target is a false positive. Advice is not: its rules are not in the document. */
const isAlarm = (outcome: Outcome): boolean => outcome === 'fail' || outcome === 'error';

const alarmsOf = (correct: Correct): FalseAlarm[] =>
  [...correct].flatMap(([{ name }, results]) =>
    results
      .filter(({ outcome }) => isAlarm(outcome))
      .map(({ id, saw, expected, reason }) => ({ subject: name, check: id, saw: saw ?? reason ?? expected ?? '' })),
  );
