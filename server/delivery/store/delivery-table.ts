import type { Database } from '../../storage/connection.ts';
import type { SandboxMs } from '../../world/state/time.ts';
import type { Delivery, DeliveryAttempt, Due } from '../delivery.ts';
import {
  COLUMNS,
  type DeliveryRow,
  parseStoredAttempt,
  toChangingColumns,
  toDelivery,
  toFixedColumns,
} from './delivery-rows.ts';
import type { AttemptOfDelivery, DeliveryQuery, DestinationKey } from './delivery-store.ts';
import { buildPageCondition } from './page-condition.ts';
import { estimateDeliveryBytes } from './stored-bytes.ts';

/** Prepared statements on rows of deliveries. None opens a transaction. */
export class DeliveryTable {
  private readonly database: Database;
  private readonly statements: ReturnType<typeof prepareStatements>;

  constructor(database: Database) {
    this.database = database;
    this.statements = prepareStatements(database);
  }

  findById(deliveryId: string): Delivery | undefined {
    const row = this.statements.byId.get(deliveryId);
    return row && toDelivery(toRow(row));
  }

  /** Inserts a delivery. Ignores its `sequence`, and returns it with the assigned one. */
  insert(delivery: Delivery, body: string): Delivery {
    const bytes = estimateDeliveryBytes(body);
    const { lastInsertRowid } = this.statements.insert.run({
      ...toFixedColumns(delivery),
      ...toChangingColumns(delivery),
      bytes,
    });
    const sequence = Number(lastInsertRowid);
    this.statements.insertBody.run(sequence, body);
    return { ...delivery, sequence };
  }

  /** @param addedBytes The size of what was added to the delivery. */
  update(delivery: Delivery, addedBytes = 0): void {
    this.statements.update.run({ sequence: delivery.sequence, added: addedBytes, ...toChangingColumns(delivery) });
  }

  markSending({ sequence }: Delivery): void {
    this.statements.markSending.run(sequence);
  }

  /** Returns at most `room` waiting rows that are due on `clock` up to `atMs`. */
  listDue({ tenantId, destinationId }: DestinationKey, { clock, atMs }: Due, room: number) {
    return this.statements.due
      .all(tenantId, destinationId, clock, atMs, room)
      .map((row) => ({ delivery: toDelivery(toRow(row)), body: String(row.body) }));
  }

  findFirstDueMs({ tenantId, destinationId }: DestinationKey, clock: Due['clock']): number | undefined {
    const first = this.statements.firstDue.get(tenantId, destinationId, clock)?.first;
    return typeof first === 'number' ? first : undefined;
  }

  /** Returns a page, newest first. */
  listPage(query: DeliveryQuery, destinationId: string | undefined, limit: number): readonly Delivery[] {
    const { sql, values } = buildPageCondition(query, destinationId);
    return this.database
      .prepare(`SELECT ${COLUMNS} FROM deliveries WHERE ${sql} ORDER BY sequence DESC LIMIT ?`)
      .all(...values, limit)
      .map((row) => toDelivery(toRow(row)));
  }

  readBody(deliveryId: string): string | null | undefined {
    const row = this.statements.body.get(deliveryId);
    return row && (row.body === null ? null : String(row.body));
  }

  listAttempts(deliveryId: string): readonly DeliveryAttempt[] {
    return this.statements.attempts.all(deliveryId).map(({ attempt }) => parseStoredAttempt(String(attempt)));
  }

  listAttemptsOf(deliveryIds: readonly string[]): readonly AttemptOfDelivery[] {
    return this.statements.attemptsOf.all(JSON.stringify(deliveryIds)).map(({ delivery_id: id, attempt }) => ({
      deliveryId: String(id),
      attempt: parseStoredAttempt(String(attempt)),
    }));
  }

  putAttempt({ sequence }: Pick<Delivery, 'sequence'>, attempt: DeliveryAttempt): void {
    this.statements.putAttempt.run(sequence, attempt.n, JSON.stringify(attempt));
  }

  setBytes({ sequence }: Pick<Delivery, 'sequence'>, bytes: number): void {
    this.statements.setBytes.run(bytes, sequence);
  }

  /** Returns the total size of a tenant's deliveries in bytes. */
  sumBytes(tenantId: string): number {
    return Number(this.statements.bytes.get(tenantId)?.bytes);
  }

