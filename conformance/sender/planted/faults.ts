import type { HeaderPair } from '../../client.ts';
import { SCHEMES } from '../../webhooks/scheme.ts';
import { sign } from '../../webhooks/signature.ts';
import type { SenderCheck } from '../check-sender.ts';
import type { PlantedEvent } from './events.ts';
import { type Attempt, correct, type Decisions, type Outgoing } from './sender.ts';

/** A sender that is wrong in one place. */
export interface Fault {
  readonly id: string;
  /** What it does, as a sentence without its subject. */
  readonly title: string;
  readonly decisions: Partial<Decisions>;
  /** The judges that it fails on, and no others. */
  readonly kills: readonly string[];
  /** What else is told to the kit so that it can be seen. */
  readonly given?: Pick<SenderCheck, 'areTests' | 'canaries'>;
}

/** A text of another tenant, and a number that no customer's card has. */
export const FOREIGN = 'RL-CANARY-FOR-SENDERS';
const TEST_CARD = '4111111111111111';
const OTHER_SECRET = `whsec_${Buffer.from('a secret that nobody gave to it.').toString('base64')}`;

const events = (change: (event: PlantedEvent, index: number) => PlantedEvent): Partial<Decisions> => ({
  events: (all) => all.map(change),
});
const request = (change: (outgoing: Outgoing, attempt: Attempt) => Partial<Outgoing>): Partial<Decisions> => ({
  request: (outgoing, attempt) => ({ ...outgoing, ...change(outgoing, attempt) }),
});
const without = (headers: readonly HeaderPair[], name: string): readonly HeaderPair[] =>
  headers.filter(([one]) => one !== name);
const on = (type: string, change: (event: PlantedEvent) => PlantedEvent): Partial<Decisions> =>
  events((event) => (event.type === type ? change(event) : event));

