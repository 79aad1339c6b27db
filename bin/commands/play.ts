import { setTimeout } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { type Scenario, scenarios } from '../../fixtures/scenarios/index.ts';
import { activeKeys } from '../library/active-keys.ts';
import { listAsJson, playedAsJson } from './play/as-json.ts';
import { endingText, interruptionText, listText, openingText, stepText } from './play/as-text.ts';
import type { Place } from './play/place.ts';
import { playScenario } from './play/play-scenario.ts';
import type { PlayedScenario } from './play/played.ts';
import { playToTheEnd, scenarioNamed } from './play/run-scenario.ts';
import {
  baseOf,
  type ClientOptions,
  clientCommand,
  credentialsFor,
  NoAnswer,
  orSayWhy,
  reach,
} from './shared/client.ts';

interface PlayOptions extends ClientOptions {
  readonly list?: true;
  readonly reset?: true;
  /** Seconds. */
  readonly pause: number;
}

/** `fleetkit play`. */
export function playCommand(): Command {
  const command = clientCommand('play');
  return command
    .summary('play a ready-made scenario on a sandbox')
    .description(
      'Plays a scenario on a running sandbox: moves its clock, triggers the events of the scenario, and shows the events ' +
        'and the replies that users get. Exits with 1 if the outcome differs or the scenario cannot be played in this state.',
    )
    .argument('[name]', 'the scenario; --list shows all', named)
    .option('--list', 'list the scenarios; needs no running sandbox')
    .option('--reset', 'first reset the fleets and the clock; keep webhook destinations')
    .option('--pause <seconds>', 'seconds to wait between steps', secondsOf, 0)
    .action(async (scenario: Scenario | undefined, options: PlayOptions) => {
      if (options.list === true) return list(options);
      if (scenario === undefined) return command.error('error: expected a name; --list shows all.', { exitCode: 2 });
      await orSayWhy(() => play(scenario, options));
    });
}

function list({ json }: PlayOptions): void {
  process.stdout.write(json === true ? `${JSON.stringify(listAsJson(scenarios), null, 2)}\n` : listText(scenarios));
}

async function play(scenario: Scenario, options: PlayOptions): Promise<void> {
  const place = placeOf(options);
  if (options.reset === true) await startOver(place);
  const played = await (options.json === true ? playToTheEnd(scenario, place) : show(scenario, place, options.pause));
  if (options.json === true) process.stdout.write(`${JSON.stringify(playedAsJson(played), null, 2)}\n`);
  if (played.interruption === null) return;
  process.stderr.write(interruptionText(played));
  process.exitCode = 1;
}

/** Prints each step as soon as it is complete. */
async function show(scenario: Scenario, place: Place, pauseSeconds: number): Promise<PlayedScenario> {
  process.stdout.write(openingText(scenario));
  const story = playScenario(scenario, place);
  for (;;) {
    const { done, value } = await story.next();
    if (done === true) {
      process.stdout.write(endingText(value));
      return value;
    }
    process.stdout.write(stepText(scenario, value));
    if (pauseSeconds > 0 && value.number < scenario.steps.length) await setTimeout(pauseSeconds * 1000);
  }
}

function placeOf(options: PlayOptions): Place {
  const base = baseOf(options);
  const credentials = credentialsFor(options, base);
  if (!('Authorization' in credentials))
    throw new NoAnswer("A scenario moves the clock and needs the operator's token: give it with --token.", 2);
  return {
    fetch: (path, init) => reach(base, path, init),
    operatorHeaders: credentials,
    keys: activeKeys,
  };
}

async function startOver({ fetch, operatorHeaders }: Place): Promise<void> {
  const headers = { ...operatorHeaders, 'Content-Type': 'application/json' };
  const { status } = await fetch('/sandbox/reset', {
    method: 'POST',
    headers,
    body: JSON.stringify({ keep_destinations: true }),
  });
  if (status !== 200) throw new NoAnswer(`The reset failed with status ${status}.`, 1);
}

function named(name: string): Scenario {
  const scenario = scenarioNamed(name);
  if (typeof scenario === 'string') throw new InvalidArgumentError(scenario);
  return scenario;
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (seconds >= 0 && Number.isFinite(seconds)) return seconds;
  throw new InvalidArgumentError('Expected a number of seconds, such as 2.');
}
