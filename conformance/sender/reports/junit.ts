import { formatJunit } from '../../reports/cases/junit.ts';
import type { SenderResult } from '../sender-result.ts';
import { countChecks, listSenderNotes, reportRule } from './rule-case.ts';

/** Formats the report for CI servers: one suite per topic, one case per check. */
export const formatSenderJunit = (result: SenderResult): string =>
  formatJunit({
    name: 'fleetkit sender check',
    durationMs: result.listenedMs,
    cases: result.results.map(reportRule),
    notes: [
      `exit ${result.exitCode}, ${result.exitReason}`,
      countChecks(result).join(', '),
      listSenderNotes(result).join(', '),
      ...result.observations.map((one) => `observation: ${one}`),
    ],
  });
