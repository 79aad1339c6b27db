import { clauses, contract } from '../spec/index.ts';
import type { Bindings } from './bindings.ts';
import { builtin } from './builtin.ts';
import type { Check, Need, Offers } from './check.ts';
import { type Choice, choiceBook } from './choices.ts';
import { type Client, createClient, type Exchange, NoAnswer, type Session, type Transport } from './client.ts';
import { judgeBy } from './contract.ts';
import { madeUpKeyLike } from './made-up-key.ts';
import { pairsOf, type Sights, survey } from './principals.ts';
import { type CheckResult, countsOf, coverageOf, exitOf, type KeySummary, type RunResult } from './result.ts';
import { type Ground, MISSING, principalsOf, situationsOf } from './situations.ts';
import { resultOf } from './telling.ts';
import { httpTransport } from './transport.ts';
import { type Case, concluding, inconclusive, kitError, rollUp, untestable, type Verdict } from './verdict.ts';
import { watched } from './watch.ts';

export interface RunOptions {
  /** Where the target's paths begin: `https://portal.example` for `https://portal.example/v1/portal`. */
  readonly target: string;
  /** API keys by the names under which reports speak of them. */
  readonly keys: ReadonlyMap<string, string>;
  readonly checks: readonly Check[];
  /** What carries the requests; the network, if not given. */
  readonly transport?: Transport;
  readonly bindings?: Bindings;
  /** Assumed clauses decide too. */
  readonly strict?: boolean;
  /** Checks may send requests that change data. */
  readonly allowWrites?: boolean;
  /** Rules that could not be verified do not make the run fail. */
  readonly allowUnverified?: boolean;
  readonly seed?: number;
  /** The longest time for one exchange. */
  readonly timeoutMs?: number;
  /** The longest time for one check. */
  readonly checkTimeoutMs?: number;
  /** The longest time for the whole run; checks that are left are inconclusive. */
  readonly runTimeoutMs?: number;
  readonly onEvent?: (event: RunEvent) => void;
  readonly wait?: (milliseconds: number) => Promise<void>;
  readonly now?: () => number;
}

/** What happens during a run, for whoever shows it. Results come in the order of the catalogue. */
export type RunEvent =
  | { readonly type: 'started'; readonly target: string; readonly checks: number; readonly keys: number }
  | { readonly type: 'surveyed'; readonly key: KeySummary }
  | { readonly type: 'check-started'; readonly id: string }
  | { readonly type: 'check-finished'; readonly result: CheckResult }
  | { readonly type: 'finished'; readonly result: RunResult };

const NEEDS_A_SURVEY: readonly Need[] = ['reader', 'readers', 'insider', 'outsider', 'archive'];

/** Runs checks against a target. Resolves, whatever the target does, within the times allowed. */
export async function run(options: RunOptions): Promise<RunResult> {
  const { now = Date.now, timeoutMs = 10_000, wait, transport, onEvent = () => undefined } = options;
  const startedMs = now();
  const network = transport === undefined ? httpTransport({ timeoutMs }) : undefined;
  const line = watched(transport ?? network?.transport ?? neverAnswers);
  const client = createClient({
    baseUrl: options.target.replace(/\/+$/, ''),
    keys: options.keys,
    transport: line.transport,
    ...(wait === undefined ? {} : { wait }),
  });
  onEvent({ type: 'started', target: options.target, checks: options.checks.length, keys: options.keys.size });

  const archive: Exchange[] = [];
  const sights = new Map<string, Sights>();
  const choices = choiceBook();
  const obstacle = await lookAround(client, options, archive, sights);
  const results =
    obstacle === undefined ? await runChecks(client, options, { archive, sights, choices }, startedMs) : [];
  const stopped = obstacle ?? (line.isDead() ? 'the target stopped answering during the run' : undefined);
  await network?.close();

  const target = client.redact(options.target);
  const result = summedUp(options, {
    target,
    results,
    sights,
    choices: choices.read(client.redact),
    stopped,
    startedMs,
    endedMs: now(),
    requests: archive.length,
  });
  onEvent({ type: 'finished', result });
  return result;
}

function summedUp(
  options: RunOptions,
  run: {
    readonly target: string;
    readonly results: readonly CheckResult[];
    readonly sights: ReadonlyMap<string, Sights>;
    readonly choices: readonly Choice[];
    readonly stopped: string | undefined;
    readonly startedMs: number;
    readonly endedMs: number;
    readonly requests: number;
  },
): RunResult {
  const { seed = 1, strict = false, allowWrites = false, allowUnverified = false } = options;
  const { target, results, sights, choices, stopped, startedMs, endedMs, requests } = run;
  return {
    schemaVersion: 1,
    target,
    startedAt: new Date(startedMs).toISOString(),
    durationMs: endedMs - startedMs,
    seed,
    options: { strict, allowWrites, allowUnverified },
    keys: [...sights].map(([name, seen]) => summaryOf(name, seen)),
    results,
    counts: countsOf(results),
    clauses: coverageOf(results, clauses),
    choices,
    requests,
    ...(stopped === undefined ? {} : { stopped }),
    ...exitOf({ results, planned: options.checks.length, stopped, allowUnverified }),
  };
}

