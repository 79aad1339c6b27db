import type { SignatureScheme } from '../../../webhooks/scheme.ts';
import { expectEach, type Probe, type ProbeContext } from '../../core/probe.ts';
import {
  addHeader,
  createProbeDelivery,
  type OutgoingDelivery,
  readFirstDigest,
  replaceSignatures,
} from '../../sending/outgoing-delivery.ts';
import { needsBase64, needsPrefix, needsSeveral, toOtherPrefix, toUnknownPrefix } from '../applicability.ts';
import { findDelivery } from '../find-delivery.ts';
import { FORGED } from './forgeries.ts';

const DURING_ROTATION = 'During a secret rotation, every delivery has a signature of each secret: all would be lost.';

/** Signatures of one delivery, with their prefixes. */
interface Signatures {
  readonly right: string;
  readonly wrong: string;
  readonly alsoWrong: string;
  /** Of versions that the receiver does not know. */
  readonly unknown: string;
  readonly alsoUnknown: string;
  /** The correct digest under an unknown version. */
  readonly rightOfUnknown: string;
}

/** Returns a delivery whose signature header contains the signatures that `choose` returns. */
function createWithSignatures(
  context: ProbeContext,
  name: string,
  choose: (signatures: Signatures) => readonly string[],
): OutgoingDelivery {
  const { scheme, otherSecret } = context;
  const event = context.event(name);
  const delivery = createProbeDelivery(context, event);
  const digest = readFirstDigest(delivery, scheme);
  const wrong = readFirstDigest(createProbeDelivery(context, event, { secrets: [otherSecret] }), scheme);
  const alsoWrong = readFirstDigest(createProbeDelivery(context, context.event('another event')), scheme);
  const chosen = choose({
    right: scheme.prefix + digest,
    wrong: scheme.prefix + wrong,
    alsoWrong: scheme.prefix + alsoWrong,
    unknown: toUnknownPrefix(scheme) + doubleDigest(wrong, scheme.encoding),
    alsoUnknown: toOtherPrefix(scheme) + alsoWrong,
    rightOfUnknown: toUnknownPrefix(scheme) + digest,
  });
  return replaceSignatures(delivery, scheme, chosen);
}

/** Returns a signature of 64 bytes for a digest of 32, as an asymmetric version has. */
const doubleDigest = (digest: string, encoding: SignatureScheme['encoding']): string => {
  const bytes = Buffer.from(digest, encoding);
  return Buffer.concat([bytes, bytes]).toString(encoding);
};

