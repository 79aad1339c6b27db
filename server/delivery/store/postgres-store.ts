import type { Query } from '../../storage/postgres/connection.ts';
import type { PostgresDatabase } from '../../storage/postgres/database.ts';
import { realMs, type SandboxMs, sandboxMs } from '../../world/state/time.ts';
import type { Delivery, DeliveryAttempt, Now } from '../delivery.ts';
import {
  type DeliveryRow,
  parseStoredAttempt,
  toChangingColumns,
  toDelivery,
  toFixedColumns,
} from './delivery-rows.ts';
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
  type SharedStore,
  UNTRIED,
  type UnnumberedAttempt,
} from './delivery-store.ts';
import { PostgresLimits } from './postgres-limits.ts';
import * as statements from './postgres-statements.ts';
import { estimateAttemptBytes, estimateDeliveryBytes } from './stored-bytes.ts';
import {
  applyAttempt,
  createDelivery,
  dropResponseBody,
  isAnother,
  listSkipInstants,
  parseReference,
  toPublicDelivery,
} from './transitions.ts';

/** Limits of each workspace in a database. */
export const postgresRetention: Retention = {
  endedDeliveries: 50_000,
  batch: 500,
  waitingPerDestination: MAX_WAITING,
  bytesPerTenant: 128 * 1024 * 1024,
};

type LeasedRow = DeliveryRow & { readonly lease_owner: string | null; readonly lease: number };

/** The deliveries that a transaction added, with the number of ended ones and their size. */
interface AddedDeliveries {
  readonly added: readonly Delivery[];
  readonly endedCount: number;
  readonly bytes: number;
}

const NOTHING_ADDED: AddedDeliveries = { added: [], endedCount: 0, bytes: 0 };

/**
 * The delivery store of a workspace in a database that other replicas use too. A claimed delivery belongs to this
 * replica as long as its lease lasts. If it is lost, because this replica was silent for too long, another one sends the
 * delivery again, and a late result is ignored.
 */
