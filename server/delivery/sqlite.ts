import { setImmediate } from 'node:timers/promises';
import { type Database, inTransaction } from '../storage/connection.ts';
import { realMs, type SandboxMs, sandboxMs } from '../world/time.ts';
import type { Attempt, Delivery } from './delivery.ts';
import { DeliveryTable } from './delivery-table.ts';
import { NotesTable } from './notes-table.ts';
import { type ClaimedDelivery, type DeliveryStore, type Health, type Retention, untried } from './store.ts';
import { attempted, requeued, shown, taken, withoutResponseBody } from './transitions.ts';

/** What a file keeps: about 80 MB where receivers say little. Opening it takes a tenth of a second for that. */
export const sqliteRetention: Retention = { endedDeliveries: 50_000, batch: 500 };

/** Deliveries in the file that holds the journal. They end with it: whoever closes it has closed them. */
export function openSqliteDeliveries(database: Database, retention: Retention = sqliteRetention): DeliveryStore {
  const table = new DeliveryTable(database);
  const notes = new NotesTable(database);
  let endedCount = table.countEnded();

  const ended = (change: number): void => {
    endedCount += change;
    if (endedCount <= retention.endedDeliveries + retention.batch) return;
    inTransaction(database, () => table.deleteLongestEnded(endedCount - retention.endedDeliveries));
    endedCount = retention.endedDeliveries;
  };
  const changeEach = (deliveryIds: readonly string[], change: (before: Delivery) => Delivery): readonly Delivery[] =>
    inTransaction(database, () =>
      [...new Set(deliveryIds)].flatMap((id) => {
        const before = table.byId(id);
        const after = before && change(before);
        if (before === undefined || after === undefined || after === before) return [];
        table.update(after);
        return [before];
      }),
    );

  return {
    async progressOf(tenantId) {
      return notes.progressOf(tenantId);
    },
    async fanOut(tenantId, reached, deliveries) {
      const took = inTransaction(database, () => {
        const before = notes.progressOf(tenantId);
        if (before !== undefined && before.since !== reached.since) {
          table.deleteTenant(tenantId);
          notes.deleteHealthOf(tenantId);
        }
        notes.setProgress(tenantId, reached);
        return deliveries.flatMap((fresh) =>
          table.byId(fresh.deliveryId) === undefined ? [table.insert(taken(tenantId, fresh, 0), fresh.body)] : [],
        );
      });
      endedCount = table.countEnded();
      ended(0);
      return took;
    },
    async claim({ tenantId, destinationId, now, room }) {
      const key = { tenantId, destinationId };
      const bySandbox = table.dueBy(key, { clock: 'sandbox', atMs: now.sandboxMs }, Math.max(0, room));
      const rest = room - bySandbox.length;
      const byReal = rest > 0 ? table.dueBy(key, { clock: 'real', atMs: now.realMs }, rest) : [];
      const due = [...bySandbox, ...byReal];
      if (due.length === 0) return [];
      return inTransaction(database, () => due.flatMap(({ delivery, body }) => claimed(table, delivery, body)));
    },
    async release(deliveryIds) {
      changeEach(deliveryIds, (before) => (before.state === 'sending' ? { ...before, state: 'pending' } : before));
    },
    async settle(deliveryId, tried, next) {
      const settled = inTransaction(database, () => {
        const before = table.byId(deliveryId);
        if (before === undefined) return undefined;
        const delivery = attempted(before, tried, next);
        const attempt: Attempt = { n: delivery.attemptCount, ...tried };
        table.putAttempt(delivery, attempt);
        table.update(delivery);
        return { before, delivery, attempt };
      });
      if (settled === undefined) return undefined;
      const { before, delivery, attempt } = settled;
      ended(Number(delivery.endedAtMs !== null) - Number(before.endedAtMs !== null));
      return { delivery: shown(delivery), attempt };
    },
    async requeue(deliveryIds, due) {
      const queued = changeEach(deliveryIds, (before) =>
        before.state === 'sending' || table.bodyOf(before.deliveryId) === null ? before : requeued(before, due),
      );
      ended(-queued.filter(({ endedAtMs }) => endedAtMs !== null).length);
      return queued.length;
    },
    async catchUp(destination, now) {
      return table.catchUp(destination, now.sandboxMs);
    },
    async skipWaiting(destination, atMs) {
      const count = table.skipWaiting(destination, atMs);
      ended(count);
      return count;
    },
    async nextDue(destinations) {
      const first = (clock: 'sandbox' | 'real'): number | undefined => {
        const dues = destinations.flatMap((destination) => table.firstDueMs(destination, clock) ?? []);
        return dues.length === 0 ? undefined : Math.min(...dues);
      };
      const [sandbox, real] = [first('sandbox'), first('real')];
      return {
        ...(sandbox !== undefined && { sandboxMs: sandboxMs(sandbox) }),
        ...(real !== undefined && { realMs: realMs(real) }),
      };
    },
    async find(deliveryId) {
      const delivery = table.byId(deliveryId);
      return delivery && shown(delivery);
    },
    async bodyOf(deliveryId) {
      return table.bodyOf(deliveryId);
    },
    async attemptsOf(deliveryId) {
      return table.attemptsOf(deliveryId);
    },
    async page(query) {
      const parts = query.destinationIds === undefined ? [undefined] : [...new Set(query.destinationIds)];
      const found = parts
        .flatMap((destinationId) => table.page(query, destinationId, query.limit + 1))
        .sort((a, b) => b.sequence - a.sequence);
      return { items: found.slice(0, query.limit).map(shown), hasMore: found.length > query.limit };
    },
    async healthOf(destination) {
      return notes.healthOf(destination) ?? untried;
    },
    async healthsOf(tenantId, destinationIds) {
      return new Map(
        destinationIds.flatMap((destinationId): readonly (readonly [string, Health])[] => {
          const health = notes.healthOf({ tenantId, destinationId });
          return health === undefined ? [] : [[destinationId, health]];
        }),
      );
    },
    async changeHealth(destination, change) {
      const after = change(notes.healthOf(destination) ?? untried);
      notes.setHealth(destination, after);
      return after;
    },
    async forgetBodies(beforeMs) {
      let count = 0;
      for (;;) {
        const old = inTransaction(database, () => forgetSome(table, beforeMs));
        count += old;
        if (old < AT_ONCE) return count;
        await setImmediate(); // others wait
      }
    },
    async recover(now) {
      return inTransaction(database, () => {
        const underWay = table.putAllBack();
        table.catchAllUp(now.sandboxMs);
        return underWay;
      });
    },
  };
}

/** How many bodies are forgotten in one transaction. */
const AT_ONCE = 500;

function forgetSome(table: DeliveryTable, beforeMs: SandboxMs): number {
  const old = table.withBodyBefore(beforeMs, AT_ONCE);
  for (const delivery of old) {
    table.forgetBody(delivery);
    for (const attempt of table.attemptsOf(delivery.deliveryId)) {
      table.putAttempt(delivery, withoutResponseBody(attempt));
    }
  }
  return old.length;
}

function claimed(table: DeliveryTable, delivery: Delivery, body: string): readonly ClaimedDelivery[] {
  if (delivery.due === null) return []; // what is due has an instant
  const sending: Delivery = { ...delivery, state: 'sending' };
  table.update(sending);
  return [{ delivery: shown(sending), due: delivery.due, body }];
}
