import type { RunResult } from '../result.ts';
import { githubReport } from './github.ts';
import { harReport } from './har.ts';
import { htmlReport } from './html.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { sarifReport } from './sarif.ts';
import { tapReport } from './tap.ts';
import { textReport } from './text.ts';

/** How a report is shown. Only the one for people on a terminal asks. */
export interface ReportOptions {
  readonly colour?: boolean;
  /** In columns. */
  readonly width?: number;
}

/** How a result is written, by the name of the format. */
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
