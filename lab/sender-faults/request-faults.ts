import { SCHEMES } from '../../conformance/webhooks/scheme.ts';
import { signDelivery } from '../../conformance/webhooks/signature.ts';
import { changeEvents, changeRequest, removeHeader, type SenderFault } from './fault.ts';
import { correctSender } from './sender.ts';

const OTHER_SECRET = `whsec_${Buffer.from('a secret that is not its secret..').toString('base64')}`;

/** Faults in signatures, addresses and headers of requests. */
export const requestFaults: readonly SenderFault[] = [
  {
    id: 'unsigned',
    title: 'does not sign',
    behaviour: changeRequest(({ headers }) => ({ headers: removeHeader(headers, 'webhook-signature') })),
    kills: ['signature/present', 'signature/verifies'],
  },
  {
    id: 'signed-by-another',
    title: 'signs with an unknown secret',
    behaviour: {
      makeSignatureHeaders: (signing, content) =>
        correctSender.makeSignatureHeaders({ ...signing, secrets: [OTHER_SECRET] }, content),
    },
    kills: ['signature/verifies'],
  },
  {
    id: 'signed-before-it-was-written',
    title: 'signs other bytes than it sends',
    behaviour: changeRequest(({ body }) => ({ body: body.replace('{', '{ ') })),
    kills: ['signature/verifies'],
  },
  {
    id: 'signed-body-alone',
    title: 'signs the body without id and timestamp',
    behaviour: {
      makeSignatureHeaders: ({ scheme, secrets }, content) =>
        signDelivery({ ...scheme, signedContent: '{body}' }, { ...content, secrets }),
    },
    kills: ['signature/verifies'],
  },
  {
    id: 'gets',
    title: 'sends GET instead of POST',
    behaviour: changeRequest(() => ({ method: 'GET', body: '' })),
    kills: ['request/pushed'],
  },
  {
    id: 'puts',
    title: 'sends PUT instead of POST',
    behaviour: changeRequest(() => ({ method: 'PUT' })),
    kills: ['request/post'],
  },
  {
    id: 'sends-a-form',
    title: 'sends JSON with the content type of a form',
    behaviour: changeRequest(({ headers }) => ({
      headers: [['content-type', 'application/x-www-form-urlencoded'], ...removeHeader(headers, 'content-type')],
    })),
    kills: ['request/content-type'],
  },
  {
    id: 'nameless',
    title: 'sends no user agent',
    behaviour: changeRequest(({ headers }) => ({ headers: removeHeader(headers, 'user-agent') })),
    kills: ['request/user-agent'],
  },
  {
    id: 'bloated',
    title: 'sends bodies of more than 20 KB',
    behaviour: { makeBody: ({ event }) => JSON.stringify(event) + ' '.repeat(20_480) },
    kills: ['request/body-size'],
  },
  {
    id: 'follows-redirects',
    title: 'follows redirects',
    behaviour: { followsRedirects: true },
    kills: ['retries/redirect-not-followed'],
  },
  {
    id: 'id-twice',
    title: 'sends the id header twice',
    behaviour: changeRequest(({ headers }) => ({ headers: [...headers, ['webhook-id', 'evt_second']] })),
    kills: ['signature/verifies', 'headers/id'],
  },
  {
    id: 'dotted-id',
    title: 'uses ids that contain a dot',
    behaviour: changeEvents((event) => ({ ...event, id: `northway.${event.id}` })),
    kills: ['headers/id-without-dot', 'events/schema'],
  },
  {
    id: 'two-ids',
    title: 'sends different ids in the header and the body',
    behaviour: { makeId: ({ event }) => `msg_${event.id}` },
    kills: ['headers/id-equals-body'],
  },
  {
    id: 'slow-clock',
    title: 'uses a clock that is ten minutes slow',
    behaviour: { makeTimestamp: ({ atMs }) => Math.floor(atMs / 1000) - 600 },
    kills: ['headers/timestamp-fresh'],
  },
  {
    id: 'event-time',
    title: 'sends the time of the event as the timestamp',
    behaviour: { makeTimestamp: ({ event }) => Date.parse(event.timestamp) / 1000 },
    kills: ['headers/timestamp-fresh', 'headers/timestamp-is-of-sending', 'retries/new-timestamp'],
  },
];

/** A fault that shows only while a secret is being replaced. */
export const oldSecretIsDropped: SenderFault = {
  id: 'forgets-the-old-secret',
  title: 'signs only with the new secret while receivers still have the old one',
  behaviour: {
    makeSignatureHeaders: (signing, content) =>
      correctSender.makeSignatureHeaders(
        { scheme: SCHEMES['standard-webhooks'], secrets: signing.secrets.slice(0, 1) },
        content,
      ),
  },
  kills: ['signature/rotation'],
};
