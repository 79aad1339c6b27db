import { deliveryOf, digestOf, withSignatures } from '../delivery.ts';
import { each, type Probe } from '../probe.ts';
import { needsPrefix, needsSeveral, unknownPrefix } from './fitness.ts';

const MEANWHILE = 'While a secret is being replaced, every delivery carries a signature of each: all would be lost.';

/** Deliveries with several signatures, of which one is right. */
export const rotation: readonly Probe[] = [
  {
    id: 'right-signature-first',
    title: 'A delivery with two signatures, the right one first',
    level: 'must',
    expects: 'taken',
    matters: MEANWHILE,
    usual: {
      words: 'The header is compared as a whole, or each signature has to match, or the last one wins.',
      line: "for (const one of header.split(' ')) isGood = isRight(one)",
      instead: "for (const one of header.split(' ')) isGood ||= isRight(one)",
    },
    unfit: needsSeveral,
    steps: (bench) =>
      each(
        'taken',
        deliveryOf(bench, bench.event('right-signature-first'), { secrets: [bench.secret, bench.otherSecret] }),
      ),
  },
  {
    id: 'right-signature-last',
    title: 'A delivery with two signatures, the right one last',
    level: 'must',
    expects: 'taken',
    matters: MEANWHILE,
    usual: {
      words: 'Only the first signature of the header is compared.',
      line: "const isGood = isRight(header.split(' ')[0])",
      instead: "const isGood = header.split(' ').some(isRight)",
    },
    unfit: needsSeveral,
    steps: (bench) =>
      each(
        'taken',
        deliveryOf(bench, bench.event('right-signature-last'), { secrets: [bench.otherSecret, bench.secret] }),
      ),
  },
  {
    id: 'unknown-version-beside',
    title: 'A delivery with a signature of a version that nobody knows, before the right one',
    level: 'must',
    expects: 'taken',
    matters: 'On the day when the sender adds a version, every delivery would be lost.',
    usual: {
      words: 'A version that is not known counts as an error, where it is to be skipped.',
      line: "if (version !== 'v1') throw new Error('unknown version')",
      instead: "if (version !== 'v1') continue",
    },
    unfit: (scheme) => needsPrefix(scheme) ?? needsSeveral(scheme),
    steps(bench) {
      const delivery = deliveryOf(bench, bench.event('unknown-version-beside'));
      const digest = digestOf(delivery, bench.scheme);
      const other = unknownPrefix(bench.scheme) + digest.slice(0, digest.length / 2);
      return each('taken', withSignatures(delivery, bench.scheme, [other, bench.scheme.prefix + digest]));
    },
  },
];
