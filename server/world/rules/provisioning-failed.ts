import type { ProvisioningJob } from '../../../fixtures/model/stream-types.ts';
import { jobsBetween } from '../../../fixtures/terminals/provisioning.ts';
import { isQuietAt, quietOfTerminal } from './evaluation/maintenance.ts';
import { minuteFrom } from './evaluation/minutes.ts';
import { type Happening, makeHappening } from './evaluation/point-event.ts';
import type { EvaluatedSpan, TerminalStreams } from './input/streams.ts';

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

/** Returns failed provisioning jobs. @see gap events.conditions */
export function provisioningsFailed(
  { source }: Pick<TerminalStreams, 'source'>,
  { fromMs, toMs }: EvaluatedSpan,
): readonly Happening[] {
  const { seed, tenant, terminal } = source;
  const { terminalId, accountId } = terminal;
  const quiet = quietOfTerminal(tenant, terminalId);
  const jobs = jobsBetween(source, Number.NEGATIVE_INFINITY, toMs + 1);
  return jobs.flatMap((job) => {
    const end = job.steps.at(-1);
    if (end === undefined || !failures.has(end.state)) return [];
    const atMs = minuteFrom(end.atMs);
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
  const triggerContext = job.failureStage ?? 'apply';
  return {
    data: {
      jobId: job.jobId,
      payloadVersion: job.payloadVersion,
      failureStage: triggerContext,
      resultCode: resultCodes[triggerContext] ?? 'device_error',
      resultDetail: job.detail,
      rolledBackToVersion: isRolledBack && versionBefore > 0 ? versionBefore : null,
      isNewTerminal: versionBefore === 0,
    },
    title: `Provisioning version ${job.payloadVersion} ${isRolledBack ? 'rolled back' : 'failed'}`,
    summary: `At ${triggerContext.replaceAll('_', ' ')}${job.detail === null ? '' : `: ${job.detail}`}.`,
  };
}
