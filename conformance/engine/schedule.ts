import { appendAll } from '../../base/large-lists.ts';
import { contract } from '../../spec/index.ts';
import {
  type Client,
  type ClientSession,
  describeRequest,
  type Exchange,
  isSuccess,
  NoResponse,
} from '../http/client.ts';
import { describePage } from '../http/foreign-pages.ts';
import { createKeyDetector } from '../http/redaction.ts';
import { limitTime } from '../http/time-limit.ts';
import { makeUpRunKey } from '../reading/made-up-key.ts';
import { createContractJudge } from '../reading/schemas/response-schemas.ts';
import { createSchemaBudget } from '../reading/schemas/schema-budget.ts';
import { createSampling, type Depth, type SampleRecord } from '../reading/verdicts/sampling.ts';
import {
  addRemedy,
  type Case,
  catchConcluded,
  catchUnrecorded,
  combineCases,
  inconclusive,
  kitError,
  type Undecided,
  type Verdict,
} from '../reading/verdicts/verdict.ts';
import { listPairs } from '../relations/survey/pairs.ts';
import type { Bindings } from '../slots/bindings.ts';
import type { Slot } from '../slots/slots.ts';
import type { ChallengeResult } from './challenge/challenge-result.ts';
import type { RecordedTraffic } from './challenge/recorded-traffic.ts';
import { createChallenger, judgeChallenge } from './challenge.ts';
import type { Capabilities, Check } from './check.ts';
import {
  type ContractChoice,
  chooseContract,
  createPrincipals,
  explainMissing,
  listCases,
  type RunContext,
} from './check-cases.ts';
import { createChoiceBook } from './choices.ts';
import { toCheckResult } from './result-mapping.ts';
import { listReadPlaces, listUsedPointers, recordUse } from './results/read-places.ts';
import type { CheckResult } from './results/result.ts';
import type { RunOptions } from './run-options.ts';
import { listTestedItems } from './tested-items.ts';
import { openWrites } from './writes/run-writes.ts';

/** Data that the checks of a run share: what each key can see, the recorded choices, the exchanges and the deadline. */
interface SharedData extends Pick<RunContext, 'visibility' | 'choices' | 'schemas'> {
  readonly archive: Exchange[];
  readonly endsMs: number;
  /** The traffic of the run, if passes are challenged. */
  readonly traffic: RecordedTraffic | undefined;
}

/** An error that repeats a deeply nested request of the kit cannot be parsed, and the checks of all exchanges do not need it. */
const isOfInterest = (exchange: Exchange): boolean => isSuccess(exchange) || exchange.isReadable;

/** A message may repeat a text of the target. */
const LONGEST_TRACE = 4000;
const SKIPPED = addRemedy(inconclusive('skipped (--fail-fast)'), { kind: 'no-fail-fast' });
const OUT_OF_TIME = addRemedy(inconclusive("the run's time was up"), { kind: 'run-time' });

/** A check that passed, and how to create its result after a challenge. */
interface Pass {
  readonly one: Check;
  readonly depth: Depth;
  readonly withdraw: (challenged: ChallengeResult | undefined) => CheckResult;
}

