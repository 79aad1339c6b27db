import { clauses } from '../../spec/index.ts';
import { omitUndefined } from '../../spec/omit-undefined.ts';
import { summarizeBindings } from '../bindings/bindings-summary.ts';
import { builtinBindings } from '../bindings/builtin-bindings.ts';
import { createClient, type Exchange } from '../http/client.ts';
import { createSchemaBudget } from '../oracles/schema-budget.ts';
import type { Check } from './check.ts';
import { createChoiceBook } from './choices.ts';
import { type DiscoveredService, discoverService } from './discover-service.ts';
import type { Visibility } from './principals.ts';
import {
  type BindingsSummary,
  type CheckResult,
  countOutcomes,
  decideExit,
  type KeySummary,
  type RecordedChoice,
  type RunResult,
  summarizeCoverage,
} from './result.ts';
import type { RunOptions } from './run-options.ts';
import { runChecks } from './schedule.ts';
import { listProxySecrets, openTargetTransport, toRunSettings } from './target-transport.ts';
import { limitTime } from './time-limit.ts';
import { kitVersion } from './version.ts';

/** Runs checks against a target. Always resolves within the timeouts, even if the target is hostile. */
export async function run(given: RunOptions): Promise<RunResult> {
  const options = { ...given, checks: selectForDepth(given.checks, given.depth) };
  const { now = Date.now, onEvent = () => undefined, runTimeoutMs = 600_000 } = options;
  const startedMs = now();
  const line = openTargetTransport(options);
  const client = createClient({
    baseUrl: options.target.replace(/(?<!\/)\/+$/, ''),
    keys: options.keys,
    transport: line.transport,
    now,
    addedHeaders: options.addedHeaders ?? [],
    secrets: listProxySecrets(options.network?.proxy),
    ...omitUndefined({ wait: options.wait }),
  });
  onEvent({ type: 'started', target: client.redact(options.target), checks: options.checks, keys: options.keys.size });

  const archive: Exchange[] = [];
  const choices = createChoiceBook();
  const around = discoverService(client, {
    ...options,
    archive,
    onDiscovered: (name, seen) => onEvent({ type: 'key-discovered', key: summarizeKey(name, seen) }),
  });
  const tooLate: DiscoveredService = {
    visibility: new Map(),
    bindings: builtinBindings,
    stopReason: "the run's time was up before the first check",
  };
  const { visibility, bindings, stopReason } = await limitTime(around, runTimeoutMs, () => tooLate);
  const endsMs = startedMs + runTimeoutMs;
  const schemas = createSchemaBudget({ leftMs: () => endsMs - now() });
  onEvent({ type: 'discovered', bindings: summarizeBindings(bindings, options.contract, client.redact) });
  const results =
    stopReason === undefined
      ? await runChecks(client, { ...options, bindings }, { archive, visibility, choices, schemas, endsMs })
      : [];
  const stopped = stopReason ?? (line.isDead() ? 'the target stopped responding during the run' : undefined);
  await Promise.all([line.close(), schemas.close()]);
  client.bodies.close();

  const result = createRunResult(options, {
    target: client.redact(options.target),
    results,
    visibility,
    bound: summarizeBindings(bindings, options.contract, client.redact),
    choices: choices.read(client.redact),
    stopped,
    startedMs,
    endedMs: now(),
    requests: archive.length,
    limitsReached: [...client.bodies.listReached(), ...schemas.listExceeded()].map(client.redact),
  });
  onEvent({ type: 'finished', result });
  return result;
}

/** A quick run has only the required rules. */
const selectForDepth = (checks: readonly Check[], depth: RunOptions['depth']): readonly Check[] =>
  depth === 'quick' ? checks.filter(({ level }) => level === 'must') : checks;

function createRunResult(
  options: RunOptions,
  run: {
    readonly target: string;
    readonly results: readonly CheckResult[];
    readonly visibility: ReadonlyMap<string, Visibility>;
    readonly bound: BindingsSummary;
    readonly choices: readonly RecordedChoice[];
    readonly stopped: string | undefined;
    readonly startedMs: number;
    readonly endedMs: number;
    readonly requests: number;
    readonly limitsReached: readonly string[];
  },
): RunResult {
  const { seed = 1, allowUnverified = false } = options;
  const { target, results, visibility, bound, choices, stopped, startedMs, endedMs, requests, limitsReached } = run;
  return {
    schemaVersion: 1,
    kitVersion,
    target,
    startedAt: new Date(startedMs).toISOString(),
    durationMs: endedMs - startedMs,
    seed,
    options: toRunSettings(options),
    keys: [...visibility].map(([name, seen]) => summarizeKey(name, seen)),
    bindings: bound,
    results,
    counts: countOutcomes(results),
    clauses: summarizeCoverage(results, clauses),
    choices,
    requests,
    ...(limitsReached.length === 0 ? {} : { limitsReached }),
    ...omitUndefined({ stopped }),
    ...decideExit({ results, planned: options.checks.length, stopped, allowUnverified }),
  };
}

const summarizeKey = (name: string, { reads, terminals, transactions }: Visibility): KeySummary => ({
  name,
  opens: reads.size,
  terminals: terminals.size,
  transactions: transactions.length,
});
