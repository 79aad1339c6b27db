import type { ClientReportFormat } from '../../reports/formats.ts';
import type { ReportOptions } from '../../reports/index.ts';
import type { ClientResult } from '../core/result.ts';
import { formatClientHtml } from './html.ts';
import { formatClientJson } from './json.ts';
import { formatClientJunit } from './junit.ts';
import { formatClientText } from './text.ts';

/** The report writers of `client check`, by format name. */
export const clientReports = {
  text: formatClientText,
  html: formatClientHtml,
  json: formatClientJson,
  junit: formatClientJunit,
} as const satisfies Readonly<Record<ClientReportFormat, (result: ClientResult, options: ReportOptions) => string>>;
