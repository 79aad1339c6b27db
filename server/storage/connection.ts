import { DatabaseSync } from 'node:sqlite';
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

/** Opens a file that may be damaged or foreign, without changing it. Side files may be created. */
export function openReadOnly(file: string): Database {
  return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly: true });
}

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
