import type { EffectComparison } from './effects/compare-effects.ts';
import { EffectsUnmeasurable } from './effects/effects.ts';
import { evaluateProbe } from './evaluate-probe.ts';
import { isToleranceKnown, type Settings } from './options.ts';
import type { Probe } from './probe.ts';
import type { CreateContext } from './probe-context.ts';
import type { ProbeResult } from './result.ts';
import { sendSteps } from './sending/send-steps.ts';

/** The context of a run: settings, and how to compare effects. */
export interface ProbeRun {
  readonly settings: Settings;
  readonly createContext: CreateContext;
  /** Epoch milliseconds. */
  readonly startedMs: number;
  /** Omitted if effects cannot be counted. */
  readonly comparison?: EffectComparison;
}

/** Sends a probe and evaluates it. Skips a probe that does not apply to the scheme or whose effects cannot be measured. */
export async function runProbe(probe: Probe, probing: ProbeRun): Promise<ProbeResult> {
  const unfit = probe.whyNotApplicable?.(probing.settings.scheme);
  if (unfit !== undefined) return skipProbe(probe, unfit);
  try {
    return await sendProbe(probe, probing);
  } catch (thrown) {
    if (thrown instanceof EffectsUnmeasurable) return skipProbe(probe, thrown.message);
    throw thrown;
  }
}

async function sendProbe(probe: Probe, probing: ProbeRun): Promise<ProbeResult> {
  const { createContext, settings, comparison, startedMs } = probing;
  const { send, soonMs } = settings;
  if (probe.effects !== undefined) {
    if (comparison === undefined) return skipProbe(probe, NOT_COUNTED);
    const compared = await comparison.run(probe, probe.effects);
    return typeof compared === 'string' ? skipProbe(probe, compared) : compared;
  }
  const missingMs = startedMs + (probe.minimumRunMs ?? 0) - settings.now();
  if (missingMs > 0) await settings.wait(missingMs);
  const impossible = probe.whyNotPossible?.(createContext());
  if (impossible !== undefined) return skipProbe(probe, impossible);
  const prepared = await sendSteps(probe.prepare?.(createContext()) ?? [], send);
  const answers = await sendSteps(probe.steps(createContext(), prepared), send, probe);
  return evaluateProbe(probe, [...prepared, ...answers], { soonMs, isToleranceKnown: isToleranceKnown(settings) });
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
