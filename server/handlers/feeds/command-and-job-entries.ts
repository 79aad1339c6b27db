import type { CommandRun, ProvisioningJob } from '../../../fixtures/model/stream-types.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal } from '../../world/state/tenant.ts';
import { presentCommand } from '../terminals/commands.ts';
import type { FeedEntry } from './feed-item.ts';
import { formatShortSpan, formatSite, toWords } from './feed-wording.ts';

const finalStates: ReadonlySet<string> = new Set(['completed', 'failed', 'rejected', 'expired', 'canceled']);

/** Returns two entries per command: queued, and the final state. @see clause feeds.terminal.rows */
export function listCommandEntries(scope: Scope, terminal: Terminal): readonly FeedEntry[] {
  return scope.listCommands(terminal).flatMap((run) => {
    const queued = run.steps[0];
    if (queued === undefined) return [];
    const end = run.steps.find(({ state, atMs }) => finalStates.has(state) && atMs <= scope.nowMs);
    const steps = end === undefined ? [queued] : [queued, end];
    return steps.map((step) => toCommandEntry(scope, run, step));
  });
}

type CommandStep = CommandRun['steps'][number];

function toCommandEntry(scope: Scope, run: CommandRun, { state, atMs }: CommandStep): FeedEntry {
  const { requested_by, attempt_count, max_attempts } = presentCommand(run, scope);
  const took = state === 'completed' ? ` (${formatShortSpan(atMs - (run.steps[0]?.atMs ?? atMs))})` : '';
  const isEnd = finalStates.has(state);
  return {
    category: 'command',
    id: `${run.commandId}:${state}`,
    atMs,
    title: `Command ${state}: ${toWords(run.commandType)}${took}`,
    sentences: [
      `Requested by ${requested_by.display_name}`,
      isEnd && attempt_count > 0 ? `Attempt ${attempt_count} of ${max_attempts}` : '',
      isEnd && run.resultDetail !== null ? run.resultDetail : '',
    ],
    terminalId: run.terminalId,
  };
}

/** Returns one entry for each state of a provisioning job. @see clause feeds.terminal.rows */
export function listJobEntries(scope: Scope, terminal: Terminal): readonly FeedEntry[] {
  return scope.listJobs(terminal).flatMap((job) => {
    const known = job.steps.filter(({ atMs }) => atMs <= scope.nowMs);
    return known.map((step, index) => toJobEntry(terminal, job, { ...step, before: known[index - 1]?.state }));
  });
}

type JobStep = ProvisioningJob['steps'][number] & {
  readonly before: ProvisioningJob['steps'][number]['state'] | undefined;
};

function toJobEntry(terminal: Terminal, job: ProvisioningJob, { state, atMs, before }: JobStep): FeedEntry {
  const isEnd = state === job.steps.at(-1)?.state;
  return {
    category: 'provisioning',
    id: `${job.jobId}:${state}`,
    atMs,
    title: `Provisioning version ${job.payloadVersion}: ${before === undefined ? '' : `${toWords(before)} → `}${toWords(state)}`,
    sentences: [
      isEnd && job.failureStage !== null ? `Failed at ${toWords(job.failureStage)}` : '',
      isEnd && job.detail !== null ? job.detail : '',
      formatSite(terminal),
    ],
    terminalId: job.terminalId,
  };
}
