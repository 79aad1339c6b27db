import type { RealMs, SandboxMs } from '../../world/state/time.ts';
import type { Attempt, Delivery, DeliveryState, Due } from '../delivery.ts';
import { DeliveryIndex } from './delivery-index.ts';
import {
  type DeliveryQuery,
  type DeliveryStore,
  type DestinationKey,
  type FanOutProgress,
  type Health,
  MOST_WAITING,
  type NewDelivery,
  type Retention,
  untried,
} from './delivery-store.ts';
import {
  attempted,
  caughtUp,
  earlier,
  isDue,
  requeued,
  shown,
  skipInstants,
  skipped,
  statusClassOf,
  taken,
  withoutResponseBody,
} from './transitions.ts';

const MIB = 1024 * 1024;

/** Limits in memory: about 25 MB for short response bodies, twice that for long ones. */
export const memoryRetention: MemoryRetention = {
  endedDeliveries: 10_000,
  batch: 500,
  bytes: 48 * MIB,
  waitingPerDestination: MOST_WAITING,
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
  const health = new Map<string, Map<string, Health>>();
  const progress = new Map<string, FanOutProgress>();
  let lastSequence = 0;

  const mostBytes = retention.bytes ?? Number.POSITIVE_INFINITY;
  const { waitingPerDestination = Number.POSITIVE_INFINITY, bytesPerTenant = Number.POSITIVE_INFINITY } = retention;

  const waitingCount = (key: DestinationKey): number => kept.waitingOf(key).reduce((sum, queue) => sum + queue.size, 0);

  const skipOldestWaiting = (key: DestinationKey, atMs: SandboxMs): void => {
    const excess = waitingCount(key) - waitingPerDestination;
    if (excess <= 0) return;
    const oldestFirst = kept.waitingFor(key).toSorted((a, b) => a.delivery.sequence - b.delivery.sequence);
    for (const entry of oldestFirst.slice(0, excess)) kept.change(entry, skipped(entry.delivery, atMs));
  };

  const boundBytesOf = (tenantId: string): void => {
    while (kept.bytesOf(tenantId) > bytesPerTenant) {
      const entry = kept.mostDispensable(tenantId);
      if (entry === undefined) return;
      kept.forget(entry);
    }
  };

  const forgetLongestEnded = (): void => {
    const most = retention.endedDeliveries + retention.batch;
    const count = kept.ended.size > most ? kept.ended.size - retention.endedDeliveries : 0;
    for (let n = 0; n < count || kept.bytes > mostBytes; n += 1) {
      const longest = kept.ended.peek();
      if (longest === undefined) return;
      kept.forget(longest);
    }
  };

  /** Adds deliveries with unknown ids. Skips the oldest waiting deliveries of a destination beyond its limit. */
  const takeNew = (tenantId: string, deliveries: readonly NewDelivery[]): readonly Delivery[] => {
    const took = deliveries.flatMap((fresh) => {
      if (kept.byId.has(fresh.deliveryId)) return [];
      lastSequence += 1;
      const delivery = taken(tenantId, fresh, lastSequence);
      kept.add({ delivery, body: fresh.body, attempts: [] });
      return [delivery];
    });
    for (const { destinationId, atMs } of skipInstants(took)) skipOldestWaiting({ tenantId, destinationId }, atMs);
    return took;
  };

  const queueAgain = (deliveryIds: readonly string[], due: Due): void => {
    const free = kept.entriesOf(deliveryIds).filter(({ delivery, body }) => isFree(delivery) && body !== null);
    for (const entry of free) kept.change(entry, requeued(entry.delivery, due));
  };

  return {
    async progressOf(tenantId) {
      return progress.get(tenantId);
    },
    async fanOut(tenantId, reached, deliveries) {
      const before = progress.get(tenantId);
      if (before !== undefined && before.since !== reached.since) {
        kept.forgetTenant(tenantId);
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
      for (const queue of kept.waitingOf({ tenantId, destinationId })) {
        for (let first = queue.peek(); claimed.length < room && first !== undefined; first = queue.peek()) {
          const { due } = first.delivery;
          if (due === null || !isDue(due, now)) break;
          kept.change(first, { ...first.delivery, state: 'sending' });
          claimed.push({ delivery: shown(first.delivery), due, body: first.body ?? '' });
        }
      }
      return claimed;
    },
    async release(deliveryIds) {
      for (const entry of kept.entriesOf(deliveryIds)) {
        if (entry.delivery.state === 'sending') kept.change(entry, { ...entry.delivery, state: 'pending' });
      }
    },
    async settle(deliveryId, tried, next) {
      const entry = kept.byId.get(deliveryId);
      if (entry === undefined) return undefined;
      const delivery = attempted(entry.delivery, tried, next);
      const attempt: Attempt = { n: delivery.attemptCount, ...tried };
      kept.fill(entry, { attempts: [...entry.attempts, attempt] });
      kept.change(entry, delivery);
      forgetLongestEnded();
      boundBytesOf(delivery.tenantId);
      return { delivery: shown(delivery), attempt };
    },
    async roomFor(destination) {
      return Math.max(0, waitingPerDestination - waitingCount(destination));
    },
    async catchUp(destination, now) {
      const late = kept.waitingFor(destination).filter(({ delivery: { due } }) => caughtUp(due, now) !== due);
      for (const entry of late) kept.change(entry, { ...entry.delivery, due: caughtUp(entry.delivery.due, now) });
      return late.length;
    },
    async skipWaiting(destination, atMs) {
      const waiting = kept.waitingFor(destination);
      for (const entry of waiting) kept.change(entry, skipped(entry.delivery, atMs));
      forgetLongestEnded();
      return waiting.length;
    },
    async nextDue(destinations) {
      let sandboxMs: SandboxMs | undefined;
      let realMs: RealMs | undefined;
      for (const due of destinations.flatMap((destination) => kept.firstDuesOf(destination))) {
        if (due.clock === 'sandbox') sandboxMs = earlier(sandboxMs, due.atMs);
        else realMs = earlier(realMs, due.atMs);
      }
      return { ...(sandboxMs !== undefined && { sandboxMs }), ...(realMs !== undefined && { realMs }) };
    },
    async find(deliveryId) {
      const entry = kept.byId.get(deliveryId);
      return entry && shown(entry.delivery);
    },
    async bodyOf(deliveryId) {
      return kept.byId.get(deliveryId)?.body;
    },
    async attemptsOf(deliveryId) {
      return kept.byId.get(deliveryId)?.attempts ?? [];
    },
    async page(query) {
      const items: Delivery[] = [];
      const destinationIds = query.destinationIds && new Set(query.destinationIds);
      for (const { delivery } of kept.newestFirst(query.beforeSequence)) {
        if (destinationIds?.has(delivery.destinationId) === false || !matches(delivery, query)) continue;
        if (items.length === query.limit) return { items, hasMore: true };
        items.push(shown(delivery));
      }
      return { items, hasMore: false };
    },
    async healthOf({ tenantId, destinationId }) {
      return health.get(tenantId)?.get(destinationId) ?? untried;
    },
    async healthsOf(tenantId, destinationIds) {
      return new Map(
        destinationIds.flatMap((id): readonly (readonly [string, Health])[] => {
          const known = health.get(tenantId)?.get(id);
          return known === undefined ? [] : [[id, known]];
        }),
      );
    },
    async changeHealth({ tenantId, destinationId }, change) {
      const ofTenant = health.get(tenantId) ?? new Map<string, Health>();
      const after = change(ofTenant.get(destinationId) ?? untried);
      health.set(tenantId, ofTenant.set(destinationId, after));
      return after;
    },
    async forgetBodies(beforeMs) {
      const old = kept.ended.items().filter(({ delivery, body }) => body !== null && delivery.event.atMs < beforeMs);
      for (const entry of old) kept.fill(entry, { body: null, attempts: entry.attempts.map(withoutResponseBody) });
      return old.length;
    },
    async recover(now) {
      let underWay = 0;
      for (const entry of kept.newestFirst()) {
        if (entry.delivery.endedAtMs !== null) continue;
        if (entry.delivery.state === 'sending') underWay += 1;
        kept.change(entry, { ...entry.delivery, state: 'pending', due: caughtUp(entry.delivery.due, now) });
      }
      return underWay;
    },
  };
}

const isFree = ({ state }: { readonly state: DeliveryState }): boolean => state !== 'sending';

function matches(delivery: Delivery, query: DeliveryQuery): boolean {
  const { event } = delivery;
  return (
    (query.tenantId === undefined || query.tenantId === delivery.tenantId) &&
    (query.type === undefined || query.type === event.type) &&
    (query.terminalId === undefined || query.terminalId === event.terminalId) &&
    (query.eventId === undefined || query.eventId === event.eventId) &&
    (query.states === undefined || query.states.includes(delivery.state)) &&
    (query.statusClass === undefined || query.statusClass === statusClassOf(delivery)) &&
    (query.fromMs === undefined || event.atMs >= query.fromMs) &&
    (query.toMs === undefined || event.atMs < query.toMs)
  );
}