export class PostgresDeliveryStore implements DeliveryStore {
  readonly shared: SharedStore = {
    fanOutFrom: ({ tenantId, before = null, reached, deliveries }) =>
      this.#fanOut(tenantId, { reached, before }, deliveries),
    isWorking: async (destinations, now) => {
      const [row] = await this.#connection.query<{ isWorking: boolean }>(statements.IS_WORKING, [
        ...[this.#workspace, now.sandboxMs, now.realMs, ...toKeyColumns(destinations)],
      ]);
      return row?.isWorking === true;
    },
  };
  readonly #connection: PostgresDatabase['connection'];
  readonly #feed: PostgresDatabase['feed'];
  readonly #lease: PostgresDatabase['lease'];
  readonly #workspace: string;
  readonly #waitingPerDestination: number;
  readonly #limits: PostgresLimits;
  /** The leases of this replica by id of the delivery, until they are settled or released. */
  readonly #leases = new Map<string, number>();

  constructor(database: PostgresDatabase, workspace: string, retention: Retention = postgresRetention) {
    this.#connection = database.connection;
    this.#feed = database.feed;
    this.#lease = database.lease;
    this.#workspace = workspace;
    this.#waitingPerDestination = retention.waitingPerDestination ?? Number.POSITIVE_INFINITY;
    this.#limits = new PostgresLimits(database.connection, workspace, retention);
  }

  async readProgress(tenantId: string): Promise<FanOutProgress | undefined> {
    const [row] = await this.#connection.query<{ progress: string }>(statements.READ_PROGRESS, [
      this.#workspace,
      tenantId,
    ]);
    return row && parseProgress(row.progress);
  }

  async fanOut(
    tenantId: string,
    reached: FanOutProgress,
    deliveries: readonly NewDelivery[],
  ): Promise<readonly Delivery[]> {
    const added = await this.#fanOut(tenantId, { reached }, deliveries);
    return added === 'behind' ? [] : added; // never behind without `before`
  }

  async enqueue({ tenantId, since, deliveries, again }: EnqueueRequest): Promise<readonly Delivery[] | undefined> {
    const result = await this.#connection.transaction(async (query) => {
      const [row] = await query<{ progress: string }>(statements.LOCK_PROGRESS, [this.#workspace, tenantId]);
      if (row === undefined || parseProgress(row.progress).since !== since) return undefined;
      const added = await this.#addNew(query, tenantId, deliveries);
      if (again !== undefined) {
        const { deliveryIds, due } = again;
        await query(statements.REQUEUE, [this.#workspace, deliveryIds, due.clock, due.atMs]);
        await query(statements.ASSIGN_SEQUENCES, [this.#workspace, 0]);
      }
      return added;
    });
    if (result === undefined) return undefined;
    if (again !== undefined) this.#reportQueued(tenantId);
    await this.#applyLimits(tenantId, result);
    return result.added;
  }

  async claim({ tenantId, destinationId, now, room }: ClaimRequest): Promise<readonly ClaimedDelivery[]> {
    if (room <= 0) return [];
    await this.#lease.start();
    const rows = await this.#connection.query<LeasedRow & { readonly body: string }>(statements.CLAIM, [
      ...[this.#workspace, tenantId, destinationId, now.sandboxMs, now.realMs, room, this.#connection.replicaId],
    ]);
    for (const row of rows) this.#leases.set(row.delivery_id, row.lease);
    return rows.flatMap(toClaimed).sort(compareDue);
  }

  async release(deliveryIds: readonly string[]): Promise<void> {
    const released = await this.#connection.query(statements.RELEASE, [
      this.#workspace,
      deliveryIds,
      this.#connection.replicaId,
    ]);
    for (const id of deliveryIds) this.#leases.delete(id);
    if (released.length > 0) await this.#connection.query(statements.ASSIGN_SEQUENCES, [this.#workspace, 0]);
    if (released.length > 0) this.#reportQueued('');
  }

  async settle(
    claimed: DeliveryReference,
    tried: UnnumberedAttempt,
    next: NextState | undefined,
  ): Promise<SettledDelivery | undefined> {
    const { deliveryId, sequence } = parseReference(claimed);
    for (;;) {
      const [row] = await this.#connection.query<LeasedRow>(statements.FIND, [this.#workspace, deliveryId]);
      const held = tried.trigger === 'scheduled' ? this.#leases.get(deliveryId) : undefined;
      const isLost = held !== undefined && (row?.lease_owner !== this.#connection.replicaId || row.lease !== held);
      if (row === undefined || isLost || isAnother(toDelivery(row), sequence)) {
        this.#leases.delete(deliveryId);
        return undefined;
      }
      const before = toDelivery(row);
      const delivery = applyAttempt(before, tried, next);
      const attempt: DeliveryAttempt = { n: delivery.attemptCount, ...tried };
      const bytes = estimateAttemptBytes(attempt);
      const { state, due_clock, due_at_ms, attempt_count, step, last_status, last_error, ended_at_ms } =
        toChangingColumns(delivery);
      const settled = await this.#connection.query(statements.SETTLE, [
        ...[this.#workspace, row.sequence, row.attempt_count, row.state, row.lease],
        ...[state, due_clock, due_at_ms, attempt_count, step, last_status, last_error && removeNul(last_error)],
        ...[ended_at_ms, bytes, JSON.stringify(attempt)],
      ]);
      if (settled.length === 0) continue; // it changed in the meantime: read it again
      if (held !== undefined) this.#leases.delete(deliveryId);
      this.#feed.publish(this.#workspace, 'attempt', `${deliveryId} ${attempt.n}`);
      await this.#limits.addEnded(delivery.endedAtMs !== null && before.endedAtMs === null ? 1 : 0);
      await this.#limits.addBytes(delivery.tenantId, bytes);
      return { delivery: toPublicDelivery(delivery), attempt };
    }
  }

  async countWaiting({ tenantId, destinationId }: DestinationKey): Promise<number> {
    const key = [this.#workspace, tenantId, destinationId];
    const [row] = await this.#connection.query<{ waiting: number }>(statements.COUNT_WAITING, key);
    return row?.waiting ?? 0;
  }

  async countFreePlaces(destination: DestinationKey): Promise<number> {
    return Math.max(0, this.#waitingPerDestination - (await this.countWaiting(destination)));
  }

  async catchUp({ tenantId, destinationId }: DestinationKey, now: Now): Promise<number> {
    const key = [this.#workspace, tenantId, destinationId];
    return (await this.#connection.query(statements.CATCH_UP, [...key, now.sandboxMs])).length;
  }

  async skipWaiting({ tenantId, destinationId }: DestinationKey, atMs: SandboxMs): Promise<number> {
    const key = [this.#workspace, tenantId, destinationId];
    const skipped = await this.#connection.query(statements.SKIP_WAITING, [...key, atMs]);
    await this.#limits.addEnded(skipped.length);
    return skipped.length;
  }

  async nextDue(destinations: readonly DestinationKey[]): Promise<NextDue> {
    if (destinations.length === 0) return { sandboxMs: undefined, realMs: undefined };
    const rows = await this.#connection.query<{ clock: string; first: number }>(statements.NEXT_DUE, [
      ...[this.#workspace, ...toKeyColumns(destinations)],
    ]);
    const first = (clock: string): number | undefined => rows.find((row) => row.clock === clock)?.first;
    const [sandbox, real] = [first('sandbox'), first('real')];
    return {
      sandboxMs: sandbox === undefined ? undefined : sandboxMs(sandbox),
      realMs: real === undefined ? undefined : realMs(real),
    };
  }

  async find(deliveryId: string): Promise<Delivery | undefined> {
    const [row] = await this.#connection.query<LeasedRow>(statements.FIND, [this.#workspace, deliveryId]);
    return row && toPublicDelivery(toDelivery(row));
  }

  async readBody(deliveryId: string): Promise<string | null | undefined> {
    const [row] = await this.#connection.query<{ body: string | null }>(statements.READ_BODY, [
      this.#workspace,
      deliveryId,
    ]);
    return row?.body;
  }

  async listAttempts(deliveryId: string): Promise<readonly DeliveryAttempt[]> {
    const rows = await this.#connection.query<{ attempt: string }>(statements.LIST_ATTEMPTS, [
      this.#workspace,
      deliveryId,
    ]);
    return rows.map(({ attempt }) => parseStoredAttempt(attempt));
  }

  async listAttemptsOf(deliveryIds: readonly string[]): Promise<readonly AttemptOfDelivery[]> {
    const rows = await this.#connection.query<{ delivery_id: string; attempt: string }>(
      statements.LIST_NAMED_ATTEMPTS,
      [this.#workspace, deliveryIds],
    );
    return rows.map(({ delivery_id: deliveryId, attempt }) => ({ deliveryId, attempt: parseStoredAttempt(attempt) }));
  }

  async listPage(query: DeliveryQuery): Promise<DeliveryPage> {
    const { text, values } = statements.buildPage(this.#workspace, query);
    const rows = await this.#connection.query<DeliveryRow>(text, values);
    const items = rows.slice(0, query.limit).map((row) => toPublicDelivery(toDelivery(row)));
    return { items, hasMore: rows.length > query.limit };
  }

  async readLargestTenantBytes(): Promise<number> {
    const [row] = await this.#connection.query<{ most: number }>(statements.LARGEST_TENANT_BYTES, [this.#workspace]);
    return row?.most ?? 0;
  }

  async readHealth({ tenantId, destinationId }: DestinationKey): Promise<DestinationHealth> {
    const healths = await this.listHealths(tenantId, [destinationId]);
    return healths.get(destinationId) ?? UNTRIED;
  }

  async listHealths(
    tenantId: string,
    destinationIds: readonly string[],
  ): Promise<ReadonlyMap<string, DestinationHealth>> {
    const rows = await this.#connection.query<{ destination: string; health: string }>(statements.READ_HEALTHS, [
      ...[this.#workspace, tenantId, destinationIds],
    ]);
    return new Map(rows.map(({ destination, health }) => [destination, parseHealth(health)]));
  }

  async updateHealth({ tenantId, destinationId }: DestinationKey, change: HealthChange): Promise<DestinationHealth> {
    const key = [this.#workspace, tenantId, destinationId];
    for (;;) {
      const [row] = await this.#connection.query<{ health: string }>(statements.READ_HEALTHS, [
        ...[this.#workspace, tenantId, [destinationId]],
      ]);
      const after = change(row === undefined ? UNTRIED : parseHealth(row.health));
      const written =
        row === undefined
          ? await this.#connection.query(statements.CREATE_HEALTH, [...key, JSON.stringify(after)])
          : await this.#connection.query(statements.REPLACE_HEALTH, [...key, JSON.stringify(after), row.health]);
      if (written.length > 0) return after;
    }
  }

  async dropBodies(beforeMs: SandboxMs): Promise<number> {
    for (let count = 0; ; ) {
      const dropped = await this.#connection.transaction((query) => dropSomeBodies(query, this.#workspace, beforeMs));
      count += dropped;
      if (dropped < BODIES_PER_TRANSACTION) return count;
    }
  }

  async recover(now: Now): Promise<number> {
    await this.#lease.start();
    const interrupted = await this.#connection.query(statements.REQUEUE_INTERRUPTED, [
      this.#workspace,
      this.#connection.replicaId,
    ]);
    this.#leases.clear();
    await this.#connection.query(statements.CATCH_UP_ALL, [this.#workspace, this.#connection.replicaId, now.sandboxMs]);
    return interrupted.length;
  }

  /** Adds deliveries with unknown ids. Requires the lock of the tenant's progress. */
  async #addNew(query: Query, tenantId: string, deliveries: readonly NewDelivery[]): Promise<AddedDeliveries> {
    const fresh = await this.#listUnknown(query, deliveries);
    if (fresh.length === 0) return NOTHING_ADDED;
    const [head] = await query<{ sequence: number }>(statements.ASSIGN_SEQUENCES, [this.#workspace, fresh.length]);
    const first = (head?.sequence ?? 0) - fresh.length + 1;
    const rows = fresh.map((newDelivery, index) => {
      const delivery = createDelivery(tenantId, newDelivery, first + index);
      return { delivery, body: newDelivery.body, bytes: estimateDeliveryBytes(newDelivery.body) };
    });
    const given = rows.map(({ delivery, body, bytes }) => ({
      ...{ sequence: delivery.sequence, ...toFixedColumns(delivery), ...toChangingColumns(delivery), body, bytes },
    }));
    await query(statements.INSERT, [this.#workspace, JSON.stringify(given)]);
    const added = rows.map(({ delivery }) => delivery);
    let endedCount = added.filter(({ endedAtMs }) => endedAtMs !== null).length;
    if (this.#waitingPerDestination < Number.POSITIVE_INFINITY)
      for (const { destinationId, atMs } of listSkipInstants(added)) {
        const key = [this.#workspace, tenantId, destinationId];
        const [row] = await query<{ waiting: number }>(statements.COUNT_WAITING, key);
        const excess = (row?.waiting ?? 0) - this.#waitingPerDestination;
        if (excess > 0) endedCount += (await query(statements.SKIP_OLDEST, [...key, atMs, excess])).length;
      }
    return { added, endedCount, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  async #listUnknown(query: Query, deliveries: readonly NewDelivery[]): Promise<readonly NewDelivery[]> {
    if (deliveries.length === 0) return [];
    const byId = new Map(deliveries.toReversed().map((one) => [one.deliveryId, one])); // the first of each id
    const known = await query<{ id: string }>(
      'SELECT delivery_id AS id FROM fleetkit.deliveries WHERE workspace = $1 AND delivery_id = ANY($2)',
      [this.#workspace, [...byId.keys()]],
    );
    for (const { id } of known) byId.delete(id);
    return deliveries.filter((one) => byId.get(one.deliveryId) === one);
  }

  async #applyLimits(tenantId: string, { added, endedCount, bytes }: AddedDeliveries): Promise<void> {
    if (added.length > 0) this.#reportQueued(tenantId);
    await this.#limits.addEnded(endedCount);
    await this.#limits.addBytes(tenantId, bytes);
  }

  async #deleteTenant(query: Query, tenantId: string): Promise<void> {
    const deleted = await query<{ id: string }>(
      'DELETE FROM fleetkit.deliveries WHERE workspace = $1 AND tenant = $2 RETURNING delivery_id AS id',
      [this.#workspace, tenantId],
    );
    for (const { id } of deleted) this.#leases.delete(id);
    await query('DELETE FROM fleetkit.destination_health WHERE workspace = $1 AND tenant = $2', [
      this.#workspace,
      tenantId,
    ]);
    this.#limits.forget(tenantId);
  }

  /** `before` undefined: with any stored progress. Null: only if none is stored. */
  async #fanOut(
    tenantId: string,
    { reached, before }: { readonly reached: FanOutProgress; readonly before?: FanOutProgress | null },
    deliveries: readonly NewDelivery[],
  ): Promise<readonly Delivery[] | 'behind'> {
    const given = [this.#workspace, tenantId, reached.since, JSON.stringify(reached)];
    const result = await this.#connection.transaction(async (query) => {
      const stored = await lockProgress(query, given);
      if (before !== undefined && !isSameProgress(stored, before ?? undefined)) {
        if (stored === undefined) throw new Error('the fan-out progress of a tenant was deleted');
        return 'behind';
      }
      if (stored !== undefined && stored.since !== reached.since) await this.#deleteTenant(query, tenantId);
      if (stored !== undefined) await query(statements.SET_PROGRESS, given);
      return this.#addNew(query, tenantId, deliveries);
    });
    if (result === 'behind') return result;
    await this.#applyLimits(tenantId, result);
    return result.added;
  }

  #reportQueued(tenantId: string): void {
    this.#feed.publish(this.#workspace, 'deliveries', tenantId);
  }
}

/** Locks the progress of a tenant and returns it. Stores the given one, and returns undefined, if there is none. */
async function lockProgress(query: Query, given: readonly unknown[]): Promise<FanOutProgress | undefined> {
  const [created] = await query(statements.CREATE_PROGRESS, given);
  if (created !== undefined) return undefined;
  const [row] = await query<{ progress: string }>(statements.LOCK_PROGRESS, given.slice(0, 2));
  return row && parseProgress(row.progress);
}

const isSameProgress = (a: FanOutProgress | undefined, b: FanOutProgress | undefined): boolean =>
  a?.since === b?.since &&
  a?.throughMs === b?.throughMs &&
  a?.alertsThrough === b?.alertsThrough &&
  JSON.stringify(a?.eventIdsAtThrough) === JSON.stringify(b?.eventIdsAtThrough);

const parseProgress = (json: string): FanOutProgress => JSON.parse(json) as FanOutProgress; // stored by this module
const parseHealth = (json: string): DestinationHealth => JSON.parse(json) as DestinationHealth; // stored by this module

const toKeyColumns = (keys: readonly DestinationKey[]): readonly [readonly string[], readonly string[]] => [
  keys.map(({ tenantId }) => tenantId),
  keys.map(({ destinationId }) => destinationId),
];

/** PostgreSQL stores no text with the character NUL. */
const removeNul = (text: string): string => text.replaceAll('\0', '\ufffd');

function toClaimed(row: DeliveryRow & { readonly body: string }): readonly ClaimedDelivery[] {
  const delivery = toDelivery(row);
  return delivery.due === null ? [] : [{ delivery: toPublicDelivery(delivery), due: delivery.due, body: row.body }];
}

/** The sandbox clock before the real one, then by due instant and sequence. */
const compareDue = (a: ClaimedDelivery, b: ClaimedDelivery): number =>
  Number(a.due.clock === 'real') - Number(b.due.clock === 'real') ||
  a.due.atMs - b.due.atMs ||
  a.delivery.sequence - b.delivery.sequence;

/** Bodies dropped in one transaction. */
const BODIES_PER_TRANSACTION = 500;

async function dropSomeBodies(query: Query, workspace: string, beforeMs: SandboxMs): Promise<number> {
  const aged = await query<{ sequence: number }>(statements.LOCK_AGED, [workspace, beforeMs, BODIES_PER_TRANSACTION]);
  if (aged.length === 0) return 0;
  const sequences = aged.map(({ sequence }) => sequence);
  const stored = await query<{ sequence: number; n: number; attempt: string }>(statements.LIST_ATTEMPTS_OF, [
    ...[workspace, sequences],
  ]);
  const bytes = new Map(sequences.map((sequence) => [sequence, estimateDeliveryBytes(null)]));
  const changed = stored.map(({ sequence, n, attempt }) => {
    const after = dropResponseBody(parseStoredAttempt(attempt));
    bytes.set(sequence, (bytes.get(sequence) ?? 0) + estimateAttemptBytes(after));
    return { sequence, n, attempt: JSON.stringify(after) };
  });
  await query(statements.REPLACE_ATTEMPTS, [
    workspace,
    changed.map(({ sequence }) => sequence),
    changed.map(({ n }) => n),
    changed.map(({ attempt }) => attempt),
  ]);
  await query(statements.DELETE_BODIES, [workspace, sequences, sequences.map((sequence) => bytes.get(sequence))]);
  return aged.length;
}
