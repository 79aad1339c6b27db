import type { CaseDocument } from '../../reports/cases/case-document.ts';
import type { SenderResult } from '../sender-result.ts';
import { countChecks, listSenderNotes, reportRule } from './rule-case.ts';

/** Returns what the reports for CI servers contain: one case per check. */
export const documentSender = (result: SenderResult): CaseDocument => ({
  name: 'fleetkit sender check',
  kitVersion: result.kitVersion,
  startedAtMs: result.firstAtMs ?? 0,
  durationMs: result.listenedMs,
  cases: result.results.map(reportRule),
  notes: [
    `exit ${result.exitCode}, ${result.exitReason}`,
    countChecks(result).join(', '),
    listSenderNotes(result).join(', '),
    ...result.observations.map((one) => `observation: ${one}`),
  ],
});
