import { closeSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { readSqliteCode } from './storage-fault.ts';

/**
 * The only module that imports node:sqlite, which is not marked stable yet. It is not loaded for a journal in memory.
 */

/** An open database file. */
export type Database = DatabaseSync;

/** How long a statement waits while another tool reads the file. */
const BUSY_TIMEOUT_MS = 2000;

/**
 * Opens an existing file for reading and writing. WAL with synchronous NORMAL: commits survive the end of the process
 * at any instant; only a power failure can lose the latest ones.
 */
export function openDatabase(file: string): Database {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  return database;
}

/**
 * Opens an existing file like `openDatabase`, but so that no other process can read it meanwhile. This needs no shared memory, for
 * which a full disk has no space.
 */
export function openAlone(file: string): Database {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  return database;
}

/** Opens a file that may be damaged or foreign, without changing it. Side files may be created. */
export function openReadOnly(file: string): Database {
  return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly: true });
}

/** Opens a new file for writing, without a write-ahead log: all data is in the one file. */
export function createDatabase(file: string): Database {
  return new DatabaseSync(file, { enableForeignKeyConstraints: true });
}

/**
 * Copies a database to a new file (mode 0600), while another process may write to it. The copy is a snapshot of one instant, because all
 * pages are read in one step; writers do not wait for it. The copy has no write-ahead log.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  closeSync(openSync(to, 'wx', 0o600));
  const source = openReadOnly(from);
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  const copy = createDatabase(to);
  copy.exec('PRAGMA journal_mode = DELETE');
  copy.close();
}

/** More pages than a file can have: SQLite allows 2 ** 32 - 2, and Node 2 ** 31 - 1 per step. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Takes the exclusive lock on `file`, until the handle is closed or the process ends. Returns undefined while another
 * process holds it. The operating system keeps the lock, so it is never stale.
 */
export function takeLock(file: string): Database | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;');
    return lock;
  } catch (error) {
    lock.close();
    if (readSqliteCode(error) === SQLITE_BUSY) return undefined;
    throw error;
  }
}

/** Runs `work` in a transaction. */
export function runInTransaction<Result>(database: Database, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

const SQLITE_BUSY = 5;
