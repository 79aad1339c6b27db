import type { RealMs, SandboxMs } from '../../world/state/time.ts';
import type { Delivery, DeliveryAttempt, DeliveryState, Due, Now } from '../delivery.ts';
import { DeliveryIndex } from './delivery-index.ts';
import {
  type AttemptOfDelivery,
  type ClaimedDelivery,
  type ClaimRequest,
  type DeliveryPage,
  type DeliveryQuery,
  type DeliveryReference,
  type DeliveryStore,
  type DestinationHealth,
  type DestinationKey,
  type EnqueueRequest,
  type FanOutProgress,
  type HealthChange,
  MAX_WAITING,
  type NewDelivery,
  type NextDue,
  type NextState,
  type Retention,
  type SettledDelivery,
  UNLIMITED,
  UNTRIED,
  type UnnumberedAttempt,
} from './delivery-store.ts';
import {
  applyAttempt,
  catchUpDue,
  chooseEarlier,
  classifyStatus,
  createDelivery,
  dropResponseBody,
  isAnother,
  isDue,
  listSkipInstants,
  parseReference,
  requeueDelivery,
  skipDelivery,
  toPublicDelivery,
} from './transitions.ts';

const MIB = 1024 * 1024;

/** Limits in memory: about 25 MB for short response bodies, twice that for long ones. */
export const memoryRetention: MemoryRetention = {
  endedDeliveries: 10_000,
  batch: 500,
  bytes: 48 * MIB,
  waitingPerDestination: MAX_WAITING,
  bytesPerTenant: 24 * MIB,
};

/** Limits of a store in memory, which include the total size. */
export interface MemoryRetention extends Retention {
  /** Approximate maximum size of all deliveries in bytes. Deliveries that have not ended are always kept. */
  readonly bytes?: number;
}

/** A store in memory. Its deliveries are lost when the process ends. */
export class MemoryDeliveryStore implements DeliveryStore {
  readonly #index = new DeliveryIndex();
  readonly #health = new Map<string, Map<string, DestinationHealth>>();
  readonly #progress = new Map<string, FanOutProgress>();
  readonly #retention: Required<MemoryRetention>;
  #lastSequence = 0;

  constructor(retention: MemoryRetention = memoryRetention) {
    this.#retention = { bytes: Number.POSITIVE_INFINITY, ...UNLIMITED, ...retention };
  }

  async readProgress(tenantId: string): Promise<FanOutProgress | undefined> {
    return this.#progress.get(tenantId);
  }

  async fanOut(
    tenantId: string,
    reached: FanOutProgress,
    deliveries: readonly NewDelivery[],
  ): Promise<readonly Delivery[]> {
    const before = this.#progress.get(tenantId);
    if (before !== undefined && before.since !== reached.since) {
      this.#index.deleteTenant(tenantId);
      this.#health.delete(tenantId);
    }
    this.#progress.set(tenantId, reached);
    const added = this.#addNew(tenantId, deliveries);
    this.#deleteLongestEnded();
    this.#limitTenantBytes(tenantId);
    return added;
  }