  /**
   * Deletes the longest ended delivery of a tenant, or else the oldest waiting one. Returns undefined if there is
   * neither.
   */
  deleteMostDispensable(tenantId: string): { readonly bytes: number; readonly wasEnded: boolean } | undefined {
    const ended = this.statements.longestEnded.get(tenantId);
    const row = ended ?? this.statements.oldestWaiting.get(tenantId);
    if (row === undefined) return undefined;
    this.statements.deleteOne.run(Number(row.sequence));
    return { bytes: Number(row.bytes), wasEnded: ended !== undefined };
  }

  countWaiting({ tenantId, destinationId }: DestinationKey): number {
    return Number(this.statements.countWaiting.get(tenantId, destinationId)?.waiting);
  }

  /** Skips the oldest waiting deliveries. Returns their number. */
  skipOldestWaiting({ tenantId, destinationId }: DestinationKey, atMs: SandboxMs, count: number): number {
    return Number(this.statements.skipOldest.run(atMs, tenantId, destinationId, count).changes);
  }

  /** Returns ended deliveries that still have a body and whose event was before `beforeMs`. */
  listEndedWithBodyBefore(beforeMs: SandboxMs, limit: number): readonly Delivery[] {
    return this.statements.aged.all(beforeMs, limit).map((row) => toDelivery(toRow(row)));
  }

  deleteBody({ sequence }: Delivery): void {
    this.statements.forgetBody.run(sequence);
    this.statements.markBody.run(sequence);
  }

  countEnded(): number {
    return Number(this.statements.countEnded.get()?.ended);
  }

  /** Deletes the longest ended deliveries with their attempts and bodies. Returns the tenant and size of each. */
  deleteLongestEnded(count: number): readonly { readonly tenantId: string; readonly bytes: number }[] {
    return this.statements.deleteEnded
      .all(count)
      .map(({ tenant, bytes }) => ({ tenantId: String(tenant), bytes: Number(bytes) }));
  }

  deleteTenant(tenantId: string): void {
    this.statements.deleteTenant.run(tenantId);
  }

  skipWaiting({ tenantId, destinationId }: DestinationKey, atMs: SandboxMs): number {
    return Number(this.statements.skip.run(atMs, tenantId, destinationId).changes);
  }

  catchUp({ tenantId, destinationId }: DestinationKey, atMs: SandboxMs): number {
    return Number(this.statements.catchUp.run({ now: atMs, tenant: tenantId, destination: destinationId }).changes);
  }

  catchUpAll(atMs: SandboxMs): void {
    this.statements.catchAllUp.run({ now: atMs });
  }

  /** Requeues all `sending` deliveries. Returns their number. */
  requeueInterrupted(): number {
    return Number(this.statements.putAllBack.run().changes);
  }
}

const INSERTED = [
  ...['bytes', 'delivery_id', 'tenant', 'destination', 'event_id', 'event_type', 'account', 'terminal', 'event_at_ms'],
  ...['incident', 'turn', 'is_test', 'created_at_ms'],
];
const MOVING = ['state', 'due_clock', 'due_at_ms', 'attempt_count', 'step', 'last_status', 'last_error', 'ended_at_ms'];

const WAITS = "tenant = ? AND destination = ? AND state = 'pending'";
const IS_LATE = "state = 'pending' AND due_clock = 'sandbox' AND due_at_ms < :now";

