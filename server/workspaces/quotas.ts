import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { problem, RefusedWrite } from '../problem.ts';
import type { WriteGuard } from '../sandbox.ts';
import { LATEST_MS } from '../world/state/clock.ts';
import type { Fact } from '../world/state/facts.ts';
import type { RealMs } from '../world/state/time.ts';
import type { World } from '../world/state/world.ts';
import { type QuotaName, type Quotas, quotaNames } from './workspace.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The quotas of a workspace unless the server has others. Enough for a busy CI job. */
export const DEFAULT_QUOTAS: Quotas = {
  requests_per_minute: 6000,
  writes_per_minute: 600,
  facts: 10_000,
  destinations: 100,
  inbox_bytes: 2 * 1024 * 1024,
  delivery_bytes: 4 * 1024 * 1024,
  advance_seconds_per_hour: 366 * 86_400,
  stored_bytes: 64 * 1024 * 1024,
};

/** Returns the name of a chosen quota that exceeds that of the server; undefined if there is none. */
export const findTooHighQuota = (chosen: Quotas, most: Quotas): QuotaName | undefined =>
  quotaNames.find((name) => (chosen[name] ?? 0) > (most[name] ?? Number.POSITIVE_INFINITY));

/** Counts what a workspace uses, and refuses what would exceed a quota. */
export class QuotaGuard implements WriteGuard {
  readonly quotas: Quotas;
  readonly #realNow: () => RealMs;
  readonly #requests = new Period(MINUTE_MS);
  readonly #writes = new Period(MINUTE_MS);
  /** Milliseconds of sandbox time. */
  readonly #advances = new Period(HOUR_MS);
  #storedBytes = 0;

  constructor(quotas: Quotas, realNow: () => RealMs) {
    this.quotas = quotas;
    this.#realNow = realNow;
  }

  /** Whether the next read would exceed a quota. */
  isExhausted(): boolean {
    const { requests_per_minute: most } = this.quotas;
    return most !== undefined && this.#requests.read(this.#realNow()) >= most;
  }

  /** Counts a request. Returns the quota that it exceeds, with its limit and the whole seconds until the next period. */
  countRequest(isWrite: boolean) {
    const { requests_per_minute: most, writes_per_minute: mostWrites } = this.quotas;
    const now = this.#realNow();
    const requests = this.#requests.add(1, now);
    if (most !== undefined && requests > most)
      return { quota: 'requests_per_minute' as const, limit: most, seconds: this.#requests.secondsLeft(now) };
    const writes = isWrite ? this.#writes.add(1, now) : 0;
    if (mostWrites !== undefined && writes > mostWrites)
      return { quota: 'writes_per_minute' as const, limit: mostWrites, seconds: this.#writes.secondsLeft(now) };
    return undefined;
  }

  countAppended(facts: readonly Fact[]): void {
    this.#advances.add(sumAdvanceMs(facts), this.#realNow());
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
  readUsage(world: World, storedInboxBytes: number): readonly SandboxSchemas['QuotaUsage'][] {
    const now = this.#realNow();
    const used: Readonly<Record<QuotaName, number>> = {
      requests_per_minute: this.#requests.read(now),
      writes_per_minute: this.#writes.read(now),
      facts: countFacts(world),
      destinations: countDestinations(world),
      inbox_bytes: storedInboxBytes,
      delivery_bytes: 0,
      advance_seconds_per_hour: Math.floor(this.#advances.read(now) / 1000),
      stored_bytes: this.#storedBytes,
    };
    return quotaNames.map((quota) => ({ quota, limit: this.quotas[quota] ?? null, used: used[quota] }));
  }

  /** A running clock counts with its speed. */
  #checkAdvance(facts: readonly Fact[]): void {
    const { advance_seconds_per_hour: most } = this.quotas;
    if (most === undefined) return;
    const now = this.#realNow();
    const advanceMs = sumAdvanceMs(facts);
    const used = this.#advances.read(now);
    if (advanceMs > 0 && used + advanceMs > most * 1000)
      throw new RefusedWrite(
        problem(429, 'rate_limited', {
          detail: `The quota advance_seconds_per_hour allows the clock to move by ${most} s of sandbox time per hour. Retry in ${this.#advances.secondsLeft(now)} s, or by a shorter time.`,
          retry_after_seconds: this.#advances.secondsLeft(now),
        }),
      );
  }
}

/** A sum over a fixed period of real time, which begins with its first amount. */
class Period {
  readonly #lengthMs: number;
  #endMs = 0;
  #sum = 0;

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs;
  }

  add(amount: number, nowMs: RealMs): number {
    const isOver = nowMs >= this.#endMs || nowMs < this.#endMs - this.#lengthMs; // the clock may have been set back
    if (isOver) this.#endMs = nowMs + this.#lengthMs;
    this.#sum = (isOver ? 0 : this.#sum) + amount;
    return this.#sum;
  }

  read(nowMs: RealMs): number {
    return nowMs >= this.#endMs ? 0 : this.#sum;
  }

  secondsLeft(nowMs: RealMs): number {
    return Math.max(1, Math.ceil((this.#endMs - nowMs) / 1000));
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
  if (fact.type === 'clock-started') return Math.min(LATEST_MS - fact.sandboxMs, (fact.speed - 1) * HOUR_MS);
  return 0;
}

const refuseStorage = (quota: QuotaName, most: string, advice: string): RefusedWrite =>
  new RefusedWrite(
    problem(507, 'insufficient_storage', {
      detail: `The quota ${quota} of this workspace allows ${most}. Nothing was recorded. ${advice}, or request a higher quota from the operator.`,
    }),
  );
