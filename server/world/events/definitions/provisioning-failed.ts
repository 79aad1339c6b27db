import type { Cause } from '../../../../fixtures/model/causes.ts';
import type { ProvisioningJob } from '../../../../fixtures/model/stream-types.ts';
import { listJobsBetween } from '../../../../fixtures/terminals/provisioning.ts';
import type { TriggerParameters } from '../../../../spec/trigger-parameters.ts';
import { isQuietAt, listTerminalQuietSpans } from '../../rules/evaluation/maintenance.ts';
import { ceilToMinute } from '../../rules/evaluation/minutes.ts';
import { type Happening, makeHappening } from '../../rules/point-event.ts';
import {
  createCauseBase,
  createTriggerPlan,
  findTargetTerminal,
  type Setting,
  type TriggerOutcome,
  withInjectedCauses,
} from '../planning/definition.ts';
import { isObstacles } from '../planning/obstacle.ts';
import type { PointEventDefinition, TerminalSpan } from './event-definition.ts';

/** A provisioning job has failed. @see gap events.conditions */
export const provisioningFailed: PointEventDefinition<'provisioning_failed'> = {
  kind: 'point',
  rule: { evaluateTerminalSpan: findFailures, isForUnreportedTerminals: true },
  trigger: { about: 'terminal', usualMinutes: 20, provoke: startFailingJob },
};

const failures: ReadonlySet<string> = new Set(['failed', 'rolled_back']);

/** Result code for a failure at each stage. */
const resultCodes: Readonly<Record<string, string>> = {
  validation: 'invalid_payload',
  delivery: 'timeout_no_ack',
  apply: 'not_supported',
  key_load: 'key_exchange_failed',
  host_handshake: 'host_handshake_failed',
  test_transaction: 'test_transaction_failed',
};

function findFailures({ source, span: { fromMs, toMs } }: TerminalSpan): readonly Happening[] {
  const { seed, tenant, terminal } = source;
  const { terminalId, accountId } = terminal;
  const quiet = listTerminalQuietSpans(tenant, terminalId);
  const jobs = listJobsBetween(source, Number.NEGATIVE_INFINITY, toMs + 1);
  return jobs.flatMap((job) => {
    const end = job.steps.at(-1);
    if (end === undefined || !failures.has(end.state)) return [];
    const atMs = ceilToMinute(end.atMs);
    if (atMs < fromMs || atMs > toMs || isQuietAt(quiet, atMs)) return [];
    const versionBefore = jobs.reduce((version, other) => {
      const last = other.steps.at(-1);
      const holds = last?.state === 'completed' && last.atMs <= end.atMs;
      return holds ? Math.max(version, other.payloadVersion) : version;
    }, 0);
    return makeHappening(
      { seed, type: 'provisioning_failed', about: job.jobId, accountId, terminalId },
      { atMs, severity: 'high', ...describe(job, end.state === 'rolled_back', versionBefore) },
    );
  });
}

/** `versionBefore` is the version in effect until then, 0 for none. */
function describe(job: ProvisioningJob, isRolledBack: boolean, versionBefore: number) {
  const failureStage = job.failureStage ?? 'apply';
  return {
    data: {
      jobId: job.jobId,
      payloadVersion: job.payloadVersion,
      failureStage,
      resultCode: resultCodes[failureStage] ?? 'device_error',
      resultDetail: job.detail,
      rolledBackToVersion: isRolledBack && versionBefore > 0 ? versionBefore : null,
      isNewTerminal: versionBefore === 0,
    },
    title: `Provisioning version ${job.payloadVersion} ${isRolledBack ? 'rolled back' : 'failed'}`,
    summary: `At ${failureStage.replaceAll('_', ' ')}${job.detail === null ? '' : `: ${job.detail}`}.`,
  };
}

function startFailingJob(setting: Setting, { outcome }: TriggerParameters<'provisioning_failed'>): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  const { nowMs } = setting;
  const cause: Cause = { ...createCauseBase(setting, terminal), type: 'job_started', outcome };
  const job = listJobsBetween(withInjectedCauses(terminal, [cause]).source, nowMs, nowMs + 1).at(-1);
  return createTriggerPlan(setting, [cause], job?.steps.at(-1)?.atMs ?? nowMs);
}
