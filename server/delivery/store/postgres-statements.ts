import { COLUMNS } from './delivery-rows.ts';
import type { DeliveryQuery } from './delivery-store.ts';

/* The statements of the delivery store on PostgreSQL. `$1` is the workspace in all of them. */

/** The columns of a delivery, those of the table `d`. */
const OF_D = COLUMNS.split(', ')
  .map((name) => `d.${name}`)
  .join(', ');

/** Types of the inserted columns, as members of a JSON object. */
const INSERTED: Readonly<Record<string, 'bigint' | 'text' | 'integer'>> = {
  sequence: 'bigint',
  ...{ delivery_id: 'text', tenant: 'text', destination: 'text', event_id: 'text', event_type: 'text' },
  ...{ account: 'text', terminal: 'text', event_at_ms: 'bigint', incident: 'text', turn: 'text', is_test: 'integer' },
  ...{ created_at_ms: 'bigint', state: 'text', due_clock: 'text', due_at_ms: 'bigint', attempt_count: 'integer' },
  ...{ step: 'integer', last_status: 'integer', last_error: 'text', ended_at_ms: 'bigint', bytes: 'bigint' },
};
const INSERTED_NAMES = Object.keys(INSERTED).join(', ');
const INSERTED_TYPES = Object.entries(INSERTED)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

export const INSERT = `
  WITH given AS (SELECT * FROM json_to_recordset($2::json) AS given (${INSERTED_TYPES}, body text)),
  added AS (
    INSERT INTO fleetkit.deliveries (workspace, ${INSERTED_NAMES}) SELECT $1, ${INSERTED_NAMES} FROM given
    RETURNING sequence
  )
  INSERT INTO fleetkit.delivery_bodies (workspace, sequence, body)
  SELECT $1, sequence, body FROM given JOIN added USING (sequence)`;

/** Assigns `$2` sequences and notes the change. Returns the last one. Locks the row until the deliveries are visible. */
export const ASSIGN_SEQUENCES = `
  INSERT INTO fleetkit.delivery_heads AS head (workspace, sequence, changes) VALUES ($1, $2, 1)
  ON CONFLICT (workspace) DO UPDATE SET sequence = head.sequence + $2, changes = head.changes + 1
  RETURNING sequence`;

/** Inserts the progress of a new tenant, and returns a row if it did. */
export const CREATE_PROGRESS = `
  INSERT INTO fleetkit.fan_out_progress (workspace, tenant, since, progress) VALUES ($1, $2, $3, $4)
  ON CONFLICT (workspace, tenant) DO NOTHING RETURNING tenant`;
export const LOCK_PROGRESS = `
  SELECT progress FROM fleetkit.fan_out_progress WHERE workspace = $1 AND tenant = $2 FOR UPDATE`;
export const SET_PROGRESS = `
  UPDATE fleetkit.fan_out_progress SET since = $3, progress = $4 WHERE workspace = $1 AND tenant = $2`;
export const READ_PROGRESS = 'SELECT progress FROM fleetkit.fan_out_progress WHERE workspace = $1 AND tenant = $2';

const WAITS = "workspace = $1 AND tenant = $2 AND destination = $3 AND state = 'pending'";
const SKIP = "SET state = 'skipped', due_clock = NULL, due_at_ms = NULL, ended_at_ms = greatest($4, event_at_ms)";

export const COUNT_WAITING = `SELECT count(*) AS waiting FROM fleetkit.deliveries WHERE ${WAITS}`;
export const SKIP_OLDEST = `
  WITH oldest AS MATERIALIZED (
    SELECT sequence FROM fleetkit.deliveries WHERE ${WAITS} ORDER BY sequence LIMIT $5 FOR UPDATE
  )
  UPDATE fleetkit.deliveries ${SKIP} WHERE workspace = $1 AND sequence IN (SELECT sequence FROM oldest)
  RETURNING sequence`;
export const SKIP_WAITING = `UPDATE fleetkit.deliveries ${SKIP} WHERE ${WAITS} RETURNING sequence`;
export const CATCH_UP = `
  UPDATE fleetkit.deliveries SET due_at_ms = $4 WHERE ${WAITS} AND due_clock = 'sandbox' AND due_at_ms < $4
  RETURNING sequence`;

/** Requeues deliveries that have a body and no attempt in flight. */
export const REQUEUE = `
  UPDATE fleetkit.deliveries SET state = 'pending', due_clock = $3, due_at_ms = $4, step = 0, ended_at_ms = NULL
  WHERE workspace = $1 AND delivery_id = ANY($2) AND state <> 'sending' AND has_body`;

/**
 * Claims at most `$6` deliveries that are due at `$4` (sandbox clock) or `$5` (real clock) for the replica `$7`. Skips those
 * that another claim has locked.
 */
