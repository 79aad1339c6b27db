import type { Client } from 'pg';
import { DatabaseFull, DatabaseUnavailable } from '../database-unavailable.ts';
import { createOtherFleetsError, UnusableData } from '../unusable-data.ts';
import type { PostgresConnection } from './connection.ts';
import { readSqlState } from './driver-faults.ts';
import { FLEETS_STEP, type PostgresMigration, postgresMigrations } from './migrations.ts';

/** "FLTK". Replicas that start at the same time wait for each other with this lock. */
const MIGRATION_LOCK = 0x464c544b;
/** How long a replica waits for the migration by another one, in real milliseconds. */
const MIGRATION_MS = 120_000;

/**
 * Creates the schema `fleetkit` of a database, or migrates it to the newest version, in one transaction. Two replicas never
 * do so at the same time. Throws `UnusableData`, and changes nothing, for a database that cannot be reached, for a schema
 * of another program, for that of a newer version and for facts about fleets of another version.
 */
export async function migrateDatabase(
  connection: PostgresConnection,
  steps: readonly PostgresMigration[] = postgresMigrations,
): Promise<void> {
  const { label } = connection;
  let client: Client | undefined;
  try {
    client = await connection.connectAlone({ lock_timeout: MIGRATION_MS });
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const version = await readVersion(client, label);
    if (version > steps.length) throw createNewerError(label, version, steps.length);
    if (version < steps.length) {
      if (version === 0) await createVersionTable(client);
      else if (version < FLEETS_STEP && steps.length >= FLEETS_STEP) await requireNoWorlds(client, label);
      for (const { sql } of steps.slice(version)) await client.query(sql);
      await client.query('UPDATE fleetkit.schema_version SET version = $1', [steps.length]);
    }
    await client.query('COMMIT');
  } catch (fault) {
    throw toUnusableDatabase(label, fault);
  } finally {
    await client?.end().catch(() => undefined);
  }
}

/** Throws if a schema without versions of fleets has worlds: their facts refer to fleets of the first version. */
async function requireNoWorlds(client: Client, label: string): Promise<void> {
  const { rows } = await client.query('SELECT 1 FROM fleetkit.worlds LIMIT 1');
  if (rows.length > 0) throw createOtherFleetsError(label, 1, 'another database');
}

/** Returns the version of the schema; 0 if there is none. */
async function readVersion(client: Client, label: string): Promise<number> {
  const { rows } = await client.query(`
    SELECT to_regnamespace('fleetkit') IS NOT NULL AS "hasSchema",
      to_regclass('fleetkit.schema_version') IS NOT NULL AS "hasVersion",
      (SELECT count(*)::int FROM pg_class WHERE relnamespace = to_regnamespace('fleetkit')) AS "objects"`);
  const { hasSchema, hasVersion, objects } = rows[0] as Readonly<Record<string, boolean | number>>; // one row
  if (hasVersion !== true) {
    if (hasSchema === true && objects !== 0) throw createForeignError(label);
    return 0;
  }
  const found = await client.query('SELECT * FROM fleetkit.schema_version');
  const version: unknown = found.rows[0]?.version;
  if (found.rows.length !== 1 || found.rows[0]?.program !== PROGRAM || typeof version !== 'number')
    throw createForeignError(label);
  return version;
}

const PROGRAM = 'fleetkit';

async function createVersionTable(client: Client): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS fleetkit');
  await client.query('CREATE TABLE fleetkit.schema_version (program text PRIMARY KEY, version integer NOT NULL)');
  await client.query('INSERT INTO fleetkit.schema_version (program, version) VALUES ($1, 0)', [PROGRAM]);
}

/** Converts an error of the start to `UnusableData`. Returns defects unchanged. */
export function toUnusableDatabase(label: string, fault: unknown): unknown {
  if (fault instanceof UnusableData) return fault;
  const cause = fault instanceof DatabaseUnavailable ? fault.cause : fault;
  const isOfDatabase =
    fault instanceof DatabaseUnavailable || fault instanceof DatabaseFull || readSqlState(fault) !== undefined;
  if (!isOfDatabase) return fault;
  const detail = describeCause(cause ?? fault);
  return new UnusableData(
    'inaccessible',
    `fleetkit cannot use ${label}: ${detail}. Check that the server runs, and that the user may create a schema in it.`,
    { cause },
  );
}

/** Returns the text of an error. That of a connection to several addresses is in the errors for each. */
function describeCause(cause: unknown): string {
  const [first] = cause instanceof AggregateError ? cause.errors : [cause];
  const message = first instanceof Error ? first.message : String(first);
  return message.replace(/\.$/, '');
}

const createForeignError = (label: string): UnusableData =>
  new UnusableData(
    'foreign',
    `The schema "fleetkit" in ${label} was not created by fleetkit. Nothing was changed. Use another database.`,
  );

const createNewerError = (label: string, version: number, newest: number): UnusableData =>
  new UnusableData(
    'newer',
    `The schema in ${label} was migrated by a newer fleetkit: its version is ${version}, this version supports up to ` +
      `${newest}. Nothing was changed. Use that version, or another database.`,
  );
