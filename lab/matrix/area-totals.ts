import { getTopic } from '../../conformance/engine/check-selection.ts';
import type { DetectionMatrix, MatrixRow } from './matrix.ts';

/** The totals of one area. */
export interface AreaTotals {
  readonly area: string;
  readonly injected: number;
  /** Detected by a named check, or a check of a named topic. */
  readonly detected: number;
  readonly subtle: number;
  readonly subtleDetected: number;
  /** Detected only by unrelated checks. */
  readonly elsewhere: number;
  readonly survived: number;
}

/** Returns the totals of each area by name, followed by the totals of all areas. */
export function countByArea({ rows }: Pick<DetectionMatrix, 'rows'>): readonly AreaTotals[] {
  const areas = [...new Set(rows.map(({ area }) => area))].sort();
  return [...areas.map((area) => countArea(area, filterByArea(rows, area))), countArea('all', rows)];
}

const filterByArea = (rows: readonly MatrixRow[], area: string): MatrixRow[] => rows.filter((row) => row.area === area);

function countArea(area: string, rows: readonly MatrixRow[]): AreaTotals {
  const count = (test: (row: MatrixRow) => boolean) => rows.filter(test).length;
  return {
    area,
    injected: rows.length,
    detected: count(({ detection }) => detection === 'found'),
    subtle: count(({ isSubtle }) => isSubtle),
    subtleDetected: count(({ isSubtle, detection }) => isSubtle && detection === 'found'),
    elsewhere: count(({ detection }) => detection === 'elsewhere'),
    survived: count(({ detection }) => detection === 'survived'),
  };
}

/** Returns the must-checks that never failed, among those whose area was tested. */
export function listNeverFailed({ rows, columns }: DetectionMatrix): readonly string[] {
  const areas = new Set(rows.map(({ area }) => area));
  return columns
    .filter(({ id, level, failedOn }) => level === 'must' && failedOn.length === 0 && areas.has(getTopic(id)))
    .map(({ id }) => id);
}

/** Returns the must-checks that passed on no correct target. */
export const listNeverPassed = ({ columns }: Pick<DetectionMatrix, 'columns'>): readonly string[] =>
  columns.filter(({ level, passedOn: keptBy }) => level === 'must' && keptBy.length === 0).map(({ id }) => id);

/**
 * Whether an expected check detected every fault, every must-check failed at least once and (if all targets ran) passed
 * at least once, and no check failed on a correct target.
 */
export const isFullyDetected = (matrix: DetectionMatrix): boolean =>
  matrix.falsePositives.length === 0 &&
  listNeverFailed(matrix).length === 0 &&
  (!matrix.isWhole || listNeverPassed(matrix).length === 0) &&
  matrix.rows.every(({ detection, missedBy }) => detection === 'found' && missedBy.length === 0);
