import { formatJunit } from '../../reports/cases/junit.ts';
import type { ClientResult } from '../core/result.ts';
import { formatEffort, formatFigures, LIMITS, reportLesson } from './lesson-case.ts';

/** Formats the report for CI servers: one case per lesson. */
export const formatClientJunit = (result: ClientResult): string =>
  formatJunit({
    name: 'fleetkit client check',
    durationMs: result.durationMs,
    cases: result.lessons.map(reportLesson).map((one) => ({
      ...one,
      details: one.details.map((detail) => (detail.label === '' ? { ...detail, label: 'traffic' } : detail)),
    })),
    notes: [
      `${result.command}: exit ${result.exitCode}, ${result.exitReason}`,
      formatFigures(result),
      formatEffort(result),
      LIMITS,
    ],
  });
