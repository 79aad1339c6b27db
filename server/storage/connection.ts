import { DatabaseSync } from 'node:sqlite';
import { sqliteCodeOf } from './storage-fault.ts';

/*
 * The only module that knows node:sqlite, which is not yet marked stable. Whoever needs a journal in memory does not
 * load it.
 */

/** An open database file. */
export type Database = DatabaseSync;

/** How long a statement waits for somebody who looks into the file with another tool. */
const BUSY_TIMEOUT_MS = 2000;

/**
 * Opens a file for reading and writing; it must exist. WAL with synchronous NORMAL: what was committed survives the end
 * of the process at any instant, and only a loss of power can take the last moments.
 */
export function openDatabase(file: string): Database {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  return database;
}

/** Opens a file that may be damaged or foreign, without changing it. Side files may appear beside it. */
export function openForLooking(file: string): Database {
  return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly: true });
}

/**
 * Takes the lock that `file` stands for and holds it until the handle is closed or the process ends, however it ends;
 * undefined while another holder is alive. The system keeps the lock, not the file's content, so that nothing is stale.
 */
export function takeLock(file: string): Database | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;');
    return lock;
  } catch (error) {
    lock.close();
    if (sqliteCodeOf(error) === SQLITE_BUSY) return undefined;
    throw error;
  }
}

/** Does all of `work` or nothing. */
export function inTransaction<Result>(database: Database, work: () => Result): Result {
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
