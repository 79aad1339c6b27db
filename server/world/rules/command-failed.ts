import type { CommandRun } from '../../../fixtures/model/stream-types.ts';
import { commandsBetween } from '../../../fixtures/terminals/commands.ts';
import { DAY_MS } from '../../../fixtures/time/calendar.ts';
import type { CommandFailedPolicy } from './evaluation/default-policy.ts';
import { isQuietAt, quietOfTerminal } from './evaluation/maintenance.ts';
import { minuteFrom } from './evaluation/minutes.ts';
import { type Happening, makeHappening } from './evaluation/point-event.ts';
import type { EvaluatedSpan, TerminalStreams } from './input/streams.ts';

/** Commands expire after a day. One that a terminal received late may run a little longer. */
const LONGEST_MS = 2 * DAY_MS;
const SCHEDULED = 'system';

const failures: ReadonlySet<string> = new Set(['failed', 'rejected', 'expired']);

/** Returns failed commands. @see gap events.conditions */
export function commandsFailed(
  { source }: Pick<TerminalStreams, 'source'>,
  { fromMs, toMs }: EvaluatedSpan,
  policy: CommandFailedPolicy,
): readonly Happening[] {
  const { seed, tenant, terminal } = source;
  const { terminalId, accountId } = terminal;
  const quiet = quietOfTerminal(tenant, terminalId);
  return commandsBetween(source, fromMs - LONGEST_MS, toMs + 1).flatMap((run) => {
    const end = run.steps.at(-1);
    if (end === undefined || !failures.has(end.state)) return [];
    const atMs = minuteFrom(end.atMs);
    if (atMs < fromMs || atMs > toMs || isQuietAt(quiet, atMs)) return [];
    const severity = policy.mediumCommands.includes(run.commandType) ? 'medium' : 'low';
    return makeHappening(
      { seed, type: 'command_failed', about: run.commandId, accountId, terminalId },
      { atMs, severity, ...describe(run, end) },
    );
  });
}

function describe(run: CommandRun, end: CommandRun['steps'][number]) {
  const { commandId, commandType, requestedBy, resultCode, resultDetail, steps } = run;
  const attemptCount = steps.filter(({ state }) => state === 'sent').length;
  const queuedAt = steps[0]?.atMs ?? end.atMs;
  return {
    data: {
      commandId,
      commandType,
      finalState: end.state,
      resultCode,
      resultDetail,
      attemptCount,
      queuedAt,
      completedAt: end.atMs,
      requestedByUserId: requestedBy === SCHEDULED ? null : requestedBy,
    },
    title: `Command ${end.state}: ${commandType.replaceAll('_', ' ')}`,
    summary: `${resultDetail ?? resultCode.replaceAll('_', ' ')}. Sent ${attemptCount === 1 ? 'once' : `${attemptCount} times`}.`,
  };
}
