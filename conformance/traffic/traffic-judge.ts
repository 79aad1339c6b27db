import { omitUndefined } from '../../base/omit-undefined.ts';
import { clauses } from '../../spec/index.ts';
import { checks } from '../checks/index.ts';
import type { Check } from '../engine/check.ts';
import { describeClause, toCheckResult } from '../engine/result-mapping.ts';
import { explainFailures } from '../engine/results/causes.ts';
import { type ExchangeRecord, redactText, toExchangeRecord } from '../engine/results/exchange-record.ts';
import { mapCheck, mapFinding } from '../engine/results/map-values.ts';
import {
  type CheckResult,
  countOutcomes,
  decideExit,
  type RunResult,
  summarizeCoverage,
} from '../engine/results/result.ts';
import { kitVersion } from '../engine/version.ts';
import type { Fail } from '../reading/verdicts/verdict.ts';
import type { Bindings } from '../slots/bindings.ts';
import { builtinBindings } from '../slots/builtin-bindings.ts';
import { createContractFinder, type TrafficContract } from './contract-choice.ts';
import { createEpisodeJudge, type EpisodeFindings } from './episodes/episode-judge.ts';
import { createCallers } from './exchanges/callers.ts';
import { createExchangeReader, type SeenExchange } from './exchanges/read-exchanges.ts';
import type { TrafficExchange } from './exchanges/traffic-exchange.ts';
import { createValueHider } from './hide-values.ts';
import { trafficRules } from './rules/index.ts';
import type { Party, RuleContext, TrafficRule } from './rules/rule.ts';
import { createTally } from './tally.ts';

/** A violation in one exchange: plain, redacted data. */
export interface Violation {
  /** The id of the rule. */
  readonly rule: string;
  readonly title: string;
  readonly clause: string;
  /** Whether it makes the result fail: a required rule of the documented interface, on the side of the service. */
  readonly decides: boolean;
  readonly party: Party;
  readonly caller: string;
  readonly expected: string;
  readonly saw: string | undefined;
  readonly request: ExchangeRecord;
  /** The number of the exchange in the traffic, from 1. */
  readonly number: number;
  readonly source: string | undefined;
  /** Whether no earlier exchange of the same operation and caller violated the rule. */
  readonly isFirst: boolean;
}

export interface TrafficJudgeOptions {
  /** The base URL of the judged service: `https://portal.example` for `https://portal.example/v1/portal`. */
  readonly service: string;
  /** Default: `auto`. */
  readonly contract?: TrafficContract;
  /** Names of known keys. Others are named `key-1`, `key-2`, … in the order of the traffic. */
  readonly keys?: ReadonlyMap<string, string>;
  /** Whether each exchange has all headers that the client sent: then a request without credentials had none. */
  readonly areCredentialsComplete?: boolean;
  /** Makes `observe` return also the violations that an earlier exchange of the same rule, operation and caller had. */
  readonly everyViolation?: boolean;
  /** Whether violations and results show values of the traffic. Default: digests replace them. Keys and card data are never shown. */
  readonly showValues?: boolean;
  /** Makes assumed rules decide, too. */
  readonly strict?: boolean;
  /** Makes required rules that the traffic did not show fail the result. */
  readonly requireAll?: boolean;
  /** The checks for relations between exchanges. Default: all checks of the kit that need no special requests. */
  readonly checks?: readonly Check[];
  /** Where the service keeps the documented values. Default: inferred from the traffic. */
  readonly bindings?: Bindings;
  /** Whether no data changed while the traffic was recorded. Otherwise responses of different times are compared only where that is shown. */
  readonly isFrozen?: boolean;
  /** The number of episodes whose relations are judged. Default 20. */
  readonly mostEpisodes?: number;
  /** Returns the time in epoch milliseconds. */
  readonly now?: () => number;
}

