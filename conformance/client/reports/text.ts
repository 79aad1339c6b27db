import { formatExit, formatSummaryRow, formatTextHeading, formatTextSection } from '../../reports/cases/text.ts';
import type { ReportOptions } from '../../reports/index.ts';
import { createPage } from '../../reports/parts/page.ts';
import type { ClientResult } from '../core/result.ts';
import {
  formatEffort,
  formatFigures,
  LESSON_SECTION_TITLES,
  LIMITS,
  listSettings,
  reportLesson,
} from './lesson-case.ts';

const SHOWN = ['failed', 'errors', 'unverified', 'advice', 'adviceUnverified', 'notApplicable'] as const;

/** Formats the report for a terminal. */
export function formatClientText(result: ClientResult, options: ReportOptions = {}): string {
  const page = createPage(options);
  const cases = result.lessons.map(reportLesson);
  const { startedAt, kitVersion } = result;
  const summary = [
    formatSummaryRow('Lessons', formatFigures(result), page),
    formatSummaryRow('Effort', formatEffort(result), page),
    formatSummaryRow('Limits', LIMITS, page),
    formatSummaryRow('Run', `${startedAt.slice(0, 16).replace('T', ' ')} UTC, fleetkit ${kitVersion}`, page),
    formatExit(result, page),
  ].join('\n');
  return `${[
    formatTextHeading(`fleetkit client check -- ${result.command}`, listSettings(result), page),
    ...SHOWN.flatMap((section) => formatTextSection(section, cases, { ...page, titles: LESSON_SECTION_TITLES })),
    summary,
  ].join('\n\n')}\n`;
}
