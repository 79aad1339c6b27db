import type { WantedStart } from '../../../server/storage/start-instant.ts';
import { isRelativeStart, parseStart, START_FORMS } from '../../../server/world/state/start.ts';
import { type RealMs, realMs } from '../../../server/world/state/time.ts';
import { EPOCH_MS } from '../../../server/world/state/world.ts';
import type { OptionRule } from './check-options.ts';

/** A new world starts at the instant for which the fleets are written; a stored one keeps its start. */
export const DEFAULT_START: WantedStart = { startMs: EPOCH_MS, isDefault: true };

export const startRule: OptionRule = {
  expected: START_FORMS,
  accepts: (value) => typeof value === 'string' && parseStart(value, realMs(0)) !== undefined,
};

/**
 * Returns the wanted start of a clock, which `startRule` accepts. A relative one applies to a new world only, so that a stored one
 * continues. Undefined: that for which the fleets are written.
 */
export function readStart(start: string | undefined, now: RealMs): WantedStart {
  const startMs = start === undefined ? undefined : parseStart(start, now);
  return start === undefined || startMs === undefined ? DEFAULT_START : { startMs, isDefault: isRelativeStart(start) };
}
