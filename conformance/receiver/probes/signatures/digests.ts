import { expectEach, type Probe, type ProbeContext, type ProbeStep } from '../../core/probe.ts';
import {
  createProbeDelivery,
  type OutgoingDelivery,
  readFirstDigest,
  replaceDigest,
  replaceSignatures,
} from '../../sending/outgoing-delivery.ts';
import { needsBase64, needsPrefix, toOtherPrefix, toUnknownPrefix } from '../applicability.ts';
import { findDelivery } from '../find-delivery.ts';
import { FORGED } from './forgeries.ts';

const GUESSED = 'An attacker can guess a signature part by part.';

const SHORTENED = {
  words: 'The handler compares only as many characters as the shorter signature has.',
  line: 'if (expected.startsWith(given)) accept()',
  instead: 'if (given.length === expected.length && timingSafeEqual(given, expected)) accept()',
};

/** Returns one step per change of the digest: each delivery must be refused. */
function changeDigest(
  context: ProbeContext,
  name: string,
  changes: Readonly<Record<string, (digest: Buffer) => Uint8Array>>,
): ProbeStep[] {
  const delivery = createProbeDelivery(context, context.eventOfAnyType(name));
  return Object.entries(changes).map(([step, change]) => ({
    delivery: replaceDigest(delivery, context.scheme, change),
    expects: 'refused',
    name: step,
  }));
}

/** Returns a copy of the digest in which `change` of the bytes at these places differs. */
const flipBytes = (digest: Buffer, isFlipped: (place: number) => boolean): Buffer =>
  Buffer.from(digest.map((byte, place) => (isFlipped(place) ? byte ^ 1 : byte)));

/** Exchanges the first byte with another one that differs from it: sums and sets of bytes stay equal. */
function exchangeBytes(digest: Buffer): Buffer {
  const changed = Buffer.from(digest);
  const [first = 0] = changed;
  const other = changed.findIndex((byte) => byte !== first);
  changed[0] = changed[other] ?? 0;
  changed[other] = first;
  return changed;
}

const replaceDigestText = (
  delivery: OutgoingDelivery,
  { scheme }: ProbeContext,
  change: (digest: string) => string,
): OutgoingDelivery => replaceSignatures(delivery, scheme, [scheme.prefix + change(readFirstDigest(delivery, scheme))]);

