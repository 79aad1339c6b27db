import type { Cause } from '../../../../fixtures/model/causes.ts';
import type { CommandRun } from '../../../../fixtures/model/stream-types.ts';
import { listCommandsBetween } from '../../../../fixtures/terminals/commands.ts';
import { DAY_MS } from '../../../../fixtures/time/calendar.ts';
import type { TriggerParameters } from '../../../../spec/trigger-parameters.ts';
import { isQuietAt, listTerminalQuietSpans } from '../../rules/evaluation/maintenance.ts';
import { ceilToMinute } from '../../rules/evaluation/minutes.ts';
import { unevaluatedSpan } from '../../rules/input/streams.ts';
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
import type { PointEventDefinition, TerminalEvaluation } from './event-definition.ts';

/** A command has failed, was rejected or has expired. @see gap events.conditions */
export const commandFailed: PointEventDefinition<'command_failed'> = {
  kind: 'point',
  rule: { evaluateTerminal: findFailures, isForUnreportedTerminals: true },
  trigger: { about: 'terminal', usualMinutes: 20, provoke: queueFailingCommand },
};

/** Commands expire after a day. One that a terminal received late may run a little longer. */
const LONGEST_MS = 2 * DAY_MS;
const SCHEDULED = 'system';

const failures: ReadonlySet<string> = new Set(['failed', 'rejected', 'expired']);

function findFailures({ streams, part, policy }: TerminalEvaluation): readonly Happening[] {
  const { source } = streams;
  const { fromMs, toMs } = unevaluatedSpan(part);
  const { seed, tenant, terminal } = source;
  const { terminalId, accountId } = terminal;
  const quiet = listTerminalQuietSpans(tenant, terminalId);
  return listCommandsBetween(source, fromMs - LONGEST_MS, toMs + 1).flatMap((run) => {
    const end = run.steps.at(-1);
    if (end === undefined || !failures.has(end.state)) return [];
    const atMs = ceilToMinute(end.atMs);
    if (atMs < fromMs || atMs > toMs || isQuietAt(quiet, atMs)) return [];
    const severity = policy.commandFailed.mediumCommands.includes(run.commandType) ? 'medium' : 'low';
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

function queueFailingCommand(
  setting: Setting,
  { command_type: commandType, outcome }: TriggerParameters<'command_failed'>,
): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  const { nowMs } = setting;
  const cause: Cause = { ...createCauseBase(setting, terminal), type: 'command_queued', commandType, outcome };
  const run = listCommandsBetween(withInjectedCauses(terminal, [cause]).source, nowMs, nowMs + 1).at(-1);
  return createTriggerPlan(setting, [cause], run?.steps.at(-1)?.atMs ?? nowMs);
}
