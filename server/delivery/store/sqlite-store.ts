import { yieldToOthers } from '../../../base/real-time.ts';
import { type Database, runInTransaction } from '../../storage/connection.ts';
import { GroupCommit } from '../../storage/group-commit.ts';
import { realMs, type SandboxMs, sandboxMs } from '../../world/state/time.ts';
import type { Delivery, DeliveryAttempt, Due, Now } from '../delivery.ts';
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
import { DeliveryTable } from './delivery-table.ts';
import { ProgressTable } from './progress-table.ts';
import { estimateAttemptBytes, estimateDeliveryBytes } from './stored-bytes.ts';
import {
  applyAttempt,
  createDelivery,
  dropResponseBody,
  isAnother,
  listSkipInstants,
  parseReference,
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

/** A delivery store in the database file of the journal. It closes together with the database. */
export class SqliteDeliveryStore implements DeliveryStore {
  readonly #database: Database;
  /** Runs the writes of attempts, which are many at a time. */
  readonly #commits: GroupCommit;
  readonly #table: DeliveryTable;
  readonly #progressTable: ProgressTable;
  readonly #retention: Required<Retention>;
  /** Total sizes of the deliveries of tenants, computed on first use. */
  readonly #tenantBytes = new Map<string, number>();
  #endedCount: number;

  constructor(database: Database, retention: Retention = sqliteRetention) {
    this.#database = database;
    this.#commits = new GroupCommit(database);
    this.#table = new DeliveryTable(database);
    this.#progressTable = new ProgressTable(database);
    this.#retention = { ...UNLIMITED, ...retention };
    this.#endedCount = this.#table.countEnded();
  }

  async readProgress(tenantId: string): Promise<FanOutProgress | undefined> {
    return this.#progressTable.readProgress(tenantId);
  }

  async fanOut(
    tenantId: string,
    reached: FanOutProgress,
    deliveries: readonly NewDelivery[],
  ): Promise<readonly Delivery[]> {
    const { added, addedBytes, isReset } = runInTransaction(this.#database, () => {
      const before = this.#progressTable.readProgress(tenantId);
      const isReset = before !== undefined && before.since !== reached.since;
      if (isReset) {
        this.#table.deleteTenant(tenantId);
        this.#progressTable.deleteHealths(tenantId);
      }
      this.#progressTable.setProgress(tenantId, reached);
      return { ...this.#addNew(tenantId, deliveries), isReset };
    });
    if (isReset) this.#tenantBytes.delete(tenantId);
    return this.#applyLimits(tenantId, { added, addedBytes });
  }

  async enqueue({ tenantId, since, deliveries, again }: EnqueueRequest): Promise<readonly Delivery[] | undefined> {
    const result = runInTransaction(this.#database, () => {
      if (this.#progressTable.readProgress(tenantId)?.since !== since) return undefined;
      const newDelivery = this.#addNew(tenantId, deliveries);
      if (again !== undefined) this.#requeueFree(again.deliveryIds, again.due);
      return newDelivery;
    });
    return result && this.#applyLimits(tenantId, result);
  }

  async claim({ tenantId, destinationId, now, room }: ClaimRequest): Promise<readonly ClaimedDelivery[]> {
    const key = { tenantId, destinationId };
    return this.#commits.run(() => {
      const bySandbox = this.#table.listDue(key, { clock: 'sandbox', atMs: now.sandboxMs }, Math.max(0, room));
      const rest = room - bySandbox.length;
      const byReal = rest > 0 ? this.#table.listDue(key, { clock: 'real', atMs: now.realMs }, rest) : [];
      return [...bySandbox, ...byReal].flatMap(({ delivery, body }) => markClaimed(this.#table, delivery, body));
    });
  }

  async release(deliveryIds: readonly string[]): Promise<void> {
    await this.#commits.run(() =>
      this.#changeEach(deliveryIds, (before) =>
        before.state === 'sending' ? { ...before, state: 'pending' } : before,
      ),
    );
  }

  async settle(
    claimed: DeliveryReference,
    tried: UnnumberedAttempt,
    next: NextState | undefined,
  ): Promise<SettledDelivery | undefined> {
    const { deliveryId, sequence } = parseReference(claimed);
    const settled = await this.#commits.run(() => {
      const before = this.#table.findById(deliveryId);
      if (before === undefined || isAnother(before, sequence)) return undefined;
      const delivery = applyAttempt(before, tried, next);
      const attempt: DeliveryAttempt = { n: delivery.attemptCount, ...tried };
      this.#table.putAttempt(delivery, attempt);
      this.#table.update(delivery, estimateAttemptBytes(attempt));
      return { before, delivery, attempt };
    });
    if (settled === undefined) return undefined;
    const { before, delivery, attempt } = settled;
    this.#addEnded(Number(delivery.endedAtMs !== null) - Number(before.endedAtMs !== null));
    this.#limitTenantBytes(delivery.tenantId, estimateAttemptBytes(attempt));
    return { delivery: toPublicDelivery(delivery), attempt };
  }

  async countWaiting(destination: DestinationKey): Promise<number> {
    return this.#table.countWaiting(destination);
  }

  async countFreePlaces(destination: DestinationKey): Promise<number> {
    return Math.max(0, this.#retention.waitingPerDestination - this.#table.countWaiting(destination));
  }

  async catchUp(destination: DestinationKey, now: Now): Promise<number> {
    return this.#table.catchUp(destination, now.sandboxMs);
  }

  async skipWaiting(destination: DestinationKey, atMs: SandboxMs): Promise<number> {
    const count = this.#table.skipWaiting(destination, atMs);
    this.#addEnded(count);
    return count;
  }

  async nextDue(destinations: readonly DestinationKey[]): Promise<NextDue> {
    const first = (clock: 'sandbox' | 'real'): number | undefined => {
      const dues = destinations.flatMap((destination) => this.#table.findFirstDueMs(destination, clock) ?? []);
      return dues.length === 0 ? undefined : Math.min(...dues);
    };
    const [sandbox, real] = [first('sandbox'), first('real')];
    return {
      sandboxMs: sandbox === undefined ? undefined : sandboxMs(sandbox),
      realMs: real === undefined ? undefined : realMs(real),
    };
  }

  async find(deliveryId: string): Promise<Delivery | undefined> {
    const delivery = this.#table.findById(deliveryId);
    return delivery && toPublicDelivery(delivery);
  }

  async readBody(deliveryId: string): Promise<string | null | undefined> {
    return this.#table.readBody(deliveryId);
  }

  async listAttempts(deliveryId: string): Promise<readonly DeliveryAttempt[]> {
    return this.#table.listAttempts(deliveryId);
  }

  async listAttemptsOf(deliveryIds: readonly string[]): Promise<readonly AttemptOfDelivery[]> {
    return this.#table.listAttemptsOf(deliveryIds);
  }

  async listPage(query: DeliveryQuery): Promise<DeliveryPage> {
    const parts = query.destinationIds === undefined ? [undefined] : [...new Set(query.destinationIds)];
    const found = parts
      .flatMap((destinationId) => this.#table.listPage(query, destinationId, query.limit + 1))
      .sort((a, b) => b.sequence - a.sequence);
    return { items: found.slice(0, query.limit).map(toPublicDelivery), hasMore: found.length > query.limit };
  }

  async readLargestTenantBytes(): Promise<number> {
    const row = this.#database
      .prepare('SELECT max(bytes) AS most FROM (SELECT sum(bytes) AS bytes FROM deliveries GROUP BY tenant)')
      .get();
    return Number(row?.most ?? 0);
  }

  async readHealth(destination: DestinationKey): Promise<DestinationHealth> {
    return this.#progressTable.readHealth(destination) ?? UNTRIED;
  }

  async listHealths(
    tenantId: string,
    destinationIds: readonly string[],
  ): Promise<ReadonlyMap<string, DestinationHealth>> {
    return new Map(
      destinationIds.flatMap((destinationId): readonly (readonly [string, DestinationHealth])[] => {
        const health = this.#progressTable.readHealth({ tenantId, destinationId });
        return health === undefined ? [] : [[destinationId, health]];
      }),
    );
  }

  async updateHealth(destination: DestinationKey, change: HealthChange): Promise<DestinationHealth> {
    return this.#commits.run(() => {
      const after = change(this.#progressTable.readHealth(destination) ?? UNTRIED);
      this.#progressTable.setHealth(destination, after);
      return after;
    });
  }

  async dropBodies(beforeMs: SandboxMs): Promise<number> {
    let count = 0;
    for (;;) {
      const old = runInTransaction(this.#database, () => dropSomeBodies(this.#table, beforeMs));
      this.#tenantBytes.clear();
      count += old;
      if (old < BODIES_PER_TRANSACTION) return count;
      await yieldToOthers(); // let other work run
    }
  }

  async recover(now: Now): Promise<number> {
    return runInTransaction(this.#database, () => {
      const interrupted = this.#table.requeueInterrupted();
      this.#table.catchUpAll(now.sandboxMs);
      return interrupted;
    });
  }

  /** Counts deliveries that ended or were requeued, and deletes the longest ended ones beyond the limit. */
  #addEnded(change: number): void {
    this.#endedCount += change;
    if (this.#endedCount <= this.#retention.endedDeliveries + this.#retention.batch) return;
    const deleted = runInTransaction(this.#database, () =>
      this.#table.deleteLongestEnded(this.#endedCount - this.#retention.endedDeliveries),
    );
    for (const { tenantId, bytes } of deleted) {
      const known = this.#tenantBytes.get(tenantId);
      if (known !== undefined) this.#tenantBytes.set(tenantId, known - bytes);
    }
    this.#endedCount = this.#retention.endedDeliveries;
  }

  #limitTenantBytes(tenantId: string, added: number): void {
    if (this.#retention.bytesPerTenant === Number.POSITIVE_INFINITY) return;
    const known = this.#tenantBytes.get(tenantId);
    let bytes = known === undefined ? this.#table.sumBytes(tenantId) : known + added;
    if (bytes > this.#retention.bytesPerTenant) {
      let endedDeleted = 0;
      runInTransaction(this.#database, () => {
        while (bytes > this.#retention.bytesPerTenant) {
          const deleted = this.#table.deleteMostDispensable(tenantId);
          if (deleted === undefined) return;
          bytes -= deleted.bytes;
          endedDeleted += Number(deleted.wasEnded);
        }
      });
      this.#endedCount -= endedDeleted;
    }
    this.#tenantBytes.set(tenantId, bytes);
  }

  /** Updates the deliveries that `change` changes. Requires a transaction. */
  #changeEach(deliveryIds: readonly string[], change: (before: Delivery) => Delivery): void {
    for (const id of new Set(deliveryIds)) {
      const before = this.#table.findById(id);
      const after = before && change(before);
      if (after !== undefined && after !== before) this.#table.update(after);
    }
  }

  /** Requeues deliveries that have a body and no attempt in flight. Requires a transaction. */
  #requeueFree(deliveryIds: readonly string[], due: Due): void {
    this.#changeEach(deliveryIds, (before) =>
      before.state === 'sending' || this.#table.readBody(before.deliveryId) === null
        ? before
        : requeueDelivery(before, due),
    );
  }

  /**
   * Adds deliveries with unknown ids. Skips the oldest waiting deliveries of a destination beyond its limit. Requires a
   * transaction.
   */
  #addNew(tenantId: string, deliveries: readonly NewDelivery[]): AddedDeliveries {
    let addedBytes = 0;
    const added = deliveries.flatMap((newDelivery) => {
      if (this.#table.findById(newDelivery.deliveryId) !== undefined) return [];
      addedBytes += estimateDeliveryBytes(newDelivery.body);
      return [this.#table.insert(createDelivery(tenantId, newDelivery, 0), newDelivery.body)];
    });
    for (const { destinationId, atMs } of listSkipInstants(added)) {
      const excess = this.#table.countWaiting({ tenantId, destinationId }) - this.#retention.waitingPerDestination;
      if (excess > 0) this.#table.skipOldestWaiting({ tenantId, destinationId }, atMs, excess);
    }
    return { added, addedBytes };
  }

  /** Applies the limits after a transaction that added deliveries, and returns the added ones. */
  #applyLimits(tenantId: string, { added, addedBytes }: AddedDeliveries): readonly Delivery[] {
    this.#endedCount = this.#table.countEnded();
    this.#addEnded(0);
    if (addedBytes > 0) this.#limitTenantBytes(tenantId, addedBytes);
    return added;
  }
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
  table.markSending(delivery);
  return [{ delivery: toPublicDelivery(sending), due: delivery.due, body }];
}
