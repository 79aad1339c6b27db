import { hasTimestamp } from '../../webhooks/scheme.ts';
import { signWithEmptyKey } from '../../webhooks/signature.ts';
import {
  createProbeDelivery,
  readFirstDigest,
  removeTimestamp,
  replaceHeader,
  replaceSignatures,
  withoutHeader,
} from '../outgoing-delivery.ts';
import { expectEach, type Probe } from '../probe.ts';
import { needsPrefix, needsSignedId, toUnknownPrefix } from './applicability.ts';

const FORGED = 'Anyone who knows the URL can forge events.';

const SHORTENED = {
  words: 'The handler compares only as many characters as the shorter signature has.',
  line: 'if (expected.startsWith(given)) accept()',
  instead: 'if (given.length === expected.length && timingSafeEqual(given, expected)) accept()',
};

/** Deliveries with a wrong signature, or changed after signing. */
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
      const sentBody = JSON.stringify({ ...event, account_id: 'acct_somebody_else' });
      return expectEach('refused', createProbeDelivery(context, event, { sentBody }));
    },
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
        createProbeDelivery(context, context.event('wrong-secret'), { secrets: [context.otherSecret] }),
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
        withoutHeader(createProbeDelivery(context, context.event('no-signature')), context.scheme.signatureHeader),
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
          createProbeDelivery(context, context.event('empty-signature')),
          context.scheme.signatureHeader,
          () => '',
        ),
      ),
  },
  {
    id: 'bare-prefix',
    title: 'A delivery whose signature consists of its prefix only',
    level: 'must',
    expects: 'refused',
    matters: FORGED,
    usual: SHORTENED,
    whyNotApplicable: needsPrefix,
    steps: (context) =>
      expectEach(
        'refused',
        replaceSignatures(createProbeDelivery(context, context.event('bare-prefix')), context.scheme, [
          context.scheme.prefix,
        ]),
      ),
  },
  {
    id: 'cut-signature',
    title: 'A delivery with the first half of the correct signature',
    level: 'must',
    expects: 'refused',
    matters: 'An attacker can guess a signature character by character.',
    usual: SHORTENED,
    steps(context) {
      const delivery = createProbeDelivery(context, context.event('cut-signature'));
      const digest = readFirstDigest(delivery, context.scheme);
      const half = context.scheme.prefix + digest.slice(0, digest.length / 2);
      return expectEach('refused', replaceSignatures(delivery, context.scheme, [half]));
    },
  },
  {
    id: 'empty-key',
    title: 'A delivery signed with an empty key',
    level: 'must',
    expects: 'refused',
    matters: 'Anyone can create such a signature.',
    usual: {
      words: 'The secret is not configured, or an earlier secret is empty, and the handler computes with an empty key.',
      line: "createHmac('sha256', process.env.OLD_SECRET ?? '')",
      instead: "if (!secret) throw new Error('no secret is configured')",
    },
    steps(context) {
      const event = context.event('empty-key');
      const unsigned = { id: event.id, timestampSeconds: context.nowSeconds, body: JSON.stringify(event) };
      const signature = signWithEmptyKey(context.scheme, unsigned);
      return expectEach('refused', replaceSignatures(createProbeDelivery(context, event), context.scheme, [signature]));
    },
  },
  {
    id: 'reveals-nothing',
    title: 'A rejection contains neither the secret nor the correct signature',
    level: 'must',
    expects: 'any',
    matters: 'Anyone can let the receiver sign a forged event.',
    usual: {
      words: 'The handler returns the expected signature or its configuration to explain the rejection.',
      line: 'res.status(401).json({ expected, given })',
      instead: 'res.status(401).end()',
    },
    steps(context) {
      const { scheme, secret } = context;
      const event = context.event('reveals-nothing');
      const genuine = createProbeDelivery(context, event);
      const forged = createProbeDelivery(context, event, { secrets: [context.otherSecret] });
      const hidden = [readFirstDigest(genuine, scheme), secret.replace(/^whsec_/, '')];
      return [
        { delivery: forged, expects: 'any', name: 'a wrong signature', hidden },
        { delivery: withoutHeader(genuine, scheme.signatureHeader), expects: 'any', name: 'no signature', hidden },
        ...(hasTimestamp(scheme)
          ? [{ delivery: removeTimestamp(genuine, scheme), expects: 'any', name: 'no timestamp', hidden } as const]
          : []),
      ];
    },
  },
  {
    id: 'unknown-version-only',
    title: 'A delivery with the correct digest under an unknown version',
    level: 'must',
    expects: 'refused',
    matters: 'The version defines how to verify a signature; the handler cannot verify an unknown version.',
    usual: {
      words: 'The handler ignores the version of the signature.',
      line: "const [, digest] = signature.split(',')",
      instead: "const [version, digest] = signature.split(','); if (version !== 'v1') continue",
    },
    whyNotApplicable: needsPrefix,
    steps(context) {
      const delivery = createProbeDelivery(context, context.event('unknown-version-only'));
      const signature = toUnknownPrefix(context.scheme) + readFirstDigest(delivery, context.scheme);
      return expectEach('refused', replaceSignatures(delivery, context.scheme, [signature]));
    },
  },
];
