import { type Database, runInTransaction } from './connection.ts';

/** "FLTK" in the file's header identifies a file of fleetkit. */
export const APPLICATION_ID = 0x464c544b;

/** One step of the schema. Its index in the list, from 1, is the resulting version. Released steps never change. */
export interface Migration {
  readonly title: string;
  migrate(database: Database): void;
}

export const migrations: readonly Migration[] = [
  {
    title: 'settings, and facts at consecutive positions',
    migrate: (database) =>
      database.exec(`
        CREATE TABLE settings (
          name  TEXT PRIMARY KEY,
          value TEXT NOT NULL
        ) STRICT;

        CREATE TABLE entries (
          position INTEGER PRIMARY KEY CHECK (position > 0),
          entry    INTEGER NOT NULL,  -- position of the first of the facts that were appended together
          tenant   TEXT NOT NULL,
          at_ms    INTEGER NOT NULL,  -- on the sandbox clock
          fact     TEXT NOT NULL,     -- JSON, whole
          checksum INTEGER NOT NULL   -- CRC-32 of the other columns
        ) STRICT;
      `),
  },
  {
    title: 'deliveries (also the queue) with their attempts',
    migrate: (database) =>
      database.exec(`
        CREATE TABLE deliveries (
          sequence      INTEGER PRIMARY KEY AUTOINCREMENT,
          delivery_id   TEXT NOT NULL UNIQUE,
          tenant        TEXT NOT NULL,
          destination   TEXT NOT NULL,
          event_id      TEXT NOT NULL,
          event_type    TEXT NOT NULL,
          account       TEXT NOT NULL,
          terminal      TEXT,
          event_at_ms   INTEGER NOT NULL,
          incident      TEXT,
          turn          TEXT,
          is_test       INTEGER NOT NULL,
          state         TEXT NOT NULL,
          due_clock     TEXT,             -- with due_at_ms: kept while an attempt is under way
          due_at_ms     INTEGER,
          attempt_count INTEGER NOT NULL,
          step          INTEGER NOT NULL,
          last_status   INTEGER,
          last_error    TEXT,
          created_at_ms INTEGER NOT NULL,
          ended_at_ms   INTEGER,
          has_body      INTEGER NOT NULL  -- 0 once it has been forgotten
        ) STRICT;
        CREATE INDEX deliveries_due ON deliveries (tenant, destination, due_clock, due_at_ms) WHERE state = 'pending';
        CREATE INDEX deliveries_ended ON deliveries (ended_at_ms) WHERE ended_at_ms IS NOT NULL;
        CREATE INDEX deliveries_aged ON deliveries (event_at_ms) WHERE has_body = 1 AND ended_at_ms IS NOT NULL;
        CREATE INDEX deliveries_of_tenant ON deliveries (tenant);
        CREATE INDEX deliveries_of_destination ON deliveries (destination);
        CREATE INDEX deliveries_of_event ON deliveries (event_id);
        CREATE TABLE delivery_bodies (
          sequence INTEGER PRIMARY KEY REFERENCES deliveries ON DELETE CASCADE,
          body     TEXT NOT NULL          -- JSON, as it is sent
        ) STRICT;
        CREATE TABLE delivery_attempts (
          sequence INTEGER NOT NULL REFERENCES deliveries ON DELETE CASCADE,
          n        INTEGER NOT NULL,
          attempt  TEXT NOT NULL,         -- JSON, whole
          PRIMARY KEY (sequence, n)
        ) STRICT;
        CREATE TABLE destination_health (
          tenant      TEXT NOT NULL,
          destination TEXT NOT NULL,
          health      TEXT NOT NULL,      -- JSON
          PRIMARY KEY (tenant, destination)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE fan_out_progress (
          tenant   TEXT PRIMARY KEY,
          progress TEXT NOT NULL          -- JSON
        ) STRICT, WITHOUT ROWID;
      `),
  },
  {
    title: 'size of each delivery, and an index of the longest ended ones of a tenant',
    migrate: (database) =>
      database.exec(`
        ALTER TABLE deliveries ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;  -- an estimate, with body and attempts
        UPDATE deliveries SET bytes = 500
          + coalesce((SELECT length(body) FROM delivery_bodies WHERE sequence = deliveries.sequence), 0)
          + coalesce((SELECT sum(length(attempt)) FROM delivery_attempts WHERE sequence = deliveries.sequence), 0);
        CREATE INDEX deliveries_ended_of_tenant ON deliveries (tenant, ended_at_ms) WHERE ended_at_ms IS NOT NULL;
      `),
  },
  {
    title: 'workspaces; each has a separate directory with its data',
    migrate: (database) =>
      database.exec(`
        CREATE TABLE workspaces (
          number    INTEGER PRIMARY KEY,
          name      TEXT NOT NULL UNIQUE,
          workspace TEXT NOT NULL            -- JSON
        ) STRICT;
      `),
  },
  {
    title: 'the version of the fleets that the facts refer to',
    migrate: (database) =>
      database.exec("INSERT INTO settings (name, value) SELECT 'fleets', '1' FROM settings WHERE name = 'seed'"),
  },
  {
    title: 'the start of the clock; until now, each began with that of the fleets',
    migrate: (database) =>
      database.exec(
        "INSERT INTO settings (name, value) SELECT 'start', '2026-11-02T15:00:00Z' FROM settings WHERE name = 'seed'",
      ),
  },
];

/** Returns the schema version of a file. */
export function readSchemaVersion(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

/** Runs the missing steps, then `check`, in one transaction. */
export function migrate(database: Database, steps: readonly Migration[], check: () => void): void {
  runInTransaction(database, () => {
    for (const { migrate } of steps.slice(readSchemaVersion(database))) migrate(database);
    database.exec(`PRAGMA user_version = ${steps.length}`);
    check();
  });
}
