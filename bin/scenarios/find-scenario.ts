import { findNearestName } from '../../base/nearest-name.ts';
import { type Scenario, scenarios } from '../../fixtures/scenarios/index.ts';

/** Returns the scenario with that name, or an error sentence with the known names. */
export function findScenario(name: string): Scenario | string {
  const names = scenarios.map((scenario) => scenario.name);
  const nearest = findNearestName(name, names);
  const hint = nearest === undefined ? `Expected one of ${names.join(', ')}.` : `Did you mean ${nearest}?`;
  return scenarios.find((scenario) => scenario.name === name) ?? `There is no scenario "${name}". ${hint}`;
}
