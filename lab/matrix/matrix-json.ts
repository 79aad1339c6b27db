import { countByArea, listNeverFailed } from './area-totals.ts';
import { listClassCoverage } from './coverage.ts';
import type { DetectionMatrix } from './matrix.ts';

/** Formats the matrix as JSON. The member names are fixed. */
export const formatMatrixJson = (matrix: DetectionMatrix): string =>
  `${JSON.stringify(
    {
      schema_version: 1,
      is_full: matrix.isFull,
      totals: countByArea(matrix).map((one) => ({
        area: one.area,
        planted: one.injected,
        found: one.detected,
        subtle: one.subtle,
        elsewhere: one.elsewhere,
        survived: one.survived,
        subtle_found: one.subtleDetected,
      })),
      broken: matrix.rows.map((row) => ({
        id: row.id,
        title: row.title,
        area: row.area,
        subject: row.target,
        fate: row.detection,
        finders: row.detectedBy,
        others: row.alsoFailed,
        is_subtle: row.isSubtle,
        missed_by: row.missedBy,
        reason: row.reason ?? null,
      })),
      checks: matrix.columns.map(({ id, level, failedOn, passedOn }) => ({
        id,
        level,
        kills: failedOn,
        kept_by: passedOn,
      })),
      never_failed: listNeverFailed(matrix),
      classes: listClassCoverage(matrix).map(({ id, title, injected, detected, reason }) => ({
        id,
        title,
        planted: injected,
        found: detected,
        why: reason ?? null,
      })),
      false_alarms: matrix.falsePositives.map(({ target, check, saw }) => ({ subject: target, check, saw })),
    },
    undefined,
    2,
  )}\n`;
