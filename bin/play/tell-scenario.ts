import { type Scenario, scenarios } from '../../fixtures/scenarios/index.ts';
import { nearestName } from '../../server/nearest-name.ts';
import type { Place } from './place.ts';
import { playScenario } from './play-scenario.ts';
import { ScenarioInterrupted } from './scenario-interrupted.ts';
import type { Telling } from './telling.ts';

/** Plays the scenario of that name to its end. Rejects with a `ScenarioInterrupted`, or for a name that none has. */
export async function tellScenario(name: string, place: Place): Promise<Telling> {
  const scenario = scenarioNamed(name);
  if (typeof scenario === 'string') throw new RangeError(scenario);
  const telling = await tellToTheEnd(scenario, place);
  if (telling.interruption !== null) throw new ScenarioInterrupted(telling);
  return telling;
}

/** Plays a scenario without looking at its steps; gives what came of it, whatever that is. */
export async function tellToTheEnd(scenario: Scenario, place: Place): Promise<Telling> {
  const play = playScenario(scenario, place);
  for (;;) {
    const { done, value } = await play.next();
    if (done === true) return value;
  }
}

/** The scenario of that name, or a sentence that says which there are. */
export function scenarioNamed(name: string): Scenario | string {
  const names = scenarios.map((scenario) => scenario.name);
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? `Expected one of ${names.join(', ')}.` : `Did you mean ${nearest}?`;
  return scenarios.find((scenario) => scenario.name === name) ?? `There is no scenario "${name}". ${hint}`;
}
