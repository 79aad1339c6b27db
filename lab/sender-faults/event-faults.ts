import { changeEvents, changeEventsOfType, changeRequest, type SenderFault } from './fault.ts';
import { correctSender } from './sender.ts';

/** A marker string of another tenant. */
export const FOREIGN_CANARY = 'RL-CANARY-FOR-SENDERS';
/** A test card number, which no real card has. */
const TEST_CARD = '4111111111111111';

/** Faults in the contents of deliveries. */
export const eventFaults: readonly SenderFault[] = [
  {
    id: 'batches',
    title: 'sends an array of events',
    behaviour: { makeBody: ({ event }) => JSON.stringify([event]) },
    kills: ['events/json'],
  },
  {
    id: 'renamed-event',
    title: 'misspells the name of an event',
    behaviour: changeEventsOfType('decline_spike', (event) => ({ ...event, type: 'decline.spike' })),
    kills: ['events/name'],
  },
  {
    id: 'wrong-family',
    title: 'adds a family to an event',
    behaviour: changeEventsOfType('command_failed', (event) => ({
      ...event,
      families: [...event.families, 'account_fleet_snapshot'],
    })),
    kills: ['events/families', 'events/schema'],
  },
  {
    id: 'unknown-family',
    title: 'puts an event in a family that the document does not list',
    behaviour: changeEventsOfType('command_failed', (event) => ({ ...event, families: ['vending'] })),
    kills: ['events/families', 'events/family-names', 'events/all-families', 'events/schema'],
  },
  {
    id: 'nameless',
    title: 'sends an event without its name',
    behaviour: {
      makeBody: ({ event: { type, ...rest } }) => JSON.stringify(type === 'command_failed' ? rest : { type, ...rest }),
    },
    kills: ['events/named'],
  },
  {
    id: 'one-family',
    title: 'names only one of the two families of an event',
    behaviour: changeEventsOfType('heartbeat_stale', (event) => ({ ...event, families: event.families.slice(0, 1) })),
    kills: ['events/all-families', 'events/schema'],
  },
  {
    id: 'once-per-family',
    title: 'delivers an event of two families twice, with two ids',
    behaviour: {
      selectEvents: (all) => [
        ...all,
        ...all
          .filter(({ families }) => families.length > 1)
          .map((event) => ({ ...event, id: event.id.replace(/.$/, 'X') })),
      ],
    },
    kills: ['events/once-for-all-families'],
  },
  {
    id: 'extra-member',
    title: 'adds a member that the schema does not have',
    behaviour: changeEvents((event) => ({ ...event, tenant: 'northway' })),
    kills: ['events/schema'],
  },
  {
    id: 'unmarked-samples',
    title: 'sends test events that look like real events',
    behaviour: {},
    extraInput: { areTests: true },
    kills: ['events/tests-marked'],
  },
  {
    id: 'sequence-stands',
    title: 'uses sequence number 1 for every event of an incident',
    behaviour: changeEvents((event) =>
      event.incident === null ? event : { ...event, incident: { ...event.incident, sequence: 1 } },
    ),
    kills: ['incidents/sequence-tells-order'],
  },
  {
    id: 'mixes-tenants',
    title: 'delivers an event of another tenant',
    behaviour: changeRequest(({ headers }) => ({ headers: [...headers, ['x-account', FOREIGN_CANARY.toLowerCase()]] })),
    extraInput: { canaries: [FOREIGN_CANARY] },
    kills: ['privacy/no-foreign-data'],
  },
  {
    id: 'shows-a-card',
    title: 'sends a card number in a body',
    behaviour: changeEvents((event) => ({ ...event, card: TEST_CARD })),
    kills: ['events/schema', 'privacy/no-card-data'],
  },
  {
    id: 'shows-its-secret',
    title: 'sends the secret in the delivery',
    behaviour: {
      makeSignatureHeaders: (signing, content) => [
        ...correctSender.makeSignatureHeaders(signing, content),
        ['x-secret', signing.secrets[0] ?? ''],
      ],
    },
    kills: ['privacy/no-secret'],
  },
];