/** Deliveries with several signatures. */
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
    id: 'right-signature-among',
    title: 'Deliveries with three signatures, the valid one second or last',
    level: 'must',
    expects: 'taken',
    matters: 'After two rotations, every delivery has three signatures: all would be lost.',
    usual: {
      words: 'The handler compares at most two signatures, or only the first and the last one.',
      line: "const [first, second] = header.split(' ')",
      instead: "const isMatch = header.split(' ').some(isValid)",
    },
    whyNotApplicable: needsSeveral,
    steps: (context) =>
      (
        [
          ['the valid one second', ({ right, wrong, alsoWrong }) => [wrong, right, alsoWrong]],
          ['the valid one last', ({ right, wrong, alsoWrong }) => [wrong, alsoWrong, right]],
        ] satisfies [string, (signatures: Signatures) => string[]][]
      ).map(([name, choose]) => ({
        delivery: createWithSignatures(context, `right-signature-among ${name}`, choose),
        expects: 'taken',
        name,
      })),
  },
  {
    id: 'unknown-version-beside',
    title: 'Deliveries with signatures of unknown versions beside the valid signature',
    level: 'must',
    expects: 'taken',
    matters: 'When the sender adds a version, every delivery would be lost.',
    usual: {
      words: 'The handler rejects an unknown version; it should skip it.',
      line: "if (version !== 'v1') throw new Error('unknown version')",
      instead: "if (version !== 'v1') continue",
    },
    whyNotApplicable: (scheme) => needsPrefix(scheme) ?? needsSeveral(scheme),
    steps: (context) =>
      (
        [
          ['one before it', ({ right, unknown }) => [unknown, right]],
          ['one after it', ({ right, alsoUnknown }) => [right, alsoUnknown]],
          [
            'two, and a signature of another secret',
            ({ right, wrong, unknown, alsoUnknown }) => [unknown, wrong, alsoUnknown, right],
          ],
        ] satisfies [string, (signatures: Signatures) => string[]][]
      ).map(([name, choose]) => ({
        delivery: createWithSignatures(context, `unknown-version-beside ${name}`, choose),
        expects: 'taken',
        name,
      })),
  },
  {
    id: 'wrong-signatures',
    title: 'Deliveries with several signatures, none of them valid',
    level: 'must',
    expects: 'refused',
    matters: FORGED,
    usual: {
      words: 'The handler counts signatures, or accepts one signature for the reasons of another.',
      line: "const isMatch = header.split(' ').length > 1 || isValid(header)",
      instead: "const isMatch = header.split(' ').some(isValid)",
    },
    whyNotApplicable: (scheme) => needsPrefix(scheme) ?? needsSeveral(scheme),
    steps(context) {
      const { scheme } = context;
      const two = createWithSignatures(context, 'wrong-signatures', ({ wrong, alsoWrong }) => [wrong, alsoWrong]);
      const mixed = createWithSignatures(context, 'wrong-signatures', ({ rightOfUnknown, wrong }) => [
        rightOfUnknown,
        wrong,
      ]);
      const twice = addHeader(
        createWithSignatures(context, 'wrong-signatures', ({ wrong }) => [wrong]),
        [scheme.signatureHeader, scheme.prefix + readFirstDigest(two, scheme)],
        'last',
      );
      return [
        { delivery: two, expects: 'refused', name: 'two wrong ones' },
        { delivery: mixed, expects: 'refused', name: 'the correct digest under an unknown version' },
        { delivery: twice, expects: 'refused', name: 'two headers' },
      ];
    },
  },
  {
    id: 'signature-characters',
    title: 'Deliveries whose valid signatures contain the special characters of base64',
    level: 'must',
    expects: 'taken',
    matters: 'One delivery in two or three has such a signature, and would be lost.',
    usual: {
      words: 'The handler decodes the header like a URL, or decodes base64 with another alphabet.',
      line: "const given = decodeURIComponent(signature.replace('+', ' '))",
      instead: "const given = Buffer.from(digest, 'base64')",
    },
    whyNotApplicable: needsBase64,
    steps: (context) =>
      Object.entries({
        'both special characters': /(?=.*[+-]).*[/_]/,
        'a special character first': /^[+/_-]/,
        'a special character near the end': /[+/_-].=*$/,
        'two special characters in a row': /[+/_-]{2}/,
        'the text v1': /v1/,
      }).map(([name, pattern]) => ({
        delivery: findDelivery(context, `signature-characters ${name}`, pattern),
        expects: 'taken',
        name,
      })),
  },
  {
    id: 'odd-signatures',
    title: 'Deliveries with malformed signature headers',
    level: 'must',
    // a server may close the connection because of a header value outside ASCII
    adviceFor: ['none'],
    expects: 'refused',
    matters: 'Anyone can cause errors that look like an outage.',
    usual: {
      words: 'The handler decodes or splits the header without catching errors.',
      line: "const [version, digest] = signature.split(','); Buffer.from(digest, 'base64')",
      instead: "const [version, digest = ''] = signature.split(',')",
    },
    steps(context) {
      const { scheme } = context;
      const delivery = createProbeDelivery(context, context.event('odd-signatures'));
      const digest = readFirstDigest(delivery, scheme);
      const values = {
        'a word': 'signature',
        'not base64': `${scheme.prefix}%%%*`,
        'one letter': `${scheme.prefix}A`,
        'padding only': `${scheme.prefix}====`,
        'letters outside ASCII': `${scheme.prefix}${digest.slice(0, -3)}\u00e9\u00fc=`,
        'no padding': scheme.prefix + digest.replaceAll('=', ''),
        'separators only': (scheme.separator ?? ',').repeat(3).concat(','),
      };
      return Object.entries(values).map(([name, value]) => ({
        delivery: replaceSignatures(delivery, scheme, [value]),
        expects: name === 'no padding' ? 'handled' : 'refused',
        name,
      }));
    },
  },
];
