import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase, openReadOnly, runInTransaction } from './connection.ts';
import { openDataDirectory } from './data-directory.ts';
import { DatabaseFull, DatabaseUnavailable } from './database-unavailable.ts';
import { classifyStorageFault, toStorageProblem } from './storage-fault.ts';
import { createStorageError, fillDisk } from './testing/storage-faults.ts';

const root = mkdtempSync(join(tmpdir(), 'fleetkit-faults-'));
const directory = openDataDirectory(root);
afterAll(() => {
  directory.close();
  rmSync(root, { recursive: true, force: true });
});

function catchStorageFault(work: () => unknown): string | undefined {
  try {
    work();
  } catch (fault) {
    return classifyStorageFault(fault);
  }
  throw new Error('nothing was thrown');
}

const insert = "INSERT OR REPLACE INTO settings (name, value) VALUES ('large', hex(zeroblob(100000)))";

test('distinguishes a full disk, a read-only, a locked and a failing file', () => {
  const free = fillDisk(directory.database);
  expect(catchStorageFault(() => runInTransaction(directory.database, () => directory.database.exec(insert)))).toBe(
    'full',
  );
  free();
  const readOnly = openReadOnly(directory.file);
  expect(catchStorageFault(() => readOnly.exec(insert))).toBe('read-only');
  readOnly.close();
  const other = openDatabase(directory.file);
  other.exec('PRAGMA busy_timeout = 0');
  directory.database.exec('BEGIN IMMEDIATE');
  expect(catchStorageFault(() => other.exec(insert))).toBe('locked');
  directory.database.exec('ROLLBACK');
  other.close();
  expect(classifyStorageFault(createStorageError(10 | (3 << 8)))).toBe('failing');
});

test.each([
  ['a defect', new Error('database or disk is full')],
  ['another result code', createStorageError(11)],
  ['no error', 13],
])('does not treat %s as a storage fault', (_, thrown) => {
  expect(classifyStorageFault(thrown)).toBeUndefined();
  expect(toStorageProblem(thrown)).toBeUndefined();
});

test.each([
  [13, /has no space left.*Nothing was recorded.*Free some space/],
  [8, /is read-only.*Nothing was recorded.*Make it writable/],
  [10, /cannot be read or written.*Nothing was recorded.*Check its disk/],
  [5, /is locked by another program.*Nothing was recorded.*Close that program/],
])('states the fault, its consequence and the remedy for result code %i', (code, detail) => {
  expect(toStorageProblem(createStorageError(code))).toMatchObject({
    status: 507,
    problem: { code: 'insufficient_storage', detail: expect.stringMatching(detail) },
  });
});

test.each([
  [new DatabaseUnavailable('refused'), 503, /cannot be reached. Nothing was recorded. Retry the request in 2 s\./],
  [
    new DatabaseUnavailable('cut', { isOutcomeUnknown: true }),
    503,
    /not known whether the write was recorded. Retry the request in 2 s, with the same Idempotency-Key/,
  ],
  [new DatabaseFull(), 507, /The database of the sandbox has no space left. Nothing was recorded/],
])('states the fault of a database server: %s', (fault, status, detail) => {
  expect(classifyStorageFault(fault)).toBeDefined();
  expect(toStorageProblem(fault)).toMatchObject({ status, problem: { detail: expect.stringMatching(detail) } });
});
