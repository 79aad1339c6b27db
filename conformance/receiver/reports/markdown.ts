import {
  formatMarkdownCase,
  formatMarkdownFinding,
  formatMarkdownHeading,
  formatTitled,
  joinMarkdown,
} from '../../reports/cases/markdown.ts';
import { escapeProse, formatCode } from '../../reports/parts/markdown-text.ts';
import type { ReceiverResult } from '../core/result.ts';
import { describeCommonCause, formatEffort, formatFigures, groupProbes, listSettings } from './probe-case.ts';

/** Formats the report for the summary of a CI job or a comment. */
export function formatReceiverMarkdown(result: ReceiverResult): string {
  const { failed, advice, skipped, unverified, isUnexplained } = groupProbes(result);
  const causes = result.commonCauses.map((one) =>
    formatMarkdownFinding(
      escapeProse(one.description),
      [],
      describeCommonCause(one, (id) => `\`${id}\``),
    ),
  );
  const listReasons = (cases: typeof skipped): string[] =>
    cases.length === 0 ? [] : [cases.map(({ id, reason }) => `- ${formatCode(id)}: ${escapeProse(reason)}`).join('\n')];
  const unexplained = failed.filter(isUnexplained).map(formatMarkdownCase);
  return joinMarkdown([
    ...formatMarkdownHeading(result.exitCode, {
      subject: `Receiver ${formatCode(result.url)}`,
      reason: escapeProse(result.exitReason),
      lines: [
        ...(result.probes.length === 0 ? [] : [`probes: ${formatFigures(result)}`]),
        `run: ${[formatEffort(result), ...listSettings(result)].map(escapeProse).join(' · ')}, fleetkit ${escapeProse(result.kitVersion)}`,
      ],
    }),
    ...formatDiagnosis(result),
    ...formatTitled(`Failed (${failed.length})`, [...causes, ...unexplained]),
    ...formatTitled(`Not verified (${unverified.length})`, listReasons(unverified)),
    ...formatTitled(`Advice (${advice.length})`, advice.filter(isUnexplained).map(formatMarkdownCase)),
    ...formatTitled(
      'Not tested',
      result.diagnosis === undefined ? result.untested.map((text) => `- ${escapeProse(text)}`) : [],
    ),
    ...formatTitled(`Skipped (${skipped.length})`, listReasons(skipped)),
  ]);
}

function formatDiagnosis({ diagnosis }: ReceiverResult): string[] {
  if (diagnosis === undefined) return [];
  const { findings, responseBody } = diagnosis;
  const lines = [
    ...findings.map(escapeProse),
    ...(responseBody === undefined ? [] : [`response body: ${formatCode(responseBody)}`]),
  ];
  return [lines.map((line) => `- ${line}`).join('\n')];
}
