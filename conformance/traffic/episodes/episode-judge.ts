import type { Check, Need } from '../../engine/check.ts';
import type { ContractChoice } from '../../engine/check-cases.ts';
import type { BindingsSummary, CheckResult, KeySummary } from '../../engine/results/result.ts';
import type { Bindings } from '../../slots/bindings.ts';
import type { SeenExchange } from '../exchanges/read-exchanges.ts';
import { createEpisodeSplitter, type Episode } from './episode.ts';
import { judgeEpisode } from './judge-episode.ts';
import { mergeResult, withdrawUnstable } from './merge-results.ts';

export interface EpisodeJudgeOptions {
  readonly service: string;
  readonly checks: readonly Check[];
  readonly bindings: Bindings | 'infer';
  readonly contract?: ContractChoice;
  readonly strict: boolean;
  readonly isFrozen: boolean;
  /** The number of episodes to judge in all. */
  readonly mostEpisodes: number;
}

/** The findings about relations between the exchanges of episodes. */
export interface EpisodeFindings {
  readonly results: readonly CheckResult[];
  readonly keys: readonly KeySummary[];
  readonly bindings: BindingsSummary | undefined;
  readonly judged: number;
  /** The episodes that were not judged, because there were more than the limit. */
  readonly leftOut: number;
}

/** Judges relations between exchanges, episode by episode. */
export interface EpisodeJudge {
  add(seen: SeenExchange): void;
  /** Judges the episodes that have ended. Returns the failures of checks that had none before. */
  settle(): Promise<readonly CheckResult[]>;
  /** Ends the open episode, and judges it too. */
  finish(): Promise<EpisodeFindings>;
}

/** The needs that only requests of the kit itself meet. */
const ACTIVE: readonly Need[] = ['writes', 'presenting', 'stranger', 'repeatsAKey', 'expectedScopes'];
/** Checks that need a survey of lists also need expectations, which are empty for traffic. */
const isPassive = ({ needs }: Check): boolean =>
  needs.every((need) => !ACTIVE.includes(need) || (need === 'expectedScopes' && needs.includes('readers')));

/** The number of ended episodes that wait to be judged. Further ones are left out, so that memory is bounded. */
const MOST_WAITING = 4;

export function createEpisodeJudge(options: EpisodeJudgeOptions): EpisodeJudge {
  const checks = options.checks.filter(isPassive);
  const splitter = createEpisodeSplitter();
  const merged = new Map<string, CheckResult>();
  let waiting: Episode[] = [];
  let [judged, leftOut] = [0, 0];
  let keys: readonly KeySummary[] = [];
  let bindings: BindingsSummary | undefined;
  const enqueue = (episode: Episode | undefined): void => {
    if (episode === undefined || episode.entries.length < 2) return;
    if (waiting.length >= MOST_WAITING || judged + waiting.length >= options.mostEpisodes) leftOut += 1;
    else waiting.push(episode);
  };
  const settle = async (): Promise<CheckResult[]> => {
    const failures: CheckResult[] = [];
    const episodes = waiting;
    waiting = [];
    for (const episode of episodes) {
      judged += 1;
      const result = await judgeEpisode(episode, { ...options, checks });
      if (result.keys.length > keys.length) keys = result.keys;
      bindings ??= result.bindings;
      const { service, isFrozen } = options;
      for (const one of withdrawUnstable(result.results, { episode, service, isFrozen })) {
        const before = merged.get(one.id);
        const isNew = one.outcome === 'fail' || one.outcome === 'warning';
        if (isNew && before?.outcome !== one.outcome) failures.push(one);
        merged.set(one.id, mergeResult(before, one));
      }
    }
    return failures;
  };
  return {
    add: (seen) => enqueue(splitter.add(seen)),
    settle,
    async finish() {
      enqueue(splitter.end());
      await settle();
      const results = checks.flatMap(({ id }) => merged.get(id) ?? []);
      return { results, keys, bindings, judged, leftOut };
    },
  };
}
