import type { Probe } from './probe.ts';
import type { ProbeResult } from './result.ts';

/** Returns the result of a probe that does not apply to this receiver, or to this run. */
export const skipProbe = (probe: Probe, reason: string): ProbeResult => createUndecided(probe, 'skipped', reason);

/** Returns the result of a probe that applies, and that could not be evaluated. */
export const leaveUnverified = (probe: Probe, reason: string): ProbeResult =>
  createUndecided(probe, 'unverified', reason);

const createUndecided = (
  { id, title, level }: Probe,
  outcome: 'skipped' | 'unverified',
  reason: string,
): ProbeResult => ({ id, title, level, outcome, reason, steps: [] });
