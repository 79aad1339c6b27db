import { sumNotes } from '../../../../fixtures/model/cassettes.ts';
import type { Cause } from '../../../../fixtures/model/causes.ts';
import type { Terminal } from '../../state/tenant.ts';
import {
  createCauseBase,
  createTriggerPlan,
  findTargetTerminal,
  type Setting,
  type TriggerOutcome,
} from './definition.ts';
import { isObstacles } from './obstacle.ts';

/** Loads cash into the target's terminal. */
export function loadCash(setting: Setting): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  return createTriggerPlan(setting, [makeCashLoad(setting, terminal)], setting.nowMs);
}

/** Returns a load of the terminal to capacity, so that the cash lasts for any demand. */
export function makeCashLoad(setting: Setting, terminal: Terminal): Cause {
  const notes = sumNotes(terminal.fixture.cash.cassettes.map(({ capacityNotes }) => capacityNotes));
  return { ...createCauseBase(setting, terminal), type: 'cash_loaded', notes };
}
