import type { CheckResult } from '../../engine/results/result.ts';
import {
  chooseStatement,
  describeReceived,
  describeSource,
  findSection,
  formatKnownIssue,
  listCaseNames,
} from '../sections.ts';
import { type ReportedCase, shortenTrace } from './reported-case.ts';

/** Maps the result of a check to the form that reports share. */
export function reportCheck(check: CheckResult): ReportedCase {
  const { id, title, clause, durationMs, reason = '' } = check;
  const section = findSection(check);
  const isError = check.outcome === 'error';
  const statement = chooseStatement(check);
  return {
    id,
    title,
    section,
    durationMs,
    reason,
    type: isError ? 'error' : clause.id,
    message: formatMessage(check, section),
    details: [
      { label: 'clause', text: `${clause.text} (${describeSource(check.clause)})`, form: 'prose' },
      { label: 'error', text: isError ? shortenTrace(reason) : '', form: 'quote' },
      { label: 'expected', text: isError ? '' : (statement.expected ?? ''), form: 'quote' },
      { label: 'received', text: isError ? '' : describeReceived(statement), form: 'quote' },
      { label: 'reproduce', text: statement.request?.curl ?? '', form: 'command' },
      { label: 'cases', text: listCaseNames(check), form: 'quote' },
      { label: 'known', text: formatKnownIssue(check), form: 'quote' },
    ],
  };
}

function formatMessage(check: CheckResult, section: ReportedCase['section']): string {
  if (section === 'errors') return 'the kit failed';
  if (section === 'known') return `known: ${formatKnownIssue(check)}`;
  if (section === 'failed') return chooseStatement(check).saw ?? 'the clause is violated';
  return `${check.outcome}: ${check.reason ?? ''}`;
}
