import type { Query } from '../../storage/postgres/connection.ts';
import type { PostgresDatabase } from '../../storage/postgres/database.ts';
import { realMs, type SandboxMs, sandboxMs } from '../../world/state/time.ts';
import type { Delivery, DeliveryAttempt } from '../delivery.ts';
import {
  type DeliveryRow,
  parseStoredAttempt,
  toChangingColumns,
  toDelivery,
  toFixedColumns,
} from './delivery-rows.ts';
import {
  type ClaimedDelivery,
  type DeliveryStore,
  type DestinationHealth,
  type DestinationKey,
  type FanOutProgress,
  MAX_WAITING,
  type NewDelivery,
  type Retention,
  UNTRIED,
} from './delivery-store.ts';
import { PostgresLimits } from './postgres-limits.ts';
import * as statements from './postgres-statements.ts';
import { estimateAttemptBytes, estimateDeliveryBytes } from './stored-bytes.ts';
import { applyAttempt, createDelivery, dropResponseBody, listSkipInstants, toPublicDelivery } from './transitions.ts';

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
 * Opens the delivery store of a workspace in a database that other replicas use too. A claimed delivery belongs to this
 * replica as long as its lease lasts. If it is lost, because this replica was silent for too long, another one sends the
 * delivery again, and a late result is ignored.
 */
