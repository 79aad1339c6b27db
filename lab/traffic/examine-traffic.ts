import { createTrafficJudge, type RunResult, type TrafficExchange } from '../../conformance/index.ts';
import { type Accusation, examine } from '../examination/examine.ts';
import { createShape, type Shape } from '../generator/shape.ts';
import { startRightService } from '../generator/start.ts';
import type { Mutant } from '../mutants/index.ts';
import { recordPortalTraffic, USERS } from './portal-client.ts';
import { recordSandboxTraffic, SANDBOX_URL } from './sandbox-traffic.ts';
import { listAbsent } from './shown-faults.ts';

export interface TrafficOptions {
  readonly seed: number;
  /** The id of a fault of the generator. */
  readonly fault?: string;
  /** Whether the data of the service change while the client runs. */
  readonly isLive?: boolean;
  /** Whether the judge may assume that no data changed, so that it withdraws no failure. */
  readonly isFrozen?: boolean;
  /** The number of programs that use the service one after the other, each with other requests. Default 1. */
  readonly programs?: number;
}

/** The findings of the judge in the traffic of the client with one generated service. */
export interface TrafficExamination extends TrafficOptions {
  readonly exchanges: number;
  /** The number of responses that differ from those of the service without the fault; 0 for a right service. */
  readonly visible: number;
  /** The required rules that the judge reports as violated. */
  readonly accusations: readonly string[];
  readonly passed: number;
  /** For a visible fault that the judge misses: why, by the rule of the README. */
  readonly miss?: Miss;
}

/**
 * Why the judge misses a visible fault: `shown` is a mistake of the judge. `possibly-changed`: only `--frozen` finds it. `lacks-requests`: the kit needs
 * requests that the recording lacks. `not-found`: the kit does not find it either.
 */
export type Miss =
  | { readonly reason: 'shown'; readonly proofs: readonly string[] }
  | { readonly reason: 'possibly-changed'; readonly finding: string }
  | { readonly reason: 'lacks-requests'; readonly absent: readonly string[] }
  | { readonly reason: 'not-found' };

/** The traffic of one client with one service. */
interface Recorded {
  readonly url: string;
  /** The keys of the users. */
  readonly keys: readonly string[];
  readonly exchanges: readonly TrafficExchange[];
}

/** The traffic of the right services: the client sends the same requests to the faulty ones. */
const rightTraffic = new Map<number, Promise<readonly [Recorded, Recorded]>>();

/** Records the traffic of the client with one service, and judges it. */
export async function examineTraffic(options: TrafficOptions): Promise<TrafficExamination> {
  const { seed, fault } = options;
  const recorded = await record(options);
  const result = await judgeTraffic(recorded, options.isFrozen);
  const visible = fault === undefined ? 0 : countDifferent(recorded, await recordRight(seed));
  const accusations = listFailures(result);
  return {
    ...options,
    exchanges: recorded.exchanges.length,
    visible,
    ...(visible > 0 && accusations.length === 0 ? { miss: await explainMiss(recorded, options) } : {}),
    accusations,
    passed: result.counts.pass,
  };
}

const listFailures = ({ results }: RunResult): string[] =>
  results
    .filter(({ outcome, decides }) => outcome === 'fail' && decides)
    .map(({ id, saw, cases }) => `${id}: ${saw ?? cases.find((one) => one.saw !== undefined)?.saw}`);

/** Decides by the rule of the README whether the recording shows the fault. */
async function explainMiss(recorded: Recorded, options: TrafficOptions): Promise<Miss> {
  const [finding] = listFailures(await judgeTraffic(recorded, true));
  if (finding !== undefined) return { reason: 'possibly-changed', finding };
  const accusations = await findWithKit(options);
  const absent = listAbsent(accusations, recorded.exchanges, recorded.keys);
  if (absent === undefined) return { reason: 'not-found' };
  if (absent.length > 0) return { reason: 'lacks-requests', absent };
  return { reason: 'shown', proofs: accusations.map(({ check, saw }) => `${check}: ${saw}`) };
}

/** Returns the accusations of the kit that sends its own requests with the same keys. */
async function findWithKit({ seed, fault }: TrafficOptions): Promise<readonly Accusation[]> {
  const shape = createTrafficShape(seed);
  const live = await examine({
    seed,
    shape,
    keys: USERS,
    areKeysOfAll: true,
    ...(fault === undefined ? {} : { fault }),
  });
  return live.accusations;
}

