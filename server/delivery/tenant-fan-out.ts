import type { FleetEvent } from '../world/events.ts';
import { type SandboxMs, sandboxMs } from '../world/time.ts';
import type { Delivery, Now } from './delivery.ts';
import { deliveriesFor } from './fan-out.ts';
import type { DeliveringTenant } from './source.ts';
import type { DeliveryStore, DestinationKey, FanOutProgress } from './store.ts';

/** Bodies are kept for so long after their events, on the sandbox clock. */
const BODIES_KEPT_MS = 30 * 24 * 3_600_000;
/** How far events have been fanned out where nobody is to be told: the next destination begins with itself. */
const NOWHERE_MS = sandboxMs(0);

/** Events of a longer time are brought into the store in parts of this length, so that others are served in between. */
const PART_MS = 24 * 3_600_000;

export interface TenantFanOutOptions {
  readonly store: DeliveryStore;
  readonly now: () => Now;
  /** Whether nothing is to be begun any more; what is missing is done after the next start. */
  readonly isStopped: () => boolean;
}

/** Brings each tenant's events into the store, once each, as time and facts bring them about. */
export class TenantFanOut {
  readonly #store: DeliveryStore;
  readonly #now: () => Now;
  readonly #isStopped: () => boolean;
  /** For each tenant, where it stood when it was looked at last: at the same place nothing is new. */
  readonly #lookedAt = new Map<string, string>();

  constructor({ store, now, isStopped }: TenantFanOutOptions) {
    this.#store = store;
    this.#now = now;
    this.#isStopped = isStopped;
  }

  /**
   * Drops the deliveries of a tenant that was reset after its events were fanned out. Those of the events since the reset
   * are left to `catchUp`.
   */
  async dropBeforeReset({ tenantId, since }: DeliveringTenant): Promise<void> {
    const before = await this.#store.progressOf(tenantId);
    if (before === undefined || before.since === since) return;
    await this.#store.fanOut(tenantId, { since, throughMs: NOWHERE_MS, toldAtThrough: [] }, []);
  }

  /**
   * Fans out what came about since the last time, as far as both clocks show. Returns the destinations that deliveries
   * were queued for.
   */
  async catchUp(tenant: DeliveringTenant): Promise<readonly DestinationKey[]> {
    const { tenantId, position, since, destinations } = tenant;
    const now = this.#now();
    const place = `${position} ${now.sandboxMs}`;
    if (this.#lookedAt.get(tenantId) === place) return [];
    const queuedFor = new Set<string>();
    const before = await this.#store.progressOf(tenantId);
    if (destinations.length === 0) {
      const isKnown = before === undefined || (before.since === since && before.throughMs === NOWHERE_MS);
      if (!isKnown) await this.#store.fanOut(tenantId, { since, throughMs: NOWHERE_MS, toldAtThrough: [] }, []);
    } else {
      let progress = await this.#startOf(tenant, before, now.sandboxMs);
      do {
        if (this.#isStopped()) return [];
        const throughMs = sandboxMs(Math.min(now.sandboxMs, progress.throughMs + PART_MS));
        const part = await this.#fanOutPart(tenant, progress, throughMs, now);
        progress = part.reached;
        for (const { destinationId } of part.queued) queuedFor.add(destinationId);
      } while (progress.throughMs < now.sandboxMs);
      await this.#forgetBodies(before?.throughMs, now.sandboxMs);
    }
    this.#lookedAt.set(tenantId, place);
    return [...queuedFor].map((destinationId) => ({ tenantId, destinationId }));
  }

  async #fanOutPart(
    tenant: DeliveringTenant,
    progress: FanOutProgress,
    throughMs: SandboxMs,
    now: Now,
  ): Promise<{ readonly reached: FanOutProgress; readonly queued: readonly Delivery[] }> {
    const { tenantId, since, destinations, isWithin } = tenant;
    const told = new Set(progress.toldAtThrough);
    const all = await tenant.eventsBetween(progress.throughMs, throughMs);
    const events = all.filter(({ id }) => !told.has(id));
    const reached = {
      since,
      throughMs,
      toldAtThrough: [
        ...(progress.throughMs === throughMs ? progress.toldAtThrough : []),
        ...events.filter((event) => instantOf(event) === throughMs).map(({ id }) => id),
      ],
    };
    const queued = await this.#store.fanOut(tenantId, reached, deliveriesFor({ events, destinations, now, isWithin }));
    return { reached, queued };
  }

  /**
   * Where to go on: where it was left, but not before there was a destination. What had been told at the very instant of
   * the first registration is known when it is looked at then, and at no later time.
   */
  async #startOf(
    tenant: DeliveringTenant,
    before: FanOutProgress | undefined,
    nowMs: SandboxMs,
  ): Promise<FanOutProgress> {
    const firstMs = sandboxMs(Math.min(...tenant.destinations.map(({ createdAtMs }) => createdAtMs)));
    if (before !== undefined && before.since === tenant.since && before.throughMs >= firstMs) return before;
    const toldBefore = firstMs === nowMs ? (await tenant.eventsBetween(firstMs, firstMs)).map(({ id }) => id) : [];
    return { since: tenant.since, throughMs: firstMs, toldAtThrough: toldBefore };
  }

  /** Once for each day that passes. */
  async #forgetBodies(beforeMs: SandboxMs | undefined, nowMs: SandboxMs): Promise<void> {
    const dayOf = (ms: number): number => Math.floor(ms / 86_400_000);
    if (beforeMs === undefined || dayOf(beforeMs) === dayOf(nowMs)) return;
    await this.#store.forgetBodies(sandboxMs(nowMs - BODIES_KEPT_MS));
  }
}

const instantOf = ({ timestamp }: FleetEvent): number => Date.parse(timestamp);
