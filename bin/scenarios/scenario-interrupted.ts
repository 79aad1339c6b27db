import type { PlayedScenario } from './played-scenario.ts';

/** A scenario that did not complete. `played` has the completed steps and the reason. */
export class ScenarioInterrupted extends Error {
  override readonly name = 'ScenarioInterrupted';
  readonly played: PlayedScenario;

  constructor(played: PlayedScenario) {
    const { step = 0, reason = '', more = [] } = played.interruption ?? {};
    super([`${played.scenario.name}, step ${step}: ${reason}`, ...more].join('\n'));
    this.played = played;
  }
}
