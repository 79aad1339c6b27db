import type { Check } from '../../engine/check.ts';
import { matchesPattern } from '../../engine/check-selection.ts';
import type { CheckResult } from '../../engine/result.ts';
import { run } from '../../engine/runner.ts';
import type { CheckOutcome } from '../../engine/verdict.ts';
import { areaOf, type FaultyTarget, type Subject } from './faulty-target.ts';

/** What became of a faulty target. `elsewhere`: only checks noticed that have nothing to do with what is wrong. */
export type Fate = 'found' | 'elsewhere' | 'survived';

/** One specimen, and what found it. */
export interface MatrixRow {
  readonly id: string;
  readonly title: string;
  readonly area: string;
  /** The correct target that was broken. */
  readonly subject: string;
  readonly isSubtle: boolean;
  readonly fate: Fate;
  /** Checks that noticed and should: they are named, or of a topic that is. */
  readonly finders: readonly string[];
  /** Checks that noticed besides. */
  readonly others: readonly string[];
  /** Checks that are named and did not notice. */
  readonly missedBy: readonly string[];
  /** For a survivor: why, as far as the checks can say. */
  readonly reason?: string;
}

/** A check, and the faulty targets that it was right to fail on. */
export interface MatrixColumn {
  readonly id: string;
  readonly level: Check['level'];
  readonly kills: readonly string[];
  /** The correct targets on which it passed. */
  readonly keptBy: readonly string[];
}

/** A rule that a correct target was said to break. */
export interface FalseAlarm {
  readonly subject: string;
  readonly check: string;
  readonly saw: string;
}

export interface KillMatrix {
  /** Whether every faulty target was held against all checks, and not just against those that should notice. */
  readonly isFull: boolean;
  /** Whether these are all faulty targets there are, and not those of some areas. */
  readonly isWhole: boolean;
  readonly rows: readonly MatrixRow[];
  readonly columns: readonly MatrixColumn[];
  readonly falseAlarms: readonly FalseAlarm[];
}

export interface MatrixOptions {
  readonly faultyTargets: readonly FaultyTarget[];
  readonly checks: readonly Check[];
  /** Hold each faulty target against all checks: slower, and tells whether it is found for the right reason. */
  readonly isFull?: boolean;
  /** Whether these are all faulty targets there are. */
  readonly isWhole?: boolean;
  readonly onRow?: (row: MatrixRow, done: number) => void;
}

/**
 * Holds every faulty target against the checks and says what finds it. A correct run of each subject comes first: what is said
 * of the correct target is no finding on a broken one, and what is said to be broken there is a false alarm.
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
  expects.some((pattern) => matchesPattern(pattern, id));

/** What finds a faulty target, among the checks that should or among all; what `usual` names is said of its subject too. */
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
  // Some checks judge what others have read: they have not had their chance before everything was read.
  const wantsMore = !isFull && row.fate === 'survived' && named.some(({ needs }) => needs.includes('archive'));
  return wantsMore
    ? withoutOthers(judgedRow(faultyTarget, await judge(faultyTarget.subject, faultyTarget, checks), usual))
    : row;
}

/** The row as if only the named had been asked: the others were there to fill the archive. */
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
  const content = open.length === expected.length ? [] : [`the checks of ${expects.join(', ')} were content`];
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

/** What the checks say of a target, correct or broken. */
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

/** The results that say that something is wrong, at whatever level. */
export const noticedIn = (results: readonly CheckResult[]): CheckResult[] =>
  results.filter(({ outcome }) => outcome === 'fail' || outcome === 'warning');

/** What must not be said of a correct target. Advice may: it stands on rules that the document does not state. */
const isAlarm = (outcome: CheckOutcome): boolean => outcome === 'fail' || outcome === 'error';

const alarmsOf = (correct: Correct): FalseAlarm[] =>
  [...correct].flatMap(([{ name }, results]) =>
    results
      .filter(({ outcome }) => isAlarm(outcome))
      .map(({ id, saw, expected, reason }) => ({ subject: name, check: id, saw: saw ?? reason ?? expected ?? '' })),
  );
