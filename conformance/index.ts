import { checks } from './checks/index.ts';
import type { RunResult } from './result.ts';
import { type RunOptions, run } from './runner.ts';

export type { Binding, Bindings, Confidence, Provenance } from './bindings.ts';
export { builtin } from './builtin.ts';
export { chosenFrom, matches, nearestId } from './catalogue.ts';
export { type Check, check, type Level } from './check.ts';
export { checks } from './checks/index.ts';
export type { Exchange, HeaderPair, Transport, TransportRequest, TransportResponse } from './client.ts';
export type { Config, LoadedConfig } from './config/config.ts';
export { costsOf } from './config/costs.ts';
export { loadConfig } from './config/load.ts';
export { writeConfig } from './config/write.ts';
export { inferBindings } from './infer-bindings.ts';
export { namedKeys } from './keys.ts';
export { type Mutant, mutants } from './mutants/index.ts';
export { type ReportFormat, reports } from './reports/index.ts';
export type { CaseResult, CheckResult, ExitCode, RunResult } from './result.ts';
export type { RunEvent, RunOptions } from './runner.ts';
export type { ContractChoice } from './situations.ts';
export { clauseOf } from './telling.ts';
export { fail, inconclusive, notApplicable, pass, untestable, type Verdict } from './verdict.ts';

/** Judges the service at `target` with the keys given. All checks run, unless some are named. Never throws for what the target does. */
export const runConformance = (
  options: Omit<RunOptions, 'checks'> & Partial<Pick<RunOptions, 'checks'>>,
): Promise<RunResult> => run({ checks, ...options });
