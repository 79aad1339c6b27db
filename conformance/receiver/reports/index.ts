import type { ReportOptions } from '../../reports/index.ts';
import type { ReceiverResult } from '../result.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { textReport } from './text.ts';

/** Every format in which a receiver's result can be written. */
export const receiverReports = {
  text: textReport,
  json: (result: ReceiverResult) => jsonReport(result),
  junit: (result: ReceiverResult) => junitReport(result),
  markdown: (result: ReceiverResult) => markdownReport(result),
} as const satisfies Readonly<Record<string, (result: ReceiverResult, options?: ReportOptions) => string>>;
