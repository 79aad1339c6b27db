import type { CaseDocument } from '../../reports/cases/case-document.ts';
import type { ReportedCase } from '../../reports/cases/reported-case.ts';
import type { ReceiverResult } from '../core/result.ts';
import { listSettings, reportProbe } from './probe-case.ts';

/** Returns what the reports for CI servers contain: one case per probe. A failed control is a single case with an error. */
export function documentReceiver(result: ReceiverResult): CaseDocument {
  const cases = result.exitCode !== 3 ? result.probes.map(reportProbe) : [reportFailedControl(result)];
  return {
    name: 'fleetkit receiver check',
    kitVersion: result.kitVersion,
    startedAtMs: Date.parse(result.startedAt),
    durationMs: result.durationMs,
    cases: cases.map((one) => ({ ...one, id: `receiver/${one.id}` })),
    notes: [
      `${result.url}: exit ${result.exitCode}, ${result.exitReason}`,
      ...listSettings(result),
      ...result.commonCauses.map(({ description }) => description),
    ],
  };
}

const reportFailedControl = ({ diagnosis, exitReason }: ReceiverResult): ReportedCase => ({
  id: 'valid',
  title: 'An ordinary delivery',
  section: 'errors',
  type: diagnosis?.kind ?? 'refused',
  message: exitReason,
  reason: [
    ...(diagnosis?.findings ?? []),
    ...(diagnosis?.responseBody === undefined ? [] : [diagnosis.responseBody]),
  ].join('\n'),
  details: [],
  durationMs: 0,
});
