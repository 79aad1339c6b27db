import { type EffectMeter, EffectsUnmeasurable } from './effects.ts';
import { type AnsweredStep, evaluateProbe, isAsExpected } from './evaluate-probe.ts';
import type { Settings } from './options.ts';
import { createProbeDelivery } from './outgoing-delivery.ts';
import type { Probe, ProbeContext } from './probe.ts';
import type { ProbeResult } from './result.ts';
import type { SendDelivery } from './send-delivery.ts';

/** The context of a run: settings, and how to measure effects. */
export interface ProbeRun {
  readonly settings: Settings;
  /** Creates a context for the current time. */
  readonly createContext: () => ProbeContext;
  /** Omitted if effects cannot be counted. */
  readonly meter?: EffectMeter;
}

/** Sends the deliveries of a probe one at a time. */
export async function sendSteps(
  probe: Probe,
  createContext: ProbeContext,
  send: SendDelivery,
): Promise<AnsweredStep[]> {
  const answers: AnsweredStep[] = [];
  for (const step of probe.steps(createContext)) answers.push({ step, answer: await send(step.delivery) });
  return answers;
}

/** Sends a probe and evaluates it. Skips a probe that does not apply to the scheme or whose effects cannot be measured. */
export async function runProbe(probe: Probe, probing: ProbeRun): Promise<ProbeResult> {
  const { scheme, send, soonMs, toleranceSeconds } = probing.settings;
  const unfit = probe.whyNotApplicable?.(scheme);
  if (unfit !== undefined) return skipProbe(probe, unfit);
  if (probe.effects !== undefined) return runEffectProbe(probe, probe.effects, probing);
  const isToleranceKnown = toleranceSeconds !== undefined;
  return evaluateProbe(probe, await sendSteps(probe, probing.createContext(), send), { soonMs, isToleranceKnown });
}

/** A finding must occur twice; a receiver whose effects vary gets one more round. */
const ROUNDS = 3;

/**
 * Compares the effects of the probe with those of one ordinary event, sent before and after it. Skips the probe if equal
 * events have unequal effects: a receiver that groups events or ignores some types may be correct.
 */
async function runEffectProbe(
  probe: Probe,
  allowed: NonNullable<Probe['effects']>,
  { settings, createContext, meter }: ProbeRun,
): Promise<ProbeResult> {
  if (meter === undefined) return skipProbe(probe, NOT_COUNTED);
  const { send, soonMs } = settings;
  const ofOneEvent = (name: string): Promise<number> => {
    const event = createContext().effectEvent(name);
    const sendIt = async () => void (await send(createProbeDelivery(createContext(), event)));
    return meter.measure({ id: event.id, isControl: true, send: sendIt });
  };
  let findings = 0;
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const named = (name: string): string => `${name}, round ${round}`;
      const ofOne = await ofOneEvent(named(`before ${probe.id}`));
      if (ofOne === 0) return skipProbe(probe, NO_EFFECT);
      const own: ProbeContext = { ...createContext(), effectEvent: (name) => createContext().effectEvent(named(name)) };
      const { id } = own.effectEvent(probe.id);
      let answers: AnsweredStep[] = [];
      const counted = await meter.measure({
        id,
        isControl: false,
        send: async () => {
          answers = await sendSteps(probe, own, send);
        },
      });
      const result = evaluateProbe(probe, answers, { soonMs, effects: { total: counted, ofOne } });
      if (counted === ofOne || answers.some(({ step, answer }) => !isAsExpected(step.expects, answer))) return result;
      const isUnvaried = (await ofOneEvent(named(`after ${probe.id}`))) === ofOne;
      if (!isUnvaried || (allowed === 'not-more' && counted < ofOne)) continue;
      findings += 1;
      if (findings === 2) return result;
    }
  } catch (thrown) {
    if (thrown instanceof EffectsUnmeasurable) return skipProbe(probe, thrown.message);
    throw thrown;
  }
  return skipProbe(probe, VARIED);
}

const skipProbe = ({ id, title, level }: Probe, reason: string): ProbeResult => ({
  id,
  title,
  level,
  outcome: 'skipped',
  reason,
  steps: [],
});

const NOT_COUNTED = 'effects cannot be observed in responses; give a URL that counts them with --effects';

const NO_EFFECT =
  'an ordinary event had no effect within 5 s, so duplicates cannot be compared with it; ' +
  'count the events that the receiver processes, or choose another event type with another --seed';

const VARIED =
  'equal events had unequal effects, so duplicates cannot be compared with them; ' +
  'count each event once, or list event ids under "effects"';
