import { formatJunit } from '../../reports/cases/junit.ts';
import type { ReportedCase } from '../../reports/cases/reported-case.ts';
import type { ReceiverResult } from '../core/result.ts';
import { listSettings, reportProbe } from './probe-case.ts';

/** Formats the report for CI servers: one case per probe. A failed control is a single case with an error. */
export function formatReceiverJunit(result: ReceiverResult): string {
  const cases = result.exitCode !== 3 ? result.probes.map(reportProbe) : [reportFailedControl(result)];
  return formatJunit({
    name: 'fleetkit receiver check',
    durationMs: result.durationMs,
    cases: cases.map((one) => ({ ...one, id: `receiver/${one.id}` })),
    notes: [
      `${result.url}: exit ${result.exitCode}, ${result.exitReason}`,
      ...listSettings(result),
      ...result.commonCauses.map(({ description }) => description),
    ],
  });
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