  async enqueue({ tenantId, since, deliveries, again }: EnqueueRequest): Promise<readonly Delivery[] | undefined> {
    if (this.#progress.get(tenantId)?.since !== since) return undefined;
    const added = this.#addNew(tenantId, deliveries);
    if (again !== undefined) this.#requeueFree(again.deliveryIds, again.due);
    this.#deleteLongestEnded();
    this.#limitTenantBytes(tenantId);
    return added;
  }

  async claim({ tenantId, destinationId, now, room }: ClaimRequest): Promise<readonly ClaimedDelivery[]> {
    const claimed = [];
    for (const queue of this.#index.findWaitingQueues({ tenantId, destinationId })) {
      for (let first = queue.peek(); claimed.length < room && first !== undefined; first = queue.peek()) {
        const { due } = first.delivery;
        if (due === null || !isDue(due, now)) break;
        this.#index.replaceDelivery(first, { ...first.delivery, state: 'sending' });
        claimed.push({ delivery: toPublicDelivery(first.delivery), due, body: first.body ?? '' });
      }
    }
    return claimed;
  }

  async release(deliveryIds: readonly string[]): Promise<void> {
    for (const entry of this.#index.findAll(deliveryIds)) {
      if (entry.delivery.state === 'sending')
        this.#index.replaceDelivery(entry, { ...entry.delivery, state: 'pending' });
    }
  }

  async settle(
    claimed: DeliveryReference,
    tried: UnnumberedAttempt,
    next: NextState | undefined,
  ): Promise<SettledDelivery | undefined> {
    const { deliveryId, sequence } = parseReference(claimed);
    const entry = this.#index.byId.get(deliveryId);
    if (entry === undefined || isAnother(entry.delivery, sequence)) return undefined;
    const delivery = applyAttempt(entry.delivery, tried, next);
    const attempt: DeliveryAttempt = { n: delivery.attemptCount, ...tried };
    this.#index.replaceContent(entry, { attempts: [...entry.attempts, attempt] });
    this.#index.replaceDelivery(entry, delivery);
    this.#deleteLongestEnded();
    this.#limitTenantBytes(delivery.tenantId);
    return { delivery: toPublicDelivery(delivery), attempt };
  }

  async countWaiting(destination: DestinationKey): Promise<number> {
    return this.#countWaiting(destination);
  }

  async countFreePlaces(destination: DestinationKey): Promise<number> {
    return Math.max(0, this.#retention.waitingPerDestination - this.#countWaiting(destination));
  }

  async catchUp(destination: DestinationKey, now: Now): Promise<number> {
    const late = this.#index.listWaiting(destination).filter(({ delivery: { due } }) => catchUpDue(due, now) !== due);
    for (const entry of late)
      this.#index.replaceDelivery(entry, { ...entry.delivery, due: catchUpDue(entry.delivery.due, now) });
    return late.length;
  }

  async skipWaiting(destination: DestinationKey, atMs: SandboxMs): Promise<number> {
    const waiting = this.#index.listWaiting(destination);
    for (const entry of waiting) this.#index.replaceDelivery(entry, skipDelivery(entry.delivery, atMs));
    this.#deleteLongestEnded();
    return waiting.length;
  }

  async nextDue(destinations: readonly DestinationKey[]): Promise<NextDue> {
    let sandboxMs: SandboxMs | undefined;
    let realMs: RealMs | undefined;
    for (const due of destinations.flatMap((destination) => this.#index.listFirstDues(destination))) {
      if (due.clock === 'sandbox') sandboxMs = chooseEarlier(sandboxMs, due.atMs);
      else realMs = chooseEarlier(realMs, due.atMs);
    }
    return { sandboxMs, realMs };
  }

  async find(deliveryId: string): Promise<Delivery | undefined> {
    const entry = this.#index.byId.get(deliveryId);
    return entry && toPublicDelivery(entry.delivery);
  }

  async readBody(deliveryId: string): Promise<string | null | undefined> {
    return this.#index.byId.get(deliveryId)?.body;
  }

  async listAttempts(deliveryId: string): Promise<readonly DeliveryAttempt[]> {
    return this.#index.byId.get(deliveryId)?.attempts ?? [];
  }

  async listAttemptsOf(deliveryIds: readonly string[]): Promise<readonly AttemptOfDelivery[]> {
    return deliveryIds.flatMap((deliveryId) =>
      (this.#index.byId.get(deliveryId)?.attempts ?? []).map((attempt) => ({ deliveryId, attempt })),
    );
  }

  async listPage(query: DeliveryQuery): Promise<DeliveryPage> {
    const items: Delivery[] = [];
    const destinationIds = query.destinationIds && new Set(query.destinationIds);
    for (const { delivery } of this.#index.newestFirst(query.beforeSequence)) {
      if (destinationIds?.has(delivery.destinationId) === false || !matchesQuery(delivery, query)) continue;
      if (items.length === query.limit) return { items, hasMore: true };
      items.push(toPublicDelivery(delivery));
    }
    return { items, hasMore: false };
  }

  async readLargestTenantBytes(): Promise<number> {
    return this.#index.readLargestTenantBytes();
  }

  async readHealth({ tenantId, destinationId }: DestinationKey): Promise<DestinationHealth> {
    return this.#health.get(tenantId)?.get(destinationId) ?? UNTRIED;
  }

  async listHealths(
    tenantId: string,
    destinationIds: readonly string[],
  ): Promise<ReadonlyMap<string, DestinationHealth>> {
    return new Map(
      destinationIds.flatMap((id): readonly (readonly [string, DestinationHealth])[] => {
        const known = this.#health.get(tenantId)?.get(id);
        return known === undefined ? [] : [[id, known]];
      }),
    );
  }

  async updateHealth({ tenantId, destinationId }: DestinationKey, change: HealthChange): Promise<DestinationHealth> {
    const ofTenant = this.#health.get(tenantId) ?? new Map<string, DestinationHealth>();
    const after = change(ofTenant.get(destinationId) ?? UNTRIED);
    this.#health.set(tenantId, ofTenant.set(destinationId, after));
    return after;
  }

  async dropBodies(beforeMs: SandboxMs): Promise<number> {
    const old = this.#index.ended
      .items()
      .filter(({ delivery, body }) => body !== null && delivery.event.atMs < beforeMs);
    for (const entry of old)
      this.#index.replaceContent(entry, { body: null, attempts: entry.attempts.map(dropResponseBody) });
    return old.length;
  }

  async recover(now: Now): Promise<number> {
    let interrupted = 0;
    for (const entry of this.#index.newestFirst()) {
      if (entry.delivery.endedAtMs !== null) continue;
      if (entry.delivery.state === 'sending') interrupted += 1;
      this.#index.replaceDelivery(entry, {
        ...entry.delivery,
        state: 'pending',
        due: catchUpDue(entry.delivery.due, now),
      });
    }
    return interrupted;
  }

  #countWaiting(key: DestinationKey): number {
    return this.#index.findWaitingQueues(key).reduce((sum, queue) => sum + queue.size, 0);
  }

  #skipOldestWaiting(key: DestinationKey, atMs: SandboxMs): void {
    const excess = this.#countWaiting(key) - this.#retention.waitingPerDestination;
    if (excess <= 0) return;
    const oldestFirst = this.#index.listWaiting(key).toSorted((a, b) => a.delivery.sequence - b.delivery.sequence);
    for (const entry of oldestFirst.slice(0, excess))
      this.#index.replaceDelivery(entry, skipDelivery(entry.delivery, atMs));
  }