/** Runs the checks: first those that only read, then those that write, then those that judge the archive. */
export async function runChecks(
  client: Client,
  options: RunOptions & { readonly bindings: Bindings },
  { archive, visibility, choices, schemas, endsMs, traffic }: SharedData,
): Promise<CheckResult[]> {
  const { checks, now = Date.now, checkTimeoutMs = 60_000, concurrency = 1, depth = 'standard', onEvent } = options;
  const leftMs = () => endsMs - now();
  const madeUpKey = makeUpRunKey(options);
  const runContext: RunContext = {
    visibility,
    pairs: listPairs(createPrincipals(visibility, client.session())),
    expectations: options.expectations ?? new Map(),
    archive,
    bindings: options.bindings,
    contract: createRunJudge(options.contract ?? chooseContract(options.bindings), leftMs),
    schemas,
    sampling: createSampling(depth, []),
    writes: options.allowWrites === true ? openWrites() : undefined,
    seed: options.seed ?? 1,
    choices,
    madeUpKey,
    repeatsAKey: createKeyDetector([...options.keys.values(), madeUpKey]),
  };
  const results = new Map<string, CheckResult>();
  let hasFailed = false;
  const passes: Pass[] = [];
  const judge = (
    one: Check,
    session: ClientSession,
    given: Pick<RunContext, 'sampling' | 'bindings'> & Partial<RunContext>,
  ): Verdict | Promise<Verdict> => {
    if (hasFailed && options.failFast === true) return SKIPPED;
    const limitMs = Math.min(checkTimeoutMs, leftMs());
    if (limitMs <= 0) return OUT_OF_TIME;
    return runWithTimeout(one, { ...runContext, ...given }, { session, limitMs });
  };
  const perform = async (one: Check): Promise<void> => {
    onEvent?.({ type: 'check-started', id: one.id });
    const startedMs = now();
    const writes = one.needs.includes('writes');
    let requests = 0;
    const used = new Set<Slot>();
    const bindings = recordUse(runContext.bindings, used);
    const attempt = async (at: Depth, { reuse }: { readonly reuse: boolean }) => {
      const session = client.session({ reuse });
      const sampled: SampleRecord[] = [];
      const verdict = await judge(one, session, { sampling: createSampling(at, sampled), bindings });
      requests += session.requests;
      appendAll(archive, session.exchanges.filter(isOfInterest));
      return { verdict, sampled, used: [...session.exchanges, ...session.reused], isShared: session.reused.length > 0 };
    };
    // a check that writes cannot be repeated, neither to confirm its verdict nor with more cases: its writes may then be refused
    let tried = depth;
    let found = await attempt(tried, { reuse: !writes });
    if (tried === 'quick' && !writes && lacksDataInSample(found)) {
      tried = 'standard';
      found = await attempt(tried, { reuse: true });
    }
    const sampled = [...found.sampled, ...listTestedItems(found.used, [...visibility.values()])];
    if (found.isShared && needsConfirmation(found.verdict)) found = await attempt(tried, { reuse: false });
    const decided = lacksDataInSample(found) ? addRemedy(found.verdict, { kind: 'sample' }) : found.verdict;
    const verdict = await withdrawUnproven(client, one, decided);
    const createResult = (final: Verdict, challenged?: ChallengeResult) =>
      toCheckResult(one, final, {
        isStrict: options.strict === true,
        redact: client.redact,
        requests,
        sampled,
        durationMs: now() - startedMs,
        listPlaces: (exchange, saw) => listReadPlaces(exchange, saw, { used, bindings: options.bindings }),
        challenged,
      });
    const result = createResult(verdict);
    if (verdict.kind === 'pass')
      passes.push({
        one,
        depth: tried,
        withdraw: (challenged) => createResult(judgeChallenge(verdict, challenged), challenged),
      });
    results.set(one.id, result);
    hasFailed ||= result.outcome === 'fail' && options.isKnown?.(result) !== true;
    onEvent?.({ type: 'check-finished', result });
  };
  for (const { checks: among, concurrency: atOnce } of groupIntoStages(checks, concurrency))
    await runInParallel(among, atOnce, perform);
  if (traffic !== undefined) {
    const challenger = createChallenger({
      traffic,
      baseUrl: options.target.replace(/(?<!\/)\/+$/, ''),
      keys: options.keys,
      judge: async (one, replay) => {
        const at = passes.find((pass) => pass.one === one)?.depth ?? depth;
        const used = new Set<Slot>();
        const session = replay.session({ reuse: true });
        const verdict = await judge(one, session, {
          sampling: createSampling(at, []),
          bindings: recordUse(runContext.bindings, used),
          writes: options.allowWrites === true ? openWrites() : undefined,
          choices: createChoiceBook(),
        });
        const listPlaces = (exchange: Exchange) => listUsedPointers(exchange, { used, bindings: options.bindings });
        return { verdict, exchanges: session.exchanges, listPlaces };
      },
    });
    for (const { one, withdraw } of passes) results.set(one.id, withdraw(await challenger.challenge(one)));
  }
  return checks.flatMap(({ id }) => results.get(id) ?? []);
}

/**
 * Withdraws a failure if a read of the same caller that succeeded before fails now. Withdraws the failure of a required rule also
 * if the response that proves it is a web page in place of what the target itself sends; such a page remains worth advice.
 */
async function withdrawUnproven(client: Client, { level }: Check, verdict: Verdict): Promise<Verdict> {
  if (verdict.kind !== 'fail') return verdict;
  const { actual, evidence } = verdict;
  if (level === 'must' && client.isForeignPage(actual))
    return inconclusive(
      `${describeRequest(actual.request)} received ${describePage(actual)}; a firewall, a proxy or a login portal may have answered instead of the service`,
      ...evidence,
    );
  const outage = await client.findOutage(actual.request.caller);
  return outage === undefined ? verdict : inconclusive(outage, ...evidence);
}

