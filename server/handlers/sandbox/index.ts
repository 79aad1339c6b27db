import type { SandboxHandlers } from '../../sandbox-contract.ts';
import { provokeEvent } from './causes.ts';
import { advanceClock, freezeClock, getClock, runClock, setClock } from './clock.ts';
import { expireSecrets, revealDestinationSecret, rotateSecret } from './destination-secrets.ts';
import {
  changeDestination,
  createDestination,
  deleteDestination,
  disableDestination,
  enableDestination,
  getDestination,
  listDestinations,
  pauseDestination,
  resumeDestination,
} from './destinations.ts';
import { listEvents, listIncidents, listRequests } from './events-and-requests.ts';
import { setInboxAnswers } from './inbox-answers.ts';
import { exportJournal, importJournal } from './journal.ts';
import { issueKey, listKeys, revokeKey, rotateKey } from './keys.ts';
import { listMisbehaviours, switchMisbehaviour } from './misbehaviours.ts';
import { listProvokables } from './provokables.ts';
import { resetSandbox } from './reset.ts';
import { changeSubscription, createSubscription, deleteSubscription } from './subscriptions.ts';
import { listUsers } from './users.ts';

/** The pure handlers of the control plane. A missing, extra or misspelt operation does not compile. */
export const sandboxHandlers: SandboxHandlers = {
  advanceClock,
  changeDestination,
  changeSubscription,
  createDestination,
  createSubscription,
  deleteDestination,
  deleteSubscription,
  disableDestination,
  enableDestination,
  expireSecrets,
  getDestination,
  listDestinations,
  pauseDestination,
  resumeDestination,
  revealSecret: revealDestinationSecret,
  revokeKey,
  rotateKey,
  rotateSecret,
  setInboxAnswers,
  exportJournal,
  freezeClock,
  getClock,
  importJournal,
  issueKey,
  listEvents,
  listIncidents,
  listKeys,
  listMisbehaviours,
  listProvokables,
  listRequests,
  listUsers,
  provokeEvent,
  resetSandbox,
  runClock,
  setClock,
  switchMisbehaviour,
};