export function openPostgresDeliveries(
  { connection, feed, lease }: PostgresDatabase,
  workspace: string,
  retention: Retention = postgresRetention,
): DeliveryStore {
  const { replicaId } = connection;
  const limits = new PostgresLimits(connection, workspace, retention);
  const { waitingPerDestination = Number.POSITIVE_INFINITY } = retention;
  /** The leases of this replica by id of the delivery, until they are settled or released. */
  const leases = new Map<string, number>();

  const reportQueued = (tenantId: string): void => feed.publish(workspace, 'deliveries', tenantId);

  /** Adds deliveries with unknown ids. Requires the lock of the tenant's progress. */
  const addNew = async (
    query: Query,
    tenantId: string,
    deliveries: readonly NewDelivery[],
  ): Promise<AddedDeliveries> => {
    const fresh = await listUnknown(query, deliveries);
    if (fresh.length === 0) return NOTHING_ADDED;
    const [head] = await query<{ sequence: number }>(statements.ASSIGN_SEQUENCES, [workspace, fresh.length]);
    const first = (head?.sequence ?? 0) - fresh.length + 1;
    const rows = fresh.map((newDelivery, index) => {
      const delivery = createDelivery(tenantId, newDelivery, first + index);
      return { delivery, body: newDelivery.body, bytes: estimateDeliveryBytes(newDelivery.body) };
    });
    const given = rows.map(({ delivery, body, bytes }) => ({
      ...{ sequence: delivery.sequence, ...toFixedColumns(delivery), ...toChangingColumns(delivery), body, bytes },
    }));
    await query(statements.INSERT, [workspace, JSON.stringify(given)]);
    const added = rows.map(({ delivery }) => delivery);
    let endedCount = added.filter(({ endedAtMs }) => endedAtMs !== null).length;
    if (waitingPerDestination < Number.POSITIVE_INFINITY)
      for (const { destinationId, atMs } of listSkipInstants(added)) {
        const key = [workspace, tenantId, destinationId];
        const [row] = await query<{ waiting: number }>(statements.COUNT_WAITING, key);
        const excess = (row?.waiting ?? 0) - waitingPerDestination;
        if (excess > 0) endedCount += (await query(statements.SKIP_OLDEST, [...key, atMs, excess])).length;
      }
    return { added, endedCount, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) };
  };

  const listUnknown = async (query: Query, deliveries: readonly NewDelivery[]): Promise<readonly NewDelivery[]> => {
    if (deliveries.length === 0) return [];
    const byId = new Map(deliveries.toReversed().map((one) => [one.deliveryId, one])); // the first of each id
    const known = await query<{ id: string }>(
      'SELECT delivery_id AS id FROM fleetkit.deliveries WHERE workspace = $1 AND delivery_id = ANY($2)',
      [workspace, [...byId.keys()]],
    );
    for (const { id } of known) byId.delete(id);
    return deliveries.filter((one) => byId.get(one.deliveryId) === one);
  };

  const applyLimits = async (tenantId: string, { added, endedCount, bytes }: AddedDeliveries): Promise<void> => {
    if (added.length > 0) reportQueued(tenantId);
    await limits.addEnded(endedCount);
    await limits.addBytes(tenantId, bytes);
  };

  const deleteTenant = async (query: Query, tenantId: string): Promise<void> => {
    const deleted = await query<{ id: string }>(
      'DELETE FROM fleetkit.deliveries WHERE workspace = $1 AND tenant = $2 RETURNING delivery_id AS id',
      [workspace, tenantId],
    );
    for (const { id } of deleted) leases.delete(id);
    await query('DELETE FROM fleetkit.destination_health WHERE workspace = $1 AND tenant = $2', [workspace, tenantId]);
    limits.forget(tenantId);
  };

  /** `before` undefined: with any stored progress. Null: only if none is stored. */
  const fanOut = async (
    tenantId: string,
    { reached, before }: { readonly reached: FanOutProgress; readonly before?: FanOutProgress | null },
    deliveries: readonly NewDelivery[],
  ): Promise<readonly Delivery[] | 'behind'> => {
    const given = [workspace, tenantId, reached.since, JSON.stringify(reached)];
    const result = await connection.transaction(async (query) => {
      const stored = await lockProgress(query, given);
      if (before !== undefined && !isSameProgress(stored, before ?? undefined)) {
        if (stored === undefined) throw new Error('the fan-out progress of a tenant was deleted');
        return 'behind';
      }
      if (stored !== undefined && stored.since !== reached.since) await deleteTenant(query, tenantId);
      if (stored !== undefined) await query(statements.SET_PROGRESS, given);
      return addNew(query, tenantId, deliveries);
    });
    if (result === 'behind') return result;
    await applyLimits(tenantId, result);
    return result.added;
  };

  return {
    async readProgress(tenantId) {
      const [row] = await connection.query<{ progress: string }>(statements.READ_PROGRESS, [workspace, tenantId]);
      return row && parseProgress(row.progress);
    },
    async fanOut(tenantId, reached, deliveries) {
      const added = await fanOut(tenantId, { reached }, deliveries);
      return added === 'behind' ? [] : added; // never behind without `before`
    },
    async enqueue({ tenantId, since, deliveries, again }) {
      const result = await connection.transaction(async (query) => {
        const [row] = await query<{ progress: string }>(statements.LOCK_PROGRESS, [workspace, tenantId]);
        if (row === undefined || parseProgress(row.progress).since !== since) return undefined;
        const added = await addNew(query, tenantId, deliveries);
        if (again !== undefined) {
          const { deliveryIds, due } = again;
          await query(statements.REQUEUE, [workspace, deliveryIds, due.clock, due.atMs]);
          await query(statements.ASSIGN_SEQUENCES, [workspace, 0]);
        }
        return added;
      });
      if (result === undefined) return undefined;
      if (again !== undefined) reportQueued(tenantId);
      await applyLimits(tenantId, result);
      return result.added;
    },
    async claim({ tenantId, destinationId, now, room }) {
      if (room <= 0) return [];
      await lease.start();
      const rows = await connection.query<LeasedRow & { readonly body: string }>(statements.CLAIM, [
        ...[workspace, tenantId, destinationId, now.sandboxMs, now.realMs, room, replicaId],
      ]);
      for (const row of rows) leases.set(row.delivery_id, row.lease);
      return rows.flatMap(toClaimed).sort(compareDue);
    },
    async release(deliveryIds) {
      const released = await connection.query(statements.RELEASE, [workspace, deliveryIds, replicaId]);
      for (const id of deliveryIds) leases.delete(id);
      if (released.length > 0) await connection.query(statements.ASSIGN_SEQUENCES, [workspace, 0]);
      if (released.length > 0) reportQueued('');
    },
    async settle(deliveryId, tried, next) {
      for (;;) {
        const [row] = await connection.query<LeasedRow>(statements.FIND, [workspace, deliveryId]);
        const held = tried.trigger === 'scheduled' ? leases.get(deliveryId) : undefined;
        const isLost = held !== undefined && (row?.lease_owner !== replicaId || row.lease !== held);
        if (row === undefined || isLost) {
          leases.delete(deliveryId);
          return undefined;
        }
        const before = toDelivery(row);
        const delivery = applyAttempt(before, tried, next);
        const attempt: DeliveryAttempt = { n: delivery.attemptCount, ...tried };
        const bytes = estimateAttemptBytes(attempt);
        const { state, due_clock, due_at_ms, attempt_count, step, last_status, last_error, ended_at_ms } =
          toChangingColumns(delivery);
        const settled = await connection.query(statements.SETTLE, [
          ...[workspace, row.sequence, row.attempt_count, row.state, row.lease],
          ...[state, due_clock, due_at_ms, attempt_count, step, last_status, last_error && removeNul(last_error)],
          ...[ended_at_ms, bytes, JSON.stringify(attempt)],
        ]);
        if (settled.length === 0) continue; // it changed in the meantime: read it again
        if (held !== undefined) leases.delete(deliveryId);
        feed.publish(workspace, 'attempt', `${deliveryId} ${attempt.n}`);
        await limits.addEnded(delivery.endedAtMs !== null && before.endedAtMs === null ? 1 : 0);
        await limits.addBytes(delivery.tenantId, bytes);
        return { delivery: toPublicDelivery(delivery), attempt };
      }
    },
    countWaiting,
    countFreePlaces: async (destination) => Math.max(0, waitingPerDestination - (await countWaiting(destination))),
    async catchUp({ tenantId, destinationId }, now) {
      const key = [workspace, tenantId, destinationId];
      return (await connection.query(statements.CATCH_UP, [...key, now.sandboxMs])).length;
    },
    async skipWaiting({ tenantId, destinationId }, atMs) {
      const key = [workspace, tenantId, destinationId];
      const skipped = await connection.query(statements.SKIP_WAITING, [...key, atMs]);
      await limits.addEnded(skipped.length);
      return skipped.length;
    },
    async nextDue(destinations) {
      if (destinations.length === 0) return { sandboxMs: undefined, realMs: undefined };
      const rows = await connection.query<{ clock: string; first: number }>(statements.NEXT_DUE, [
        ...[workspace, ...toKeyColumns(destinations)],
      ]);
      const first = (clock: string): number | undefined => rows.find((row) => row.clock === clock)?.first;
      const [sandbox, real] = [first('sandbox'), first('real')];
      return {
        sandboxMs: sandbox === undefined ? undefined : sandboxMs(sandbox),
        realMs: real === undefined ? undefined : realMs(real),
      };
    },
    async find(deliveryId) {
      const [row] = await connection.query<LeasedRow>(statements.FIND, [workspace, deliveryId]);
      return row && toPublicDelivery(toDelivery(row));
    },
    async readBody(deliveryId) {
      const [row] = await connection.query<{ body: string | null }>(statements.READ_BODY, [workspace, deliveryId]);
      return row?.body;
    },
    async listAttempts(deliveryId) {
      const rows = await connection.query<{ attempt: string }>(statements.LIST_ATTEMPTS, [workspace, deliveryId]);
      return rows.map(({ attempt }) => parseStoredAttempt(attempt));
    },
    async listPage(query) {
      const { text, values } = statements.buildPage(workspace, query);
      const rows = await connection.query<DeliveryRow>(text, values);
      const items = rows.slice(0, query.limit).map((row) => toPublicDelivery(toDelivery(row)));
      return { items, hasMore: rows.length > query.limit };
    },
    async readLargestTenantBytes() {
      const [row] = await connection.query<{ most: number }>(statements.LARGEST_TENANT_BYTES, [workspace]);
      return row?.most ?? 0;
    },
    async readHealth({ tenantId, destinationId }) {
      const healths = await readHealths(tenantId, [destinationId]);
      return healths.get(destinationId) ?? UNTRIED;
    },
    listHealths: (tenantId, destinationIds) => readHealths(tenantId, destinationIds),
    async updateHealth({ tenantId, destinationId }, change) {
      const key = [workspace, tenantId, destinationId];
      for (;;) {
        const [row] = await connection.query<{ health: string }>(statements.READ_HEALTHS, [
          ...[workspace, tenantId, [destinationId]],
        ]);
        const after = change(row === undefined ? UNTRIED : parseHealth(row.health));
        const written =
          row === undefined
            ? await connection.query(statements.CREATE_HEALTH, [...key, JSON.stringify(after)])
            : await connection.query(statements.REPLACE_HEALTH, [...key, JSON.stringify(after), row.health]);
        if (written.length > 0) return after;
      }
    },
    async dropBodies(beforeMs) {
      for (let count = 0; ; ) {
        const dropped = await connection.transaction((query) => dropSomeBodies(query, workspace, beforeMs));
        count += dropped;
        if (dropped < BODIES_PER_TRANSACTION) return count;
      }
    },
    async recover(now) {
      await lease.start();
      const interrupted = await connection.query(statements.REQUEUE_INTERRUPTED, [workspace, replicaId]);
      leases.clear();
      await connection.query(statements.CATCH_UP_ALL, [workspace, replicaId, now.sandboxMs]);
      return interrupted.length;
    },
    shared: {
      fanOutFrom: ({ tenantId, before = null, reached, deliveries }) =>
        fanOut(tenantId, { reached, before }, deliveries),
      async isWorking(destinations, now) {
        const [row] = await connection.query<{ isWorking: boolean }>(statements.IS_WORKING, [
          ...[workspace, now.sandboxMs, now.realMs, ...toKeyColumns(destinations)],
        ]);
        return row?.isWorking === true;
      },
    },
  };

  async function countWaiting({ tenantId, destinationId }: DestinationKey): Promise<number> {
    const key = [workspace, tenantId, destinationId];
    const [row] = await connection.query<{ waiting: number }>(statements.COUNT_WAITING, key);
    return row?.waiting ?? 0;
  }

  async function readHealths(
    tenantId: string,
    destinationIds: readonly string[],
  ): Promise<ReadonlyMap<string, DestinationHealth>> {
    const rows = await connection.query<{ destination: string; health: string }>(statements.READ_HEALTHS, [
      ...[workspace, tenantId, destinationIds],
    ]);
    return new Map(rows.map(({ destination, health }) => [destination, parseHealth(health)]));
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
