import { createProbeDelivery, readFirstDigest, replaceSignatures } from '../outgoing-delivery.ts';
import { expectEach, type Probe } from '../probe.ts';
import { needsPrefix, needsSeveral, toUnknownPrefix } from './applicability.ts';

const DURING_ROTATION = 'During a secret rotation, every delivery has a signature of each secret: all would be lost.';

/** Deliveries with several signatures, one of them valid. */
export const rotationProbes: readonly Probe[] = [
  {
    id: 'right-signature-first',
    title: 'A delivery with two signatures, the valid one first',
    level: 'must',
    expects: 'taken',
    matters: DURING_ROTATION,
    usual: {
      words: 'The handler compares the whole header, requires all signatures to match, or uses only the last one.',
      line: "for (const one of header.split(' ')) isMatch = isValid(one)",
      instead: "for (const one of header.split(' ')) isMatch ||= isValid(one)",
    },
    whyNotApplicable: needsSeveral,
    steps: (context) =>
      expectEach(
        'taken',
        createProbeDelivery(context, context.event('right-signature-first'), {
          secrets: [context.secret, context.otherSecret],
        }),
      ),
  },
  {
    id: 'right-signature-last',
    title: 'A delivery with two signatures, the valid one last',
    level: 'must',
    expects: 'taken',
    matters: DURING_ROTATION,
    usual: {
      words: 'The handler compares only the first signature in the header.',
      line: "const isMatch = isValid(header.split(' ')[0])",
      instead: "const isMatch = header.split(' ').some(isValid)",
    },
    whyNotApplicable: needsSeveral,
    steps: (context) =>
      expectEach(
        'taken',
        createProbeDelivery(context, context.event('right-signature-last'), {
          secrets: [context.otherSecret, context.secret],
        }),
      ),
  },
  {
    id: 'unknown-version-beside',
    title: 'A delivery with a signature of an unknown version before the valid signature',
    level: 'must',
    expects: 'taken',
    matters: 'When the sender adds a version, every delivery would be lost.',
    usual: {
      words: 'The handler rejects an unknown version; it should skip it.',
      line: "if (version !== 'v1') throw new Error('unknown version')",
      instead: "if (version !== 'v1') continue",
    },
    whyNotApplicable: (scheme) => needsPrefix(scheme) ?? needsSeveral(scheme),
    steps(context) {
      const delivery = createProbeDelivery(context, context.event('unknown-version-beside'));
      const digest = readFirstDigest(delivery, context.scheme);
      const other = toUnknownPrefix(context.scheme) + digest.slice(0, digest.length / 2);
      return expectEach('taken', replaceSignatures(delivery, context.scheme, [other, context.scheme.prefix + digest]));
    },
  },
];
