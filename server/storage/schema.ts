import { type Database, inTransaction } from './connection.ts';

/** "FLTK" in the file's header: it is ours. */
export const APPLICATION_ID = 0x464c544b;

/** One step of the schema; its place in the list, from 1, is the version it leads to. A step that was released stays. */
export interface Migration {
  readonly title: string;
  migrate(database: Database): void;
}

export const migrations: readonly Migration[] = [
  {
    title: 'settings, and facts at positions that rise by one',
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
];

/** The version that a file has reached. */
export function schemaVersionOf(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

/** Takes the missing steps and lets `check` look at the result; all of them or, when anything throws, none. */
export function migrate(database: Database, steps: readonly Migration[], check: () => void): void {
  inTransaction(database, () => {
    for (const { migrate } of steps.slice(schemaVersionOf(database))) migrate(database);
    database.exec(`PRAGMA user_version = ${steps.length}`);
    check();
  });
}
