import type { Check } from '../../engine/check.ts';
import type { ContractChoice } from '../../engine/check-cases.ts';
import type { RunResult } from '../../engine/results/result.ts';
import { run } from '../../engine/runner.ts';
import { makeUpKey } from '../../reading/made-up-key.ts';
import type { Bindings } from '../../slots/bindings.ts';
import type { Episode } from './episode.ts';

export interface EpisodeOptions {
  readonly service: string;
  readonly checks: readonly Check[];
  readonly bindings: Bindings | 'infer';
  readonly contract?: ContractChoice;
  readonly strict: boolean;
  readonly isFrozen: boolean;
}

/** The time for one episode, in milliseconds. */
const LONGEST_MS = 120_000;

/** Runs the checks of the kit on an episode. A request that was not recorded leaves its check without a verdict. */
export const judgeEpisode = ({ entries, keys }: Episode, options: EpisodeOptions): Promise<RunResult> => {
  const { service, checks, bindings, contract, strict, isFrozen } = options;
  const named = new Map([...keys].map((name, index) => [name, makeUpKey(`traffic-${name}-of-an-episode`, index)]));
  return run({
    target: service,
    keys: named,
    checks,
    bindings,
    strict,
    ...(contract === undefined ? {} : { contract }),
    replay: { target: service.replace(/\/+$/, ''), keys: named, isRedacted: false, entries },
    isPassive: true,
    isFrozen,
    depth: 'standard',
    runTimeoutMs: LONGEST_MS,
  });
};