/** The traffic of the sandbox without a fault, twice. */
let rightSandbox: Promise<readonly [Recorded, Recorded]> | undefined;

/** Records the traffic of the client with a mutant of the sandbox, which keeps the built-in contract, and judges it. */
export async function examineMutant(mutant: Mutant): Promise<MutantExamination> {
  const recordOne = async (one?: Mutant): Promise<Recorded> => ({
    url: SANDBOX_URL,
    keys: [],
    exchanges: await recordSandboxTraffic(one),
  });
  rightSandbox ??= recordOne().then(async (one) => [one, await recordOne()] as const);
  const recorded = await recordOne(mutant);
  const visible = countDifferent(recorded, await rightSandbox);
  if (visible === 0) return { visible, required: [], advised: [] };
  const { results } = await judgeTraffic(recorded);
  return {
    visible,
    required: results.filter(({ outcome, decides }) => outcome === 'fail' && decides).map(({ id }) => id),
    advised: results.filter(({ outcome }) => outcome === 'warning').map(({ id }) => id),
  };
}

/** The findings of the judge in the traffic with a mutant of the sandbox. */
export interface MutantExamination {
  /** The number of responses that differ from those of the sandbox without the fault. */
  readonly visible: number;
  /** The required rules that the judge reports as violated. */
  readonly required: readonly string[];
  /** The further rules, such as those of the built-in contract. */
  readonly advised: readonly string[];
}

/** Judges the traffic as a proxy sees it. */
export async function judgeTraffic({ url, exchanges }: Recorded, isFrozen = false): Promise<RunResult> {
  const judge = createTrafficJudge({ service: url, areCredentialsComplete: true, showValues: true, isFrozen });
  for (const exchange of exchanges) judge.observe(exchange);
  return judge.finish();
}

async function record({ seed, fault, isLive = false, programs = 1 }: TrafficOptions): Promise<Recorded> {
  const shape = createTrafficShape(seed, isLive);
  const service = await startRightService({ seed, shape, ...(fault === undefined ? {} : { fault }) });
  try {
    const exchanges: TrafficExchange[] = [];
    for (let program = 0; program < programs; program += 1)
      for (const exchange of await recordPortalTraffic(service, program === 0 ? `${seed}` : `${seed} ${program}`))
        exchanges.push(exchange);
    return {
      url: service.url.replace(/\/+$/, ''),
      keys: service.keysOfAll.slice(0, USERS).map(({ key }) => key),
      exchanges,
    };
  } finally {
    await service.close();
  }
}

/** Returns the shape of a seed, without a limit of requests per second, and with equal data at all times unless they are live. */
export const createTrafficShape = (seed: number, isLive = false): Shape =>
  createShape(seed, { set: { rateLimit: 'none', ...(isLive ? {} : { liveData: 'still', dataAge: 'past' }) } });

function recordRight(seed: number): Promise<readonly [Recorded, Recorded]> {
  const known = rightTraffic.get(seed) ?? record({ seed }).then(async (one) => [one, await record({ seed })] as const);
  rightTraffic.set(seed, known);
  return known;
}

/** Counts the responses that differ from both recordings of the right service, where those are equal. */
function countDifferent(recorded: Recorded, [right, again]: readonly [Recorded, Recorded]): number {
  const texts = [recorded, right, again].map(({ url, exchanges }) => {
    const counts = new Map<string, number>();
    return new Map(
      exchanges.map(({ method, url: address, requestHeaders, status, responseHeaders, body }) => {
        const key = `${method} ${address.slice(url.length)} ${requestHeaders.find(([name]) => name === 'X-API-Key')?.[1]}`;
        const count = (counts.get(key) ?? 0) + 1;
        counts.set(key, count);
        const type = responseHeaders.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
        const text = Buffer.from(body ?? '')
          .toString()
          .replaceAll(url, 'URL');
        return [`${key} ${count}`, `${status} ${type} ${text}`] as const;
      }),
    );
  });
  const [own = new Map(), first = new Map(), second = new Map()] = texts;
  return [...own].filter(
    ([key, text]) => first.has(key) && first.get(key) === second.get(key) && first.get(key) !== text,
  ).length;
}
