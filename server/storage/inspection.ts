import { closeSync, existsSync, openSync, readSync, rmSync } from 'node:fs';
import { FLEETS_VERSION, findUnknownType, type WrittenFact } from '../world/state/facts.ts';
import { type Database, openReadOnly } from './connection.ts';
import { computeRowChecksum, type FactRow } from './rows.ts';
import { APPLICATION_ID, readSchemaVersion } from './schema.ts';
import { readSqliteCode } from './storage-fault.ts';
import { createOtherFleetsError, UnusableData } from './unusable-data.ts';

/**
 * Checks a file before it is opened for writing. Throws `UnusableData` unless it is undamaged, written by fleetkit, and
 * has schema version `newest` or older; `inspectMore` may throw too. Changes neither the file nor its write-ahead log. The
 * caller must hold the lock of the directory.
 */
export function inspectFile(file: string, newest: number, options: InspectionOptions = {}): void {
  inspectHeader(file);
  const strays = ['-wal', '-shm'].map((suffix) => file + suffix).filter((path) => !existsSync(path));
  try {
    inspectContent(file, newest, options);
  } finally {
    for (const stray of strays) rmSync(stray, { force: true }); // reading leaves empty side files behind
  }
}

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const APPLICATION_ID_OFFSET = 68;

/** Reads the header without SQLite, which would delete the log of an empty file. */
function inspectHeader(file: string): void {
  const header = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, 'r');
  const size = readSync(descriptor, header, 0, HEADER_BYTES, 0);
  closeSync(descriptor);
  if (size === 0) throw createDamagedError(file, 'the file is empty');
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC.slice(0, size)) {
    throw createForeignError(file, 'the file is not an SQLite database');
  }
  if (size < HEADER_BYTES) throw createDamagedError(file, `the file ends after ${size} bytes`);
  if (header.readUInt32BE(APPLICATION_ID_OFFSET) !== APPLICATION_ID) {
    throw createForeignError(file, 'the file is an SQLite database of another program');
  }
}

interface InspectionOptions {
  /** Default: read-only. */
  readonly open?: (file: string) => Database;
  readonly inspectMore?: (file: string, database: Database) => void;
}

function inspectContent(file: string, newest: number, { open = openReadOnly, inspectMore }: InspectionOptions): void {
  let database: Database | undefined;
  try {
    database = open(file);
    const version = readSchemaVersion(database);
    if (version > newest)
      throw createNewerError(file, `its schema version is ${version}, this version supports up to ${newest}`);
    const verdict = database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
    if (verdict !== 'ok') throw createDamagedError(file, String(verdict).replaceAll('\n', ', '));
    if (version === newest) inspectFacts(file, database);
    inspectMore?.(file, database);
  } catch (error) {
    throw toUnusable(file, error);
  } finally {
    database?.close();
  }
}

/** Throws `UnusableData` unless every fact is undamaged, has a known type, and follows its predecessor's position. */
export function inspectFacts(file: string, database: Database): void {
  let before: FactRow | undefined;
  for (const { checksum, ...row } of iterateRows(database)) {
    if (row.position !== (before?.position ?? 0) + 1)
      throw createDamagedError(file, `the fact at position ${row.position - 1} is missing`);
    if (row.entry !== row.position && row.entry !== before?.entry)
      throw createDamagedError(file, `facts before position ${row.position} are missing`);
    if (computeRowChecksum(row) !== checksum)
      throw createDamagedError(file, `the fact at position ${row.position} has changed`);
    const unknown = findUnknownType(JSON.parse(row.fact) as WrittenFact); // the checksum proves that fleetkit wrote it
    if (unknown !== undefined) {
      throw createNewerError(file, `the fact at position ${row.position} has an unknown type, "${unknown}"`);
    }
    before = row;
  }
}

const iterateRows = (database: Database) =>
  database
    .prepare('SELECT position, entry, tenant, at_ms AS atMs, fact, checksum FROM entries ORDER BY position')
    .iterate() as Iterable<FactRow & { readonly checksum: number }>; // STRICT table with these columns

/**
 * Throws `UnusableData` if the facts of a file refer to fleets that this version does not generate. A file without a seed has
 * no facts, and one without a version has the first.
 */
export function inspectFleets(file: string, database: Database): void {
  const hasSettings = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'settings'").get() !== undefined;
  if (!hasSettings) return;
  const select = database.prepare('SELECT value FROM settings WHERE name = ?');
  if (select.get('seed') === undefined) return;
  const version = Number(select.get('fleets')?.value ?? 1);
  if (version !== FLEETS_VERSION) throw createOtherFleetsError(file, version, 'another directory');
}

/** Converts an SQLite error on a file to `UnusableData`. Returns other errors unchanged. */
export function toUnusable(file: string, error: unknown): unknown {
  const code = readSqliteCode(error);
  if (code === undefined) return error;
  const { message } = error as Error; // it has an SQLite code, so it is an Error
  switch (code) {
    case SQLITE_ERROR: // a missing table or column
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return createDamagedError(file, message, error);
    case SQLITE_BUSY:
      return new UnusableData('in-use', `${file} is locked by another program: ${message}.`, { cause: error });
    default:
      return new UnusableData('inaccessible', `${file} cannot be read and written: ${message}.`, { cause: error });
  }
}

const SQLITE_ERROR = 1;
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

const advice = 'The file was not changed. Restore an undamaged copy, or use another directory.';

/** The error for a truncated or modified file. */
export function createDamagedError(file: string, detail: string, cause?: unknown): UnusableData {
  return new UnusableData('damaged', `${file} is damaged: ${detail}. ${advice}`, { cause });
}

/** The error for a file of another program. */
export function createForeignError(file: string, detail: string): UnusableData {
  return new UnusableData(
    'foreign',
    `${file} was not written by fleetkit: ${detail}. The file was not changed. Use another directory.`,
  );
}

/** The error for a file of a newer version of fleetkit. */
export function createNewerError(file: string, detail: string): UnusableData {
  const what = `${file} was written by a newer fleetkit: ${detail}.`;
  return new UnusableData('newer', `${what} The file was not changed. Use that version, or another directory.`);
}
