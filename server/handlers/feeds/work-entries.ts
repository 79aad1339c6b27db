import type { CommandRun, ProvisioningJob } from '../../../fixtures/model/stream-types.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal } from '../../world/state/tenant.ts';
import { presentCommand } from '../terminals/commands.ts';
import type { FeedEntry } from './feed-item.ts';
import { shortSpanText, siteText, words } from './feed-wording.ts';

const ends: ReadonlySet<string> = new Set(['completed', 'failed', 'rejected', 'expired', 'canceled']);

/** Commands to a terminal: that they were queued, and how they ended. @see clause feeds.terminal.rows */
export function commandEntries(scope: Scope, terminal: Terminal): readonly FeedEntry[] {
  return scope.commandsOf(terminal).flatMap((run) => {
    const queued = run.steps[0];
    if (queued === undefined) return [];
    const end = run.steps.find(({ state, atMs }) => ends.has(state) && atMs <= scope.nowMs);
    const steps = end === undefined ? [queued] : [queued, end];
    return steps.map((step) => commandEntry(scope, run, step));
  });
}

type CommandStep = CommandRun['steps'][number];

function commandEntry(scope: Scope, run: CommandRun, { state, atMs }: CommandStep): FeedEntry {
  const { requested_by, attempt_count, max_attempts } = presentCommand(run, scope);
  const took = state === 'completed' ? ` (${shortSpanText(atMs - (run.steps[0]?.atMs ?? atMs))})` : '';
  const isEnd = ends.has(state);
  return {
    category: 'command',
    id: `${run.commandId}:${state}`,
    atMs,
    title: `Command ${state}: ${words(run.commandType)}${took}`,
    sentences: [
      `Requested by ${requested_by.display_name}`,
      isEnd && attempt_count > 0 ? `Attempt ${attempt_count} of ${max_attempts}` : '',
      isEnd && run.resultDetail !== null ? run.resultDetail : '',
    ],
    terminalId: run.terminalId,
  };
}

/** Provisioning jobs of a terminal, state by state. @see clause feeds.terminal.rows */
export function jobEntries(scope: Scope, terminal: Terminal): readonly FeedEntry[] {
  return scope.jobsOf(terminal).flatMap((job) => {
    const known = job.steps.filter(({ atMs }) => atMs <= scope.nowMs);
    return known.map((step, index) => jobEntry(terminal, job, { ...step, before: known[index - 1]?.state }));
  });
}

type JobStep = ProvisioningJob['steps'][number] & {
  readonly before: ProvisioningJob['steps'][number]['state'] | undefined;
};

function jobEntry(terminal: Terminal, job: ProvisioningJob, { state, atMs, before }: JobStep): FeedEntry {
  const isEnd = state === job.steps.at(-1)?.state;
  return {
    category: 'provisioning',
    id: `${job.jobId}:${state}`,
    atMs,
    title: `Provisioning version ${job.payloadVersion}: ${before === undefined ? '' : `${words(before)} → `}${words(state)}`,
    sentences: [
      isEnd && job.failureStage !== null ? `Failed at ${words(job.failureStage)}` : '',
      isEnd && job.detail !== null ? job.detail : '',
      siteText(terminal),
    ],
    terminalId: job.terminalId,
  };
}