export const CLAIM = `
  WITH by_sandbox AS MATERIALIZED (
    SELECT sequence FROM fleetkit.deliveries WHERE ${WAITS} AND due_clock = 'sandbox' AND due_at_ms <= $4
    ORDER BY due_at_ms, sequence LIMIT $6 FOR UPDATE SKIP LOCKED
  ), by_real AS MATERIALIZED (
    SELECT sequence FROM fleetkit.deliveries WHERE ${WAITS} AND due_clock = 'real' AND due_at_ms <= $5
    ORDER BY due_at_ms, sequence LIMIT greatest(0, $6 - (SELECT count(*) FROM by_sandbox)) FOR UPDATE SKIP LOCKED
  )
  UPDATE fleetkit.deliveries AS d SET state = 'sending', lease_owner = $7, lease = d.lease + 1
  FROM fleetkit.delivery_bodies AS bodies
  WHERE d.workspace = $1 AND d.sequence IN (SELECT sequence FROM by_sandbox UNION ALL SELECT sequence FROM by_real)
    AND bodies.workspace = d.workspace AND bodies.sequence = d.sequence
  RETURNING ${OF_D}, d.lease, bodies.body`;

export const RELEASE = `
  UPDATE fleetkit.deliveries SET state = 'pending', lease_owner = NULL
  WHERE workspace = $1 AND delivery_id = ANY($2) AND state = 'sending' AND lease_owner = $3 RETURNING sequence`;

export const FIND = `SELECT ${OF_D}, d.lease_owner, d.lease FROM fleetkit.deliveries AS d WHERE workspace = $1 AND delivery_id = $2`;

/**
 * Records an attempt and the state after it, if the delivery has not changed since it was read: `$3` to `$5` are its attempt
 * count, state and lease.
 */
export const SETTLE = `
  WITH settled AS (
    UPDATE fleetkit.deliveries SET state = $6, due_clock = $7, due_at_ms = $8, attempt_count = $9, step = $10,
      last_status = $11, last_error = $12, ended_at_ms = $13, bytes = bytes + $14,
      lease_owner = CASE WHEN $6 = 'sending' THEN lease_owner END
    WHERE workspace = $1 AND sequence = $2 AND attempt_count = $3 AND state = $4 AND lease = $5
    RETURNING sequence
  )
  INSERT INTO fleetkit.delivery_attempts (workspace, sequence, n, attempt)
  SELECT $1, sequence, $9, $15 FROM settled RETURNING n`;

export const NEXT_DUE = `
  SELECT clock, min(first) AS first
  FROM unnest($2::text[], $3::text[]) AS given (tenant, destination)
  CROSS JOIN (VALUES ('sandbox'), ('real')) AS clocks (clock)
  CROSS JOIN LATERAL (
    SELECT due_at_ms AS first FROM fleetkit.deliveries AS d
    WHERE d.workspace = $1 AND d.tenant = given.tenant AND d.destination = given.destination
      AND d.state = 'pending' AND d.due_clock = clock
    ORDER BY due_at_ms LIMIT 1
  ) AS dues
  GROUP BY clock`;

export const LARGEST_TENANT_BYTES = `
  SELECT coalesce(max(bytes), 0)::bigint AS most FROM (
    SELECT sum(bytes) AS bytes FROM fleetkit.deliveries WHERE workspace = $1 GROUP BY tenant
  ) AS sums`;

export const READ_BODY = `
  SELECT bodies.body FROM fleetkit.deliveries AS d LEFT JOIN fleetkit.delivery_bodies AS bodies USING (workspace, sequence)
  WHERE workspace = $1 AND delivery_id = $2`;
export const LIST_NAMED_ATTEMPTS = `
  SELECT d.delivery_id, a.attempt FROM fleetkit.deliveries AS d
  JOIN fleetkit.delivery_attempts AS a ON a.workspace = d.workspace AND a.sequence = d.sequence
  WHERE d.workspace = $1 AND d.delivery_id = ANY($2)`;
export const LIST_ATTEMPTS = `
  SELECT attempt FROM fleetkit.delivery_attempts WHERE workspace = $1
    AND sequence = (SELECT sequence FROM fleetkit.deliveries WHERE workspace = $1 AND delivery_id = $2) ORDER BY n`;

export const READ_HEALTHS = `
  SELECT destination, health FROM fleetkit.destination_health
  WHERE workspace = $1 AND tenant = $2 AND destination = ANY($3)`;
export const CREATE_HEALTH = `
  INSERT INTO fleetkit.destination_health (workspace, tenant, destination, health) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING RETURNING destination`;
export const REPLACE_HEALTH = `
  UPDATE fleetkit.destination_health SET health = $4
  WHERE workspace = $1 AND tenant = $2 AND destination = $3 AND health = $5 RETURNING destination`;

