import type { SandboxHandlers } from '../../sandbox-contract.ts';
import { provokeEvent } from './causes/causes.ts';
import { listOutcomes, triggerOutcome } from './causes/outcomes.ts';
import { listProvokables } from './causes/provokables.ts';
import { expireSecrets, revealDestinationSecret, rotateSecret } from './destinations/destination-secrets.ts';
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
} from './destinations/destinations.ts';
import { setInboxAnswers } from './destinations/inbox-answers.ts';
import { changeSubscription, createSubscription, deleteSubscription } from './destinations/subscriptions.ts';
import { listEvents, listIncidents, listRequests } from './events-and-requests.ts';
import {
  addFaultRule,
  clearFaultRules,
  listFaultRules,
  removeFaultRule,
  replaceFaultRules,
} from './faults/fault-rules.ts';
import { listJournalEntries } from './journal-entries.ts';
import { issueKey, listKeys, revokeKey, rotateKey } from './keys.ts';
import { advanceClock, freezeClock, getClock, runClock, setClock } from './state/clock.ts';
import { exportJournal, importJournal } from './state/journal.ts';
import { listMisbehaviours, switchMisbehaviour } from './state/misbehaviours.ts';
import { resetSandbox } from './state/reset.ts';
import { listUsers } from './users.ts';

/** The pure handlers of the control plane. A missing, extra or misspelt operation does not compile. */
export const sandboxHandlers: SandboxHandlers = {
  addFaultRule,
  advanceClock,
  changeDestination,
  changeSubscription,
  clearFaultRules,
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
  listFaultRules,
  listIncidents,
  listJournalEntries,
  listKeys,
  listMisbehaviours,
  listOutcomes,
  listProvokables,
  listRequests,
  listUsers,
  provokeEvent,
  removeFaultRule,
  replaceFaultRules,
  resetSandbox,
  runClock,
  setClock,
  switchMisbehaviour,
  triggerOutcome,
};
