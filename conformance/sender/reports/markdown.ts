import {
  formatMarkdownHeading,
  formatMarkdownSection,
  formatTitled,
  joinMarkdown,
} from '../../reports/cases/markdown.ts';
import { escapeProse, formatCode } from '../../reports/parts/markdown-text.ts';
import type { SenderResult } from '../sender-result.ts';
import { countChecks, listSenderNotes, reportRule } from './rule-case.ts';

/** Formats the report for the summary of a CI job or a comment, truncated to fit both. */
export function formatSenderMarkdown(result: SenderResult): string {
  const cases = result.results.map(reportRule);
  const observations = result.observations.map((one) => `- ${formatCode(one)}`);
  return joinMarkdown([
    ...formatMarkdownHeading(result.exitCode, {
      subject: 'Check of a webhook sender',
      reason: escapeProse(result.exitReason),
      lines: [
        `checks: ${countChecks(result).join(', ')}`,
        `run: ${escapeProse(listSenderNotes(result).join(' · '))}, fleetkit ${escapeProse(result.kitVersion)}`,
      ],
    }),
    ...formatMarkdownSection('failed', cases),
    ...formatMarkdownSection('errors', cases),
    ...formatMarkdownSection('unverified', cases),
    ...formatMarkdownSection('advice', cases),
    ...formatMarkdownSection('adviceUnverified', cases),
    ...formatTitled('Observations', observations.length === 0 ? [] : [observations.join('\n')]),
  ]);
}
