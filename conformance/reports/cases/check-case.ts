import type { CheckResult } from '../../engine/result.ts';
import {
  chooseStatement,
  describeReceived,
  describeSource,
  findSection,
  formatKnownIssue,
  listCaseNames,
} from '../sections.ts';
import { type ReportedCase, startOfTrace } from './reported-case.ts';

/** Maps the result of a check to the form that reports share. */
export function reportCheck(check: CheckResult): ReportedCase {
  const { id, title, clause, durationMs, reason = '' } = check;
  const section = findSection(check);
  const isError = check.outcome === 'error';
  const shown = chooseStatement(check);
  return {
    id,
    title,
    section,
    durationMs,
    reason,
    type: isError ? 'error' : clause.id,
    message: messageOf(check, section),
    details: [
      { label: 'clause', text: `${clause.text} (${describeSource(check.clause)})`, form: 'prose' },
      { label: 'error', text: isError ? startOfTrace(reason) : '', form: 'quote' },
      { label: 'expected', text: isError ? '' : (shown.expected ?? ''), form: 'quote' },
      { label: 'received', text: isError ? '' : describeReceived(shown), form: 'quote' },
      { label: 'reproduce', text: shown.request?.curl ?? '', form: 'command' },
      { label: 'cases', text: listCaseNames(check), form: 'quote' },
      { label: 'known', text: formatKnownIssue(check), form: 'quote' },
    ],
  };
}

function messageOf(check: CheckResult, section: ReportedCase['section']): string {
  if (section === 'errors') return 'the kit failed';
  if (section === 'known') return `known: ${formatKnownIssue(check)}`;
  if (section === 'failed') return chooseStatement(check).saw ?? 'the clause is violated';
  return `${check.outcome}: ${check.reason ?? ''}`;
}
