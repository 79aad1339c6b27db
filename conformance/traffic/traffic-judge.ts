import { omitUndefined } from '../../base/omit-undefined.ts';
import { contract as builtinContract, clauses } from '../../spec/index.ts';
import type { Check } from '../engine/check.ts';
import { describeClause, toCheckResult } from '../engine/result-mapping.ts';
import { explainFailures } from '../engine/results/causes.ts';
import { type ExchangeRecord, redactText, toExchangeRecord } from '../engine/results/exchange-record.ts';
import {
  type CheckResult,
  countOutcomes,
  decideExit,
  type RunResult,
  summarizeCoverage,
} from '../engine/results/result.ts';
import { kitVersion } from '../engine/version.ts';
import { type ContractJudge, createContractJudge } from '../reading/schemas/response-schemas.ts';
import type { Fail, Verdict } from '../reading/verdicts/verdict.ts';
import { createCallers } from './exchanges/callers.ts';
import { createExchangeReader, type SeenExchange } from './exchanges/read-exchanges.ts';
import type { TrafficExchange } from './exchanges/traffic-exchange.ts';
import { trafficRules } from './rules/index.ts';
import type { Party, RuleContext, TrafficRule } from './rules/rule.ts';
import { createTally } from './tally.ts';

/** What an exchange violates: plain, redacted data. */
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

/** The contract for schemas: none, the built-in one, or an OpenAPI document. */
export type TrafficContract = 'none' | 'builtin' | { readonly document: unknown };

export interface TrafficJudgeOptions {
  /** The base URL of the judged service: `https://portal.example` for `https://portal.example/v1/portal`. */
  readonly service: string;
  readonly contract?: TrafficContract;
  /** Names of known keys. Others are named `key-1`, `key-2`, … in the order of the traffic. */
  readonly keys?: ReadonlyMap<string, string>;
  /** Whether each exchange has all headers that the client sent: then a request without credentials had none. */
  readonly areCredentialsComplete?: boolean;
  /** Makes `observe` return also the violations that an earlier exchange of the same rule, operation and caller had. */
  readonly everyViolation?: boolean;
  /** Makes assumed rules decide, too. */
  readonly strict?: boolean;
  /** Makes required rules that the traffic did not show fail the result. */
  readonly requireAll?: boolean;
  /** Returns the time in epoch milliseconds. */
  readonly now?: () => number;
}

/** Judges traffic as it passes. Memory does not grow with the number of exchanges. */
export interface TrafficJudge {
  /** Judges one exchange. Returns its violations that no earlier one of the same rule, operation and caller had. Never throws. */
  observe(traffic: TrafficExchange): readonly Violation[];
  /** The number of exchanges with documented paths of the service so far. */
  readonly observed: number;
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
  const contract = createContract(options.contract ?? 'none');
  const context: RuleContext = { callers, contract: () => contract };
  const reader = createExchangeReader({ baseUrl: service.replace(/\/+$/, ''), callers });
  const opened = trafficRules.map((rule) => ({ rule, observer: rule.open(context), tally: createTally(rule) }));
  let observed = 0;
  let failedToJudge = 0;

  const judgeOne = (seen: SeenExchange): Violation[] =>
    opened.flatMap(({ rule, observer, tally }) => {
      const verdict = observeSafely(() => observer.observe(seen));
      if (verdict === 'failed') failedToJudge += 1;
      if (verdict === undefined || verdict === 'failed') return [];
      const isFirst = tally.add(seen, verdict);
      if (verdict.kind !== 'fail' || !(isFirst || everyViolation)) return [];
      return [toViolation(verdict, { rule, seen, strict, redact: callers.redact, isFirst })];
    });

  return {
    get observed() {
      return observed;
    },
    observe(traffic) {
      const seen = reader.read(traffic, observed + 1);
      if (seen === undefined) return [];
      observed += 1;
      return judgeOne(seen);
    },
    finish: async () => {
      const results = opened.map(({ rule, tally }) =>
        toCheckResult(toCheck(rule), tally.conclude(), {
          isStrict: strict && rule.party === 'service',
          redact: callers.redact,
          requests: 0,
          sampled: [],
          durationMs: 0,
        }),
      );
      const ofService = opened.flatMap(({ rule }, index) => (rule.party === 'service' ? (results[index] ?? []) : []));
      return createTrafficResult(results, {
        ofService,
        service: callers.redact(service),
        keys: callers.names,
        startedMs,
        endedMs: now(),
        strict,
        requireAll,
        observed,
        notes:
          failedToJudge === 0 ? [] : [`${failedToJudge} verdicts are missing, because a response could not be read`],
      });
    },
  };
}

/** Returns the verdict of an observer; a body of traffic that makes it throw must not end the judge. */
function observeSafely(observe: () => Verdict | undefined): Verdict | undefined | 'failed' {
  try {
    return observe();
  } catch {
    return 'failed';
  }
}

function createContract(choice: TrafficContract): ContractJudge | undefined {
  if (choice === 'none') return undefined;
  return createContractJudge(choice === 'builtin' ? builtinContract : choice.document);
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
  const { service, keys, startedMs, endedMs, strict, requireAll, observed, notes, ofService } = parts;
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
    },
    keys: keys.map((name) => ({ name, opens: 0, terminals: 0, transactions: 0 })),
    results: explainFailures(results),
    counts: countOutcomes(results),
    clauses: summarizeCoverage(results, clauses),
    requests: observed,
    ...(notes.length === 0 ? {} : { limitsReached: notes }),
    ...decideExit({ results: ofService, planned: ofService.length, allowUnverified: !requireAll }),
  };
}
