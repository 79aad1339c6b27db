import type { Budgets, CreateBudgets } from '../../base/budgets.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import type { HeldQuota } from '../limits/held-counts.ts';
import { problem, RefusedRequest } from '../problems/problem.ts';
import type { WriteGuard } from '../sandbox.ts';
import { LATEST_MS } from '../world/state/clock.ts';
import type { Fact } from '../world/state/facts.ts';
import type { SandboxMs } from '../world/state/time.ts';
import type { World } from '../world/state/world.ts';
import { type QuotaName, type Quotas, quotaNames } from './workspace.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The one name of budgets that count a whole workspace. */
const ALL = 'all';

/** The quotas of a workspace unless the server has others. Enough for a busy CI job. */
export const DEFAULT_QUOTAS: Quotas = {
  requests_per_minute: 6000,
  writes_per_minute: 600,
  facts: 10_000,
  destinations: 100,
  inbox_bytes: 2 * 1024 * 1024,
  delivery_bytes: 4 * 1024 * 1024,
  advance_seconds_per_hour: 366 * 86_400,
  clock_days: 366,
  stored_bytes: 64 * 1024 * 1024,
  event_streams: 100,
  requests_in_flight: 200,
  delayed_requests: 100,
};

/** Returns the name of a chosen quota that exceeds that of the server; undefined if there is none. */
export const findTooHighQuota = (chosen: Quotas, most: Quotas): QuotaName | undefined =>
  quotaNames.find((name) => (chosen[name] ?? 0) > (most[name] ?? Number.POSITIVE_INFINITY));

/** The use of quotas that are counted elsewhere. */
export interface UseElsewhere {
  /** The time of its clock. */
  readonly nowMs: SandboxMs;
  readonly inboxBytes: number;
  /** The bytes of the deliveries of the tenant with the most. */
  readonly deliveryBytes: number;
  /** The streams and requests that its callers have open. */
  readonly held: Readonly<Record<HeldQuota, number>>;
}

/** Counts what a workspace uses, and refuses what would exceed a quota. */
export class QuotaGuard implements WriteGuard {
  readonly quotas: Quotas;
  readonly #requests: Budgets;
  readonly #writes: Budgets;
  /** Milliseconds of sandbox time. */
  readonly #advances: Budgets;
  #storedBytes = 0;

  /** `workspace` names the counts that replicas share. */
  constructor(quotas: Quotas, workspace: string, createBudgets: CreateBudgets) {
    const { requests_per_minute: requests, writes_per_minute: writes, advance_seconds_per_hour: seconds } = quotas;
    this.quotas = quotas;
    this.#requests = createBudgets(`${workspace} requests`, requests ?? Number.POSITIVE_INFINITY);
    this.#writes = createBudgets(`${workspace} writes`, writes ?? Number.POSITIVE_INFINITY);
    this.#advances = createBudgets(`${workspace} advances`, (seconds ?? Number.POSITIVE_INFINITY) * 1000, {
      windowMs: HOUR_MS,
    });
  }

  /** Counts a request. Returns the quota that it exceeds, with its limit and the whole seconds until the next period. */
  countRequest(isWrite: boolean) {
    const requests = this.#requests.spend(ALL);
    if (requests.isExceeded)
      return { quota: 'requests_per_minute' as const, limit: this.#requests.limit, seconds: requests.seconds };
    const writes = isWrite ? this.#writes.spend(ALL) : undefined;
    if (writes?.isExceeded === true)
      return { quota: 'writes_per_minute' as const, limit: this.#writes.limit, seconds: writes.seconds };
    return undefined;
  }

  countAppended(facts: readonly Fact[]): void {
    const advanceMs = sumAdvanceMs(facts);
    if (advanceMs > 0) this.#advances.spend(ALL, advanceMs);
  }

  countRecorded(facts: readonly Fact[]): void {
    this.#storedBytes += measureFacts(facts);
  }

  checkWrite(world: World, facts: readonly Fact[]): void {
    const { facts: mostFacts, destinations, stored_bytes: mostBytes } = this.quotas;
    if (mostFacts !== undefined && countFacts(world) + facts.length > mostFacts)
      throw refuseStorage('facts', `${mostFacts} changes since the last reset`, 'Reset the sandbox');
    if (mostBytes !== undefined && this.#storedBytes + measureFacts(facts) > mostBytes)
      throw refuseStorage('stored_bytes', `${mostBytes} bytes of changes`, 'Create another workspace');
    if (destinations !== undefined && facts.some(isNewDestination) && countDestinations(world) >= destinations)
      throw refuseStorage('destinations', `${destinations} destinations`, 'Delete one');
    this.#checkAdvance(facts);
  }

  /** Returns each quota with its present use. */
  readUsage(
    world: World,
    { nowMs, inboxBytes, deliveryBytes, held }: UseElsewhere,
  ): readonly SandboxSchemas['QuotaUsage'][] {
    const used: Readonly<Record<QuotaName, number>> = {
      requests_per_minute: this.#requests.read(ALL).count,
      writes_per_minute: this.#writes.read(ALL).count,
      facts: countFacts(world),
      destinations: countDestinations(world),
      inbox_bytes: inboxBytes,
      delivery_bytes: deliveryBytes,
      advance_seconds_per_hour: Math.floor(this.#advances.read(ALL).count / 1000),
      clock_days: Math.floor((nowMs - world.startMs) / DAY_MS),
      stored_bytes: this.#storedBytes,
      ...held,
    };
    return quotaNames.map((quota) => ({ quota, limit: this.quotas[quota] ?? null, used: used[quota] }));
  }

  /** A running clock counts with its speed. */
  #checkAdvance(facts: readonly Fact[]): void {
    const advanceMs = sumAdvanceMs(facts);
    const { count, seconds } = this.#advances.read(ALL);
    if (advanceMs === 0 || count + advanceMs <= this.#advances.limit) return;
    const most = this.#advances.limit / 1000;
    throw new RefusedRequest(
      problem(429, 'rate_limited', {
        detail: `The quota advance_seconds_per_hour allows the clock to move by ${most} s of sandbox time per hour. Retry in ${seconds} s, or by a shorter time.`,
        retry_after_seconds: seconds,
      }),
    );
  }
}

const sumAdvanceMs = (facts: readonly Fact[]): number => facts.reduce((sum, fact) => sum + readAdvanceMs(fact), 0);

const countFacts = ({ tenants }: World): number =>
  [...tenants.values()].reduce((sum, { factCount }) => sum + factCount, 0);

const countDestinations = ({ tenants }: World): number =>
  [...tenants.values()].reduce((sum, { destinations }) => sum + destinations.size, 0);

const measureFacts = (facts: readonly Fact[]): number => Buffer.byteLength(JSON.stringify(facts));

const isNewDestination = (fact: Fact): boolean => fact.type === 'destination-saved' && fact.change === 'registered';

function readAdvanceMs(fact: Fact): number {
  if (fact.type === 'clock-set') return Math.max(0, fact.toMs - fact.atMs);
  if (fact.type === 'journal-imported') return sumAdvanceMs(fact.entries.flatMap(({ facts }) => facts));
  if (fact.type === 'clock-started') return Math.min(LATEST_MS - fact.sandboxMs, (fact.speed - 1) * HOUR_MS);
  return 0;
}

const refuseStorage = (quota: QuotaName, most: string, advice: string): RefusedRequest =>
  new RefusedRequest(
    problem(507, 'insufficient_storage', {
      detail: `The quota ${quota} of this workspace allows ${most}. Nothing was recorded. ${advice}, or request a higher quota from the operator.`,
    }),
  );
