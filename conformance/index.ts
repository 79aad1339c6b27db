import { checks } from './checks/index.ts';
import type { RunResult } from './result.ts';
import { type RunOptions, run } from './runner.ts';

export { applyBaseline, type Baseline } from './baseline.ts';
export { parseBaseline, writeBaseline } from './baseline-file.ts';
export { type Bindings, builtin } from './bindings.ts';
export { chosenFrom, matches, nearestId } from './catalogue.ts';
export { type Check, check, type Level } from './check.ts';
export { checks } from './checks/index.ts';
export type { Exchange, HeaderPair, Transport, TransportRequest, TransportResponse } from './client.ts';
export { compareReports, readReport } from './compare.ts';
export { namedKeys } from './keys.ts';
export { type Mutant, mutants } from './mutants/index.ts';
export { comparisons } from './reports/comparison.ts';
export { type ReportFormat, reports } from './reports/index.ts';
export type { ReportDocument } from './reports/json.ts';
export { reportSchema } from './reports/report-schema.ts';
export type { CaseResult, CheckResult, ExitCode, RunResult } from './result.ts';
export type { RunEvent, RunOptions } from './runner.ts';
export { clauseOf } from './telling.ts';
export { fail, inconclusive, notApplicable, pass, untestable, type Verdict } from './verdict.ts';

/** Judges the service at `target` with the keys given. All checks run, unless some are named. Never throws for what the target does. */
export const runConformance = (
  options: Omit<RunOptions, 'checks'> & Partial<Pick<RunOptions, 'checks'>>,
): Promise<RunResult> => run({ checks, ...options });