/** Finds out whether the target answers, and what each key opens. Returns why the run cannot go on, if it cannot. */
async function lookAround(
  client: Client,
  options: RunOptions,
  archive: Exchange[],
  sights: Map<string, Sights>,
): Promise<string | undefined> {
  const session = client.session();
  try {
    await session.withoutKey().get('getBrandingStatus');
    if (!options.checks.some(({ needs }) => needs.some((need) => NEEDS_A_SURVEY.includes(need)))) return undefined;
    for (const name of options.keys.keys()) {
      const seen = await survey(session.withKey(name), options.bindings ?? builtin);
      sights.set(name, seen);
      options.onEvent?.({ type: 'surveyed', key: summaryOf(name, seen) });
    }
  } catch (thrown) {
    if (thrown instanceof NoAnswer) return thrown.message;
    throw thrown;
  } finally {
    archive.push(...session.trail);
  }
  if (options.keys.size === 0 || [...sights.values()].some(({ reads }) => reads.size > 0)) return undefined;
  const portal = session.trail.find(({ operation }) => operation === 'getPortal');
  return `no key opens anything: GET /v1/portal answered ${portal?.status} to the key "${portal?.request.caller}"`;
}

const summaryOf = (name: string, { reads, terminals, transactions }: Sights): KeySummary => ({
  name,
  opens: reads.size,
  terminals: terminals.size,
  transactions: transactions.length,
});

/** Runs the checks one after the other, those that judge the archive last. Results are in the order of the checks given. */
async function runChecks(
  client: Client,
  options: RunOptions,
  { archive, sights, choices }: Pick<Ground, 'sights' | 'choices'> & { readonly archive: Exchange[] },
  startedMs: number,
): Promise<CheckResult[]> {
  const { checks, now = Date.now, checkTimeoutMs = 60_000, runTimeoutMs = 600_000 } = options;
  const ground: Ground = {
    sights,
    pairs: pairsOf(principalsOf(sights, client.session())),
    archive,
    bindings: options.bindings ?? builtin,
    contract: judgeBy(contract),
    writesAllowed: options.allowWrites === true,
    seed: options.seed ?? 1,
    choices,
    madeUpKey: madeUpKeyLike([...options.keys.values()][0] ?? 'fleetkit-made-up-key', options.seed ?? 1),
  };
  const results = new Map<string, CheckResult>();
  for (const one of archiveLast(checks)) {
    options.onEvent?.({ type: 'check-started', id: one.id });
    const session = client.session();
    const checkStartedMs = now();
    const leftMs = Math.min(checkTimeoutMs, startedMs + runTimeoutMs - checkStartedMs);
    const verdict = leftMs > 0 ? await judged(one, ground, session, leftMs) : inconclusive("the run's time was up");
    archive.push(...session.trail);
    const result = resultOf(one, verdict, {
      isStrict: options.strict === true,
      redact: client.redact,
      requests: session.trail.length,
      durationMs: now() - checkStartedMs,
    });
    results.set(one.id, result);
    options.onEvent?.({ type: 'check-finished', result });
  }
  return checks.flatMap(({ id }) => results.get(id) ?? []);
}

const archiveLast = (checks: readonly Check[]): readonly Check[] => [
  ...checks.filter(({ needs }) => !needs.includes('archive')),
  ...checks.filter(({ needs }) => needs.includes('archive')),
];

async function judged(one: Check, ground: Ground, session: Session, leftMs: number): Promise<Verdict> {
  const inTime = concluding(() => inEverySituation(one, ground, session)).catch((thrown: unknown) => {
    if (thrown instanceof NoAnswer) return inconclusive(thrown.message, ...session.trail.slice(-1));
    return kitError(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Verdict>((resolve) => {
    timer = setTimeout(
      () => resolve(inconclusive('the time of this check was up', ...session.trail.slice(-1))),
      leftMs,
    );
  });
  const verdict = await Promise.race([inTime, late]);
  clearTimeout(timer);
  session.close();
  return verdict;
}

async function inEverySituation(one: Check, ground: Ground, session: Session): Promise<Verdict> {
  const bindings = ground.bindings.forJudging([one.clause, ...(one.covers ?? [])]);
  const situations = situationsOf(one.needs, { ...ground, bindings }, session);
  const missing = one.needs.find((need) => situations.every(({ offers }) => offers[need] === undefined));
  if (missing !== undefined) return untestable(MISSING[missing] ?? `nothing offers "${missing}"`);
  const cases: Case[] = [];
  for (const { name, offers } of situations) {
    const context = Object.fromEntries(one.needs.map((need) => [need, offers[need]]));
    cases.push({ name, verdict: await concluding(() => one.run(context as unknown as Offers)) }); // holds each need: just shown
  }
  const [only] = cases;
  return cases.length === 1 && only?.name === '' ? only.verdict : rollUp(cases, 'any');
}

const neverAnswers: Transport = () => Promise.reject(new NoAnswer('unreachable', 'there is no transport'));
