import { expectEach, type Probe, type ProbeContext } from '../core/probe.ts';
import {
  createAttempt,
  createProbeDelivery,
  type OutgoingDelivery,
  readFirstDigest,
  removeTimestamp,
  replaceSignatures,
} from '../sending/outgoing-delivery.ts';
import { needsSignedTime, needsTime, needsTimeHeader } from './applicability.ts';

const REPLAYED = 'An attacker who has seen a delivery can replay it at any time.';
/** Difference between the signed timestamp and the header; receivers must reject any difference. */
const OTHER_TIME_SECONDS = 600;

const createAged = (context: ProbeContext, name: string, secondsAgo: number): OutgoingDelivery =>
  createAttempt(context, context.event(name), secondsAgo);

/** Deliveries with a wrong timestamp, and with a timestamp near the edge of the tolerance. */
export const timestampProbes: readonly Probe[] = [
  {
    id: 'stale',
    title: 'A delivery with a valid signature and a timestamp that is too old',
    level: 'must',
    expects: 'refused',
    matters: REPLAYED,
    usual: {
      words: 'The handler ignores the timestamp, or mixes up seconds and milliseconds.',
      line: 'if (Math.abs(now - timestamp) > 300_000) reject()',
      instead: 'if (Math.abs(Date.now() / 1000 - timestamp) > 300) reject()',
    },
    whyNotApplicable: needsTime,
    steps: (context) => expectEach('refused', createAged(context, 'stale', context.ages.stale)),
  },
  {
    id: 'future',
    title: 'A delivery with a valid signature and a timestamp too far in the future',
    level: 'must',
    expects: 'refused',
    matters: 'An attacker can replay such a delivery until its timestamp expires.',
    usual: {
      words: 'The handler limits the age of a timestamp but accepts future timestamps.',
      line: 'if (now - timestamp > 300) reject()',
      instead: 'if (Math.abs(now - timestamp) > 300) reject()',
    },
    whyNotApplicable: needsTime,
    steps: (context) => expectEach('refused', createAged(context, 'future', -context.ages.stale)),
  },
  {
    id: 'outside-tolerance',
    title: 'Deliveries one minute outside the tolerance, in both directions',
    level: 'must',
    isAdviceWithoutTolerance: true,
    expects: 'refused',
    matters: REPLAYED,
    usual: {
      words: 'The tolerance is larger than agreed. The guide recommends five minutes.',
      line: 'if (Math.abs(now - timestamp) > 3600) reject()',
      instead: 'if (Math.abs(now - timestamp) > 300) reject()',
    },
    whyNotApplicable: needsTime,
    steps: (context) => [
      {
        delivery: createAged(context, 'outside-tolerance', context.ages.outside),
        expects: 'refused',
        name: 'the old one',
      },
      {
        delivery: createAged(context, 'outside-tolerance ahead', -context.ages.outside),
        expects: 'refused',
        name: 'the one ahead',
      },
    ],
  },
  {
    id: 'odd-timestamp',
    title: 'Deliveries with a signed timestamp that is not a time near now in seconds',
    level: 'must',
    expects: 'refused',
    adviceFor: ['none'],
    matters: REPLAYED,
    usual: {
      words: 'A comparison with NaN is always false, and 0 counts as missing, so no age is too large.',
      line: 'if (Number(timestamp) && Math.abs(now - timestamp) > 300) reject()',
      instead: 'if (!/^[0-9]+$/.test(timestamp) || Math.abs(now - timestamp) > 300) reject()',
    },
    whyNotApplicable: needsSignedTime,
    steps(context) {
      const { scheme, nowSeconds } = context;
      const otherUnit = scheme.timestampUnit === 'ms' ? nowSeconds : nowSeconds * 1000;
      const texts = ['', 'abc', 'NaN', 'Infinity', '0', `-${nowSeconds}`, '1e10', String(otherUnit)];
      return texts.map((timestampText) => ({
        delivery: createProbeDelivery(context, context.event(`odd-timestamp ${timestampText}`), { timestampText }),
        expects: 'refused',
        name: timestampText === '' ? 'an empty timestamp' : timestampText,
      }));
    },
  },
  {
    id: 'rather-old',
    title: 'A delayed delivery within the tolerance',
    level: 'must',
    expects: 'taken',
    matters: 'Clocks differ and queues cause delays; deliveries would be lost when they do.',
    usual: {
      words: 'The tolerance is smaller than agreed, or in another unit than the timestamp.',
      line: 'if (Math.abs(now - timestamp) > 5) reject()',
      instead: 'if (Math.abs(now - timestamp) > 300) reject()',
    },
    whyNotApplicable: needsTime,
    steps: (context) => expectEach('taken', createAged(context, 'rather-old', context.ages.recent)),
  },
  {
    id: 'fast-clock',
    title: 'A delivery from a sender whose clock is ahead, within the tolerance',
    level: 'must',
    expects: 'taken',
    matters: 'Clocks differ; deliveries would be lost when the receiver’s clock is slightly behind.',
    usual: {
      words: 'The handler rejects every timestamp in the future.',
      line: 'if (timestamp > now) reject()',
      instead: 'if (timestamp > now + 300) reject()',
    },
    whyNotApplicable: needsTime,
    steps: (context) => expectEach('taken', createAged(context, 'fast-clock', -context.ages.ahead)),
  },
  {
    id: 'no-timestamp',
    title: 'A delivery without a timestamp',
    level: 'must',
    expects: 'refused',
    matters: 'An attacker can bypass the timestamp check by omitting the timestamp.',
    usual: {
      words: 'The handler checks the timestamp only if it is present.',
      line: 'if (timestamp && Math.abs(now - timestamp) > 300) reject()',
      instead: 'if (!timestamp || Math.abs(now - timestamp) > 300) reject()',
    },
    whyNotApplicable: needsTime,
    // The signature covers an empty timestamp, as a receiver that ignores its absence would compute it.
    steps(context) {
      const event = context.event('no-timestamp');
      const delivery = removeTimestamp(createProbeDelivery(context, event), context.scheme);
      const { scheme } = context;
      const timeless = { ...scheme, signedContent: scheme.signedContent.replace('{timestamp}', '') };
      const digest = readFirstDigest(createProbeDelivery({ ...context, scheme: timeless }, event), timeless);
      return expectEach('refused', delivery, replaceSignatures(delivery, scheme, [scheme.prefix + digest]));
    },
  },
  {
    id: 'renewed-time',
    title: 'An old delivery with a new timestamp and its old signature',
    level: 'must',
    expects: 'refused',
    matters: REPLAYED,
    usual: {
      words: 'The handler checks the timestamp but does not include it in the signed content.',
      line: 'hmac.update(body)',
      instead: "hmac.update([id, timestamp, body].join('.'))",
    },
    whyNotApplicable: needsSignedTime,
    steps(context) {
      const { scheme } = context;
      const old = createAged(context, 'renewed-time', OTHER_TIME_SECONDS);
      const signature = scheme.prefix + readFirstDigest(old, scheme);
      return expectEach('refused', replaceSignatures(createAged(context, 'renewed-time', 0), scheme, [signature]));
    },
  },
  {
    id: 'two-times',
    title: 'An old delivery with its own timestamp and a new one, in both orders',
    level: 'must',
    expects: 'refused',
    matters: 'With a duplicate header, the timestamp check can use the new value and the signature check the old one.',
    usual: {
      words: 'The handler reads the timestamp in two places, which pick different values of a duplicate header.',
      line: 'isFresh(times.at(-1)) && isValid(times[0], body)',
      instead: 'if (times.length !== 1) reject()',
    },
    whyNotApplicable: needsTimeHeader,
    steps(context) {
      const { scheme, nowSeconds } = context;
      const old = createAged(context, 'two-times', context.ages.stale);
      const newTime = scheme.timestampUnit === 'ms' ? nowSeconds * 1000 : nowSeconds;
      const added = [scheme.timestampHeader ?? '', String(newTime)] as const;
      return [
        { delivery: { ...old, headers: [...old.headers, added] }, expects: 'refused', name: 'the new timestamp last' },
        { delivery: { ...old, headers: [added, ...old.headers] }, expects: 'refused', name: 'the new timestamp first' },
      ];
    },
  },
];
