import type { ReportOptions } from '../../reports/index.ts';
import type { SenderResult } from '../sender-result.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { textReport } from './text.ts';

/** How what is said of a sender is written, by the name of the format. */
export const senderReports = {
  text: textReport,
  json: jsonReport,
  junit: junitReport,
  markdown: markdownReport,
} satisfies Readonly<Record<string, (result: SenderResult, options: ReportOptions) => string>>;
