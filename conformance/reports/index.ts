import type { RunResult } from '../engine/results/result.ts';
import { formatCtrf } from './cases/ctrf.ts';
import { formatJunit } from './cases/junit.ts';
import type { ReportFormat } from './formats.ts';
import { formatGithubReport } from './github.ts';
import { formatHarReport } from './har.ts';
import { formatHtmlReport } from './html.ts';
import { formatJsonReport } from './json.ts';
import { formatMarkdownReport } from './markdown.ts';
import { documentRun } from './run-document.ts';
import { formatSarifReport } from './sarif.ts';
import { formatTapReport } from './tap.ts';
import { formatTextReport } from './text.ts';

/** Display options of a report; only the text report uses them. */
export interface ReportOptions {
  readonly colour?: boolean;
  /** In columns. */
  readonly width?: number;
}

/** The report writers, by format name. */
export const reports = {
  text: formatTextReport,
  html: formatHtmlReport,
  markdown: formatMarkdownReport,
  json: formatJsonReport,
  junit: (result) => formatJunit(documentRun(result)),
  ctrf: (result) => formatCtrf(documentRun(result)),
  sarif: formatSarifReport,
  har: formatHarReport,
  tap: formatTapReport,
  github: formatGithubReport,
} satisfies Readonly<Record<ReportFormat, (result: RunResult, options: ReportOptions) => string>>;

export type { ReportFormat };
