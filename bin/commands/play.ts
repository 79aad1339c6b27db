import { type Command, InvalidArgumentError } from 'commander';
import type { Scenario } from '../../fixtures/scenarios/index.ts';
import type { RequestNames } from '../control/request-names.ts';
import { findScenario } from '../scenarios/find-scenario.ts';
import type { PlayOptions } from './play/play-actions.ts';
import { createClientCommand, reportFailure } from './shared/client.ts';

const PLAY_OPTIONS = {
  operations: [],
  names: {},
  local: ['--list', '--reset', '--pause'],
} as const satisfies RequestNames;

/** `fleetkit play`. */
export function playCommand(): Command {
  const command = createClientCommand('play', PLAY_OPTIONS);
  return command
    .description(
      'Plays a scenario on a running sandbox: moves its clock, triggers the events of the scenario, and shows the events ' +
        'and the replies that users get. Exits with 1 if the outcome differs or the scenario cannot be played in this state.',
    )
    .argument('[name]', 'the scenario; --list shows all', parseScenarioName)
    .option('--list', 'list the scenarios; needs no running sandbox')
    .option('--reset', 'first reset the fleets and the clock; keep webhook destinations')
    .option('--pause <seconds>', 'seconds to wait between steps', parseSeconds, 0)
    .action(async (scenario: Scenario | undefined, options: PlayOptions) => {
      const { listScenarios, playAndPrint } = await import('./play/play-actions.ts');
      if (options.list === true) return listScenarios(options);
      if (scenario === undefined) return command.error('error: expected a name; --list shows all.', { exitCode: 2 });
      await reportFailure(() => playAndPrint(scenario, options));
    });
}

function parseScenarioName(name: string): Scenario {
  const scenario = findScenario(name);
  if (typeof scenario === 'string') throw new InvalidArgumentError(scenario);
  return scenario;
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (seconds >= 0 && Number.isFinite(seconds)) return seconds;
  throw new InvalidArgumentError('Expected a number of seconds, such as 2.');
}