/** Deliveries whose signature resembles the correct one. */
export const digestProbes: readonly Probe[] = [
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
    title: 'Deliveries with a part of the correct signature',
    level: 'must',
    expects: 'refused',
    matters: GUESSED,
    usual: SHORTENED,
    steps(context) {
      const delivery = createProbeDelivery(context, context.event('cut-signature'));
      const half = replaceDigestText(delivery, context, (digest) => digest.slice(0, digest.length / 2));
      return [
        { delivery: half, expects: 'refused', name: 'the first half' },
        ...changeDigest(context, 'cut-signature', {
          'all but the last byte': (digest) => digest.subarray(0, -1),
          'all but the first byte': (digest) => digest.subarray(1),
          'the first three bytes': (digest) => digest.subarray(0, 3),
        }),
      ];
    },
  },
  {
    id: 'longer-signature',
    title: 'Deliveries whose signature contains the correct one and further bytes',
    level: 'must',
    expects: 'refused',
    matters: 'The handler accepts signatures that the sender did not create.',
    usual: {
      words: 'The handler searches for the correct signature, or compares only as many bytes as it has.',
      line: 'if (given.includes(expected)) accept()',
      instead: 'if (given.length === expected.length && timingSafeEqual(given, expected)) accept()',
    },
    steps(context) {
      const delivery = createProbeDelivery(context, context.event('longer-signature'));
      const { prefix } = context.scheme;
      const beforeIt = replaceDigestText(delivery, context, (digest) => `AAAA${digest}`);
      const beforePrefix = replaceSignatures(delivery, context.scheme, [
        `x${prefix}${readFirstDigest(delivery, context.scheme)}`,
      ]);
      return [
        ...changeDigest(context, 'longer-signature', {
          'one more byte': (digest) => Buffer.concat([digest, Buffer.of(1)]),
          'the digest twice': (digest) => Buffer.concat([digest, digest]),
          'a byte before it': (digest) => Buffer.concat([Buffer.of(1), digest]),
        }),
        { delivery: beforeIt, expects: 'refused', name: 'letters before it' },
        { delivery: beforePrefix, expects: 'refused', name: 'a letter before the prefix' },
      ];
    },
  },
  {
    id: 'altered-signature',
    title: 'Deliveries whose signature has the right length and differs from the correct one in some bytes',
    level: 'must',
    expects: 'refused',
    matters: GUESSED,
    usual: {
      words: 'The handler compares only a part of the bytes, or differences cancel each other out.',
      line: 'if (given.slice(0, 16) === expected.slice(0, 16)) accept()',
      instead: 'if (given.length === expected.length && timingSafeEqual(given, expected)) accept()',
    },
    steps: (context) =>
      changeDigest(context, 'altered-signature', {
        'another first byte': (digest) => flipBytes(digest, (place) => place === 0),
        'another last byte': (digest) => flipBytes(digest, (place) => place === digest.length - 1),
        'another first half': (digest) => flipBytes(digest, (place) => place < digest.length / 2),
        'another second half': (digest) => flipBytes(digest, (place) => place >= digest.length / 2),
        'the same change in two bytes': (digest) => flipBytes(digest, (place) => place === 4 || place === 8),
        'two bytes exchanged': exchangeBytes,
      }),
  },
  {
    id: 'signature-case',
    title: 'Deliveries whose signature has letters of the other case, or other special characters',
    level: 'must',
    expects: 'refused',
    matters: 'Base64 is case-sensitive: the handler accepts millions of wrong signatures for each correct one.',
    usual: {
      words: 'The handler ignores the case or the special characters of the signature.',
      line: 'if (given.toLowerCase() === expected.toLowerCase()) accept()',
      instead: 'if (given.length === expected.length && timingSafeEqual(given, expected)) accept()',
    },
    whyNotApplicable: needsBase64,
    steps(context) {
      const delivery = createProbeDelivery(context, context.event('signature-case'));
      const exchangeCase = (letter: string) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      const changes: Readonly<Record<string, (digest: string) => string>> = {
        'lower case': (digest) => digest.toLowerCase(),
        'upper case': (digest) => digest.toUpperCase(),
        'one letter': (digest) => digest.replace(/[A-Za-z]/, exchangeCase),
      };
      const withBoth = findDelivery(context, 'signature-case, special characters', /^.{0,15}[+-].*[/_].{0,15}$/);
      const exchangeSpecial = (digest: string) =>
        digest.replaceAll(/[+/_-]/g, (letter) => ({ '+': '/', '/': '+', '-': '_' })[letter] ?? '-');
      return [
        ...Object.entries(changes).map(
          ([name, change]): ProbeStep => ({
            delivery: replaceDigestText(delivery, context, change),
            expects: 'refused',
            name,
          }),
        ),
        {
          delivery: replaceDigestText(withBoth, context, exchangeSpecial),
          expects: 'refused',
          name: 'special characters exchanged',
        },
      ];
    },
  },
  {
    id: 'unknown-version-only',
    title: 'Deliveries with the correct digest under an unknown version',
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
      const { scheme } = context;
      const delivery = createProbeDelivery(context, context.event('unknown-version-only'));
      const digest = readFirstDigest(delivery, scheme);
      return [toUnknownPrefix(scheme), toUnknownPrefix(scheme, '0'), toOtherPrefix(scheme)].map((prefix) => ({
        delivery: replaceSignatures(delivery, scheme, [prefix + digest]),
        expects: 'refused',
        name: prefix,
      }));
    },
  },
  {
    id: 'no-version',
    title: 'A delivery with the correct digest without a version',
    level: 'must',
    expects: 'refused',
    matters: 'The handler cannot distinguish versions when the sender adds one.',
    usual: {
      words: 'The handler removes the version if it is present, and does not require it.',
      line: "const digest = signature.replace('v1,', '')",
      instead: "const [version, digest] = signature.split(','); if (version !== 'v1') continue",
    },
    whyNotApplicable: needsPrefix,
    steps(context) {
      const delivery = createProbeDelivery(context, context.event('no-version'));
      const digest = readFirstDigest(delivery, context.scheme);
      return expectEach('refused', replaceSignatures(delivery, context.scheme, [digest]));
    },
  },
];
