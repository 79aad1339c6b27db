import '../base/require-node.ts';
import { checks } from './checks/index.ts';
import type { RunResult } from './engine/results/result.ts';
import type { RunOptions } from './engine/run-options.ts';
import { run } from './engine/runner.ts';

/*
 * The library: runs the conformance kit inside your own program.
 *
 *   import { runConformance } from 'fleetkit/conformance';
 */

export { isYamlNestedTooDeep, TOO_DEEP } from '../base/yaml/yaml-nesting.ts';
export { applyBaseline, type Baseline, isKnownBy } from './baseline/baseline.ts';
export { parseBaseline, writeBaseline } from './baseline/baseline-file.ts';
export { compareReports, readReport } from './baseline/compare-reports.ts';
export { comparisons } from './baseline/format-comparison.ts';
export { faultsDetectedBy } from './checks/detected-faults.ts';
export { checks } from './checks/index.ts';
export { listChecksBySlot } from './config/checks-by-slot.ts';
export type { Config, LoadedConfig } from './config/config.ts';
export { loadConfig } from './config/load.ts';
export { writeConfig } from './config/write.ts';
export type { Capabilities, Check, Context, Level, Need, OwnRule } from './engine/check.ts';
export type { ContractChoice } from './engine/check-cases.ts';
export {
  findClosestName,
  findUnmatched,
  getTopic,
  listAllTags,
  listTags,
  matchesPattern,
  type Selection,
  selectChecks,
} from './engine/check-selection.ts';
export { inferBindings } from './engine/infer-bindings.ts';
export { parseNamedKeys } from './engine/named-keys.ts';
export { describeClause } from './engine/result-mapping.ts';
export type {
  CaseResult,
  CheckResult,
  ClauseReference,
  ExitCode,
  RunResult,
  RunSettings,
} from './engine/results/result.ts';
export type { RunEvent, RunOptions } from './engine/run-options.ts';
export { histories } from './history/format-history.ts';
export { type History, type HistoryFile, readHistory } from './history/run-history.ts';
export type {
  Caller,
  Exchange,
  HeaderPair,
  Transport,
  TransportRequest,
  TransportResponse,
} from './http/client.ts';
export { isSuccess } from './http/exchange.ts';
export { type HarFile, listServices, MOST_HAR_BYTES, parseHarFile } from './http/recording/har-file.ts';
export { type ReadRecording, readHarExchange, readRecording } from './http/recording/har-recording.ts';
export { readHarStream } from './http/recording/har-stream.ts';
export type { Recording as TrafficRecording } from './http/recording/recording.ts';
export type { TlsOptions } from './http/transport/transport.ts';
export { type IsolatedRunOptions, runIsolated } from './isolated/run-isolated.ts';
export { type CheckDefinition, defineCheck, findDefinitionProblem } from './own-checks.ts';
export { DEPTHS, type Depth, type SampleRecord, type SampleSizes, type Sampling } from './reading/verdicts/sampling.ts';
export {
  fail,
  forEach,
  forEachTestable,
  inconclusive,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from './reading/verdicts/verdict.ts';
export { checkReceiver } from './receiver/check-receiver.ts';
export type { ReceiverOptions } from './receiver/core/options.ts';
export type { ProbeResult, ReceiverResult } from './receiver/core/result.ts';
export { receiverReports } from './receiver/reports/index.ts';
export { generateTestSecret } from './receiver/test-secret.ts';
export type { KeyExpectation, KeyExpectations } from './relations/key-expectations.ts';
export type { Insider, Principal, Visibility } from './relations/survey/principals.ts';
export { type ReportFormat, type ReportOptions, reports } from './reports/index.ts';
export type { ReportDocument } from './reports/json.ts';
export { neutralised } from './reports/parts/screen.ts';
export { reportSchema } from './reports/report-schema.ts';
export { checkSender, type SenderCheckOptions } from './sender/check-sender.ts';
export { type DeliveryRecord, parseRecording, type Recording } from './sender/core/delivery-record.ts';
export { observingPlan, passivePlan, type ResponsePlan } from './sender/core/response-plan.ts';
export { type InboxOptions, openSenderInbox, type SenderInbox } from './sender/inbox.ts';
export { senderReports } from './sender/reports/index.ts';
export type { SenderCheckResult, SenderResult } from './sender/sender-result.ts';
export {
  type Binding,
  type Bindings,
  type Confidence,
  type EvidenceSource,
  listUnusableSlots,
} from './slots/bindings.ts';
export { builtinBindings } from './slots/builtin-bindings.ts';
export type { TrafficContract } from './traffic/contract-choice.ts';
export { findService } from './traffic/exchanges/read-exchanges.ts';
export type { TrafficExchange } from './traffic/exchanges/traffic-exchange.ts';
export type { Party } from './traffic/rules/rule.ts';
export {
  createTrafficJudge,
  type TrafficJudge,
  type TrafficJudgeOptions,
  type Violation,
} from './traffic/traffic-judge.ts';
export { SCHEMES, type SchemeName, type SignatureScheme } from './webhooks/scheme.ts';
export { loadScheme } from './webhooks/scheme-file.ts';

/**
 * Runs `checks` (default: all) against the service at `target`. Never throws because of the target's behaviour.
 *
 * @example
 * const keys = new Map([['admin', 'sbx-northway-admin']]);
 * const { exitCode } = await runConformance({ target: 'http://127.0.0.1:4400', keys });
 */
export const runConformance = (
  options: Omit<RunOptions, 'checks'> & Partial<Pick<RunOptions, 'checks'>>,
): Promise<RunResult> => run({ checks, ...options });
