import { formatCtrf } from '../../reports/cases/ctrf.ts';
import { formatJunit } from '../../reports/cases/junit.ts';
import type { WebhookReportFormat } from '../../reports/formats.ts';
import type { ReportOptions } from '../../reports/index.ts';
import type { SenderResult } from '../sender-result.ts';
import { formatSenderJson } from './json.ts';
import { formatSenderMarkdown } from './markdown.ts';
import { documentSender } from './sender-document.ts';
import { formatSenderText } from './text.ts';

/** The report writers of `sender check`, by format name. */
export const senderReports = {
  text: formatSenderText,
  json: formatSenderJson,
  junit: (result) => formatJunit(documentSender(result)),
  ctrf: (result) => formatCtrf(documentSender(result)),
  markdown: formatSenderMarkdown,
} satisfies Readonly<Record<WebhookReportFormat, (result: SenderResult, options: ReportOptions) => string>>;