const IS_OWNER_ALIVE =
  'EXISTS (SELECT FROM fleetkit.replicas WHERE replica = lease_owner AND expires_at >= clock_timestamp())';

/** Requeues the deliveries of this replica, `$2`, and of expired ones. */
export const REQUEUE_INTERRUPTED = `
  UPDATE fleetkit.deliveries SET state = 'pending', lease_owner = NULL
  WHERE workspace = $1 AND state = 'sending' AND (lease_owner = $2 OR NOT ${IS_OWNER_ALIVE}) RETURNING sequence`;
/** Makes late deliveries due now, unless another replica runs, which is working on them. */
export const CATCH_UP_ALL = `
  UPDATE fleetkit.deliveries SET due_at_ms = $3
  WHERE workspace = $1 AND state = 'pending' AND due_clock = 'sandbox' AND due_at_ms < $3
    AND NOT EXISTS (SELECT FROM fleetkit.replicas WHERE replica <> $2 AND expires_at >= clock_timestamp())`;

export const IS_WORKING = `
  SELECT EXISTS (
    SELECT FROM fleetkit.deliveries
    WHERE workspace = $1 AND (tenant, destination) IN (SELECT * FROM unnest($4::text[], $5::text[]))
      AND (state = 'sending' OR (state = 'pending' AND due_at_ms <= CASE due_clock WHEN 'real' THEN $3::bigint ELSE $2::bigint END))
  ) AS "isWorking"`;

/** Locks at most `$3` ended deliveries that have a body and whose event was before `$2`. */
export const LOCK_AGED = `
  SELECT sequence FROM fleetkit.deliveries
  WHERE workspace = $1 AND has_body AND ended_at_ms IS NOT NULL AND event_at_ms < $2
  ORDER BY event_at_ms LIMIT $3 FOR UPDATE SKIP LOCKED`;
export const LIST_ATTEMPTS_OF = `
  SELECT sequence, n, attempt FROM fleetkit.delivery_attempts WHERE workspace = $1 AND sequence = ANY($2)`;
export const REPLACE_ATTEMPTS = `
  UPDATE fleetkit.delivery_attempts AS stored SET attempt = given.attempt
  FROM unnest($2::bigint[], $3::integer[], $4::text[]) AS given (sequence, n, attempt)
  WHERE stored.workspace = $1 AND stored.sequence = given.sequence AND stored.n = given.n`;
export const DELETE_BODIES = `
  WITH changed AS (
    UPDATE fleetkit.deliveries AS d SET has_body = false, bytes = given.bytes
    FROM unnest($2::bigint[], $3::bigint[]) AS given (sequence, bytes)
    WHERE d.workspace = $1 AND d.sequence = given.sequence
  )
  DELETE FROM fleetkit.delivery_bodies WHERE workspace = $1 AND sequence = ANY($2)`;

/** Returns the statement of a page, newest first, and its values. Each combination of members has one text. */
export function buildPage(workspace: string, query: DeliveryQuery) {
  const values: unknown[] = [workspace];
  const add = (value: unknown, sql: (place: string) => string): readonly string[] => {
    if (value === undefined) return [];
    values.push(value);
    return [sql(`$${values.length}`)];
  };
  const conditions = [
    'd.workspace = $1',
    ...add(query.eventId, (place) => `event_id = ${place}`),
    ...add(query.destinationIds, (place) => `destination = ANY(${place}::text[])`),
    ...add(query.tenantId, (place) => `tenant = ${place}`),
    ...add(query.beforeSequence, (place) => `sequence < ${place}`),
    ...add(query.types, (place) => `event_type = ANY(${place}::text[])`),
    ...add(query.terminalId, (place) => `terminal = ${place}`),
    ...add(query.incidentId, (place) => `incident = ${place}`),
    ...add(query.isTest === undefined ? undefined : Number(query.isTest), (place) => `is_test = ${place}`),
    ...add(query.states, (place) => `state = ANY(${place}::text[])`),
    ...add(query.statusClass, (place) => `attempt_count > 0 AND ${STATUS_CLASS} = ${place}`),
    ...add(query.fromMs, (place) => `event_at_ms >= ${place}`),
    ...add(query.toMs, (place) => `event_at_ms < ${place}`),
  ];
  const limit = add(query.limit + 1, (place) => place).join('');
  const text = `SELECT ${OF_D} FROM fleetkit.deliveries AS d WHERE ${conditions.join(' AND ')} ORDER BY sequence DESC LIMIT ${limit}`;
  return { text, values };
}

/** The SQL form of `classifyStatus` in `transitions.ts`. */
const STATUS_CLASS = `CASE WHEN last_status / 100 = 2 AND last_error IS NOT NULL THEN 0
  WHEN last_status BETWEEN 100 AND 599 THEN last_status / 100 ELSE 0 END`;