/** Judges traffic as it passes. Memory does not grow with the number of exchanges. */
export interface TrafficJudge {
  /** Judges one exchange. Returns its violations that no earlier one of the same rule, operation and caller had. Never throws. */
  observe(traffic: TrafficExchange): readonly Violation[];
  /** The number of exchanges with documented paths of the service so far. */
  readonly observed: number;
  /**
   * Judges relations between the exchanges of the episodes that have ended: parts of the traffic without a pause of two minutes. Returns
   * the failures of checks that had none before. Call it from time to time: an episode needs seconds of processor time. With
   * `includesOpen`, judges also the episode that has not ended; the result contains its judgement only after its end.
   */
  settle(options?: { readonly includesOpen?: boolean }): Promise<readonly CheckResult[]>;
  /** Concludes all rules. A rule that no exchange showed is untestable, and its reason names the request that would show it. */
  finish(): Promise<RunResult>;
}

/**
 * Creates a judge for the traffic with one service. Exchanges of other services and paths are ignored.
 *
 * @example
 * const judge = createTrafficJudge({ service: 'https://portal.example', contract: 'builtin' });
 * for (const exchange of exchanges) for (const { title } of judge.observe(exchange)) console.log(title);
 * const { exitCode } = await judge.finish();
 */
export function createTrafficJudge(options: TrafficJudgeOptions): TrafficJudge {
  const { service, strict = false, requireAll = false, areCredentialsComplete = false, now = Date.now } = options;
  const { everyViolation = false } = options;
  const startedMs = now();
  const callers = createCallers({ areCredentialsComplete, ...omitUndefined({ keys: options.keys }) });
  const choice = options.contract ?? 'auto';
  const finder = createContractFinder(choice);
  const context: RuleContext = {
    callers,
    contract: () => finder.contract,
    bindings: () => options.bindings ?? (finder.isBuiltin ? builtinBindings : undefined),
  };
  const reader = createExchangeReader({ baseUrl: service.replace(/\/+$/, ''), callers });
  const opened = trafficRules.map((rule) => ({ rule, observer: rule.open(context), tally: createTally(rule) }));
  const episodes = createEpisodeJudge({
    service: service.replace(/\/+$/, ''),
    checks: options.checks ?? checks,
    bindings: options.bindings ?? 'infer',
    ...(choice === 'auto' ? {} : { contract: choice }),
    strict,
    isFrozen: options.isFrozen ?? false,
    mostEpisodes: options.mostEpisodes ?? MOST_EPISODES,
  });
  /** Replaces the keys of the traffic: a check of the kit knows only made-up ones. */
  const redactResults = <Results extends readonly CheckResult[]>(results: Results): Results =>
    JSON.parse(callers.redact(JSON.stringify(results))) as Results; // a label needs no escape in JSON
  const hider = options.showValues === true ? undefined : createValueHider((word) => callers.names.includes(word));
  const hide = (results: readonly CheckResult[]): readonly CheckResult[] =>
    hider === undefined ? results : results.map((one) => mapCheck(one, hider));
  let observed = 0;
  let failedToJudge = 0;

  const judgeOne = (seen: SeenExchange): Violation[] =>
    opened.flatMap(({ rule, observer, tally }) => {
      const verdict = observeSafely(() => observer.observe(seen));
      if (verdict === 'failed') failedToJudge += 1;
      if (verdict === undefined || verdict === 'failed') return [];
      const isFirst = tally.add(seen, verdict);
      if (verdict.kind !== 'fail' || !(isFirst || everyViolation)) return [];
      const violation = toViolation(verdict, { rule, seen, strict, redact: callers.redact, isFirst });
      return [hider === undefined ? violation : mapFinding(violation, hider)];
    });

  return {
    get observed() {
      return observed;
    },
    observe(traffic) {
      const seen = reader.read(traffic, observed + 1);
      if (seen === undefined) return [];
      observed += 1;
      observeSafely(() => finder.observe(seen));
      episodes.add(seen);
      return judgeOne(seen);
    },
    settle: async (settled) => hide(redactResults(await episodes.settle(settled))),
    finish: async () => {
      const relations = await episodes.finish();
      const passing = opened.map(({ rule, tally }) =>
        toCheckResult(toCheck(rule), tally.conclude(), {
          isStrict: strict && rule.party === 'service',
          redact: callers.redact,
          requests: 0,
          sampled: [],
          durationMs: 0,
        }),
      );
      const decided = redactResults(relations.results.filter((one) => isWorthReporting(one)));
      const results = hide([...passing, ...decided]);
      const ofClient = new Set(opened.filter(({ rule }) => rule.party === 'client').map(({ rule }) => rule.id));
      const ofService = results.filter(({ id }) => !ofClient.has(id));
      return createTrafficResult(results, {
        ofService,
        service: callers.redact(service),
        keys: callers.names,
        relations,
        startedMs,
        endedMs: now(),
        strict,
        requireAll,
        observed,
        notes: [
          ...(failedToJudge === 0
            ? []
            : [`${failedToJudge} verdicts are missing, because a response could not be read`]),
          ...(relations.leftOut === 0
            ? []
            : [
                `relations between exchanges were judged in ${relations.judged} of ${relations.judged + relations.leftOut} episodes`,
              ]),
          ...(callers.isFull ? ['the traffic has more keys than the judge distinguishes'] : []),
        ],
      });
    },
  };
}

