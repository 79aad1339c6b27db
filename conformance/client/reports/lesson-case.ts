import type { Detail, ReportedCase } from '../../reports/cases/reported-case.ts';
import { pluralize } from '../../reports/parts/screen.ts';
import { SECTION_TITLES, type SectionName } from '../../reports/parts/sections.ts';
import type { ClientResult, LessonResult } from '../core/result.ts';
import { formatSequence } from './sequence.ts';

/** Maps the result of a lesson to the form that reports share. */
export function reportLesson({
  lesson,
  verdict,
  durationMs,
  task,
  evidence,
  isApplicable,
}: LessonResult): ReportedCase {
  const { id, title, level, rule, right } = lesson;
  const common = { id, title, durationMs, type: rule.source, details: [], reason: '', message: '' };
  switch (verdict.outcome) {
    case 'passed':
      return { ...common, section: 'passed' };
    case 'error':
      return { ...common, section: 'errors', message: 'the kit failed', reason: verdict.reason };
    case 'not-shown': {
      const section = !isApplicable ? 'notApplicable' : level === 'required' ? 'unverified' : 'adviceUnverified';
      return { ...common, section, message: `not shown: ${verdict.reason}`, reason: verdict.reason };
    }
    default:
      return {
        ...common,
        section: level === 'required' ? 'failed' : 'advice',
        message: verdict.received,
        details: [
          { label: 'task', text: task ?? '', form: 'prose' },
          { label: 'expected', text: verdict.expected, form: 'quote' },
          { label: 'received', text: verdict.received, form: 'quote' },
          { label: 'right', text: verdict.expected === right ? '' : right, form: 'prose' },
          { label: 'rule', text: `${rule.text} (${rule.source})`, form: 'prose' },
          ...(evidence === undefined ? [] : listTraffic(evidence)),
        ],
      };
  }
}

/** Lists the sequence diagram, and the output of the program on standard error. */
function listTraffic(evidence: NonNullable<LessonResult['evidence']>): Detail[] {
  const errors = evidence.runs
    .flatMap(({ errors: text }) => text.trim().split('\n').slice(-2))
    .filter((line) => line !== '');
  return [
    ...formatSequence(evidence).map(
      (text, place): Detail => ({ label: place === 0 ? 'traffic' : '', text, form: 'line' }),
    ),
    ...errors.slice(-3).map((text): Detail => ({ label: 'stderr', text: text.slice(0, 300), form: 'line' })),
  ];
}

/** The titles of the sections; those of checks speak of verification. */
export const LESSON_SECTION_TITLES: Readonly<Record<SectionName, string>> = {
  ...SECTION_TITLES,
  unverified: 'Required, not shown',
  adviceUnverified: 'Advised, not shown',
  notApplicable: 'Not shown: no such task',
};

/** Counts the lessons by outcome. */
export function formatFigures({ lessons }: ClientResult): string {
  const cases = lessons.map(reportLesson);
  const count = (section: ReportedCase['section']): number => cases.filter((one) => one.section === section).length;
  return [
    `${count('passed')} passed`,
    `${count('failed')} failed`,
    `${count('advice')} with advice`,
    `${count('unverified') + count('adviceUnverified') + count('notApplicable')} not shown`,
    ...(count('errors') === 0 ? [] : [`${count('errors')} with errors of the kit`]),
  ].join(', ');
}

/** Lists the settings of the run. */
export const listSettings = ({ tasks, isObserved }: ClientResult): string[] =>
  isObserved ? ['observed without tasks'] : [pluralize(tasks.length, 'task'), tasks.join(', ')];

/** Formats the size of the run. */
export const formatEffort = ({ runs, requests, durationMs }: ClientResult): string =>
  `${pluralize(runs, 'run')}, ${pluralize(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s`;

export const LIMITS =
  'Only traffic and answers are judged: data that the client stores, its logs and its memory are not observed.';
