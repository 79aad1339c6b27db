import type { RealMs, SandboxMs } from '../../world/state/time.ts';
import type { Attempt, Delivery, DeliveryState, Due } from '../delivery.ts';
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
  classifyStatus,
  createDelivery,
  dropResponseBody,
  earlierInstant,
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

/** Memory is scarce, so bodies and response bodies count as well. */
export interface MemoryRetention extends Retention {
  /** Approximate maximum size of everything. Deliveries that have not ended are always kept. */
  readonly bytes?: number;
}

/** Opens a store whose deliveries last as long as the process. */
export function openMemoryDeliveries(retention: MemoryRetention = memoryRetention): DeliveryStore {
  const kept = new DeliveryIndex();
  const health = new Map<string, Map<string, DestinationHealth>>();
  const progress = new Map<string, FanOutProgress>();
  let lastSequence = 0;

  const mostBytes = retention.bytes ?? Number.POSITIVE_INFINITY;
  const { waitingPerDestination = Number.POSITIVE_INFINITY, bytesPerTenant = Number.POSITIVE_INFINITY } = retention;

  const waitingCount = (key: DestinationKey): number =>
    kept.findWaitingQueues(key).reduce((sum, queue) => sum + queue.size, 0);

  const skipOldestWaiting = (key: DestinationKey, atMs: SandboxMs): void => {
    const excess = waitingCount(key) - waitingPerDestination;
    if (excess <= 0) return;
    const oldestFirst = kept.listWaiting(key).toSorted((a, b) => a.delivery.sequence - b.delivery.sequence);
    for (const entry of oldestFirst.slice(0, excess)) kept.replaceDelivery(entry, skipDelivery(entry.delivery, atMs));
  };

  const boundBytesOf = (tenantId: string): void => {
    while (kept.readTenantBytes(tenantId) > bytesPerTenant) {
      const entry = kept.findMostDispensable(tenantId);
      if (entry === undefined) return;
      kept.delete(entry);
    }
  };

  const forgetLongestEnded = (): void => {
    const most = retention.endedDeliveries + retention.batch;
    const count = kept.ended.size > most ? kept.ended.size - retention.endedDeliveries : 0;
    for (let n = 0; n < count || kept.bytes > mostBytes; n += 1) {
      const longest = kept.ended.peek();
      if (longest === undefined) return;
      kept.delete(longest);
    }
  };

  /** Adds deliveries with unknown ids. Skips the oldest waiting deliveries of a destination beyond its limit. */
  const takeNew = (tenantId: string, deliveries: readonly NewDelivery[]): readonly Delivery[] => {
    const took = deliveries.flatMap((fresh) => {
      if (kept.byId.has(fresh.deliveryId)) return [];
      lastSequence += 1;
      const delivery = createDelivery(tenantId, fresh, lastSequence);
      kept.add({ delivery, body: fresh.body, attempts: [] });
      return [delivery];
    });
    for (const { destinationId, atMs } of listSkipInstants(took)) skipOldestWaiting({ tenantId, destinationId }, atMs);
    return took;
  };

  const queueAgain = (deliveryIds: readonly string[], due: Due): void => {
    const free = kept.findAll(deliveryIds).filter(({ delivery, body }) => isFree(delivery) && body !== null);
    for (const entry of free) kept.replaceDelivery(entry, requeueDelivery(entry.delivery, due));
  };

  return {
    async readProgress(tenantId) {
      return progress.get(tenantId);
    },
    async fanOut(tenantId, reached, deliveries) {
      const before = progress.get(tenantId);
      if (before !== undefined && before.since !== reached.since) {
        kept.deleteTenant(tenantId);
        health.delete(tenantId);
      }
      progress.set(tenantId, reached);
      const took = takeNew(tenantId, deliveries);
      forgetLongestEnded();
      boundBytesOf(tenantId);
      return took;
    },
    async enqueue({ tenantId, since, deliveries, again }) {
      if (progress.get(tenantId)?.since !== since) return undefined;
      const took = takeNew(tenantId, deliveries);
      if (again !== undefined) queueAgain(again.deliveryIds, again.due);
      forgetLongestEnded();
      boundBytesOf(tenantId);
      return took;
    },
    async claim({ tenantId, destinationId, now, room }) {
      const claimed = [];
      for (const queue of kept.findWaitingQueues({ tenantId, destinationId })) {
        for (let first = queue.peek(); claimed.length < room && first !== undefined; first = queue.peek()) {
          const { due } = first.delivery;
          if (due === null || !isDue(due, now)) break;
          kept.replaceDelivery(first, { ...first.delivery, state: 'sending' });
          claimed.push({ delivery: toPublicDelivery(first.delivery), due, body: first.body ?? '' });
        }
      }
      return claimed;
    },
    async release(deliveryIds) {
      for (const entry of kept.findAll(deliveryIds)) {
        if (entry.delivery.state === 'sending') kept.replaceDelivery(entry, { ...entry.delivery, state: 'pending' });
      }
    },
    async settle(deliveryId, tried, next) {
      const entry = kept.byId.get(deliveryId);
      if (entry === undefined) return undefined;
      const delivery = applyAttempt(entry.delivery, tried, next);
      const attempt: Attempt = { n: delivery.attemptCount, ...tried };
      kept.replaceContent(entry, { attempts: [...entry.attempts, attempt] });
      kept.replaceDelivery(entry, delivery);
      forgetLongestEnded();
      boundBytesOf(delivery.tenantId);
      return { delivery: toPublicDelivery(delivery), attempt };
    },
    async countFreePlaces(destination) {
      return Math.max(0, waitingPerDestination - waitingCount(destination));
    },
    async catchUp(destination, now) {
      const late = kept.listWaiting(destination).filter(({ delivery: { due } }) => catchUpDue(due, now) !== due);
      for (const entry of late)
        kept.replaceDelivery(entry, { ...entry.delivery, due: catchUpDue(entry.delivery.due, now) });
      return late.length;
    },
    async skipWaiting(destination, atMs) {
      const waiting = kept.listWaiting(destination);
      for (const entry of waiting) kept.replaceDelivery(entry, skipDelivery(entry.delivery, atMs));
      forgetLongestEnded();
      return waiting.length;
    },
    async nextDue(destinations) {
      let sandboxMs: SandboxMs | undefined;
      let realMs: RealMs | undefined;
      for (const due of destinations.flatMap((destination) => kept.listFirstDues(destination))) {
        if (due.clock === 'sandbox') sandboxMs = earlierInstant(sandboxMs, due.atMs);
        else realMs = earlierInstant(realMs, due.atMs);
      }
      return { ...(sandboxMs !== undefined && { sandboxMs }), ...(realMs !== undefined && { realMs }) };
    },
    async find(deliveryId) {
      const entry = kept.byId.get(deliveryId);
      return entry && toPublicDelivery(entry.delivery);
    },
    async readBody(deliveryId) {
      return kept.byId.get(deliveryId)?.body;
    },
    async listAttempts(deliveryId) {
      return kept.byId.get(deliveryId)?.attempts ?? [];
    },
    async listPage(query) {
      const items: Delivery[] = [];
      const destinationIds = query.destinationIds && new Set(query.destinationIds);
      for (const { delivery } of kept.newestFirst(query.beforeSequence)) {
        if (destinationIds?.has(delivery.destinationId) === false || !matchesQuery(delivery, query)) continue;
        if (items.length === query.limit) return { items, hasMore: true };
        items.push(toPublicDelivery(delivery));
      }
      return { items, hasMore: false };
    },
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
      const old = kept.ended.items().filter(({ delivery, body }) => body !== null && delivery.event.atMs < beforeMs);
      for (const entry of old)
        kept.replaceContent(entry, { body: null, attempts: entry.attempts.map(dropResponseBody) });
      return old.length;
    },
    async recover(now) {
      let underWay = 0;
      for (const entry of kept.newestFirst()) {
        if (entry.delivery.endedAtMs !== null) continue;
        if (entry.delivery.state === 'sending') underWay += 1;
        kept.replaceDelivery(entry, { ...entry.delivery, state: 'pending', due: catchUpDue(entry.delivery.due, now) });
      }
      return underWay;
    },
  };
}

const isFree = ({ state }: { readonly state: DeliveryState }): boolean => state !== 'sending';

function matchesQuery(delivery: Delivery, query: DeliveryQuery): boolean {
  const { event } = delivery;
  return (
    (query.tenantId === undefined || query.tenantId === delivery.tenantId) &&
    (query.type === undefined || query.type === event.type) &&
    (query.terminalId === undefined || query.terminalId === event.terminalId) &&
    (query.eventId === undefined || query.eventId === event.eventId) &&
    (query.states === undefined || query.states.includes(delivery.state)) &&
    (query.statusClass === undefined || query.statusClass === classifyStatus(delivery)) &&
    (query.fromMs === undefined || event.atMs >= query.fromMs) &&
    (query.toMs === undefined || event.atMs < query.toMs)
  );
}
