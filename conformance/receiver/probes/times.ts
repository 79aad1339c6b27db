import { type Delivery, deliveryOf, digestOf, withoutTime, withSignatures } from '../delivery.ts';
import { type Bench, each, type Probe } from '../probe.ts';
import { needsSignedTime, needsTime, needsTimeHeader } from './fitness.ts';

const PLAYED_BACK = 'Whoever once saw a delivery can send it again, for ever.';
/** How far the time of a signature is from the one in the header, where any difference has to be refused. */
const OTHER_TIME_SECONDS = 600;

const sentAt = (bench: Bench, name: string, secondsAgo: number): Delivery =>
  deliveryOf(bench, bench.event(name), { timestampSeconds: bench.nowSeconds - secondsAgo });

/** Deliveries whose time of sending is wrong, or a little off. */
export const times: readonly Probe[] = [
  {
    id: 'stale',
    title: 'A delivery that was signed well, too long ago',
    level: 'must',
    expects: 'refused',
    matters: PLAYED_BACK,
    usual: {
      words: 'The time is not looked at, or compared in other units than it has.',
      line: 'if (Math.abs(now - timestamp) > 300_000) refuse()',
      instead: 'if (Math.abs(Date.now() / 1000 - timestamp) > 300) refuse()',
    },
    unfit: needsTime,
    steps: (bench) => each('refused', sentAt(bench, 'stale', bench.ages.stale)),
  },
  {
    id: 'future',
    title: 'A delivery that was signed well, for a time too far ahead',
    level: 'must',
    expects: 'refused',
    matters: 'A delivery from the future can be played back until its time has come, and five minutes more.',
    usual: {
      words: 'Only one side of the time is looked at.',
      line: 'if (now - timestamp > 300) refuse()',
      instead: 'if (Math.abs(now - timestamp) > 300) refuse()',
    },
    unfit: needsTime,
    steps: (bench) => each('refused', sentAt(bench, 'future', -bench.ages.stale)),
  },
  {
    id: 'rather-old',
    title: 'A delivery that took its time, within the tolerance',
    level: 'must',
    isAdviceWithoutTolerance: true,
    expects: 'taken',
    matters: 'Clocks differ and queues wait; deliveries would be lost whenever they do.',
    usual: {
      words: 'The tolerance is narrower than was agreed, or in other units than the time.',
      line: 'if (Math.abs(now - timestamp) > 5) refuse()',
      instead: 'if (Math.abs(now - timestamp) > 300) refuse()',
    },
    unfit: needsTime,
    steps: (bench) => each('taken', sentAt(bench, 'rather-old', bench.ages.recent)),
  },
  {
    id: 'fast-clock',
    title: 'A delivery from a sender whose clock is ahead, within the tolerance',
    level: 'must',
    isAdviceWithoutTolerance: true,
    expects: 'taken',
    matters: 'Clocks differ; deliveries would be lost whenever the receiver’s is a little behind.',
    usual: {
      words: 'Whatever is not in the past is refused.',
      line: 'if (timestamp > now) refuse()',
      instead: 'if (timestamp > now + 300) refuse()',
    },
    unfit: needsTime,
    steps: (bench) => each('taken', sentAt(bench, 'fast-clock', -bench.ages.ahead)),
  },
  {
    id: 'no-timestamp',
    title: 'A delivery without its time',
    level: 'must',
    expects: 'refused',
    matters: 'Whoever leaves the time away gets round the check of it.',
    usual: {
      words: 'The time is only looked at when it is there.',
      line: 'if (timestamp && Math.abs(now - timestamp) > 300) refuse()',
      instead: 'if (!timestamp || Math.abs(now - timestamp) > 300) refuse()',
    },
    unfit: needsTime,
    // Signed over an empty time, as a receiver would put it together that does not miss it.
    steps(bench) {
      const event = bench.event('no-timestamp');
      const delivery = withoutTime(deliveryOf(bench, event), bench.scheme);
      const { scheme } = bench;
      const timeless = { ...scheme, signedContent: scheme.signedContent.replace('{timestamp}', '') };
      const digest = digestOf(deliveryOf({ ...bench, scheme: timeless }, event), timeless);
      return each('refused', delivery, withSignatures(delivery, scheme, [scheme.prefix + digest]));
    },
  },
  {
    id: 'renewed-time',
    title: 'An old delivery whose time was made new, under its old signature',
    level: 'must',
    expects: 'refused',
    matters: PLAYED_BACK,
    usual: {
      words: 'The time is checked, but the signature is not worked out from it.',
      line: 'hmac.update(body)',
      instead: "hmac.update([id, timestamp, body].join('.'))",
    },
    unfit: needsSignedTime,
    steps(bench) {
      const { scheme } = bench;
      const old = sentAt(bench, 'renewed-time', OTHER_TIME_SECONDS);
      const signature = scheme.prefix + digestOf(old, scheme);
      return each('refused', withSignatures(sentAt(bench, 'renewed-time', 0), scheme, [signature]));
    },
  },
  {
    id: 'two-times',
    title: 'An old delivery with its own time and a new one, in both orders',
    level: 'must',
    expects: 'refused',
    matters:
      'A header that stands there twice shows each reader what it wants to see: the check of the time the new one.',
    usual: {
      words: 'The time is read in two places, which choose differently when the header is there twice.',
      line: 'isFresh(times.at(-1)) && isRight(times[0], body)',
      instead: 'if (times.length !== 1) refuse()',
    },
    unfit: needsTimeHeader,
    steps(bench) {
      const { scheme, nowSeconds } = bench;
      const old = sentAt(bench, 'two-times', bench.ages.stale);
      const newTime = scheme.timestampUnit === 'ms' ? nowSeconds * 1000 : nowSeconds;
      const added = [scheme.timestampHeader ?? '', String(newTime)] as const;
      return [
        { delivery: { ...old, headers: [...old.headers, added] }, expects: 'refused', name: 'the new one last' },
        { delivery: { ...old, headers: [added, ...old.headers] }, expects: 'refused', name: 'the new one first' },
      ];
    },
  },
];
