import { chmodSync, closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase, takeLock } from './connection.ts';
import { asUnusable, damaged, inspectFacts, inspectFile } from './inspection.ts';
import { APPLICATION_ID, type Migration, migrate, migrations, schemaVersionOf } from './schema.ts';
import { UnusableData } from './unusable-data.ts';

/** A data directory in use by this process and no other. */
export interface DataDirectory {
  /** The database, for messages. */
  readonly file: string;
  readonly database: Database;
  /** Gives the directory back; what was written is in the one file then. */
  close(): void;
}

const FILE = 'fleetkit.db';
const LOCK = 'fleetkit.lock';

/**
 * Opens the database of a directory, which is made if absent (mode 0700, files 0600), and brings it to the newest schema.
 * Throws `UnusableData`, with everything left as it was, unless it is sound, ours and nobody else's at the moment.
 */
export function openDataDirectory(directory: string, steps: readonly Migration[] = migrations): DataDirectory {
  const file = join(directory, FILE);
  const lock = ownDirectory(directory);
  let database: Database | undefined;
  try {
    if (existsSync(file)) inspectFile(file, steps.length);
    else if (existsSync(`${file}-wal`)) throw damaged(file, 'it is missing, but its log is there');
    else createFile(file, steps);
    database = openDatabase(file);
    if (schemaVersionOf(database) < steps.length) bringUpToDate(file, database, steps);
  } catch (error) {
    database?.close();
    lock.close();
    throw inWords(directory, asUnusable(file, error));
  }
  return { file, database, close: closeBoth(database, lock) };
}

function ownDirectory(directory: string): Database {
  const file = join(directory, LOCK);
  let lock: Database | undefined;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const isNew = !existsSync(file);
    lock = takeLock(file);
    if (isNew && lock !== undefined) chmodSync(file, 0o600); // by name: closing a second descriptor would end the lock
  } catch (error) {
    throw inWords(directory, asUnusable(file, error));
  }
  if (lock !== undefined) return lock;
  const advice = 'Stop it, or choose another directory.';
  throw new UnusableData('in-use', `${directory} is in use by another running sandbox. ${advice}`);
}

/** Made under another name and renamed when complete, so that an end at any instant leaves no file or a sound one. */
function createFile(file: string, steps: readonly Migration[]): void {
  const unfinished = `${file}.new`;
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + suffix, { force: true });
  closeSync(openSync(unfinished, 'wx', 0o600));
  const database = openDatabase(unfinished);
  try {
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    migrate(database, steps, () => undefined);
  } finally {
    database.close();
  }
  renameSync(unfinished, file);
}

function bringUpToDate(file: string, database: Database, steps: readonly Migration[]): void {
  migrate(database, steps, () => inspectFacts(file, database));
}

/** What the system has against a directory, in our words; other errors stay as they are. */
function inWords(directory: string, error: unknown): unknown {
  if (error instanceof UnusableData || !(error instanceof Error) || !('syscall' in error)) return error;
  return new UnusableData('inaccessible', `${directory} cannot hold data: ${error.message}.`, { cause: error });
}

function closeBoth(database: Database, lock: Database): () => void {
  return () => {
    if (!database.isOpen) return;
    database.close();
    lock.close();
  };
}
