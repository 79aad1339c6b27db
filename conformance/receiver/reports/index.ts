import type { WebhookReportFormat } from '../../reports/formats.ts';
import type { ReportOptions } from '../../reports/index.ts';
import type { ReceiverResult } from '../core/result.ts';
import { formatReceiverJson } from './json.ts';
import { formatReceiverJunit } from './junit.ts';
import { formatReceiverMarkdown } from './markdown.ts';
import { formatReceiverText } from './text.ts';

/** The report writers of `receiver check`, by format name. */
export const receiverReports = {
  text: formatReceiverText,
  json: formatReceiverJson,
  junit: formatReceiverJunit,
  markdown: formatReceiverMarkdown,
} as const satisfies Readonly<Record<WebhookReportFormat, (result: ReceiverResult, options: ReportOptions) => string>>;