  #limitTenantBytes(tenantId: string): void {
    while (this.#index.readTenantBytes(tenantId) > this.#retention.bytesPerTenant) {
      const entry = this.#index.findMostDispensable(tenantId);
      if (entry === undefined) return;
      this.#index.delete(entry);
    }
  }

  #deleteLongestEnded(): void {
    const maxEnded = this.#retention.endedDeliveries + this.#retention.batch;
    const count = this.#index.ended.size > maxEnded ? this.#index.ended.size - this.#retention.endedDeliveries : 0;
    for (let n = 0; n < count || this.#index.bytes > this.#retention.bytes; n += 1) {
      const longest = this.#index.ended.peek();
      if (longest === undefined) return;
      this.#index.delete(longest);
    }
  }

  /** Adds deliveries with unknown ids. Skips the oldest waiting deliveries of a destination beyond its limit. */
  #addNew(tenantId: string, deliveries: readonly NewDelivery[]): readonly Delivery[] {
    const added = deliveries.flatMap((newDelivery) => {
      if (this.#index.byId.has(newDelivery.deliveryId)) return [];
      this.#lastSequence += 1;
      const delivery = createDelivery(tenantId, newDelivery, this.#lastSequence);
      this.#index.add({ delivery, body: newDelivery.body, attempts: [] });
      return [delivery];
    });
    for (const { destinationId, atMs } of listSkipInstants(added))
      this.#skipOldestWaiting({ tenantId, destinationId }, atMs);
    return added;
  }

  #requeueFree(deliveryIds: readonly string[], due: Due): void {
    const free = this.#index
      .findAll(deliveryIds)
      .filter(({ delivery, body }) => isNotSending(delivery) && body !== null);
    for (const entry of free) this.#index.replaceDelivery(entry, requeueDelivery(entry.delivery, due));
  }
}

const isNotSending = ({ state }: { readonly state: DeliveryState }): boolean => state !== 'sending';

function matchesQuery(delivery: Delivery, query: DeliveryQuery): boolean {
  const { event } = delivery;
  return (
    (query.tenantId === undefined || query.tenantId === delivery.tenantId) &&
    (query.types === undefined || query.types.includes(event.type)) &&
    (query.terminalId === undefined || query.terminalId === event.terminalId) &&
    (query.eventId === undefined || query.eventId === event.eventId) &&
    (query.incidentId === undefined || query.incidentId === event.incidentId) &&
    (query.isTest === undefined || query.isTest === delivery.isTest) &&
    (query.states === undefined || query.states.includes(delivery.state)) &&
    (query.statusClass === undefined || query.statusClass === classifyStatus(delivery)) &&
    (query.fromMs === undefined || event.atMs >= query.fromMs) &&
    (query.toMs === undefined || event.atMs < query.toMs)
  );
}