const prepareStatements = (database: Database) => ({
  byId: database.prepare(`SELECT ${COLUMNS} FROM deliveries WHERE delivery_id = ?`),
  insert: database.prepare(
    `INSERT INTO deliveries (${[...INSERTED, ...MOVING].join(', ')}, has_body)
     VALUES (${[...INSERTED, ...MOVING].map((name) => `:${name}`).join(', ')}, 1)`,
  ),
  insertBody: database.prepare('INSERT INTO delivery_bodies (sequence, body) VALUES (?, ?)'),
  update: database.prepare(
    `UPDATE deliveries SET ${MOVING.map((name) => `${name} = :${name}`).join(', ')}, bytes = bytes + :added
     WHERE sequence = :sequence`,
  ),
  markSending: database.prepare("UPDATE deliveries SET state = 'sending' WHERE sequence = ?"),
  due: database.prepare(
    `SELECT ${COLUMNS}, (SELECT body FROM delivery_bodies WHERE sequence = deliveries.sequence) AS body
     FROM deliveries WHERE ${WAITS} AND due_clock = ? AND due_at_ms <= ? ORDER BY due_at_ms, sequence LIMIT ?`,
  ),
  firstDue: database.prepare(`SELECT min(due_at_ms) AS first FROM deliveries WHERE ${WAITS} AND due_clock = ?`),
  body: database.prepare(
    'SELECT (SELECT body FROM delivery_bodies WHERE sequence = deliveries.sequence) AS body FROM deliveries WHERE delivery_id = ?',
  ),
  attempts: database.prepare(
    'SELECT attempt FROM delivery_attempts WHERE sequence = (SELECT sequence FROM deliveries WHERE delivery_id = ?) ORDER BY n',
  ),
  attemptsOf: database.prepare(
    `SELECT delivery_id, attempt FROM deliveries JOIN delivery_attempts USING (sequence)
     WHERE delivery_id IN (SELECT value FROM json_each(?))`,
  ),
  putAttempt: database.prepare('INSERT OR REPLACE INTO delivery_attempts (sequence, n, attempt) VALUES (?, ?, ?)'),
  aged: database.prepare(
    `SELECT ${COLUMNS} FROM deliveries
     WHERE has_body = 1 AND ended_at_ms IS NOT NULL AND event_at_ms < ? ORDER BY event_at_ms LIMIT ?`,
  ),
  forgetBody: database.prepare('DELETE FROM delivery_bodies WHERE sequence = ?'),
  markBody: database.prepare('UPDATE deliveries SET has_body = 0 WHERE sequence = ?'),
  countEnded: database.prepare('SELECT count(*) AS ended FROM deliveries WHERE ended_at_ms IS NOT NULL'),
  deleteEnded: database.prepare(
    `DELETE FROM deliveries WHERE sequence IN
     (SELECT sequence FROM deliveries WHERE ended_at_ms IS NOT NULL ORDER BY ended_at_ms, sequence LIMIT ?)
     RETURNING tenant, bytes`,
  ),
  setBytes: database.prepare('UPDATE deliveries SET bytes = ? WHERE sequence = ?'),
  bytes: database.prepare('SELECT coalesce(sum(bytes), 0) AS bytes FROM deliveries WHERE tenant = ?'),
  longestEnded: database.prepare(
    `SELECT sequence, bytes FROM deliveries
     WHERE tenant = ? AND ended_at_ms IS NOT NULL ORDER BY ended_at_ms, sequence LIMIT 1`,
  ),
  oldestWaiting: database.prepare(
    "SELECT sequence, bytes FROM deliveries WHERE tenant = ? AND +state = 'pending' ORDER BY sequence LIMIT 1",
  ),
  deleteOne: database.prepare('DELETE FROM deliveries WHERE sequence = ?'),
  countWaiting: database.prepare(`SELECT count(*) AS waiting FROM deliveries WHERE ${WAITS}`),
  skipOldest: database.prepare(
    `UPDATE deliveries SET state = 'skipped', due_clock = NULL, due_at_ms = NULL, ended_at_ms = max(?, event_at_ms)
     WHERE sequence IN (SELECT sequence FROM deliveries WHERE ${WAITS} ORDER BY sequence LIMIT ?)`,
  ),
  deleteTenant: database.prepare('DELETE FROM deliveries WHERE tenant = ?'),
  skip: database.prepare(
    `UPDATE deliveries SET state = 'skipped', due_clock = NULL, due_at_ms = NULL, ended_at_ms = max(?, event_at_ms)
     WHERE ${WAITS}`,
  ),
  catchUp: database.prepare(
    `UPDATE deliveries SET due_at_ms = :now WHERE tenant = :tenant AND destination = :destination AND ${IS_LATE}`,
  ),
  catchAllUp: database.prepare(`UPDATE deliveries SET due_at_ms = :now WHERE ${IS_LATE}`),
  putAllBack: database.prepare("UPDATE deliveries SET state = 'pending' WHERE state = 'sending'"),
});

const toRow = (row: unknown): DeliveryRow => row as DeliveryRow; // STRICT table with these columns
