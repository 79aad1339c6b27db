import { formatCtrf } from '../../reports/cases/ctrf.ts';
import { formatJunit } from '../../reports/cases/junit.ts';
import type { WebhookReportFormat } from '../../reports/formats.ts';
import type { ReportOptions } from '../../reports/index.ts';
import type { ReceiverResult } from '../core/result.ts';
import { formatReceiverJson } from './json.ts';
import { formatReceiverMarkdown } from './markdown.ts';
import { documentReceiver } from './receiver-document.ts';
import { formatReceiverText } from './text.ts';

/** The report writers of `receiver check`, by format name. */
export const receiverReports = {
  text: formatReceiverText,
  json: formatReceiverJson,
  junit: (result) => formatJunit(documentReceiver(result)),
  ctrf: (result) => formatCtrf(documentReceiver(result)),
  markdown: formatReceiverMarkdown,
} as const satisfies Readonly<Record<WebhookReportFormat, (result: ReceiverResult, options: ReportOptions) => string>>;
