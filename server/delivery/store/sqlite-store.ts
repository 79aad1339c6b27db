import { yieldToOthers } from '../../../base/real-time.ts';
import { type Database, runInTransaction } from '../../storage/connection.ts';
import { realMs, type SandboxMs, sandboxMs } from '../../world/state/time.ts';
import type { Delivery, DeliveryAttempt, Due } from '../delivery.ts';
import {
  type ClaimedDelivery,
  type DeliveryStore,
  type DestinationHealth,
  MAX_WAITING,
  type NewDelivery,
  type Retention,
  UNTRIED,
} from './delivery-store.ts';
import { DeliveryTable } from './delivery-table.ts';
import { ProgressTable } from './progress-table.ts';
import { estimateAttemptBytes, estimateDeliveryBytes } from './stored-bytes.ts';
import {
  applyAttempt,
  createDelivery,
  dropResponseBody,
  listSkipInstants,
  requeueDelivery,
  toPublicDelivery,
} from './transitions.ts';

/**
 * Limits in a file: about 80 MB for short response bodies. Opening a file of that size takes about a tenth of a second.
 */
export const sqliteRetention: Retention = {
  endedDeliveries: 50_000,
  batch: 500,
  waitingPerDestination: MAX_WAITING,
  bytesPerTenant: 128 * 1024 * 1024,
};

interface AddedDeliveries {
  readonly added: readonly Delivery[];
  readonly addedBytes: number;
}

