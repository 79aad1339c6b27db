import type { RealMs, SandboxMs } from '../../world/state/time.ts';
import type { Delivery, DeliveryAttempt, DeliveryState, Due } from '../delivery.ts';
import { DeliveryIndex } from './delivery-index.ts';
import {
  type DeliveryQuery,
  type DeliveryStore,
  type DestinationHealth,
  type DestinationKey,
  type FanOutProgress,
  MAX_WAITING,
  type NewDelivery,
  type Retention,
  UNTRIED,
} from './delivery-store.ts';
import {
  applyAttempt,
  catchUpDue,
  chooseEarlier,
  classifyStatus,
  createDelivery,
  dropResponseBody,
  isDue,
  listSkipInstants,
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

/** Opens a store in memory. Its deliveries are lost when the process ends. */
export function openMemoryDeliveries(retention: MemoryRetention = memoryRetention): DeliveryStore {
  const index = new DeliveryIndex();
  const health = new Map<string, Map<string, DestinationHealth>>();
  const progress = new Map<string, FanOutProgress>();
  let lastSequence = 0;

  const maxBytes = retention.bytes ?? Number.POSITIVE_INFINITY;
  const { waitingPerDestination = Number.POSITIVE_INFINITY, bytesPerTenant = Number.POSITIVE_INFINITY } = retention;

  const waitingCount = (key: DestinationKey): number =>
    index.findWaitingQueues(key).reduce((sum, queue) => sum + queue.size, 0);

  const skipOldestWaiting = (key: DestinationKey, atMs: SandboxMs): void => {
    const excess = waitingCount(key) - waitingPerDestination;
    if (excess <= 0) return;
    const oldestFirst = index.listWaiting(key).toSorted((a, b) => a.delivery.sequence - b.delivery.sequence);
    for (const entry of oldestFirst.slice(0, excess)) index.replaceDelivery(entry, skipDelivery(entry.delivery, atMs));
  };

  const limitTenantBytes = (tenantId: string): void => {
    while (index.readTenantBytes(tenantId) > bytesPerTenant) {
      const entry = index.findMostDispensable(tenantId);
      if (entry === undefined) return;
      index.delete(entry);
    }
  };

  const deleteLongestEnded = (): void => {
    const maxEnded = retention.endedDeliveries + retention.batch;
    const count = index.ended.size > maxEnded ? index.ended.size - retention.endedDeliveries : 0;
    for (let n = 0; n < count || index.bytes > maxBytes; n += 1) {
      const longest = index.ended.peek();
      if (longest === undefined) return;
      index.delete(longest);
    }
  };

  /** Adds deliveries with unknown ids. Skips the oldest waiting deliveries of a destination beyond its limit. */
  const addNew = (tenantId: string, deliveries: readonly NewDelivery[]): readonly Delivery[] => {
    const added = deliveries.flatMap((newDelivery) => {
      if (index.byId.has(newDelivery.deliveryId)) return [];
      lastSequence += 1;
      const delivery = createDelivery(tenantId, newDelivery, lastSequence);
      index.add({ delivery, body: newDelivery.body, attempts: [] });
      return [delivery];
    });
    for (const { destinationId, atMs } of listSkipInstants(added)) skipOldestWaiting({ tenantId, destinationId }, atMs);
    return added;
  };

  const requeueFree = (deliveryIds: readonly string[], due: Due): void => {
    const free = index.findAll(deliveryIds).filter(({ delivery, body }) => isNotSending(delivery) && body !== null);
    for (const entry of free) index.replaceDelivery(entry, requeueDelivery(entry.delivery, due));
  };

  return {
    async readProgress(tenantId) {
      return progress.get(tenantId);
    },
    async fanOut(tenantId, reached, deliveries) {
      const before = progress.get(tenantId);
      if (before !== undefined && before.since !== reached.since) {
        index.deleteTenant(tenantId);
        health.delete(tenantId);
      }
      progress.set(tenantId, reached);
      const added = addNew(tenantId, deliveries);
      deleteLongestEnded();
      limitTenantBytes(tenantId);
      return added;
    },
    async enqueue({ tenantId, since, deliveries, again }) {
      if (progress.get(tenantId)?.since !== since) return undefined;
      const added = addNew(tenantId, deliveries);
      if (again !== undefined) requeueFree(again.deliveryIds, again.due);
      deleteLongestEnded();
      limitTenantBytes(tenantId);
      return added;
    },
    async claim({ tenantId, destinationId, now, room }) {
      const claimed = [];
      for (const queue of index.findWaitingQueues({ tenantId, destinationId })) {
        for (let first = queue.peek(); claimed.length < room && first !== undefined; first = queue.peek()) {
          const { due } = first.delivery;
          if (due === null || !isDue(due, now)) break;
          index.replaceDelivery(first, { ...first.delivery, state: 'sending' });
          claimed.push({ delivery: toPublicDelivery(first.delivery), due, body: first.body ?? '' });
        }
      }
      return claimed;
    },
    async release(deliveryIds) {
      for (const entry of index.findAll(deliveryIds)) {
        if (entry.delivery.state === 'sending') index.replaceDelivery(entry, { ...entry.delivery, state: 'pending' });
      }
    },
    async settle(deliveryId, tried, next) {
      const entry = index.byId.get(deliveryId);
      if (entry === undefined) return undefined;
      const delivery = applyAttempt(entry.delivery, tried, next);
      const attempt: DeliveryAttempt = { n: delivery.attemptCount, ...tried };
      index.replaceContent(entry, { attempts: [...entry.attempts, attempt] });
      index.replaceDelivery(entry, delivery);
      deleteLongestEnded();
      limitTenantBytes(delivery.tenantId);
      return { delivery: toPublicDelivery(delivery), attempt };
    },
    async countWaiting(destination) {
      return waitingCount(destination);
    },
    async countFreePlaces(destination) {
      return Math.max(0, waitingPerDestination - waitingCount(destination));
    },
    async catchUp(destination, now) {
      const late = index.listWaiting(destination).filter(({ delivery: { due } }) => catchUpDue(due, now) !== due);
      for (const entry of late)
        index.replaceDelivery(entry, { ...entry.delivery, due: catchUpDue(entry.delivery.due, now) });
      return late.length;
    },
    async skipWaiting(destination, atMs) {
      const waiting = index.listWaiting(destination);
      for (const entry of waiting) index.replaceDelivery(entry, skipDelivery(entry.delivery, atMs));
      deleteLongestEnded();
      return waiting.length;
    },
    async nextDue(destinations) {
      let sandboxMs: SandboxMs | undefined;
      let realMs: RealMs | undefined;
      for (const due of destinations.flatMap((destination) => index.listFirstDues(destination))) {
        if (due.clock === 'sandbox') sandboxMs = chooseEarlier(sandboxMs, due.atMs);
        else realMs = chooseEarlier(realMs, due.atMs);
      }
      return { sandboxMs, realMs };
    },
    async find(deliveryId) {
      const entry = index.byId.get(deliveryId);
      return entry && toPublicDelivery(entry.delivery);
    },
    async readBody(deliveryId) {
      return index.byId.get(deliveryId)?.body;
    },
    async listAttempts(deliveryId) {
      return index.byId.get(deliveryId)?.attempts ?? [];
    },
    async listPage(query) {
      const items: Delivery[] = [];
      const destinationIds = query.destinationIds && new Set(query.destinationIds);
      for (const { delivery } of index.newestFirst(query.beforeSequence)) {
        if (destinationIds?.has(delivery.destinationId) === false || !matchesQuery(delivery, query)) continue;
        if (items.length === query.limit) return { items, hasMore: true };
        items.push(toPublicDelivery(delivery));
      }
      return { items, hasMore: false };
    },
    readLargestTenantBytes: async () => index.readLargestTenantBytes(),
    async readHealth({ tenantId, destinationId }) {
      return health.get(tenantId)?.get(destinationId) ?? UNTRIED;
    },
    async listHealths(tenantId, destinationIds) {
      return new Map(
        destinationIds.flatMap((id): readonly (readonly [string, DestinationHealth])[] => {
          const known = health.get(tenantId)?.get(id);
          return known === undefined ? [] : [[id, known]];
        }),
      );
    },
    async updateHealth({ tenantId, destinationId }, change) {
      const ofTenant = health.get(tenantId) ?? new Map<string, DestinationHealth>();
      const after = change(ofTenant.get(destinationId) ?? UNTRIED);
      health.set(tenantId, ofTenant.set(destinationId, after));
      return after;
    },
    async dropBodies(beforeMs) {
      const old = index.ended.items().filter(({ delivery, body }) => body !== null && delivery.event.atMs < beforeMs);
      for (const entry of old)
        index.replaceContent(entry, { body: null, attempts: entry.attempts.map(dropResponseBody) });
      return old.length;
    },
    async recover(now) {
      let interrupted = 0;
      for (const entry of index.newestFirst()) {
        if (entry.delivery.endedAtMs !== null) continue;
        if (entry.delivery.state === 'sending') interrupted += 1;
        index.replaceDelivery(entry, { ...entry.delivery, state: 'pending', due: catchUpDue(entry.delivery.due, now) });
      }
      return interrupted;
    },
  };
}

const isNotSending = ({ state }: { readonly state: DeliveryState }): boolean => state !== 'sending';

function matchesQuery(delivery: Delivery, query: DeliveryQuery): boolean {
  const { event } = delivery;
  return (
    (query.tenantId === undefined || query.tenantId === delivery.tenantId) &&
    (query.types === undefined || query.types.includes(event.type)) &&
    (query.terminalId === undefined || query.terminalId === event.terminalId) &&
    (query.eventId === undefined || query.eventId === event.eventId) &&
    (query.states === undefined || query.states.includes(delivery.state)) &&
    (query.statusClass === undefined || query.statusClass === classifyStatus(delivery)) &&
    (query.fromMs === undefined || event.atMs >= query.fromMs) &&
    (query.toMs === undefined || event.atMs < query.toMs)
  );
}
