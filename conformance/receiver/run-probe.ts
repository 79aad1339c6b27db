import { evaluateProbe } from './core/evaluate-probe.ts';
import type { Settings } from './core/options.ts';
import type { Probe } from './core/probe.ts';
import type { CreateContext, Measured } from './core/probe-context.ts';
import type { ProbeResult } from './core/result.ts';
import { sendSteps } from './core/send-steps.ts';
import { leaveUnverified, skipProbe } from './core/undecided.ts';
import type { EffectComparison } from './effects/compare-effects.ts';
import { EffectsUnmeasurable } from './effects/effects.ts';

/** The context of a run: settings, and how to compare effects. */
export interface ProbeRun {
  readonly settings: Settings;
  readonly createContext: CreateContext;
  readonly measured: Measured;
  /** Epoch milliseconds. */
  readonly startedMs: number;
  /** Omitted if effects cannot be counted. */
  readonly comparison?: EffectComparison;
}

/** Sends a probe and evaluates it. Skips a probe that does not apply, and leaves one unverified that cannot be measured. */
export async function runProbe(probe: Probe, probing: ProbeRun): Promise<ProbeResult> {
  const unfit = probe.whyNotApplicable?.(probing.settings.scheme);
  if (unfit !== undefined) return skipProbe(probe, unfit);
  try {
    return await sendProbe(probe, probing);
  } catch (thrown) {
    if (thrown instanceof EffectsUnmeasurable) return leaveUnverified(probe, thrown.message);
    throw thrown;
  }
}

async function sendProbe(probe: Probe, probing: ProbeRun): Promise<ProbeResult> {
  const { createContext, settings, comparison, startedMs, measured } = probing;
  const { send, soonMs } = settings;
  if (probe.effects !== undefined) {
    if (comparison === undefined) return skipProbe(probe, NOT_COUNTED);
    return comparison.run(probe, probe.effects);
  }
  const missingMs = startedMs + (probe.minimumRunMs ?? 0) - settings.now();
  if (missingMs > 0) await settings.wait(missingMs);
  const impossible = probe.whyNotPossible?.(createContext());
  if (impossible !== undefined) return skipProbe(probe, impossible);
  const prepared = await sendSteps(probe.prepare?.(createContext()) ?? [], send);
  const answers = await sendSteps(probe.steps(createContext(), prepared), send, {
    ...probe,
    independentAtOnce: measured.pace.independentAtOnce,
  });
  return evaluateProbe(probe, [...prepared, ...answers], {
    soonMs,
    isToleranceKnown: settings.toleranceSeconds !== undefined,
  });
}

const NOT_COUNTED = 'effects cannot be observed in responses; give a URL that counts them with --effects';
