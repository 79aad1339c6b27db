import type { CheckResult } from '../../engine/results/result.ts';
import {
  chooseStatement,
  describeCause,
  describeRead,
  describeReceived,
  describeSource,
  findSection,
  formatKnownIssue,
  listCaseNames,
  shorten,
} from '../parts/sections.ts';
import { type ReportedCase, shortenTrace } from './reported-case.ts';

/** Maps the result of a check to the form that reports share; `isShort` for a terminal or a comment. */
export function reportCheck(check: CheckResult, { isShort = false } = {}): ReportedCase {
  const { id, title, clause, durationMs, reason = '' } = check;
  const section = findSection(check);
  const limit = isShort ? shorten : String;
  const isBroken = check.outcome === 'fail' || check.outcome === 'warning';
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
      { label: 'read', text: isError || !isBroken ? '' : limit(describeRead(statement)), form: 'quote' },
      { label: 'expected', text: isError ? '' : (statement.expected ?? ''), form: 'quote' },
      { label: 'received', text: isError ? '' : limit(describeReceived(statement)), form: 'quote' },
      { label: 'reproduce', text: statement.request?.curl ?? '', form: 'command' },
      { label: 'cause', text: describeCause(check), form: 'quote' },
      { label: 'cases', text: listCaseNames(check, { isShort }), form: 'quote' },
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
