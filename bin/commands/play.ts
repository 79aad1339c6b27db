import { setTimeout } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { type Scenario, scenarios } from '../../fixtures/scenarios/index.ts';
import { activeKeys } from '../library/active-keys.ts';
import { formatListAsJson, formatPlayedAsJson } from './play/format-json.ts';
import { formatEnding, formatInterruption, formatOpening, formatScenarioList, formatStep } from './play/format-text.ts';
import { playScenario } from './play/play-scenario.ts';
import type { PlayedScenario } from './play/played-scenario.ts';
import { findScenario, playToEnd } from './play/run-scenario.ts';
import type { SandboxAccess } from './play/sandbox-access.ts';
import {
  type ConnectionOptions,
  createClientCommand,
  fetchFromSandbox,
  RequestFailure,
  readCredentials,
  readSandboxUrl,
  reportFailure,
} from './shared/client.ts';
import type { RequestNames } from './shared/request-names.ts';

const PLAY_OPTIONS = {
  operations: [],
  names: {},
  local: ['--list', '--reset', '--pause'],
} as const satisfies RequestNames;

interface PlayOptions extends ConnectionOptions {
  readonly list?: true;
  readonly reset?: true;
  /** Seconds. */
  readonly pause: number;
}

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
      if (options.list === true) return listScenarios(options);
      if (scenario === undefined) return command.error('error: expected a name; --list shows all.', { exitCode: 2 });
      await reportFailure(() => playAndPrint(scenario, options));
    });
}

function listScenarios({ json }: PlayOptions): void {
  process.stdout.write(
    json === true ? `${JSON.stringify(formatListAsJson(scenarios), null, 2)}\n` : formatScenarioList(scenarios),
  );
}

async function playAndPrint(scenario: Scenario, options: PlayOptions): Promise<void> {
  const place = openSandboxAccess(options);
  if (options.reset === true) await resetSandbox(place);
  const played = await (options.json === true
    ? playToEnd(scenario, place)
    : playStepByStep(scenario, place, options.pause));
  if (options.json === true) process.stdout.write(`${JSON.stringify(formatPlayedAsJson(played), null, 2)}\n`);
  if (played.interruption === null) return;
  process.stderr.write(formatInterruption(played));
  process.exitCode = 1;
}

/** Prints each step as soon as it is complete. */
async function playStepByStep(scenario: Scenario, place: SandboxAccess, pauseSeconds: number): Promise<PlayedScenario> {
  process.stdout.write(formatOpening(scenario));
  const played = playScenario(scenario, place);
  for (;;) {
    const { done, value } = await played.next();
    if (done === true) {
      process.stdout.write(formatEnding(value));
      return value;
    }
    process.stdout.write(formatStep(scenario, value));
    if (pauseSeconds > 0 && value.number < scenario.steps.length) await setTimeout(pauseSeconds * 1000);
  }
}

function openSandboxAccess(options: PlayOptions): SandboxAccess {
  const base = readSandboxUrl(options);
  const credentials = readCredentials(options, base);
  if (!('Authorization' in credentials))
    throw new RequestFailure("A scenario moves the clock and needs the operator's token: give it with --token.", 2);
  return {
    fetch: (path, init) => fetchFromSandbox(base, path, init),
    operatorHeaders: credentials,
    keys: activeKeys,
  };
}

async function resetSandbox({ fetch, operatorHeaders }: SandboxAccess): Promise<void> {
  const headers = { ...operatorHeaders, 'Content-Type': 'application/json' };
  const { status } = await fetch('/sandbox/reset', {
    method: 'POST',
    headers,
    body: JSON.stringify({ keep_destinations: true }),
  });
  if (status !== 200) throw new RequestFailure(`The reset failed with status ${status}.`, 1);
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
