import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { createDatabase, type Database, openReadOnly } from './connection.ts';
import { createDamagedError, createForeignError, createNewerError, toUnusable } from './inspection.ts';
import { readSchemaVersion } from './schema.ts';
import { readSqliteCode } from './storage-fault.ts';

/** Writes the files of a backup. */
export interface BackupWriter {
  /** Adds the content of `source` under a path. */
  add(path: string, source: string): void;
  close(): void;
}

/** Reads the files of a backup. */
export interface BackupReader {
  /** Returns the paths, that of the main database first. */
  listPaths(): readonly string[];
  /** Writes a file of the backup to a new file (mode 0600). Throws `UnusableData` if it has changed. */
  extract(path: string, target: string): void;
  close(): void;
}

/** "FLTB" in the header identifies a backup. */
const BACKUP_ID = 0x464c5442;
const VERSION = 1;
const CHUNK_BYTES = 1024 * 1024;
const MODE = 0o600;

/** The paths that a backup may contain. Any other could lead out of the directory. */
const PATH = /^(?:fleetkit\.db|workspaces\/ws_[0-9a-z]{1,32}\/fleetkit\.db)$/;

/** Creates a backup: one SQLite file that contains other files, with their digests. */
export function createBackupFile(file: string): BackupWriter {
  closeSync(openSync(file, 'wx', MODE));
  const database = createDatabase(file);
  database.exec(`
    PRAGMA application_id = ${BACKUP_ID};
    PRAGMA user_version = ${VERSION};
    CREATE TABLE files (
      path   TEXT PRIMARY KEY,
      sha256 TEXT NOT NULL
    ) STRICT;
    CREATE TABLE chunks (
      path    TEXT NOT NULL REFERENCES files,
      n       INTEGER NOT NULL,
      content BLOB NOT NULL,
      PRIMARY KEY (path, n)
    ) STRICT;
  `);
  const insertFile = database.prepare('INSERT INTO files (path, sha256) VALUES (?, ?)');
  const insertChunk = database.prepare('INSERT INTO chunks (path, n, content) VALUES (?, ?, ?)');
  return {
    add(path, source) {
      if (!PATH.test(path)) throw new RangeError(`a backup has no place for ${path}`);
      const descriptor = openSync(source, 'r');
      try {
        database.exec('BEGIN');
        const hash = createHash('sha256');
        let n = 0;
        insertFile.run(path, '');
        for (const chunk of readChunks(descriptor)) {
          hash.update(chunk);
          insertChunk.run(path, n, chunk);
          n += 1;
        }
        database.prepare('UPDATE files SET sha256 = ? WHERE path = ?').run(hash.digest('hex'), path);
        database.exec('COMMIT');
      } finally {
        closeSync(descriptor);
      }
    },
    close: () => database.close(),
  };
}

/** Opens a backup. Throws `UnusableData` unless it is undamaged and its version is known. */
export function openBackupFile(file: string): BackupReader {
  let database: Database | undefined;
  try {
    database = openReadOnly(file);
    const id = database.prepare('PRAGMA application_id').get()?.application_id;
    if (id !== BACKUP_ID) throw createForeignError(file, 'it is no backup');
    const version = readSchemaVersion(database);
    if (version > VERSION)
      throw createNewerError(file, `the version of the backup is ${version}, this version supports up to ${VERSION}`);
    const verdict = database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
    if (verdict !== 'ok') throw createDamagedError(file, String(verdict).replaceAll('\n', ', '));
    return createReader(file, database);
  } catch (error) {
    database?.close();
    if (readSqliteCode(error) === SQLITE_NOTADB) throw createForeignError(file, 'it is no backup');
    throw toUnusable(file, error);
  }
}

const SQLITE_NOTADB = 26;

function createReader(file: string, database: Database): BackupReader {
  const paths = database
    .prepare("SELECT path FROM files ORDER BY path <> 'fleetkit.db', path")
    .all()
    .map(({ path }) => String(path));
  if (paths[0] !== 'fleetkit.db' || !paths.every((path) => PATH.test(path)))
    throw createDamagedError(file, 'it does not contain the files of a data directory');
  const selectDigest = database.prepare('SELECT sha256 FROM files WHERE path = ?');
  const selectChunks = database.prepare('SELECT content FROM chunks WHERE path = ? ORDER BY n');
  return {
    listPaths: () => paths,
    extract(path, target) {
      const hash = createHash('sha256');
      const descriptor = openSync(target, 'wx', MODE);
      try {
        for (const { content } of selectChunks.iterate(path)) {
          const chunk = content as Uint8Array; // the column is a BLOB of a STRICT table
          hash.update(chunk);
          writeSync(descriptor, chunk);
        }
      } finally {
        closeSync(descriptor);
      }
      if (hash.digest('hex') !== selectDigest.get(path)?.sha256)
        throw createDamagedError(file, `its content of ${path} has changed`);
    },
    close: () => database.close(),
  };
}

/** Reads an open file in parts. */
function* readChunks(descriptor: number): Generator<Buffer> {
  for (;;) {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    const count = readSync(descriptor, chunk, 0, CHUNK_BYTES, null);
    if (count === 0) return;
    yield chunk.subarray(0, count);
  }
}
