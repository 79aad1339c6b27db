import { appendAll } from '../../base/large-lists.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { type OperationId, operations } from '../../spec/index.ts';
import { type Client, createClient, type Exchange, ignoreUnreadable } from '../http/client.ts';
import { listRecordedReads } from '../http/recording/recorded-requests.ts';
import { limitTime } from '../http/time-limit.ts';
import { createSchemaBudget } from '../reading/schemas/schema-budget.ts';
import type { Visibility } from '../relations/survey/principals.ts';
import { builtinBindings } from '../slots/builtin-bindings.ts';
import { summarizeBindings } from './bindings-summary.ts';
import { MOST_RECORDED_BYTES, recordTraffic } from './challenge/recorded-traffic.ts';
import type { Check } from './check.ts';
import { createChoiceBook } from './choices.ts';
import { describeTarget } from './description/describe-target.ts';
import { type DiscoveredService, discoverService } from './discover-service.ts';
import { createRecording } from './recording.ts';
import type { KeySummary, RunResult } from './results/result.ts';
import type { RunOptions } from './run-options.ts';
import { createRunResult } from './run-result.ts';
import { runChecks } from './schedule.ts';
import { listProxySecrets, openTargetTransport } from './target-transport.ts';
import { kitVersion } from './version.ts';

/**
 * Runs checks against a target. The timeouts limit all waiting for the target. They do not limit computations on its
 * responses: `runIsolated` does.
 */
export async function run(given: RunOptions): Promise<RunResult> {
  const options = { ...given, checks: selectForDepth(given.checks, given.depth) };
  const { now = Date.now, onEvent = () => undefined, runTimeoutMs = 600_000 } = options;
  const startedMs = now();
  const line = openTargetTransport(options);
  const isRecorded = options.challenge === true || options.record === true;
  const recordedReads =
    options.isPassive === true && options.replay !== undefined ? listRecordedReads(options.replay) : undefined;
  const traffic = isRecorded ? recordTraffic(line.transport, now) : undefined;
  const client = createClient({
    baseUrl: options.target.replace(/(?<!\/)\/+$/, ''),
    keys: options.keys,
    transport: traffic?.transport ?? line.transport,
    now,
    addedHeaders: options.addedHeaders ?? [],
    secrets: listProxySecrets(options.network?.proxy),
    ...omitUndefined({ recordedReads, isFrozen: options.isFrozen }),
    ...omitUndefined({ wait: options.replay === undefined ? options.wait : () => Promise.resolve() }),
  });
  onEvent({ type: 'started', target: client.redact(options.target), checks: options.checks, keys: options.keys.size });

  const archive: Exchange[] = [];
  const choices = createChoiceBook();
  const around = discoverService(client, {
    ...options,
    expectations: options.expectations ?? new Map(),
    archive,
    onDiscovered: (name, seen) => onEvent({ type: 'key-discovered', key: summarizeKey(name, seen) }),
  });
  const tooLate: DiscoveredService = {
    visibility: new Map(),
    bindings: builtinBindings,
    stopReason: "the run's time was up before the first check",
  };
  const { visibility, bindings, stopReason } = await limitTime(around, runTimeoutMs, () => tooLate);
  if (recordedReads !== undefined) await readEverything(client, { names: options.keys.keys(), archive });
  const endsMs = startedMs + runTimeoutMs;
  const schemas = createSchemaBudget({ leftMs: () => endsMs - now() });
  onEvent({ type: 'discovered', bindings: summarizeBindings(bindings, options.contract, client.redact) });
  const results =
    stopReason === undefined
      ? await runChecks(
          client,
          { ...options, bindings },
          {
            archive,
            visibility,
            choices,
            schemas,
            endsMs,
            traffic: options.challenge === true ? traffic : undefined,
          },
        )
      : [];
  const stopped =
    stopReason ?? client.stopped ?? (line.isDead() ? 'the target stopped responding during the run' : undefined);
  await Promise.all([line.close(), schemas.close()]);

  const result = createRunResult(options, {
    target: client.redact(options.target),
    results,
    keys: [...visibility].map(([name, seen]) => summarizeKey(name, seen)),
    bindings: summarizeBindings(bindings, options.contract, client.redact),
    choices: choices.read(client.redact),
    stopped,
    startedMs,
    endedMs: now(),
    requests: client.requests,
    sentAgain: client.listRepeats(),
    limitsReached: [
      ...client.bodies.listReached(),
      ...schemas.listExceeded(),
      ...(traffic?.isCut === true
        ? [`only the first ${MOST_RECORDED_BYTES / 2 ** 20} MiB of responses were recorded`]
        : []),
    ].map(client.redact),
    recording:
      options.record === true && traffic !== undefined
        ? createRecording(traffic.outcomes, { ...options, redact: client.redact })
        : undefined,
    description:
      options.describe === true
        ? describeTarget(archive, { target: options.target, redact: client.redact, version: kitVersion })
        : undefined,
  });
  client.bodies.close(); // not earlier, because the result contains excerpts of bodies
  onEvent({ type: 'finished', result });
  return result;
}

/** Adds all recorded reads to the archive: no check requests them, but some judge all exchanges. */
async function readEverything(
  client: Client,
  { names, archive }: { readonly names: Iterable<string>; readonly archive: Exchange[] },
): Promise<void> {
  const session = client.session({ reuse: true, mayFail: true });
  for (const caller of [session.withoutKey(), ...[...names].map((name) => session.withKey(name))])
    for (const operation of Object.keys(operations) as OperationId[]) // the keys of the table
      for (const parameters of caller.listRequested?.(operation) ?? [])
        await ignoreUnreadable(() => caller.get(operation, parameters));
  appendAll(archive, session.exchanges);
}

/** A quick run has only the required rules. */
const selectForDepth = (checks: readonly Check[], depth: RunOptions['depth']): readonly Check[] =>
  depth === 'quick' ? checks.filter(({ level }) => level === 'must') : checks;

const summarizeKey = (name: string, { reads, terminals, transactions }: Visibility): KeySummary => ({
  name,
  opens: reads.size,
  terminals: terminals.size,
  transactions: transactions.length,
});
