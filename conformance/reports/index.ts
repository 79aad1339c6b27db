import type { RunResult } from '../engine/result.ts';
import { githubReport } from './github.ts';
import { harReport } from './har.ts';
import { htmlReport } from './html.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { sarifReport } from './sarif.ts';
import { tapReport } from './tap.ts';
import { textReport } from './text.ts';

/** Display options of a report; only the text report uses them. */
export interface ReportOptions {
  readonly colour?: boolean;
  /** In columns. */
  readonly width?: number;
}

/** The report writers, by format name. */
export const reports = {
  text: textReport,
  html: htmlReport,
  markdown: markdownReport,
  json: jsonReport,
  junit: junitReport,
  sarif: sarifReport,
  har: harReport,
  tap: tapReport,
  github: githubReport,
} satisfies Readonly<Record<string, (result: RunResult, options: ReportOptions) => string>>;

export type ReportFormat = keyof typeof reports;
