import type { SandboxHandlers } from '../../sandbox-contract.ts';
import { provokeEvent } from './causes.ts';
import { advanceClock, freezeClock, getClock, runClock, setClock } from './clock.ts';
import { exportJournal, importJournal } from './journal.ts';
import { listMisbehaviours, switchMisbehaviour } from './misbehaviours.ts';
import { listEvents, listIncidents, listRequests } from './observation.ts';
import { listProvokables } from './provokables.ts';
import { resetSandbox } from './reset.ts';

/** The whole control plane: a missing, extra or misspelt operation does not compile. */
export const sandboxHandlers: SandboxHandlers = {
  advanceClock,
  exportJournal,
  freezeClock,
  getClock,
  importJournal,
  listEvents,
  listIncidents,
  listMisbehaviours,
  listProvokables,
  listRequests,
  provokeEvent,
  resetSandbox,
  runClock,
  setClock,
  switchMisbehaviour,
};