const MOST_EPISODES = 20;

/** Whether a result belongs in the report: advice that only special requests can show does not. */
const isWorthReporting = ({ outcome, level }: CheckResult): boolean =>
  level === 'must' || (outcome !== 'untestable' && outcome !== 'inconclusive');

/** Returns the verdict of an observer; a body of traffic that makes it throw must not end the judge. */
function observeSafely<Found>(observe: () => Found): Found | 'failed' {
  try {
    return observe();
  } catch {
    return 'failed';
  }
}

/** A rule in the form that results are mapped from; it does not run. */
const toCheck = ({ open: _, party: _party, shownBy: _shownBy, ...rule }: TrafficRule): Check => ({
  ...rule,
  needs: [],
  run: () => Promise.reject(new Error('rules of traffic send nothing')),
});

interface ViolationContext {
  readonly rule: TrafficRule;
  readonly seen: SeenExchange;
  readonly strict: boolean;
  readonly redact: (text: string) => string;
  readonly isFirst: boolean;
}

function toViolation(
  { expected, saw, actual }: Fail,
  { rule, seen, strict, redact, isFirst }: ViolationContext,
): Violation {
  const { isDocumented } = describeClause(rule.clause);
  return {
    rule: rule.id,
    title: rule.title,
    clause: rule.clause,
    decides: rule.level === 'must' && rule.party === 'service' && (isDocumented || strict),
    party: rule.party,
    caller: seen.caller.name,
    expected: redactText(expected, redact),
    saw: saw === undefined ? undefined : redactText(saw, redact),
    request: toExchangeRecord(actual, redact),
    number: seen.number,
    source: seen.source,
    isFirst,
  };
}

interface ResultParts {
  readonly service: string;
  readonly keys: readonly string[];
  readonly relations: EpisodeFindings;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly strict: boolean;
  readonly requireAll: boolean;
  readonly observed: number;
  readonly notes: readonly string[];
  /** The results about the service, which decide the exit code. */
  readonly ofService: readonly CheckResult[];
}

function createTrafficResult(results: readonly CheckResult[], parts: ResultParts): RunResult {
  const { service, keys, relations, startedMs, endedMs, strict, requireAll, observed, notes, ofService } = parts;
  return {
    schemaVersion: 1,
    kitVersion,
    target: service,
    startedAt: new Date(startedMs).toISOString(),
    durationMs: endedMs - startedMs,
    seed: 1,
    options: {
      depth: 'standard',
      strict,
      allowWrites: false,
      allowUnverified: !requireAll,
      failFast: false,
      requestsPerSecond: null,
      concurrency: 1,
      timeoutMs: 0,
      viaProxy: false,
      insecure: false,
      addedHeaders: [],
      isTraffic: true,
    },
    keys: keys.map(
      (name) => relations.keys.find((one) => one.name === name) ?? { name, opens: 0, terminals: 0, transactions: 0 },
    ),
    ...omitUndefined({ bindings: relations.bindings }),
    results: explainFailures(results),
    counts: countOutcomes(results),
    clauses: summarizeCoverage(results, clauses),
    requests: observed,
    ...(notes.length === 0 ? {} : { limitsReached: notes }),
    ...decideExit({ results: ofService, planned: ofService.length, allowUnverified: !requireAll }),
  };
}
