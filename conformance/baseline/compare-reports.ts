import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isNestedTooDeep, MAX_NESTING } from '../../base/nesting/nesting.ts';
import type { Level } from '../engine/check.ts';
import type { CheckOutcome } from '../reading/verdicts/verdict.ts';
import type { ReportDocument } from '../reports/json.ts';
import { reportSchema } from '../reports/report-schema.ts';
import { type ChangeKind, judgeChange } from './judge-change.ts';

export type { ChangeKind } from './judge-change.ts';

/** A check with different verdicts in the two runs. */
export interface Change {
  readonly kind: ChangeKind;
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly decides: boolean;
  /** The verdicts; absent if the run has none. */
  readonly before?: CheckOutcome;
  readonly after?: CheckOutcome;
  /** Whether an unexpired baseline entry of the later run lists it. */
  readonly isKnown: boolean;
  /** Whether it makes the comparison fail: a deciding rule now fails or is no longer verified, and the baseline does not list it. */
  readonly isWorse: boolean;
  /** Details of the later verdict: what was observed, or what is missing. */
  readonly says: string;
}

/** The differences between two runs. Each list is in catalogue order. */
export interface ReportComparison {
  readonly before: RunName;
  readonly after: RunName;
  readonly changes: readonly Change[];
  /** Documented rules verified only in the later run, and only in the earlier one. */
  readonly newlyVerified: readonly string[];
  readonly noLongerVerified: readonly string[];
  readonly unchanged: number;
  /** Differences between the runs themselves, which may explain changes without a change of the target. */
  readonly caveats: readonly string[];
  readonly exitCode: 0 | 1;
}

interface RunName {
  readonly target: string;
  readonly startedAt: string;
  readonly exitCode: number;
}

/** A report, or why the text is not one. */
export type ReportRead = { readonly report: ReportDocument } | { readonly problem: string };

/**
 * Reads a JSON report of a run.
 *
 * @example
 * const read = readReport(await readFile('report.json', 'utf8'));
 */
export function readReport(text: string): ReportRead {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'not JSON; write the report with --format json' };
  }
  if (isNestedTooDeep(value)) return { problem: `nested too deep: expected at most ${MAX_NESTING} levels` };
  const isReport = compileValidator();
  if (isReport(value)) return { report: value };
  const [first] = isReport.errors ?? [];
  return { problem: `not a report of schema version 1: ${first?.instancePath || 'the document'} ${first?.message}` };
}

let validator: ValidateFunction<ReportDocument> | undefined;

function compileValidator(): ValidateFunction<ReportDocument> {
  if (validator !== undefined) return validator;
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  validator = ajv.compile<ReportDocument>(reportSchema); // the schema describes the output of `createReportDocument`, as a test verifies
  return validator;
}

/**
 * Returns the changes between an earlier and a later report.
 *
 * @example
 * const changes = compareReports(before, after);
 */
export function compareReports(before: ReportDocument, after: ReportDocument): ReportComparison {
  const earlier = new Map(before.results.map((one) => [one.id, one]));
  const later = new Map(after.results.map((one) => [one.id, one]));
  const changes = [
    ...after.results.flatMap((one) => findChange(earlier.get(one.id), one) ?? []),
    ...before.results.filter(({ id }) => !later.has(id)).map(toGoneCheck),
  ];
  const verified = ({ clauses }: ReportDocument) =>
    clauses.list.filter(({ fate }) => fate === 'verified').map(({ id }) => id);
  const [verifiedBefore, verifiedAfter] = [verified(before), verified(after)];
  return {
    before: toRunName(before),
    after: toRunName(after),
    changes,
    newlyVerified: verifiedAfter.filter((id) => !verifiedBefore.includes(id)),
    noLongerVerified: verifiedBefore.filter((id) => !verifiedAfter.includes(id)),
    unchanged: after.results.length - changes.filter(({ kind }) => kind !== 'gone').length,
    caveats: listCaveats(before, after),
    exitCode: changes.some(({ isWorse }) => isWorse) ? 1 : 0,
  };
}

type ReportedCheck = ReportDocument['results'][number];

const toRunName = ({ target, started_at, exit_code }: ReportDocument): RunName => ({
  target,
  startedAt: started_at,
  exitCode: exit_code,
});

function findChange(before: ReportedCheck | undefined, after: ReportedCheck): Change | undefined {
  const described = { ...describeCheck(after), after: after.outcome, says: formatDetails(after) };
  if (before === undefined) return { kind: 'new', ...described, isWorse: false };
  if (before.outcome === after.outcome) return undefined;
  const { kind, isWorse } = judgeChange(before.outcome, after.outcome);
  return { kind, ...described, before: before.outcome, isWorse: isWorse && after.decides && !described.isKnown };
}

const toGoneCheck = (check: ReportedCheck): Change => ({
  kind: 'gone',
  ...describeCheck(check),
  before: check.outcome,
  isWorse: false,
  says: '',
});

const describeCheck = ({ id, title, level, decides, known }: ReportedCheck) => ({
  id,
  title,
  level,
  decides,
  isKnown: known?.is_expired === false,
});

function formatDetails({ expected, saw, reason, request }: ReportedCheck): string {
  if (reason !== null) return reason;
  const observed = saw || (request === null ? '' : `${request.status} ${request.content_type}`.trim());
  return expected === null ? observed : `expected ${expected}; received ${observed}`;
}

function listCaveats(before: ReportDocument, after: ReportDocument): string[] {
  const differing = (what: string, of: (report: ReportDocument) => string): string[] =>
    of(before) === of(after) ? [] : [`${what}: ${of(before) || 'none'} before, ${of(after) || 'none'} after`];
  return [
    ...differing('target', ({ target }) => target),
    ...differing('fleetkit', ({ kit_version }) => kit_version),
    ...differing('keys', ({ keys }) => keys.map(({ name }) => name).join(', ')),
    ...differing('depth', ({ options }) => options.depth ?? 'thorough'),
    ...differing('strict', ({ options }) => String(options.strict)),
    ...differing('writes', ({ options }) => (options.allow_writes ? 'allowed' : 'not allowed')),
    ...differing('seed', ({ seed }) => String(seed)),
    ...[before, after].flatMap(({ stopped }, place) =>
      stopped === null ? [] : [`the ${place === 0 ? 'earlier' : 'later'} run ended early: ${stopped}`],
    ),
  ];
}