/** Opens a delivery store in the database file of the journal. It closes together with the database. */
export function openSqliteDeliveries(database: Database, retention: Retention = sqliteRetention): DeliveryStore {
  const table = new DeliveryTable(database);
  const progressTable = new ProgressTable(database);
  const { waitingPerDestination = Number.POSITIVE_INFINITY, bytesPerTenant = Number.POSITIVE_INFINITY } = retention;
  let endedCount = table.countEnded();

  const ended = (change: number): void => {
    endedCount += change;
    if (endedCount <= retention.endedDeliveries + retention.batch) return;
    const deleted = runInTransaction(database, () => table.deleteLongestEnded(endedCount - retention.endedDeliveries));
    for (const { tenantId, bytes } of deleted) {
      const known = tenantBytes.get(tenantId);
      if (known !== undefined) tenantBytes.set(tenantId, known - bytes);
    }
    endedCount = retention.endedDeliveries;
  };

  /** Total sizes of the deliveries of tenants, computed on first use. */
  const tenantBytes = new Map<string, number>();
  const limitTenantBytes = (tenantId: string, added: number): void => {
    if (bytesPerTenant === Number.POSITIVE_INFINITY) return;
    const known = tenantBytes.get(tenantId);
    let bytes = known === undefined ? table.sumBytes(tenantId) : known + added;
    if (bytes > bytesPerTenant) {
      let endedDeleted = 0;
      runInTransaction(database, () => {
        while (bytes > bytesPerTenant) {
          const deleted = table.deleteMostDispensable(tenantId);
          if (deleted === undefined) return;
          bytes -= deleted.bytes;
          endedDeleted += Number(deleted.wasEnded);
        }
      });
      endedCount -= endedDeleted;
    }
    tenantBytes.set(tenantId, bytes);
  };
  /** Updates the deliveries that `change` changes. Requires a transaction. */
  const changeEach = (deliveryIds: readonly string[], change: (before: Delivery) => Delivery): void => {
    for (const id of new Set(deliveryIds)) {
      const before = table.findById(id);
      const after = before && change(before);
      if (after !== undefined && after !== before) table.update(after);
    }
  };
  /** Requeues deliveries that have a body and no attempt in flight. Requires a transaction. */
  const requeueFree = (deliveryIds: readonly string[], due: Due): void =>
    changeEach(deliveryIds, (before) =>
      before.state === 'sending' || table.readBody(before.deliveryId) === null ? before : requeueDelivery(before, due),
    );
  /**
   * Adds deliveries with unknown ids. Skips the oldest waiting deliveries of a destination beyond its limit. Requires a
   * transaction.
   */
  const addNew = (tenantId: string, deliveries: readonly NewDelivery[]): AddedDeliveries => {
    let addedBytes = 0;
    const added = deliveries.flatMap((newDelivery) => {
      if (table.findById(newDelivery.deliveryId) !== undefined) return [];
      addedBytes += estimateDeliveryBytes(newDelivery.body);
      return [table.insert(createDelivery(tenantId, newDelivery, 0), newDelivery.body)];
    });
    for (const { destinationId, atMs } of listSkipInstants(added)) {
      const excess = table.countWaiting({ tenantId, destinationId }) - waitingPerDestination;
      if (excess > 0) table.skipOldestWaiting({ tenantId, destinationId }, atMs, excess);
    }
    return { added, addedBytes };
  };
  /** Applies the limits after a transaction that added deliveries, and returns the added ones. */
  const applyLimits = (tenantId: string, { added, addedBytes }: AddedDeliveries): readonly Delivery[] => {
    endedCount = table.countEnded();
    ended(0);
    if (addedBytes > 0) limitTenantBytes(tenantId, addedBytes);
    return added;
  };

  return {
    async readProgress(tenantId) {
      return progressTable.readProgress(tenantId);
    },
    async fanOut(tenantId, reached, deliveries) {
      const { added, addedBytes, isReset } = runInTransaction(database, () => {
        const before = progressTable.readProgress(tenantId);
        const isReset = before !== undefined && before.since !== reached.since;
        if (isReset) {
          table.deleteTenant(tenantId);
          progressTable.deleteHealths(tenantId);
        }
        progressTable.setProgress(tenantId, reached);
        return { ...addNew(tenantId, deliveries), isReset };
      });
      if (isReset) tenantBytes.delete(tenantId);
      return applyLimits(tenantId, { added, addedBytes });
    },
    async enqueue({ tenantId, since, deliveries, again }) {
      const result = runInTransaction(database, () => {
        if (progressTable.readProgress(tenantId)?.since !== since) return undefined;
        const newDelivery = addNew(tenantId, deliveries);
        if (again !== undefined) requeueFree(again.deliveryIds, again.due);
        return newDelivery;
      });
      return result && applyLimits(tenantId, result);
    },
    async claim({ tenantId, destinationId, now, room }) {
      const key = { tenantId, destinationId };
      const bySandbox = table.listDue(key, { clock: 'sandbox', atMs: now.sandboxMs }, Math.max(0, room));
      const rest = room - bySandbox.length;
      const byReal = rest > 0 ? table.listDue(key, { clock: 'real', atMs: now.realMs }, rest) : [];
      const due = [...bySandbox, ...byReal];
      if (due.length === 0) return [];
      return runInTransaction(database, () => due.flatMap(({ delivery, body }) => markClaimed(table, delivery, body)));
    },
    async release(deliveryIds) {
      runInTransaction(database, () =>
        changeEach(deliveryIds, (before) => (before.state === 'sending' ? { ...before, state: 'pending' } : before)),
      );
    },
    async settle(deliveryId, tried, next) {
      const settled = runInTransaction(database, () => {
        const before = table.findById(deliveryId);
        if (before === undefined) return undefined;
        const delivery = applyAttempt(before, tried, next);
        const attempt: DeliveryAttempt = { n: delivery.attemptCount, ...tried };
        table.putAttempt(delivery, attempt);
        table.addBytes(delivery, estimateAttemptBytes(attempt));
        table.update(delivery);
        return { before, delivery, attempt };
      });
      if (settled === undefined) return undefined;
      const { before, delivery, attempt } = settled;
      ended(Number(delivery.endedAtMs !== null) - Number(before.endedAtMs !== null));
      limitTenantBytes(delivery.tenantId, estimateAttemptBytes(attempt));
      return { delivery: toPublicDelivery(delivery), attempt };
    },
    async countWaiting(destination) {
      return table.countWaiting(destination);
    },
    async countFreePlaces(destination) {
      return Math.max(0, waitingPerDestination - table.countWaiting(destination));
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
        const dues = destinations.flatMap((destination) => table.findFirstDueMs(destination, clock) ?? []);
        return dues.length === 0 ? undefined : Math.min(...dues);
      };
      const [sandbox, real] = [first('sandbox'), first('real')];
      return {
        sandboxMs: sandbox === undefined ? undefined : sandboxMs(sandbox),
        realMs: real === undefined ? undefined : realMs(real),
      };
    },
    async find(deliveryId) {
      const delivery = table.findById(deliveryId);
      return delivery && toPublicDelivery(delivery);
    },
    async readBody(deliveryId) {
      return table.readBody(deliveryId);
    },
    async listAttempts(deliveryId) {
      return table.listAttempts(deliveryId);
    },
    async listPage(query) {
      const parts = query.destinationIds === undefined ? [undefined] : [...new Set(query.destinationIds)];
      const found = parts
        .flatMap((destinationId) => table.listPage(query, destinationId, query.limit + 1))
        .sort((a, b) => b.sequence - a.sequence);
      return { items: found.slice(0, query.limit).map(toPublicDelivery), hasMore: found.length > query.limit };
    },
    async readLargestTenantBytes() {
      const row = database
        .prepare('SELECT max(bytes) AS most FROM (SELECT sum(bytes) AS bytes FROM deliveries GROUP BY tenant)')
        .get();
      return Number(row?.most ?? 0);
    },
    async readHealth(destination) {
      return progressTable.readHealth(destination) ?? UNTRIED;
    },
    async listHealths(tenantId, destinationIds) {
      return new Map(
        destinationIds.flatMap((destinationId): readonly (readonly [string, DestinationHealth])[] => {
          const health = progressTable.readHealth({ tenantId, destinationId });
          return health === undefined ? [] : [[destinationId, health]];
        }),
      );
    },
    async updateHealth(destination, change) {
      const after = change(progressTable.readHealth(destination) ?? UNTRIED);
      progressTable.setHealth(destination, after);
      return after;
    },
    async dropBodies(beforeMs) {
      let count = 0;
      for (;;) {
        const old = runInTransaction(database, () => dropSomeBodies(table, beforeMs));
        tenantBytes.clear();
        count += old;
        if (old < BODIES_PER_TRANSACTION) return count;
        await yieldToOthers(); // let other work run
      }
    },
    async recover(now) {
      return runInTransaction(database, () => {
        const interrupted = table.requeueInterrupted();
        table.catchUpAll(now.sandboxMs);
        return interrupted;
      });
    },
  };
}

/** Bodies dropped in one transaction. */
const BODIES_PER_TRANSACTION = 500;

function dropSomeBodies(table: DeliveryTable, beforeMs: SandboxMs): number {
  const old = table.listEndedWithBodyBefore(beforeMs, BODIES_PER_TRANSACTION);
  for (const delivery of old) {
    table.deleteBody(delivery);
    const attempts = table.listAttempts(delivery.deliveryId).map(dropResponseBody);
    for (const attempt of attempts) table.putAttempt(delivery, attempt);
    table.setBytes(
      delivery,
      estimateDeliveryBytes(null) + attempts.reduce((sum, attempt) => sum + estimateAttemptBytes(attempt), 0),
    );
  }
  return old.length;
}

function markClaimed(table: DeliveryTable, delivery: Delivery, body: string): readonly ClaimedDelivery[] {
  if (delivery.due === null) return []; // due deliveries have a due instant
  const sending: Delivery = { ...delivery, state: 'sending' };
  table.update(sending);
  return [{ delivery: toPublicDelivery(sending), due: delivery.due, body }];
}
