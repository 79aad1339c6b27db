import type { WebhookReportFormat } from '../../reports/formats.ts';
import type { ReportOptions } from '../../reports/index.ts';
import type { SenderResult } from '../sender-result.ts';
import { formatSenderJson } from './json.ts';
import { formatSenderJunit } from './junit.ts';
import { formatSenderMarkdown } from './markdown.ts';
import { formatSenderText } from './text.ts';

/** The report writers of `sender check`, by format name. */
export const senderReports = {
  text: formatSenderText,
  json: formatSenderJson,
  junit: formatSenderJunit,
  markdown: formatSenderMarkdown,
} satisfies Readonly<Record<WebhookReportFormat, (result: SenderResult, options: ReportOptions) => string>>;
