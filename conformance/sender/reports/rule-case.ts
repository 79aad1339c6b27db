import { type ReportedCase, shortenTrace } from '../../reports/cases/reported-case.ts';
import { pluralize } from '../../reports/parts/screen.ts';
import { describeSource, findSectionOfOutcome, listFigures } from '../../reports/parts/sections.ts';
import type { SenderCheckResult, SenderResult } from '../sender-result.ts';

/** Maps the result of one check of a sender to the form that reports share. */
export function reportRule(result: SenderCheckResult): ReportedCase {
  const { id, title, rule, outcome, expected = '', saw = '', reason = '' } = result;
  const isError = outcome === 'error';
  const section = findSectionOfOutcome(result);
  return {
    id,
    title,
    section,
    type: isError ? 'error' : rule.id,
    message: isError ? 'the kit failed' : section === 'failed' ? saw : `${outcome}: ${reason}`,
    reason,
    details: [
      { label: 'rule', text: `${rule.text} (${describeSource(rule)})`, form: 'prose' },
      { label: 'error', text: isError ? shortenTrace(reason) : '', form: 'quote' },
      { label: 'expected', text: expected, form: 'quote' },
      { label: 'received', text: saw, form: 'quote' },
      { label: 'evidence', text: formatEvidence(result), form: 'prose' },
    ],
    durationMs: 0,
  };
}

/** Counts the checks by section: `30 passed`, `0 failed`, … */
export const countChecks = ({ results }: SenderResult): string[] =>
  listFigures(results.map((one) => ({ section: findSectionOfOutcome(one) })));

/** Lists what was received and the settings of the check. */
export const listSenderNotes = (result: SenderResult): string[] => [
  result.requests === 0
    ? 'no requests'
    : `${pluralize(result.requests, 'request')} for ${pluralize(result.events, 'event')} in ${(result.listenedMs / 1000).toFixed(1)} s`,
  `scheme ${result.scheme}`,
  result.secretFingerprints.length === 0
    ? 'no secret'
    : `${pluralize(result.secretFingerprints.length, 'secret')} (${result.secretFingerprints.join(', ')})`,
  ...(result.isStrict ? ['strict'] : []),
];

const MOST_NUMBERS = 8;

/** Names the requests that prove a result: `request 3`, `requests 3, 5 and 2 more`. */
function formatEvidence({ evidence }: SenderCheckResult): string {
  if (evidence.length === 0) return '';
  const rest = evidence.length - MOST_NUMBERS;
  const numbers = evidence.slice(0, MOST_NUMBERS).join(', ');
  return `request${evidence.length === 1 ? '' : 's'} ${numbers}${rest > 0 ? ` and ${rest} more` : ''}`;
}
