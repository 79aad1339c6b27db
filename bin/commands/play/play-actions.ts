import { wait } from '../../../base/real-time.ts';
import { type Scenario, scenarios } from '../../../fixtures/scenarios/index.ts';
import { activeKeys } from '../../library/active-keys.ts';
import { playScenario } from '../../scenarios/play-scenario.ts';
import type { PlayedScenario } from '../../scenarios/played-scenario.ts';
import { playToEnd } from '../../scenarios/run-scenario.ts';
import type { SandboxAccess } from '../../scenarios/sandbox-access.ts';
import {
  type ConnectionOptions,
  fetchFromSandbox,
  RequestFailure,
  readOperatorCredentials,
  readSandboxUrl,
} from '../shared/client.ts';
import { formatJson } from '../shared/options/json-option.ts';
import { formatListAsJson, formatPlayedAsJson } from './format-json.ts';
import { formatEnding, formatInterruption, formatOpening, formatScenarioList, formatStep } from './format-text.ts';

/** The options of `fleetkit play`, as commander reads them. */
export interface PlayOptions extends ConnectionOptions {
  readonly list?: true;
  readonly reset?: true;
  /** Seconds. */
  readonly pause: number;
}

/** The action of `fleetkit play --list`. */
export function listScenarios({ json }: PlayOptions): void {
  process.stdout.write(json === true ? formatJson(formatListAsJson(scenarios)) : formatScenarioList(scenarios));
}

/** The action of `fleetkit play`. */
export async function playAndPrint(scenario: Scenario, options: PlayOptions): Promise<void> {
  const place = openSandboxAccess(options);
  if (options.reset === true) await resetSandbox(place);
  const played = await (options.json === true
    ? playToEnd(scenario, place)
    : playStepByStep(scenario, place, options.pause));
  if (options.json === true) process.stdout.write(formatJson(formatPlayedAsJson(played)));
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
    if (pauseSeconds > 0 && value.number < scenario.steps.length) await wait(pauseSeconds * 1000);
  }
}

function openSandboxAccess(options: PlayOptions): SandboxAccess {
  const base = readSandboxUrl(options);
  const credentials = readOperatorCredentials(options, base);
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
