import { deliveryOf, digestOf, withHeader, without, withSignatures } from '../delivery.ts';
import { each, type Probe } from '../probe.ts';
import { needsPrefix, needsSignedId, unknownPrefix } from './fitness.ts';

const FORGED = 'Anybody who knows the address can make events up.';

const SHORTENED = {
  words: 'Signatures of unequal length are compared only as far as the shorter one goes.',
  line: 'if (expected.startsWith(given)) accept()',
  instead: 'if (given.length === expected.length && timingSafeEqual(given, expected)) accept()',
};

/** Deliveries that nobody sent so: who sent it, and is it what they sent? */
export const forgeries: readonly Probe[] = [
  {
    id: 'tampered-body',
    title: 'A delivery whose body was changed after it was signed',
    level: 'must',
    expects: 'refused',
    matters: 'What arrives need not be what was sent.',
    usual: {
      words: 'The signature is not worked out from the body that came, or nobody waits for the check of it.',
      line: 'verify(req); handle(req.body)',
      instead: 'if (!(await verify(req))) return res.status(401).end()',
    },
    steps(bench) {
      const event = bench.event('tampered-body');
      const sentBody = JSON.stringify({ ...event, account_id: 'acct_somebody_else' });
      return each('refused', deliveryOf(bench, event, { sentBody }));
    },
  },
  {
    id: 'wrong-secret',
    title: 'A delivery signed with another secret',
    level: 'must',
    expects: 'refused',
    matters: FORGED,
    usual: {
      words: 'The handler looks whether there is a signature, and not whether it is right.',
      line: "if (req.headers['webhook-signature']) handle(req.body)",
      instead: "if (isRight(req.headers['webhook-signature'], req.body)) handle(req.body)",
    },
    steps: (bench) => each('refused', deliveryOf(bench, bench.event('wrong-secret'), { secrets: [bench.otherSecret] })),
  },
  {
    id: 'other-id',
    title: 'A delivery under another id than was signed',
    level: 'must',
    expects: 'refused',
    matters: 'One delivery can be played back under many ids, and is taken for a new event each time.',
    usual: {
      words: 'What is signed is put together with the id in the body, where it has to be the one in the header.',
      line: "const signed = [event.id, timestamp, body].join('.')",
      instead: "const signed = [req.headers['webhook-id'], timestamp, body].join('.')",
    },
    unfit: needsSignedId,
    steps(bench) {
      const delivery = deliveryOf(bench, bench.event('other-id'));
      const { id } = bench.event('the other id');
      return each(
        'refused',
        withHeader(delivery, bench.scheme.idHeader ?? '', () => id),
      );
    },
  },
  {
    id: 'no-id',
    title: 'A delivery without the header of its id',
    level: 'must',
    expects: 'refused',
    matters: 'The signature is then over something else than the sender signed.',
    usual: {
      words: 'Where the header is missing, the id in the body stands in for it.',
      line: "const id = req.headers['webhook-id'] ?? event.id",
      instead: "const id = req.headers['webhook-id']; if (!id) return res.status(400).end()",
    },
    unfit: needsSignedId,
    steps: (bench) => each('refused', without(deliveryOf(bench, bench.event('no-id')), bench.scheme.idHeader)),
  },
  {
    id: 'no-signature',
    title: 'A delivery without a signature',
    level: 'must',
    expects: 'refused',
    matters: FORGED,
    usual: {
      words: 'The signature is only checked when there is one.',
      line: "if (req.headers['webhook-signature']) verify(req)",
      instead: "if (!req.headers['webhook-signature']) return res.status(401).end()",
    },
    steps: (bench) =>
      each('refused', without(deliveryOf(bench, bench.event('no-signature')), bench.scheme.signatureHeader)),
  },
  {
    id: 'empty-signature',
    title: 'A delivery whose signature header is empty',
    level: 'must',
    expects: 'refused',
    matters: FORGED,
    usual: {
      words:
        'An empty header counts as none and none as nothing to check, or a check of all signatures finds none wrong.',
      line: 'signatures.every(isRight)',
      instead: 'signatures.some(isRight)',
    },
    steps: (bench) =>
      each(
        'refused',
        withHeader(deliveryOf(bench, bench.event('empty-signature')), bench.scheme.signatureHeader, () => ''),
      ),
  },
  {
    id: 'bare-prefix',
    title: 'A delivery whose signature is nothing but its prefix',
    level: 'must',
    expects: 'refused',
    matters: FORGED,
    usual: SHORTENED,
    unfit: needsPrefix,
    steps: (bench) =>
      each(
        'refused',
        withSignatures(deliveryOf(bench, bench.event('bare-prefix')), bench.scheme, [bench.scheme.prefix]),
      ),
  },
  {
    id: 'cut-signature',
    title: 'A delivery with the first half of the right signature',
    level: 'must',
    expects: 'refused',
    matters: 'A signature can be guessed piece by piece.',
    usual: SHORTENED,
    steps(bench) {
      const delivery = deliveryOf(bench, bench.event('cut-signature'));
      const digest = digestOf(delivery, bench.scheme);
      const half = bench.scheme.prefix + digest.slice(0, digest.length / 2);
      return each('refused', withSignatures(delivery, bench.scheme, [half]));
    },
  },
  {
    id: 'unknown-version-only',
    title: 'A delivery with the right digest, under a version that nobody knows',
    level: 'must',
    expects: 'refused',
    matters: 'The version says how to check; what is checked in another way is not checked.',
    usual: {
      words: 'The version is cut off, and never looked at.',
      line: "const [, digest] = signature.split(',')",
      instead: "const [version, digest] = signature.split(','); if (version !== 'v1') continue",
    },
    unfit: needsPrefix,
    steps(bench) {
      const delivery = deliveryOf(bench, bench.event('unknown-version-only'));
      const signature = unknownPrefix(bench.scheme) + digestOf(delivery, bench.scheme);
      return each('refused', withSignatures(delivery, bench.scheme, [signature]));
    },
  },
];
