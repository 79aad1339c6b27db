import type { CauseOf } from '../../../fixtures/model/causes.ts';
import { listCommandsBetween } from '../../../fixtures/terminals/commands.ts';
import { DAY_MS } from '../../../fixtures/time/calendar.ts';
import type { CommandType } from '../../../spec/index.ts';
import { createObstacle, type Obstacle } from '../events/planning/obstacle.ts';
import type { OutcomeDefinition, OutcomePlan, OutcomeSetting } from './outcome-definition.ts';
import { planAtTerminal } from './terminal-objects.ts';

const common = { subject: 'command', takes: ['id', 'terminalId'], usualMinutes: 30 } as const;

export const commandCompleted: OutcomeDefinition<'command_completed'> = {
  ...common,
  summary: 'The terminal executes the command.',
  needsState: ['queued', 'sent', 'acknowledged'],
  usualMinutes: 60,
  plan: (setting, { command_type: commandType }) =>
    planCommand(setting, { commandType, ...commandCompleted, outcome: 'completed' }),
};

export const commandRunFailed: OutcomeDefinition<'command_run_failed'> = {
  ...common,
  summary: 'The command fails at the terminal, or the terminal acknowledges none of its attempts.',
  needsState: ['queued', 'sent', 'acknowledged'],
  usualMinutes: 60,
  plan: (setting, { command_type: commandType, result_code: resultCode = 'device_error' }) =>
    planCommand(setting, { commandType, ...commandRunFailed, outcome: 'failed', resultCode }),
};

export const commandRejected: OutcomeDefinition<'command_rejected'> = {
  ...common,
  summary: 'The terminal rejects the command.',
  needsState: ['queued', 'sent'],
  plan: (setting, { command_type: commandType, result_code: resultCode = 'busy' }) =>
    planCommand(setting, { commandType, ...commandRejected, outcome: 'rejected', resultCode }),
};

export const commandExpired: OutcomeDefinition<'command_expired'> = {
  ...common,
  summary: 'The terminal does not fetch the command within 24 hours.',
  needsState: ['queued', 'sent'],
  usualMinutes: 24 * 60 + 1,
  plan: (setting, { command_type: commandType }) =>
    planCommand(setting, { commandType, ...commandExpired, outcome: 'expired' }),
};

export const commandRetried: OutcomeDefinition<'command_retried'> = {
  ...common,
  summary: 'The terminal does not acknowledge the first attempts, and executes the command after another one.',
  needsState: ['queued', 'sent'],
  usualMinutes: 60,
  plan: (setting, { command_type: commandType, lost_attempts: lostAttempts = 1 }) =>
    planCommand(setting, { commandType, ...commandRetried, outcome: 'completed', lostAttempts }),
};

export const commandCanceled: OutcomeDefinition<'command_canceled'> = {
  ...common,
  summary: 'The command is withdrawn before it is sent.',
  needsState: ['queued'],
  usualMinutes: 2,
  plan: (setting, { command_type: commandType }) =>
    planCommand(setting, { commandType, ...commandCanceled, outcome: 'canceled' }),
};

type Decision = CauseOf<'command_decided'>;
interface Request extends Pick<Decision, 'outcome'>, Partial<Pick<Decision, 'resultCode' | 'lostAttempts'>> {
  readonly commandType: CommandType | undefined;
  readonly needsState: readonly string[];
}

/** A command runs for less than a day after its expiry. */
const LONGEST_MS = 2 * DAY_MS;

function planCommand(setting: OutcomeSetting, request: Request): OutcomePlan | readonly Obstacle[] {
  const { commandType = 'reboot', outcome, needsState, resultCode = null, lostAttempts = 0 } = request;
  if (request.commandType !== undefined && setting.target.id !== undefined)
    return createObstacle('/parameters/command_type', 'invalid_value', 'Expected no type for an existing command.');
  return planAtTerminal(setting, {
    name: 'command',
    needsState,
    endState: outcome,
    whyNot: ({ id, state }) =>
      `The command ${id} is ${state}, and it has no attempt left or its line is down, so that it cannot get this outcome.`,
    listCourses: (source, nowMs) =>
      listCommandsBetween(source, nowMs - LONGEST_MS, nowMs + 1).map(({ commandId, steps }) => ({
        id: commandId,
        steps,
      })),
    createObject: (base) => ({ ...base, type: 'command_queued', commandType, outcome: 'completed' }),
    decide: (base, commandId) => ({ ...base, type: 'command_decided', commandId, outcome, resultCode, lostAttempts }),
  });
}
