import type { Settings } from './core/options.ts';
import { EffectsUnmeasurable } from './effects/effects.ts';

/** Thrown when the time of a run is over: neither the responses nor the effects of a probe can be measured. */
export class TimeLimitReached extends EffectsUnmeasurable {}

/**
 * Returns settings whose deliveries, waits and reads of effects fail when the run has taken as long as `readLimitMs` returns.
 * Each of them ends by its own limit, so the run does too.
 */
export function limitRunTime(settings: Settings, startedMs: number, readLimitMs: () => number): Settings {
  const { now, wait, send, effects } = settings;
  const requireTime = (): void => {
    if (now() - startedMs < readLimitMs()) return;
    throw new TimeLimitReached(`the run reached its time limit of ${Math.round(readLimitMs() / 1000)} s`);
  };
  const limit =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      requireTime();
      return run(...args);
    };
  return {
    ...settings,
    send: limit(send),
    wait: limit(wait),
    ...(effects === undefined ? {} : { effects: limit(effects) }),
  };
}