/** Whether a verdict on shared reads counts only if new reads confirm it: the data may have changed in between. */
const needsConfirmation = ({ kind }: Verdict): boolean => kind === 'fail' || kind === 'inconclusive';

interface Attempt {
  readonly verdict: Verdict;
  readonly sampled: readonly SampleRecord[];
}

/** Whether the data that a check needs may be in the cases that its sample left out. */
const lacksDataInSample = (attempt: Attempt): attempt is Attempt & { readonly verdict: Undecided } =>
  attempt.verdict.kind === 'untestable' && attempt.verdict.remedy === undefined && attempt.sampled.length > 0;

interface Stage {
  readonly checks: readonly Check[];
  readonly concurrency: number;
}

/**
 * Writes run one by one after all reads, those of strangers last: they need an accepted write of another key for comparison, and
 * there may be few rows to write about. Checks of the archive run last.
 */
function groupIntoStages(checks: readonly Check[], concurrency: number): readonly Stage[] {
  const getStage = ({ needs }: Check) => (needs.includes('archive') ? 2 : needs.includes('writes') ? 1 : 0);
  const at = (stage: number) => checks.filter((one) => getStage(one) === stage);
  return [
    { checks: at(0), concurrency },
    { checks: at(1).toSorted((a, b) => countStrangers(a) - countStrangers(b)), concurrency: 1 },
    { checks: at(2), concurrency: 1 },
  ];
}

const countStrangers = ({ needs }: Check): number => Number(needs.includes('anonymous'));

async function runInParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  perform: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await perform(item);
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, work));
}

async function runWithTimeout(
  one: Check,
  runContext: RunContext,
  { session, limitMs }: { readonly session: ClientSession; readonly limitMs: number },
): Promise<Verdict> {
  const inTime = catchConcluded(() => runAllCases(one, runContext, session)).catch((thrown: unknown) => {
    if (thrown instanceof NoResponse) return inconclusive(thrown.message, ...session.exchanges.slice(-1));
    const trace = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    return kitError(trace.slice(0, LONGEST_TRACE));
  });
  const verdict = await limitTime(inTime, limitMs, () =>
    inconclusive('the check timed out', ...session.exchanges.slice(-1)),
  );
  session.close();
  return verdict;
}

async function runAllCases(one: Check, runContext: RunContext, session: ClientSession): Promise<Verdict> {
  const rules = [one.clause, ...(one.covers ?? [])].filter((rule) => typeof rule === 'string');
  const bindings = runContext.bindings.forJudging(rules);
  const { selected, leftOut } = listCases(one, { ...runContext, bindings }, session);
  const missing = one.needs.find((need) => selected.every(({ capabilities }) => capabilities[need] === undefined));
  if (missing !== undefined) return explainMissing(missing, runContext.visibility);
  const cases: Case[] = [];
  const isUndecided = () => cases.every(({ verdict: { kind } }) => kind === 'untestable');
  for (const { name, capabilities } of [...selected, ...leftOut]) {
    // the pairs and keys that the sample leaves out run only while no other one has the data
    if (cases.length >= selected.length && !isUndecided()) break;
    const context = Object.fromEntries(one.needs.map((need) => [need, capabilities[need]]));
    const judge = () => one.run(context as unknown as Capabilities); // has each need: checked above
    const verdict: unknown = await catchUnrecorded(() => catchConcluded(judge));
    if (!isVerdict(verdict)) return kitError(`the check "${one.id}" returned no verdict`);
    cases.push({ name, verdict });
  }
  const [only] = cases;
  return cases.length === 1 && only?.name === '' ? only.verdict : combineCases(cases, 'any');
}

/** A custom check may be written without types. */
const isVerdict = (value: unknown): value is Verdict =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  'evidence' in value &&
  Array.isArray(value.evidence);

/** Trusted schemas have the time budget of the whole run. */
function createRunJudge(choice: ContractChoice, leftMs: () => number): RunContext['contract'] {
  if (choice === 'published') return choice;
  const budget = createSchemaBudget({ leftMs, cpuMs: Number.POSITIVE_INFINITY });
  return createContractJudge(choice === 'builtin' ? contract : choice.document, budget);
}
