import { expectEach, type Probe } from '../core/probe.ts';
import { createProbeDelivery } from '../sending/outgoing-delivery.ts';
import { needsTime } from './applicability.ts';

/** Time between the two measurements of the clock of a receiver. */
const APART_SECONDS = 2;

/** Probes of the clock of the receiver. */
export const clockProbes: readonly Probe[] = [
  {
    id: 'clock-moves',
    isLast: true,
    title: 'The latest timestamp that the receiver accepts moves with the time',
    level: 'must',
    expects: 'taken',
    matters: 'A few minutes after its start, the receiver rejects every delivery.',
    usual: {
      words: 'The handler reads its clock once, at its start.',
      line: 'const now = Date.now(); app.post(…)',
      instead: 'app.post(…, () => { const now = Date.now() … })',
    },
    minimumRunMs: APART_SECONDS * 1000,
    whyNotApplicable: needsTime,
    whyNotPossible({ clock, nowSeconds }) {
      if (clock === undefined) return 'the receiver does not limit timestamps in the future';
      return nowSeconds - clock.measuredSeconds < APART_SECONDS ? 'too little time has passed' : undefined;
    },
    steps: (context) => {
      const event = context.event('clock-moves');
      // in a long run, the time after the measured one is in the past
      const timestampSeconds = Math.max((context.clock?.latestSeconds ?? 0) + 1, context.nowSeconds);
      return expectEach('taken', createProbeDelivery(context, event, { timestampSeconds }));
    },
  },
];
