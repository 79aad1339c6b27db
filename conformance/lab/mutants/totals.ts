import { getTopic } from '../../engine/check-selection.ts';
import type { KillMatrix, MatrixRow } from '../matrix/matrix.ts';

/** How the faulty targets of one area fared. */
export interface Totals {
  readonly area: string;
  readonly planted: number;
  /** Found by a check that names them, or is of their topics. */
  readonly found: number;
  readonly subtle: number;
  readonly subtleFound: number;
  /** Found only by checks that have nothing to do with them. */
  readonly elsewhere: number;
  readonly survived: number;
}

/** The totals of each area, by its name, and of all together at the end. */
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

/** Checks that a target must pass and that were never seen to fail, among those whose area was held against the kit. */
export function neverFailed({ rows, columns }: KillMatrix): readonly string[] {
  const areas = new Set(rows.map(({ area }) => area));
  return columns
    .filter(({ id, level, kills }) => level === 'must' && kills.length === 0 && areas.has(getTopic(id)))
    .map(({ id }) => id);
}

/** Checks that a target must pass and that no correct one was seen to pass. */
export const neverPassed = ({ columns }: Pick<KillMatrix, 'columns'>): readonly string[] =>
  columns.filter(({ level, keptBy }) => level === 'must' && keptBy.length === 0).map(({ id }) => id);

/**
 * Whether everything planted was found by a check that should, every must-check was seen to fail and, with every
 * target asked, to pass, and no correct target was accused.
 */
export const isSharp = (matrix: KillMatrix): boolean =>
  matrix.falseAlarms.length === 0 &&
  neverFailed(matrix).length === 0 &&
  (!matrix.isWhole || neverPassed(matrix).length === 0) &&
  matrix.rows.every(({ fate, missedBy }) => fate === 'found' && missedBy.length === 0);
