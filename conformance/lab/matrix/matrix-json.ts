import { neverFailed, totalsOf } from '../mutants/totals.ts';
import { coverageOf } from './coverage.ts';
import type { KillMatrix } from './matrix.ts';

/** Formats the matrix as JSON. */
export const matrixAsJson = (matrix: KillMatrix): string =>
  `${JSON.stringify(
    {
      schema_version: 1,
      is_full: matrix.isFull,
      totals: totalsOf(matrix).map(({ subtleFound, ...one }) => ({ ...one, subtle_found: subtleFound })),
      broken: matrix.rows.map(({ isSubtle, missedBy, reason, ...row }) => ({
        ...row,
        is_subtle: isSubtle,
        missed_by: missedBy,
        reason: reason ?? null,
      })),
      checks: matrix.columns.map(({ keptBy, ...column }) => ({ ...column, kept_by: keptBy })),
      never_failed: neverFailed(matrix),
      classes: coverageOf(matrix).map(({ why, ...one }) => ({ ...one, why: why ?? null })),
      false_alarms: matrix.falseAlarms,
    },
    undefined,
    2,
  )}\n`;
