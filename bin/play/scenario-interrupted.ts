import type { Telling } from './telling.ts';

/** A scenario that did not complete. `telling` has the completed steps and the reason. */
export class ScenarioInterrupted extends Error {
  override readonly name = 'ScenarioInterrupted';
  readonly telling: Telling;

  constructor(telling: Telling) {
    const { step = 0, reason = '', more = [] } = telling.interruption ?? {};
    super([`${telling.scenario.name}, step ${step}: ${reason}`, ...more].join('\n'));
    this.telling = telling;
  }
}
