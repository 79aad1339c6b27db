import { formatInstant } from '../../../base/formats.ts';
import type { CommandRun } from '../../../fixtures/model/stream-types.ts';
import type { CommandResultCode, CommandState, TerminalCommand } from '../../../spec/index.ts';
import type { Handler } from '../../contract.ts';
import { notFound } from '../../problems/problem.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import { buildListReply, readPageRequest } from '../lists/paging.ts';

/** Returns the commands of one terminal, newest first. @see clauses commands.list, commands.queued_completed */
export const listTerminalCommands: Handler<'listTerminalCommands'> = (scope, { path, query }) => {
  const terminal = scope.terminal(path.terminal_id);
  if (terminal === undefined) return notFound();
  const parameters = { ...query, terminal_id: terminal.terminalId };
  const pageRequest = readPageRequest(scope, 'listTerminalCommands', parameters);
  if ('problem' in pageRequest) return pageRequest;
  return buildListReply(pageRequest, pageRequest.scope.listCommands(terminal), {
    present: (run) => presentCommand(run, pageRequest.scope),
  });
};

const finalStates: ReadonlySet<CommandState> = new Set(['completed', 'failed', 'rejected', 'expired', 'canceled']);

/** Presents a command in its state at the scope's instant, without later steps. */
export function presentCommand(run: CommandRun, { nowMs, tenant }: Scope): TerminalCommand {
  const steps = run.steps.filter(({ atMs }) => atMs <= nowMs);
  const firstAt = (wanted: CommandState): string | null => {
    const step = steps.find(({ state }) => state === wanted);
    return step === undefined ? null : formatInstant(step.atMs);
  };
  const end = steps.find(({ state }) => finalStates.has(state));
  const requester = tenant.users.find(({ userId }) => userId === run.requestedBy);
  return {
    command_id: run.commandId,
    terminal_id: run.terminalId,
    command_type: run.commandType,
    state: steps.at(-1)?.state ?? 'queued',
    requested_by: { user_id: requester?.userId ?? null, display_name: requester?.displayName ?? 'System' },
    channel: run.channel,
    parameters: { ...run.parameters },
    attempt_count: steps.filter(({ state }) => state === 'sent').length,
    max_attempts: run.maxAttempts,
    queued_at: firstAt('queued') ?? formatInstant(nowMs),
    sent_at: firstAt('sent'),
    acknowledged_at: firstAt('acknowledged'),
    completed_at: end === undefined ? null : formatInstant(end.atMs),
    expires_at: formatInstant(run.expiresAtMs),
    result_code: end === undefined ? null : (run.resultCode as CommandResultCode), // commands.test.ts validates the commands of every fleet against the contract
    result_detail: end === undefined ? null : run.resultDetail,
  };
}
