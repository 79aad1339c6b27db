import type { RunResult } from '../result.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { textReport } from './text.ts';

/** How a result is written, by the name of the format. */
export const reports: Readonly<
  Record<'text' | 'json' | 'junit', (result: RunResult, options: { colour: boolean }) => string>
> = {
  text: textReport,
  json: jsonReport,
  junit: junitReport,
};

export type ReportFormat = keyof typeof reports;
