import type { Scenario } from '../../fixtures/scenarios/index.ts';
import { findScenario } from './find-scenario.ts';
import { playScenario } from './play-scenario.ts';
import type { PlayedScenario } from './played-scenario.ts';
import type { SandboxAccess } from './sandbox-access.ts';
import { ScenarioInterrupted } from './scenario-interrupted.ts';

/** Plays a scenario by name. Rejects with a `ScenarioInterrupted`, or for an unknown name. */
export async function runScenario(name: string, place: SandboxAccess): Promise<PlayedScenario> {
  const scenario = findScenario(name);
  if (typeof scenario === 'string') throw new RangeError(scenario);
  const played = await playToEnd(scenario, place);
  if (played.interruption !== null) throw new ScenarioInterrupted(played);
  return played;
}

/** Plays a scenario and returns its result, complete or interrupted. */
export async function playToEnd(scenario: Scenario, place: SandboxAccess): Promise<PlayedScenario> {
  const play = playScenario(scenario, place);
  for (;;) {
    const { done, value } = await play.next();
    if (done === true) return value;
  }
}
