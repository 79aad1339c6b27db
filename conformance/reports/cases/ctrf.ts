import { neutralised, serialiseSafely } from '../parts/screen.ts';
import type { SectionName } from '../parts/sections.ts';
import type { CaseDocument } from './case-document.ts';
import type { ReportedCase } from './reported-case.ts';

/** The version of the Common Test Report Format in which the report is written. */
const SPEC_VERSION = '0.0.0';

type Status = 'passed' | 'failed' | 'skipped' | 'other';

/** Advice is `other`, because a consumer that counts failures should not count it. */
const STATUSES: Readonly<Record<SectionName, Status>> = {
  failed: 'failed',
  errors: 'failed',
  advice: 'other',
  unverified: 'skipped',
  adviceUnverified: 'skipped',
  known: 'skipped',
  notApplicable: 'skipped',
  passed: 'passed',
};

/**
 * Formats a report in the Common Test Report Format (CTRF): one test per case, its topic as the suite, its section as the raw
 * status. Texts of the target have no characters that act on a terminal.
 */
export function formatCtrf({ name, kitVersion, startedAtMs, durationMs, ...document }: CaseDocument): string {
  const { cases, notes, properties = [] } = document;
  const count = (status: Status): number => cases.filter(({ section }) => STATUSES[section] === status).length;
  const start = Math.round(startedAtMs);
  const stop = start + Math.round(durationMs);
  const report = {
    reportFormat: 'CTRF',
    specVersion: SPEC_VERSION,
    timestamp: new Date(stop).toISOString(),
    generatedBy: name,
    results: {
      tool: { name: 'fleetkit', version: kitVersion },
      summary: {
        tests: cases.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: count('other'),
        suites: new Set(cases.map(findTopic)).size,
        start,
        stop,
      },
      tests: cases.map(formatTest),
      extra: {
        notes: notes.map(neutralised),
        properties: properties.map((one) => ({ name: neutralised(one.name), value: neutralised(one.value) })),
      },
    },
  };
  return serialiseSafely(report);
}

const findTopic = ({ id }: ReportedCase): string => id.split('/')[0] ?? '';

function formatTest(one: ReportedCase): object {
  const { id, title, section, type, message, reason, details, durationMs } = one;
  const described = details
    .filter(({ text }) => text !== '')
    .map(({ label, text }) => neutralised(`${label}: ${text}`))
    .join('\n');
  const trace = section === 'errors' ? reason : section === 'failed' || section === 'advice' ? described : '';
  return {
    name: neutralised(title),
    status: STATUSES[section],
    duration: Math.round(durationMs),
    testId: id,
    suite: [findTopic(one)],
    rawStatus: section,
    ...(section === 'passed' ? {} : { message: neutralised(message), type }),
    ...(trace === '' ? {} : { trace: trace.split('\n').map(neutralised).join('\n') }),
  };
}
