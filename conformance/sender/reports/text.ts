import {
  formatExit,
  formatStatements,
  formatSummaryRow,
  formatTextHeading,
  formatTextSection,
} from '../../reports/cases/text.ts';
import type { ReportOptions } from '../../reports/index.ts';
import { createPage } from '../../reports/parts/page.ts';
import type { SenderResult } from '../sender-result.ts';
import { countChecks, listSenderNotes, reportRule } from './rule-case.ts';

/** Formats the report for a terminal: failures, then unverified checks with advice, then observations and a summary. */
export function formatSenderText(result: SenderResult, options: ReportOptions = {}): string {
  const page = createPage(options);
  const cases = result.results.map(reportRule);
  const summary = [
    formatSummaryRow('Checks', countChecks(result).join(', '), page),
    formatSummaryRow('Run', `fleetkit ${result.kitVersion}`, page),
    formatExit(result, page),
  ];
  const parts = [
    formatTextHeading('fleetkit sender check', listSenderNotes(result), page),
    ...formatTextSection('failed', cases, page),
    ...formatTextSection('errors', cases, page),
    ...formatTextSection('unverified', cases, page),
    ...formatTextSection('advice', cases, page),
    ...formatTextSection('adviceUnverified', cases, page),
    ...formatStatements('OBSERVATIONS', result.observations, page),
    summary.join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}
