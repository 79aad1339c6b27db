import { count } from '../../reports/screen.ts';
import { sectionOfOutcome } from '../../reports/sections.ts';
import type { JudgeResult, SenderResult } from '../sender-result.ts';

/** The sections of a report, most urgent first. */
export const SECTIONS = [
  { name: 'failed', title: 'Failed' },
  { name: 'errors', title: 'Kit errors' },
  { name: 'unverified', title: 'Not verified' },
  { name: 'advice', title: 'Advice' },
  { name: 'adviceUnverified', title: 'Advice not verified' },
  { name: 'notApplicable', title: 'Not asked' },
  { name: 'passed', title: 'Passed' },
] as const;
export type SectionName = (typeof SECTIONS)[number]['name'];

/** The results of one part. */
export const inSection = ({ results }: SenderResult, name: SectionName): readonly JudgeResult[] =>
  results.filter((one) => sectionOfOutcome(one) === name);

/** How many questions had which end, in words. */
export const figuresOf = (result: SenderResult): readonly string[] => {
  const number = (...names: SectionName[]) => names.flatMap((name) => inSection(result, name)).length;
  return [
    `${number('passed')} passed`,
    `${number('failed')} failed`,
    ...(number('advice') > 0 ? [`${number('advice')} with advice`] : []),
    `${number('unverified', 'adviceUnverified')} not verified`,
    ...(number('notApplicable') > 0 ? [`${number('notApplicable')} not asked`] : []),
    ...(number('errors') > 0 ? [count(number('errors'), 'kit error')] : []),
  ];
};

/** What was received, and how it was judged, in words. */
export const notesOf = (result: SenderResult): readonly string[] => [
  result.requests === 0
    ? 'no request'
    : `${count(result.requests, 'request')} about ${count(result.events, 'event')}, in ${(result.listenedMs / 1000).toFixed(1)} s`,
  `scheme ${result.scheme}`,
  result.secretFingerprints.length === 0
    ? 'no secret'
    : `${count(result.secretFingerprints.length, 'secret')} (${result.secretFingerprints.join(', ')})`,
  ...(result.isStrict ? ['strict'] : []),
];

/** Where a rule stands: `events.names, section 6`; `events.retries, an assumption`; `good practice`. */
export function sourceOf({ rule }: JudgeResult): string {
  if (rule.isDocumented) return `${rule.id}, section ${rule.section}`;
  return rule.isOwn === true ? (rule.section ?? rule.id) : `${rule.id}, an assumption`;
}

const MOST_NUMBERS = 8;

/** Which requests show it: `request 3`, `requests 3, 5 and 2 more`. */
export function seenIn({ evidence }: JudgeResult): string {
  if (evidence.length === 0) return '';
  const rest = evidence.length - MOST_NUMBERS;
  const numbers = evidence.slice(0, MOST_NUMBERS).join(', ');
  return `request${evidence.length === 1 ? '' : 's'} ${numbers}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Results that have the same reason, because one thing that is missing often stands in the way of several. */
export const byReason = (results: readonly JudgeResult[]): readonly (readonly [string, readonly JudgeResult[]])[] => [
  ...Map.groupBy(results, ({ reason = '' }) => reason),
];
