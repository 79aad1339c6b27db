import { signWithTextKey } from '../../../webhooks/signature.ts';
import { expectEach, type Probe } from '../../core/probe.ts';
import {
  createProbeDelivery,
  readFirstDigest,
  replaceHeader,
  replaceSignatures,
  withoutHeader,
} from '../../sending/outgoing-delivery.ts';
import { needsSignedId, needsSignedTime } from '../applicability.ts';

/** The consequence of an accepted forgery. */
export const FORGED = 'Anyone who knows the URL can forge events.';

/** Not valid in UTF-8. */
const NOT_TEXT = Buffer.of(0x7b, 0xff, 0xfe, 0x00, 0xc3, 0x7d);

/** Deliveries without a signature, signed by another sender, or changed after signing. */
export const forgeryProbes: readonly Probe[] = [
  {
    id: 'tampered-body',
    title: 'A delivery whose body was changed after signing',
    level: 'must',
    expects: 'refused',
    matters: 'An attacker can change deliveries in transit.',
    usual: {
      words: 'The handler does not compute the signature of the received body, or does not await the verification.',
      line: 'verify(req); handle(req.body)',
      instead: 'if (!(await verify(req))) return res.status(401).end()',
    },
    steps(context) {
      const event = context.event('tampered-body');
      const bodies = {
        'another account': JSON.stringify({ ...event, account_id: 'acct_somebody_else' }),
        'other data': JSON.stringify({ ...event, data: {} }),
        'a member at the end': JSON.stringify({ ...event, severity_override: 'critical' }),
      };
      return Object.entries(bodies).map(([name, sentBody]) => ({
        delivery: createProbeDelivery(context, event, { sentBody }),
        expects: 'refused',
        name,
      }));
    },
  },
  {
    id: 'forged-garbage',
    title: 'Deliveries signed with another secret whose body is empty, not JSON or not text',
    level: 'must',
    expects: 'refused',
    adviceFor: ['none'],
    matters: 'Anyone can cause errors that look like an outage.',
    usual: {
      words: 'The handler parses the body before it verifies the signature.',
      line: 'const event = JSON.parse(body); if (!isValid(req)) return res.status(401).end()',
      instead: 'if (!isValid(req)) return res.status(401).end(); const event = JSON.parse(body)',
    },
    steps: (context) =>
      Object.entries({
        'an empty body': '',
        'text that is not JSON': '{"id":',
        'bytes that are not text': NOT_TEXT,
      }).map(([name, body]) => ({
        delivery: createProbeDelivery(context, context.event(`forged-garbage ${name}`), {
          body,
          secrets: [context.otherSecret],
        }),
        expects: 'refused',
        name,
      })),
  },
  {
    id: 'wrong-secret',
    title: 'A delivery signed with another secret',
    level: 'must',
    expects: 'refused',
    matters: FORGED,
    usual: {
      words: 'The handler checks that a signature is present but does not verify it.',
      line: "if (req.headers['webhook-signature']) handle(req.body)",
      instead: "if (isValid(req.headers['webhook-signature'], req.body)) handle(req.body)",
    },
    steps: (context) =>
      expectEach(
        'refused',
        createProbeDelivery(context, context.eventOfAnyType('wrong-secret'), { secrets: [context.otherSecret] }),
      ),
  },
  {
    id: 'other-id',
    title: 'A delivery whose id differs from the signed id',
    level: 'must',
    expects: 'refused',
    matters: 'An attacker can replay one delivery under many ids, and each counts as a new event.',
    usual: {
      words: 'The handler builds the signed content with the id in the body instead of the id in the header.',
      line: "const signed = [event.id, timestamp, body].join('.')",
      instead: "const signed = [req.headers['webhook-id'], timestamp, body].join('.')",
    },
    whyNotApplicable: needsSignedId,
    steps(context) {
      const delivery = createProbeDelivery(context, context.event('other-id'));
      const { id } = context.event('the other id');
      return expectEach(
        'refused',
        replaceHeader(delivery, context.scheme.idHeader ?? '', () => id),
      );
    },
  },
  {
    id: 'other-content',
    title: 'Deliveries whose signature covers less than the scheme requires',
    level: 'must',
    expects: 'refused',
    matters: 'An attacker who has such a signature can replay it with any id and at any time.',
    usual: {
      words: 'The handler also accepts signatures of an older scheme.',
      line: 'if (isValid(signed) || isValid(body)) accept()',
      instead: 'if (isValid(signed)) accept()',
    },
    whyNotApplicable: needsSignedTime,
    steps(context) {
      const { scheme } = context;
      const event = context.event('other-content');
      const delivery = createProbeDelivery(context, event);
      return ['{body}', '{timestamp}.{body}', '{id}.{body}']
        .filter(
          (content) => content !== scheme.signedContent && (scheme.idHeader !== null || !content.includes('{id}')),
        )
        .map((signedContent) => {
          const other = { ...scheme, signedContent };
          const digest = readFirstDigest(createProbeDelivery({ ...context, scheme: other }, event), other);
          return {
            delivery: replaceSignatures(delivery, scheme, [scheme.prefix + digest]),
            expects: 'refused',
            name: `a signature of ${signedContent}`,
          };
        });
    },
  },
  {
    id: 'no-id',
    title: 'A delivery without the id header',
    level: 'must',
    expects: 'refused',
    matters: 'The handler then verifies content that the sender did not sign.',
    usual: {
      words: 'The handler uses the id in the body when the header is missing.',
      line: "const id = req.headers['webhook-id'] ?? event.id",
      instead: "const id = req.headers['webhook-id']; if (!id) return res.status(400).end()",
    },
    whyNotApplicable: needsSignedId,
    steps: (context) =>
      expectEach(
        'refused',
        withoutHeader(createProbeDelivery(context, context.event('no-id')), context.scheme.idHeader),
      ),
  },
  {
    id: 'no-signature',
    title: 'A delivery without a signature',
    level: 'must',
    expects: 'refused',
    matters: FORGED,
    usual: {
      words: 'The handler verifies the signature only if one is present.',
      line: "if (req.headers['webhook-signature']) verify(req)",
      instead: "if (!req.headers['webhook-signature']) return res.status(401).end()",
    },
    steps: (context) =>
      expectEach(
        'refused',
        withoutHeader(
          createProbeDelivery(context, context.eventOfAnyType('no-signature')),
          context.scheme.signatureHeader,
        ),
      ),
  },
  {
    id: 'empty-signature',
    title: 'A delivery with an empty signature header',
    level: 'must',
    expects: 'refused',
    matters: FORGED,
    usual: {
      words: 'The handler skips the verification for an empty header, or accepts an empty list of signatures.',
      line: 'signatures.every(isValid)',
      instead: 'signatures.some(isValid)',
    },
    steps: (context) =>
      expectEach(
        'refused',
        replaceHeader(
          createProbeDelivery(context, context.eventOfAnyType('empty-signature')),
          context.scheme.signatureHeader,
          () => '',
        ),
      ),
  },
  {
    id: 'empty-key',
    title: 'Deliveries signed with an empty key, or with a key that anyone can guess',
    level: 'must',
    expects: 'refused',
    matters: 'Anyone can create such a signature.',
    usual: {
      words: 'The secret is not configured, or an earlier secret is empty, and the handler computes with an empty key.',
      line: "createHmac('sha256', process.env.OLD_SECRET ?? '')",
      instead: "if (!secret) throw new Error('no secret is configured')",
    },
    steps(context) {
      const event = context.eventOfAnyType('empty-key');
      const unsigned = { id: event.id, timestampSeconds: context.nowSeconds, body: JSON.stringify(event) };
      return ['', 'undefined', 'null', 'secret', 'whsec_', event.id].map((key) => ({
        delivery: replaceSignatures(createProbeDelivery(context, event), context.scheme, [
          signWithTextKey(context.scheme, key, unsigned),
        ]),
        expects: 'refused',
        name: key === '' ? 'an empty key' : key === event.id ? 'the id as the key' : `the key "${key}"`,
      }));
    },
  },
];
