import type { FleetEvent } from '../world/events.ts';
import { type SandboxMs, sandboxMs } from '../world/time.ts';
import type { Now } from './delivery.ts';
import { deliveriesFor } from './fan-out.ts';
import type { DeliveringTenant } from './source.ts';
import type { DeliveryStore, FanOutProgress } from './store.ts';

/** Bodies are kept for so long after their events, on the sandbox clock. */
const BODIES_KEPT_MS = 30 * 24 * 3_600_000;
/** How far events have been fanned out where nobody is to be told: the next destination begins with itself. */
const NOWHERE_MS = sandboxMs(0);

/** Brings each tenant's events into the store, once each, as time and facts bring them about. */
export class TenantFanOut {
  readonly #store: DeliveryStore;
  readonly #now: () => Now;
  /** For each tenant, where it stood when it was looked at last: at the same place nothing is new. */
  readonly #lookedAt = new Map<string, string>();

  constructor(store: DeliveryStore, now: () => Now) {
    this.#store = store;
    this.#now = now;
  }

  /** Fans out what came about since the last time, as far as both clocks show. */
  async catchUp(tenant: DeliveringTenant): Promise<void> {
    const { tenantId, position, since, destinations } = tenant;
    const now = this.#now();
    const place = `${position} ${now.sandboxMs}`;
    if (this.#lookedAt.get(tenantId) === place) return;

    const before = await this.#store.progressOf(tenantId);
    if (destinations.length === 0) {
      const isKnown = before === undefined || (before.since === since && before.throughMs === NOWHERE_MS);
      if (!isKnown) await this.#store.fanOut(tenantId, { since, throughMs: NOWHERE_MS, toldAtThrough: [] }, []);
    } else {
      const progress = this.#startOf(tenant, before, now.sandboxMs);
      const told = new Set(progress.toldAtThrough);
      const events = tenant.eventsBetween(progress.throughMs, now.sandboxMs).filter(({ id }) => !told.has(id));
      const deliveries = deliveriesFor({ events, destinations, now, isWithin: tenant.isWithin });
      const reached = {
        since,
        throughMs: now.sandboxMs,
        toldAtThrough: [
          ...(progress.throughMs === now.sandboxMs ? progress.toldAtThrough : []),
          ...events.filter((event) => instantOf(event) === now.sandboxMs).map(({ id }) => id),
        ],
      };
      await this.#store.fanOut(tenantId, reached, deliveries);
      await this.#forgetBodies(before?.throughMs, now.sandboxMs);
    }
    this.#lookedAt.set(tenantId, place);
  }

  /**
   * Where to go on: where it was left, but not before there was a destination. What had been told at the very instant of
   * the first registration is known when it is looked at then, and at no later time.
   */
  #startOf(tenant: DeliveringTenant, before: FanOutProgress | undefined, nowMs: SandboxMs): FanOutProgress {
    const firstMs = sandboxMs(Math.min(...tenant.destinations.map(({ createdAtMs }) => createdAtMs)));
    if (before !== undefined && before.since === tenant.since && before.throughMs >= firstMs) return before;
    const toldBefore = firstMs === nowMs ? tenant.eventsBetween(firstMs, firstMs).map(({ id }) => id) : [];
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
