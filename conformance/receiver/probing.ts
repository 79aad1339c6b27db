import type { Courier } from './courier.ts';
import { deliveryOf } from './delivery.ts';
import { type EffectMeter, EffectsUnmeasurable } from './effects.ts';
import { isAsExpected, judged, type Taken } from './judge.ts';
import type { Settings } from './options.ts';
import type { Bench, Probe } from './probe.ts';
import type { ProbeResult } from './result.ts';

/** What probes are sent and judged with. */
export interface Probing {
  readonly settings: Settings;
  /** A bench for the present time. */
  readonly bench: () => Bench;
  /** Left out when effects cannot be counted. */
  readonly meter?: EffectMeter;
}

/** Sends the deliveries of a probe, one after the other. */
export async function taken(probe: Probe, bench: Bench, send: Courier): Promise<Taken[]> {
  const answers: Taken[] = [];
  for (const step of probe.steps(bench)) answers.push({ step, answer: await send(step.delivery) });
  return answers;
}

/** Sends a probe and judges it. Skips one that does not fit the scheme, or whose effects cannot be measured. */
export async function probed(probe: Probe, probing: Probing): Promise<ProbeResult> {
  const { scheme, send, soonMs, toleranceSeconds } = probing.settings;
  const unfit = probe.unfit?.(scheme);
  if (unfit !== undefined) return skipped(probe, unfit);
  if (probe.effects !== undefined) return probedByEffects(probe, probe.effects, probing);
  const isToleranceKnown = toleranceSeconds !== undefined;
  return judged(probe, await taken(probe, probing.bench(), send), { soonMs, isToleranceKnown });
}

/** A finding is believed when it comes twice; a receiver whose effects vary gets one more round. */
const ROUNDS = 3;

/**
 * Compares the effects of the probe with those of one ordinary event, sent before it and after it. Says nothing of a receiver
 * on which equal events have unequal effects: one that groups events, or leaves some types alone, may be correct.
 */
async function probedByEffects(
  probe: Probe,
  allowed: NonNullable<Probe['effects']>,
  { settings, bench, meter }: Probing,
): Promise<ProbeResult> {
  if (meter === undefined) return skipped(probe, NOT_COUNTED);
  const { send, soonMs } = settings;
  const ofOneEvent = (name: string): Promise<number> => {
    const event = bench().effectEvent(name);
    const sendIt = async () => void (await send(deliveryOf(bench(), event)));
    return meter.measure({ id: event.id, isControl: true, send: sendIt });
  };
  let findings = 0;
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const named = (name: string): string => `${name}, round ${round}`;
      const ofOne = await ofOneEvent(named(`before ${probe.id}`));
      if (ofOne === 0) return skipped(probe, NO_EFFECT);
      const own: Bench = { ...bench(), effectEvent: (name) => bench().effectEvent(named(name)) };
      const { id } = own.effectEvent(probe.id);
      let answers: Taken[] = [];
      const counted = await meter.measure({
        id,
        isControl: false,
        send: async () => {
          answers = await taken(probe, own, send);
        },
      });
      const result = judged(probe, answers, { soonMs, effects: { counted, ofOne } });
      if (counted === ofOne || answers.some(({ step, answer }) => !isAsExpected(step.expects, answer))) return result;
      const isUnvaried = (await ofOneEvent(named(`after ${probe.id}`))) === ofOne;
      if (!isUnvaried || (allowed === 'not-more' && counted < ofOne)) continue;
      findings += 1;
      if (findings === 2) return result;
    }
  } catch (thrown) {
    if (thrown instanceof EffectsUnmeasurable) return skipped(probe, thrown.message);
    throw thrown;
  }
  return skipped(probe, VARIED);
}

const skipped = ({ id, title, level }: Probe, reason: string): ProbeResult => ({
  id,
  title,
  level,
  outcome: 'skipped',
  reason,
  steps: [],
});

const NOT_COUNTED = 'effects do not show from outside; --effects URL names a page that counts them';

const NO_EFFECT =
  'an ordinary event had no effect within 5 s, so that repeats cannot be compared with it; ' +
  'count what the receiver works on, or choose another event type with another --seed';

const VARIED =
  'equal events had unequal effects, so that repeats cannot be compared with them; ' +
  'count each event once, or list the ids of the events under "effects"';
