import type { CaseDocument } from '../../reports/cases/case-document.ts';
import type { ClientResult } from '../core/result.ts';
import { formatEffort, formatFigures, LIMITS, reportLesson } from './lesson-case.ts';

/** Returns what the reports for CI servers contain: one case per lesson. */
export const documentClient = (result: ClientResult): CaseDocument => ({
  name: 'fleetkit client check',
  kitVersion: result.kitVersion,
  startedAtMs: Date.parse(result.startedAt),
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
