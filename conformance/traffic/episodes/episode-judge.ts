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
  /** Judges the episodes that have ended, and the open one if wanted. Returns the failures of checks that had none before. */
  settle(options?: { readonly includesOpen?: boolean }): Promise<readonly CheckResult[]>;
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
  /** The failures that `settle` returned, by check. */
  const announced = new Map<string, CheckResult['outcome']>();
  const listNew = (results: readonly CheckResult[]): CheckResult[] =>
    results.filter(({ id, outcome }) => {
      const isNew = (outcome === 'fail' || outcome === 'warning') && announced.get(id) !== outcome;
      if (isNew) announced.set(id, outcome);
      return isNew;
    });
  const judgeOne = async (episode: Episode) => {
    const { service, isFrozen } = options;
    const result = await judgeEpisode(episode, { ...options, checks });
    return { result, results: withdrawUnstable(result.results, { episode, service, isFrozen }) };
  };
  let seenOfOpen = 0;
  const settleOpen = async (): Promise<CheckResult[]> => {
    const open = splitter.peek();
    if (open === undefined || open.entries.length < 2 || open.entries.length === seenOfOpen) return [];
    seenOfOpen = open.entries.length;
    return listNew((await judgeOne(open)).results);
  };
  const settle = async ({ includesOpen = false } = {}): Promise<CheckResult[]> => {
    const failures: CheckResult[] = [];
    const episodes = waiting;
    waiting = [];
    for (const episode of episodes) {
      judged += 1;
      const { result, results } = await judgeOne(episode);
      if (result.keys.length > keys.length) keys = structuredClone(result.keys);
      bindings ??= structuredClone(result.bindings);
      for (const one of listNew(results)) failures.push(one);
      for (const one of results) {
        const before = merged.get(one.id);
        // a copy, because a part of a text keeps the whole text in memory
        if (mergeResult(before, one) === one) merged.set(one.id, structuredClone(one));
      }
    }
    return includesOpen ? [...failures, ...(await settleOpen())] : failures;
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