/** Ways of going wrong, each with what has to notice it. They are planted in a sender that signs by Standard Webhooks. */
export const faults: readonly Fault[] = [
  {
    id: 'unsigned',
    title: 'does not sign',
    decisions: request(({ headers }) => ({ headers: without(headers, 'webhook-signature') })),
    kills: ['signature/present', 'signature/verifies'],
  },
  {
    id: 'signed-by-another',
    title: 'signs with a secret of somebody else',
    decisions: {
      signatureOf: (signing, ...rest) => correct.signatureOf({ ...signing, secrets: [OTHER_SECRET] }, ...rest),
    },
    kills: ['signature/verifies'],
  },
  {
    id: 'signed-before-it-was-written',
    title: 'signs other bytes than it sends',
    decisions: request(({ body }) => ({ body: body.replace('{', '{ ') })),
    kills: ['signature/verifies'],
  },
  {
    id: 'signed-body-alone',
    title: 'signs the body without id and time',
    decisions: {
      signatureOf: ({ scheme, secrets }, id, timestampSeconds, body) =>
        sign({ ...scheme, signedContent: '{body}' }, { id, timestampSeconds, body, secrets }),
    },
    kills: ['signature/verifies'],
  },
  {
    id: 'gets',
    title: 'asks with GET in place of pushing',
    decisions: request(() => ({ method: 'GET', body: '' })),
    kills: ['http/pushed'],
  },
  {
    id: 'puts',
    title: 'uses PUT',
    decisions: request(() => ({ method: 'PUT' })),
    kills: ['http/post'],
  },
  {
    id: 'sends-a-form',
    title: 'calls its JSON a form',
    decisions: request(({ headers }) => ({
      headers: [['content-type', 'application/x-www-form-urlencoded'], ...without(headers, 'content-type')],
    })),
    kills: ['http/content-type'],
  },
  {
    id: 'nameless',
    title: 'does not say who it is',
    decisions: request(({ headers }) => ({ headers: without(headers, 'user-agent') })),
    kills: ['http/user-agent'],
  },
  {
    id: 'bloated',
    title: 'sends bodies of more than 20 KB',
    decisions: { bodyOf: ({ event }) => JSON.stringify(event) + ' '.repeat(20_480) },
    kills: ['http/body-size'],
  },
  {
    id: 'follows-redirects',
    title: 'goes where a redirect leads',
    decisions: { followsRedirects: true },
    kills: ['http/redirect-not-followed'],
  },
  {
    id: 'id-twice',
    title: 'sends the header with the id twice',
    decisions: request(({ headers }) => ({ headers: [...headers, ['webhook-id', 'evt_second']] })),
    kills: ['signature/verifies', 'headers/id'],
  },
  {
    id: 'dotted-id',
    title: 'has a dot in its ids',
    decisions: events((event) => ({ ...event, id: `northway.${event.id}` })),
    kills: ['headers/id-without-dot', 'events/schema'],
  },
  {
    id: 'two-ids',
    title: 'names one id in the header and another in the body',
    decisions: { idOf: ({ event }) => `msg_${event.id}` },
    kills: ['headers/id-equals-body'],
  },
  {
    id: 'slow-clock',
    title: 'has a clock that is ten minutes slow',
    decisions: { timestampOf: ({ atMs }) => Math.floor(atMs / 1000) - 600 },
    kills: ['headers/timestamp-fresh'],
  },
  {
    id: 'event-time',
    title: 'sends the time of the event as the time of sending',
    decisions: { timestampOf: ({ event }) => Date.parse(event.timestamp) / 1000 },
    kills: ['headers/timestamp-fresh', 'headers/timestamp-is-of-sending', 'retries/new-timestamp'],
  },
  {
    id: 'batches',
    title: 'sends lists of events',
    decisions: { bodyOf: ({ event }) => JSON.stringify([event]) },
    kills: ['events/json'],
  },
  {
    id: 'renamed-event',
    title: 'writes a name of an event in another way',
    decisions: on('decline_spike', (event) => ({ ...event, type: 'decline.spike' })),
    kills: ['events/name'],
  },
  {
    id: 'wrong-family',
    title: 'puts an event in a family more',
    decisions: on('command_failed', (event) => ({
      ...event,
      families: [...event.families, 'account_fleet_snapshot'],
    })),
    kills: ['events/families', 'events/schema'],
  },
  {
    id: 'one-family',
    title: 'names one of the two families of an event',
    decisions: on('heartbeat_stale', (event) => ({ ...event, families: event.families.slice(0, 1) })),
    kills: ['events/all-families', 'events/schema'],
  },
  {
    id: 'once-per-family',
    title: 'delivers an event of two families twice, under two ids',
    decisions: {
      events: (all) => [
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
    title: 'adds a member that the schema has not',
    decisions: events((event) => ({ ...event, tenant: 'northway' })),
    kills: ['events/schema'],
  },
  {
    id: 'unmarked-samples',
    title: 'sends samples that look like events',
    decisions: {},
    given: { areTests: true },
    kills: ['events/tests-marked'],
  },
  {
    id: 'sequence-stands',
    title: 'numbers every event of an incident with 1',
    decisions: events((event) =>
      event.incident === null ? event : { ...event, incident: { ...event.incident, sequence: 1 } },
    ),
    kills: ['incidents/sequence-tells-order'],
  },
  {
    id: 'never-again',
    title: 'tries every delivery once',
    decisions: { pauseAfter: () => undefined },
    kills: ['retries/happen', 'retries/after-silence'],
  },
  {
    id: 'silence-is-success',
    title: 'takes no answer for a good one',
    decisions: {
      pauseAfter: (answer, attempt) => (answer.kind === 'withheld' ? undefined : correct.pauseAfter(answer, attempt)),
    },
    kills: ['retries/after-silence'],
  },
  {
    id: 'impatient',
    title: 'does not look at Retry-After',
    decisions: {
      pauseAfter: (answer, attempt) =>
        correct.pauseAfter(answer.kind === 'status' ? { kind: 'status', status: answer.status } : answer, attempt),
    },
    kills: ['retries/retry-after'],
  },
  {
    id: 'id-per-attempt',
    title: 'gives each attempt an id of its own',
    decisions: { idOf: ({ event, number }) => (number === 1 ? event.id : `${event.id}-${number}`) },
    kills: ['headers/id-equals-body', 'retries/same-id'],
  },
  {
    id: 'body-per-attempt',
    title: 'writes the body anew for each attempt',
    decisions: { bodyOf: ({ event, number }) => JSON.stringify(event, null, number - 1) },
    kills: ['retries/same-bytes'],
  },
  {
    id: 'time-of-first-attempt',
    title: 'sends the time of the first attempt with every attempt',
    decisions: {
      // All first attempts are over before the first retry.
      timestampOf: ({ atMs, number }) => Math.floor(atMs / 1000) - (number === 1 ? 0 : 250),
    },
    kills: ['retries/new-timestamp'],
  },
  {
    id: 'one-id',
    title: 'uses one id for different events',
    decisions: events((event) => ({ ...event, id: 'evt_01M66WB6K0FW69APAPZFV90WQD' })),
    kills: ['retries/ids-are-unique'],
  },
  {
    id: 'goes-on',
    title: 'goes on after 410',
    decisions: { stopsWhenGone: false },
    kills: ['retries/gone-is-final'],
  },
  {
    id: 'mixes-tenants',
    title: 'delivers what belongs to another tenant',
    decisions: request(({ headers }) => ({ headers: [...headers, ['x-account', FOREIGN.toLowerCase()]] })),
    given: { canaries: [FOREIGN] },
    kills: ['privacy/no-foreign-data'],
  },
  {
    id: 'shows-a-card',
    title: 'has a card number in a body',
    decisions: events((event) => ({ ...event, card: TEST_CARD })),
    kills: ['events/schema', 'privacy/no-card-data'],
  },
  {
    id: 'shows-its-secret',
    title: 'sends the secret along',
    decisions: {
      signatureOf: (signing, ...rest) => [
        ...correct.signatureOf(signing, ...rest),
        ['x-secret', signing.secrets[0] ?? ''],
      ],
    },
    kills: ['privacy/no-secret'],
  },
];

/** A fault that only shows while a secret is being replaced. */
export const forgetsTheOldSecret: Fault = {
  id: 'forgets-the-old-secret',
  title: 'signs with the new secret alone while receivers still have the old one',
  decisions: {
    signatureOf: (signing, ...rest) =>
      correct.signatureOf({ scheme: SCHEMES['standard-webhooks'], secrets: signing.secrets.slice(0, 1) }, ...rest),
  },
  kills: ['signature/rotation'],
};
