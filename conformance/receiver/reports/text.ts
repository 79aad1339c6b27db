import {
  formatDetails,
  formatExit,
  formatReasons,
  formatSummaryRow,
  formatTextCase,
  formatTextHeading,
  formatTextTitle,
  formatTitledBlocks,
} from '../../reports/cases/text.ts';
import type { ReportOptions } from '../../reports/index.ts';
import { createPage, type TextPage } from '../../reports/parts/page.ts';
import { neutralised, wrapText } from '../../reports/parts/screen.ts';
import type { ReceiverResult } from '../core/result.ts';
import { describeCommonCause, formatEffort, formatFigures, groupProbes, listSettings } from './probe-case.ts';

/** Formats the report for a terminal. Lines wrap at `width` columns, except code, so that it can be compared. */
export function formatReceiverText(result: ReceiverResult, options: ReportOptions = {}): string {
  const page = createPage(options);
  const { failed, advice, skipped, unverified, isUnexplained } = groupProbes(result);
  const causes = result.commonCauses.map((one) =>
    [formatTextTitle(one.description, '✗', page), ...formatDetails(describeCommonCause(one), page)].join('\n'),
  );
  const format = (cases: typeof failed) => cases.filter(isUnexplained).map((one) => formatTextCase(one, page));
  const parts = [
    formatTextHeading(`fleetkit receiver check ${result.url}`, listSettings(result), page),
    ...formatDiagnosis(result, page),
    ...formatTitledBlocks(`FAILED (${failed.length})`, 'red', { blocks: [...causes, ...format(failed)], page }),
    ...formatTitledBlocks(`NOT VERIFIED (${unverified.length})`, 'yellow', {
      blocks: formatReasons(unverified, page),
      page,
    }),
    ...formatTitledBlocks(`ADVICE (${advice.length})`, 'yellow', { blocks: format(advice), page }),
    ...formatTitledBlocks(`SKIPPED (${skipped.length})`, 'dim', { blocks: formatReasons(skipped, page), page }),
    ...formatTitledBlocks('NOT TESTED', 'dim', { blocks: formatUntested(result, page), page }),
    formatSummary(result, page),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A failed control shows the same faults by the diagnosis. */
const formatUntested = ({ untested, diagnosis }: ReceiverResult, page: TextPage): string[] =>
  diagnosis === undefined ? untested.map((text) => `? ${wrapText(text, '  ', page.width)}`) : [];

const NOT_CHECKED = 'The other probes were not sent: their results would prove nothing.';

function formatDiagnosis({ diagnosis, exitCode, exitReason }: ReceiverResult, page: TextPage): string[] {
  if (diagnosis === undefined) return [];
  const { kind, findings, responseBody } = diagnosis;
  const lines = [...findings, ...(responseBody === undefined ? [] : [`response body: ${responseBody}`])];
  return [
    page.paint('red', `${exitCode === 1 ? 'FAILED' : 'NOT CHECKED'}: ${exitReason}`),
    lines.map((text) => `- ${wrapText(neutralised(text), '  ', page.width)}`).join('\n'),
    ...(kind === 'refused' ? [wrapText(NOT_CHECKED, '', page.width)] : []),
  ];
}

function formatSummary(result: ReceiverResult, page: TextPage): string {
  const { startedAt, kitVersion, probes } = result;
  return [
    ...(probes.length === 0 ? [] : [formatSummaryRow('Probes', formatFigures(result), page)]),
    formatSummaryRow('Effort', formatEffort(result), page),
    formatSummaryRow('Run', `${startedAt.slice(0, 16).replace('T', ' ')} UTC, fleetkit ${kitVersion}`, page),
    formatExit(result, page),
  ].join('\n');
}
