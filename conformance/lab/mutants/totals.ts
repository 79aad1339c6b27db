import { topicOf } from '../../engine/check-selection.ts';
import type { KillMatrix, MatrixRow } from '../matrix/matrix.ts';

/** The totals of one area. */
export interface Totals {
  readonly area: string;
  readonly planted: number;
  /** Detected by a named check, or a check of a named topic. */
  readonly found: number;
  readonly subtle: number;
  readonly subtleFound: number;
  /** Detected only by unrelated checks. */
  readonly elsewhere: number;
  readonly survived: number;
}

/** Returns the totals of each area by name, followed by the totals of all areas. */
export function totalsOf({ rows }: Pick<KillMatrix, 'rows'>): readonly Totals[] {
  const areas = [...new Set(rows.map(({ area }) => area))].sort();
  return [...areas.map((area) => counted(area, ofArea(rows, area))), counted('all', rows)];
}

const ofArea = (rows: readonly MatrixRow[], area: string): MatrixRow[] => rows.filter((row) => row.area === area);

function counted(area: string, rows: readonly MatrixRow[]): Totals {
  const count = (test: (row: MatrixRow) => boolean) => rows.filter(test).length;
  return {
    area,
    planted: rows.length,
    found: count(({ fate }) => fate === 'found'),
    subtle: count(({ isSubtle }) => isSubtle),
    subtleFound: count(({ isSubtle, fate }) => isSubtle && fate === 'found'),
    elsewhere: count(({ fate }) => fate === 'elsewhere'),
    survived: count(({ fate }) => fate === 'survived'),
  };
}

/** Returns the must-checks that never failed, among those whose area was tested. */
export function neverFailed({ rows, columns }: KillMatrix): readonly string[] {
  const areas = new Set(rows.map(({ area }) => area));
  return columns
    .filter(({ id, level, kills }) => level === 'must' && kills.length === 0 && areas.has(topicOf(id)))
    .map(({ id }) => id);
}

/** Returns the must-checks that passed on no correct target. */
export const neverPassed = ({ columns }: Pick<KillMatrix, 'columns'>): readonly string[] =>
  columns.filter(({ level, keptBy }) => level === 'must' && keptBy.length === 0).map(({ id }) => id);

/**
 * Whether an expected check detected every fault, every must-check failed at least once and (if all targets ran) passed
 * at least once, and no check failed on a correct target.
 */
export const isSharp = (matrix: KillMatrix): boolean =>
  matrix.falseAlarms.length === 0 &&
  neverFailed(matrix).length === 0 &&
  (!matrix.isWhole || neverPassed(matrix).length === 0) &&
  matrix.rows.every(({ fate, missedBy }) => fate === 'found' && missedBy.length === 0);
