import { SCHEMES } from '../../webhooks/scheme.ts';
import { signDelivery } from '../../webhooks/signature.ts';
import { events, type Fault, request, without } from './fault.ts';
import { correct } from './sender.ts';

const OTHER_SECRET = `whsec_${Buffer.from('a secret that nobody gave to it.').toString('base64')}`;

/** How a sender signs, addresses and labels its requests wrongly. */
export const faultsOfRequests: readonly Fault[] = [
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
        signDelivery({ ...scheme, signedContent: '{body}' }, { id, timestampSeconds, body, secrets }),
    },
    kills: ['signature/verifies'],
  },
  {
    id: 'gets',
    title: 'asks with GET in place of pushing',
    decisions: request(() => ({ method: 'GET', body: '' })),
    kills: ['request/pushed'],
  },
  {
    id: 'puts',
    title: 'uses PUT',
    decisions: request(() => ({ method: 'PUT' })),
    kills: ['request/post'],
  },
  {
    id: 'sends-a-form',
    title: 'calls its JSON a form',
    decisions: request(({ headers }) => ({
      headers: [['content-type', 'application/x-www-form-urlencoded'], ...without(headers, 'content-type')],
    })),
    kills: ['request/content-type'],
  },
  {
    id: 'nameless',
    title: 'does not say who it is',
    decisions: request(({ headers }) => ({ headers: without(headers, 'user-agent') })),
    kills: ['request/user-agent'],
  },
  {
    id: 'bloated',
    title: 'sends bodies of more than 20 KB',
    decisions: { bodyOf: ({ event }) => JSON.stringify(event) + ' '.repeat(20_480) },
    kills: ['request/body-size'],
  },
  {
    id: 'follows-redirects',
    title: 'goes where a redirect leads',
    decisions: { followsRedirects: true },
    kills: ['retries/redirect-not-followed'],
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
