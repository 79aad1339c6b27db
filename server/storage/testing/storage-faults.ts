import type { Database } from '../connection.ts';

/** Storage faults for tests. */

/** Returns an error like SQLite's for a full disk, or with another result code. */
export const createStorageError = (errcode = 13, message = 'database or disk is full'): Error =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });

/** Stops the file of a database from growing, as on a full disk. Returns a function that frees the disk again. */
export function fillDisk(database: Database): () => void {
  const { page_count: pages } = database.prepare('PRAGMA page_count').get() ?? {};
  database.exec(`PRAGMA max_page_count = ${Number(pages)}`);
  return () => database.exec('PRAGMA max_page_count = 1000000');
}
