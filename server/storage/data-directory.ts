import { chmodSync, closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openAlone, openDatabase, takeLock } from './connection.ts';
import { createDamagedError, inspectFacts, inspectFile, inspectFleets, toUnusable } from './inspection.ts';
import { APPLICATION_ID, type Migration, migrate, migrations, readSchemaVersion } from './schema.ts';
import { lacksSharedMemory } from './storage-fault.ts';
import { UnusableData } from './unusable-data.ts';

/** A data directory that only this process uses. */
export interface DataDirectory {
  /** The database file, for messages. */
  readonly file: string;
  readonly database: Database;
  /** Whether the file is still in its place and answers a query. */
  isReadable(): boolean;
  /** Closes the directory. All data is then in the one file. */
  close(): void;
}

/** Names of the files of a data directory. */
export const DATABASE_FILE = 'fleetkit.db';
export const LOCK_FILE = 'fleetkit.lock';

/**
 * Opens the database of a directory and migrates it to the newest schema. Creates the directory if absent (mode 0700,
 * files 0600). Throws `UnusableData`, without changing anything, unless the database is undamaged, written by fleetkit for
 * the fleets of this version, and not in use, and not every user of the machine can write to the directory.
 */
export function openDataDirectory(directory: string, steps: readonly Migration[] = migrations): DataDirectory {
  const file = join(directory, DATABASE_FILE);
  const lock = lockDirectory(directory);
  let database: Database | undefined;
  try {
    if (existsSync(file)) database = openExisting(file, steps.length);
    else if (existsSync(`${file}-wal`))
      throw createDamagedError(file, 'the file is missing, but its write-ahead log exists');
    else {
      createFile(file, steps);
      database = openDatabase(file);
    }
    if (readSchemaVersion(database) < steps.length) migrateFile(file, database, steps);
  } catch (error) {
    database?.close();
    lock.close();
    throw toDirectoryError(directory, toUnusable(file, error));
  }
  return { file, database, isReadable: createReadCheck(file, database), close: closeBoth(database, lock) };
}

/** Inspects and opens a file. On a full disk it can be read, but other processes, such as a backup, cannot read it meanwhile. */
function openExisting(file: string, newest: number): Database {
  try {
    inspectFile(file, newest, { inspectMore: inspectFleets });
    return openDatabase(file);
  } catch (error) {
    if (!lacksSharedMemory(error)) throw error;
    inspectFile(file, newest, { open: openAlone, inspectMore: inspectFleets });
    return openAlone(file);
  }
}

function createReadCheck(file: string, database: Database): () => boolean {
  const { ino } = statSync(file);
  const select = database.prepare('SELECT count(*) FROM sqlite_schema');
  return () => {
    try {
      return statSync(file).ino === ino && select.get() !== undefined;
    } catch {
      return false;
    }
  };
}

/**
 * Takes the lock of a directory, which is created if absent. Throws `UnusableData` if it is in use or not accessible.
 */
export function lockDirectory(directory: string): Database {
  const file = join(directory, LOCK_FILE);
  let lock: Database | undefined;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    requirePrivate(directory);
    const isNew = !existsSync(file);
    lock = takeLock(file);
    if (isNew && lock !== undefined) chmodSync(file, 0o600); // by name: closing a second descriptor would release the lock
  } catch (error) {
    throw toDirectoryError(directory, toUnusable(file, error));
  }
  if (lock !== undefined) return lock;
  const advice = 'Stop that sandbox, or choose another directory.';
  throw new UnusableData('in-use', `${directory} is in use by another running sandbox. ${advice}`);
}

/** Permission of all users to write, and the bit that lets them replace only files that they own. */
const WRITABLE_BY_ALL = 0o002;
const STICKY = 0o1000;

/**
 * Throws `UnusableData` if any user of the machine can replace files in a directory. Windows has no such permissions; there the mode
 * never shows this.
 */
function requirePrivate(directory: string): void {
  const { mode } = statSync(directory);
  if ((mode & WRITABLE_BY_ALL) === 0 || (mode & STICKY) !== 0 || process.platform === 'win32') return;
  throw new UnusableData(
    'inaccessible',
    `Every user of this machine can write to ${directory}, and so replace the data in it. Expected a directory that only its ` +
      `owner, or its group, can write to. Run: chmod o-w '${directory}'. Or choose a new directory below it, which is created ` +
      'with mode 0700.',
  );
}

/**
 * Creates the file under another name and renames it when complete, so that an interruption leaves no incomplete file.
 */
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

function migrateFile(file: string, database: Database, steps: readonly Migration[]): void {
  migrate(database, steps, () => inspectFacts(file, database));
}

/** Converts a system error on a directory to `UnusableData`. Returns other errors unchanged. */
function toDirectoryError(directory: string, error: unknown): unknown {
  if (error instanceof UnusableData || !(error instanceof Error) || !('syscall' in error)) return error;
  return new UnusableData('inaccessible', `${directory} cannot be used as a data directory: ${error.message}.`, {
    cause: error,
  });
}

function closeBoth(database: Database, lock: Database): () => void {
  return () => {
    if (!database.isOpen) return;
    database.close();
    lock.close();
  };
}
