import { formatCtrf } from '../../reports/cases/ctrf.ts';
import { formatJunit } from '../../reports/cases/junit.ts';
import type { ClientReportFormat } from '../../reports/formats.ts';
import type { ReportOptions } from '../../reports/index.ts';
import type { ClientResult } from '../core/result.ts';
import { documentClient } from './client-document.ts';
import { formatClientHtml } from './html.ts';
import { formatClientJson } from './json.ts';
import { formatClientText } from './text.ts';

/** The report writers of `client check`, by format name. */
export const clientReports = {
  text: formatClientText,
  html: formatClientHtml,
  json: formatClientJson,
  junit: (result) => formatJunit(documentClient(result)),
  ctrf: (result) => formatCtrf(documentClient(result)),
} as const satisfies Readonly<Record<ClientReportFormat, (result: ClientResult, options: ReportOptions) => string>>;
