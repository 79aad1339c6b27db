import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FLEETS_VERSION } from '../../fixtures/version.ts';
import { openDatabase } from '../storage/connection.ts';
import { openDataDirectory } from '../storage/data-directory.ts';
import { type Migration, migrations } from '../storage/schema.ts';
import { UnusableData, type UnusableReason } from '../storage/unusable-data.ts';
import { type Fact, position } from '../world/state/facts.ts';
import { sandboxMs } from '../world/state/time.ts';
import { EPOCH_MS } from '../world/state/world.ts';
import { openSqliteJournal, type SqliteJournal } from './sqlite.ts';
import { describeJournal } from './testing/journal-suite.ts';

const root = mkdtempSync(join(tmpdir(), 'fleetkit-journal-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
const createDirectoryPath = (): string => {
  count += 1;
  return join(root, `${count}`);
};
const open = (directory: string, seed?: number): SqliteJournal =>
  openSqliteJournal(directory, { seed, defaultSeed: 1 });

describeJournal('one SQLite file', () => open(createDirectoryPath()));

const TENANT = 'acct_northway';
const NOW = sandboxMs(EPOCH_MS);
const NEWEST = migrations.length;

function createFact(idempotencyKey: string, text = 'x'): Fact {
  const of = { userId: 'usr_a', operationId: 'createDispute', idempotencyKey, fingerprint: 'f' };
  return { type: 'reply-kept', atMs: NOW, kept: { ...of, reply: { status: 201, body: { text } }, keptAtMs: NOW } };
}

/** Creates a closed directory with `facts`, each in its own entry. */
async function createDirectory(facts: readonly Fact[]): Promise<string> {
  const directory = createDirectoryPath();
  const journal = open(directory);
  for (const one of facts) await journal.append(TENANT, [one], await journal.latest());
  await journal.close();
  return directory;
}

/** Reads the entries of a closed directory. */
async function readEntries(directory: string) {
  const journal = open(directory);
  try {
    return await journal.readAfter(position(0));
  } finally {
    await journal.close();
  }
}

/** Returns the names and bytes of the non-empty files. The lock is empty. */
const readBytes = (directory: string) =>
  readdirSync(directory)
    .map((name): [string, string] => [name, readFileSync(join(directory, name)).toString('base64')])
    .filter(([, bytes]) => bytes !== '');

function expectUnusable(use: () => unknown, reason: UnusableReason, expectedText: string | RegExp): void {
  let thrown: unknown;
  try {
    use();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(UnusableData);
  const { reason: actual, message } = thrown as UnusableData;
  expect([actual, message]).toEqual([reason, expect.stringMatching(expectedText)]);
}

/** Expects a rejection for `reason` that changes no byte of the directory. */
function expectLeftAlone(directory: string, reason: UnusableReason, expectedText: string | RegExp): void {
  const before = readBytes(directory);
  expect(before.length).toBeGreaterThan(0);
  expectUnusable(() => open(directory), reason, expectedText);
  expectUnusable(() => open(directory), reason, join(directory, 'fleetkit.db'));
  expect(readBytes(directory)).toEqual(before);
}

const getDatabasePath = (directory: string): string => join(directory, 'fleetkit.db');

/** Runs statements on a closed file, as another program would. */
function tamper(directory: string, sql: string): void {
  const database = openDatabase(getDatabasePath(directory));
  database.exec(sql);
  database.close();
}

describe('appended facts', () => {
  test('are the same entries after reopening', async () => {
    const directory = createDirectoryPath();
    const journal = open(directory);
    await journal.append(TENANT, [createFact('a'), createFact('b')], position(0));
    await journal.append('acct_redline', [createFact('c')], position(0));
    const before = await journal.readAfter(position(0));
    await journal.close();

    const again = open(directory);
    expect(await again.readAfter(position(0))).toStrictEqual(before);
    expect(await again.latest()).toBe(3);
    expect(await again.append(TENANT, [createFact('d')], position(1))).toBe('behind');
    expect(await again.append(TENANT, [createFact('d')], position(2))).toMatchObject({ position: 4 });
    await again.close();
  });

  test('survive the end of the process without closing', async () => {
    const directory = createDirectoryPath();
    const journal = open(directory);
    await journal.append(TENANT, [createFact('a')], position(0));
    const copy = createDirectoryPath();
    mkdirSync(copy);
    for (const name of ['fleetkit.db', 'fleetkit.db-wal']) copyFileSync(join(directory, name), join(copy, name));
    await journal.close();
    expect(await readEntries(copy)).toHaveLength(1);
  });

  test('are appended atomically: an invalid fact rejects the facts before it', async () => {
    const directory = createDirectoryPath();
    const journal = open(directory);
    const unkeepable = { ...createFact('b'), atMs: 0.5 as typeof NOW };
    await expect(journal.append(TENANT, [createFact('a'), unkeepable], position(0))).rejects.toThrow(/INTEGER/);
    expect([await journal.latest(), await journal.readAfter(position(0))]).toEqual([0, []]);
    expect(await journal.append(TENANT, [createFact('c')], position(0))).toMatchObject({ position: 1 });
    await journal.close();
    expect(await readEntries(directory)).toMatchObject([{ position: 1, facts: [createFact('c')] }]);
  });

  test('are in one file after closing', async () => {
    const directory = await createDirectory([createFact('a')]);
    expect(readBytes(directory).map(([name]) => name)).toEqual(['fleetkit.db']);
  });
});

describe('the data directory', () => {
  test('is created with its parents, for its owner only', async () => {
    const directory = join(createDirectoryPath(), 'deeper');
    const journal = open(directory);
    await journal.append(TENANT, [createFact('a')], position(0));
    const readMode = (path: string): number => statSync(path).mode & 0o777;
    expect(readMode(directory)).toBe(0o700);
    const names = readdirSync(directory);
    expect(names).toContain('fleetkit.db-wal');
    for (const name of names) expect([name, readMode(join(directory, name))]).toEqual([name, 0o600]);
    await journal.close();
  });

  test('is locked by one sandbox at a time', async () => {
    const directory = createDirectoryPath();
    const journal = open(directory);
    expectUnusable(() => open(directory), 'in-use', directory);
    expectUnusable(() => open(directory), 'in-use', directory); // the rejection did not release the lock
    await journal.close();
    await open(directory).close();
  });

  test('is usable again after an unclean end', async () => {
    const directory = await createDirectory([createFact('a')]);
    writeFileSync(`${getDatabasePath(directory)}.new`, 'of a process that ended while it made the file');
    expect(existsSync(join(directory, 'fleetkit.lock'))).toBe(true);
    expect(await readEntries(directory)).toHaveLength(1);
  });

  test('is usable after an interrupted first start', async () => {
    const directory = createDirectoryPath();
    mkdirSync(directory);
    writeFileSync(`${getDatabasePath(directory)}.new`, 'half a file');
    expect(await readEntries(directory)).toEqual([]);
    expect(readdirSync(directory)).not.toContain('fleetkit.db.new');
  });

  test('is rejected if it is a file', () => {
    const path = createDirectoryPath();
    writeFileSync(path, 'mine');
    expectUnusable(() => open(path), 'inaccessible', path);
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });
});

describe('an unusable file', () => {
  const manyFacts = Array.from({ length: 40 }, (_, n) => createFact(`key-${n}`, `${n} `.repeat(400)));

  test.each<[string, string, { reason: UnusableReason; expectedText: string }]>([
    ['an empty file', '', { reason: 'damaged', expectedText: 'is empty' }],
    [
      'a text file',
      'Dear diary, this is no database.'.repeat(99),
      { reason: 'foreign', expectedText: 'not an SQLite database' },
    ],
    [
      'the first bytes of a fleetkit file',
      'SQLite format 3\0\u0010',
      { reason: 'damaged', expectedText: 'ends after' },
    ],
  ])('is rejected unchanged: %s', (_, content, { reason, expectedText }) => {
    const directory = createDirectoryPath();
    mkdirSync(directory);
    writeFileSync(getDatabasePath(directory), content);
    writeFileSync(join(directory, 'notes.txt'), 'not ours');
    expectLeftAlone(directory, reason, expectedText);
  });

  test('is rejected unchanged: a database of another program, with its log', () => {
    const directory = createDirectoryPath();
    mkdirSync(directory);
    writeFileSync(getDatabasePath(directory), '');
    const theirs = openDatabase(getDatabasePath(directory));
    theirs.exec('CREATE TABLE songs (title TEXT); INSERT INTO songs VALUES (1)');
    const copy = createDirectoryPath();
    mkdirSync(copy);
    for (const name of readdirSync(directory)) copyFileSync(join(directory, name), join(copy, name));
    theirs.close();
    expect(readdirSync(copy)).toContain('fleetkit.db-wal');
    expectLeftAlone(copy, 'foreign', 'another program');
  });

  test('is rejected unchanged: a file of a newer schema', async () => {
    const directory = await createDirectory([createFact('a')]);
    tamper(directory, 'PRAGMA user_version = 99');
    expectLeftAlone(directory, 'newer', new RegExp(`schema version is 99.*supports up to ${NEWEST}`));
  });

  const painted = { ...createFact('a'), type: 'terminal-painted' };
  const imported = (...facts: readonly object[]): object => ({
    type: 'journal-imported',
    atMs: EPOCH_MS,
    newIds: true,
    entries: [
      { tenantId: TENANT, facts: [createFact('b')] },
      { tenantId: TENANT, facts },
    ],
  });
  const moved = { type: 'cause-injected', atMs: EPOCH_MS, userId: null, cause: { type: 'terminal_moved' } };

  test.each([
    ['a fact', painted, '"terminal-painted"'],
    ['a cause', moved, '"terminal_moved"'],
    ['an imported fact', imported(createFact('c'), painted), '"terminal-painted"'],
    ['an imported cause', imported(moved), '"terminal_moved"'],
  ])(
    'is rejected unchanged with the name of the unknown type: %s of a newer version',
    async (_, unknown, expectedText) => {
      const directory = createDirectoryPath();
      const journal = open(directory);
      await journal.append(TENANT, [unknown as Fact], position(0)); // as a newer version would append it
      await journal.close();
      expectLeftAlone(directory, 'newer', expectedText);
    },
  );

  test('accepts known causes and known imported facts', async () => {
    const directory = createDirectoryPath();
    const journal = open(directory);
    const cut = { type: 'line_cut', causeId: 'cau_1', atMs: EPOCH_MS, terminalId: 'NW104310', untilMs: null };
    const known = { ...moved, cause: cut } as Fact;
    await journal.append(TENANT, [known, imported(known) as Fact], position(0));
    await journal.close();
    const again = open(directory);
    expect((await again.readAfter(position(0))).flatMap(({ facts }) => facts)).toEqual([known, imported(known)]);
    await again.close();
  });

  test.each([
    ['a fact is missing', 'DELETE FROM entries WHERE position = 7', 'position 7'],
    ['the first facts are missing', 'DELETE FROM entries WHERE position < 3', 'position'],
    [
      'an amount was edited',
      `UPDATE entries SET fact = replace(fact, '"3 3 ', '"4 3 ') WHERE position = 4`,
      'position 4',
    ],
    [
      'a fact was moved to another tenant',
      "UPDATE entries SET tenant = 'acct_redline' WHERE position = 5",
      'position 5',
    ],
    ['a table is missing', 'DROP TABLE entries', 'entries'],
  ])('is rejected unchanged if %s', async (_, sql, expectedText) => {
    const directory = await createDirectory(manyFacts);
    tamper(directory, sql);
    expectLeftAlone(directory, 'damaged', expectedText);
  });

  test('is rejected unchanged if it is truncated after any page', async () => {
    const whole = await createDirectory(manyFacts);
    const size = statSync(getDatabasePath(whole)).size;
    expect(size).toBeGreaterThan(10 * 4096);
    for (let length = 4096; length < size; length += 4096) {
      const directory = createDirectoryPath();
      mkdirSync(directory);
      copyFileSync(getDatabasePath(whole), getDatabasePath(directory));
      truncateSync(getDatabasePath(directory), length);
      expectLeftAlone(directory, 'damaged', 'is damaged');
    }
  });

  test.each([
    ['zeroes', (page: Buffer) => page.fill(0)],
    ['other bytes', (page: Buffer) => page.fill('torn')],
    ['one changed byte', (page: Buffer) => page.writeUInt8(page.readUInt8(page.length - 9) ^ 1, page.length - 9)],
  ])('is rejected with %s in any page, unless every fact is undamaged', async (_, tear) => {
    const whole = await createDirectory(manyFacts);
    const bytes = readFileSync(getDatabasePath(whole));
    const entries = await readEntries(whole);
    let refused = 0;
    for (let start = 4096; start < bytes.length; start += 4096) {
      const directory = createDirectoryPath();
      mkdirSync(directory);
      const torn = Buffer.from(bytes);
      tear(torn.subarray(start, start + 4096));
      writeFileSync(getDatabasePath(directory), torn);
      try {
        expect(await readEntries(directory)).toStrictEqual(entries);
      } catch (error) {
        if (!(error instanceof UnusableData)) throw error;
        expectLeftAlone(directory, 'damaged', 'is damaged');
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(10);
  });

  test('is rejected unchanged: a log without its file', () => {
    const directory = createDirectoryPath();
    mkdirSync(directory);
    writeFileSync(`${getDatabasePath(directory)}-wal`, 'the last writes');
    expectLeftAlone(directory, 'damaged', 'missing');
  });
});

describe('the seed', () => {
  test('is stored and used again if none is requested', async () => {
    const directory = createDirectoryPath();
    await open(directory, 7).close();
    const again = open(directory);
    expect(again.seed).toBe(7);
    await again.close();
  });

  test('is rejected if another one is requested, and nothing changes', async () => {
    const directory = createDirectoryPath();
    await open(directory, 7).close();
    const before = readBytes(directory);
    expectUnusable(() => open(directory, 8), 'other-seed', /seed 7, not 8/);
    expect(readBytes(directory)).toEqual(before);
    await open(directory, 7).close(); // the rejection released the directory
  });

  test('is stored later in a file that has none', async () => {
    const directory = createDirectoryPath();
    openDataDirectory(directory).close();
    await open(directory, 9).close();
    expectUnusable(() => open(directory, 1), 'other-seed', 'seed 9');
  });
});

describe('the version of the fleets', () => {
  const advice =
    /refer to fleets of version \d+.* generates version \d+.*Use the fleetkit that wrote them, or another directory/;

  test('is that of this fleetkit in a new file', async () => {
    const directory = await createDirectory([createFact('a')]);
    const look = openDatabase(getDatabasePath(directory));
    expect(look.prepare("SELECT value FROM settings WHERE name = 'fleets'").get()?.value).toBe(String(FLEETS_VERSION));
    look.close();
  });

  test.each([FLEETS_VERSION - 1, FLEETS_VERSION + 1])(
    'is rejected unchanged if it is another one: %s',
    async (other) => {
      const directory = await createDirectory([createFact('a')]);
      tamper(directory, `UPDATE settings SET value = '${other}' WHERE name = 'fleets'`);
      expectLeftAlone(directory, 'other-fleets', advice);
    },
  );

  test('is the first one in a file of an older schema, which is rejected without a migration', async () => {
    const directory = createDirectoryPath();
    const older = openDataDirectory(directory, migrations.slice(0, -1));
    older.database.exec("INSERT INTO settings (name, value) VALUES ('seed', '7')");
    older.close();
    expectLeftAlone(directory, 'other-fleets', advice);
  });

  test('does not matter in a file without a seed, which has no facts', async () => {
    const directory = createDirectoryPath();
    openDataDirectory(directory, migrations.slice(0, -1)).close();
    await open(directory).close();
    await open(directory).close();
  });
});

describe('the schema', () => {
  const insertion = (n: number): Migration => ({
    title: `step ${n}`,
    migrate: (database) => database.exec(`INSERT INTO settings (name, value) VALUES ('step', '${n}')`),
  });

  test('migrates a fleetkit file of version 0 to the newest version', async () => {
    const directory = createDirectoryPath();
    openDataDirectory(directory, []).close();
    const look = openDatabase(getDatabasePath(directory));
    expect(look.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: 0 });
    expect(look.prepare('SELECT * FROM sqlite_schema').all()).toEqual([]);
    look.close();
    const journal = open(directory);
    await journal.append(TENANT, [createFact('a')], position(0));
    await journal.close();
    expect(await readEntries(directory)).toHaveLength(1);
  });

  test('runs only the missing steps, in order, and keeps every fact', async () => {
    const directory = await createDirectory([createFact('a'), createFact('b')]);
    const rename: Migration = {
      title: 'one more step',
      migrate: (database) => database.exec("UPDATE settings SET name = 'step' WHERE name = 'seed'"),
    };
    const change: Migration = {
      title: 'and another one',
      migrate: (database) => database.exec("UPDATE settings SET value = value || '!' WHERE name = 'step'"),
    };
    const data = openDataDirectory(directory, [...migrations, rename, change]);
    expect(data.database.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: NEWEST + 2 });
    expect(data.database.prepare('SELECT * FROM settings').all()).toMatchObject([
      { name: 'step', value: '1!' },
      { name: 'fleets', value: String(FLEETS_VERSION) },
    ]);
    expect(data.database.prepare('SELECT count(*) AS facts FROM entries').get()).toMatchObject({ facts: 2 });
    data.close();
    expectLeftAlone(directory, 'newer', `schema version is ${NEWEST + 2}`);
  });

  test.each<[string, Migration, string]>([
    ['fails', { title: 'wrong', migrate: (database) => database.exec('DROP TABLE nothing') }, 'nothing'],
    ['loses a fact', { title: 'lossy', migrate: (d) => d.exec('DELETE FROM entries WHERE position = 1') }, 'position'],
  ])('is unchanged when a migration %s', async (_, step, expectedText) => {
    const directory = await createDirectory([createFact('a'), createFact('b')]);
    const before = readBytes(directory);
    expectUnusable(() => openDataDirectory(directory, [...migrations, insertion(2), step]), 'damaged', expectedText);
    expect(readBytes(directory)).toEqual(before);
    expect(await readEntries(directory)).toHaveLength(2);
  });
});

describe.skipIf(process.platform === 'win32')('the permissions of a directory', () => {
  const createWithMode = (mode: number): string => {
    const directory = createDirectoryPath();
    mkdirSync(directory);
    chmodSync(directory, mode);
    return directory;
  };

  test.each([0o777, 0o2777, 0o757, 0o702])('that every user can write to are refused: %o', (mode) => {
    const directory = createWithMode(mode);
    expectUnusable(
      () => open(directory),
      'inaccessible',
      /^Every user .* Run: chmod o-w '.*'\. Or choose a new directory/,
    );
    expect(readdirSync(directory)).toEqual([]);
  });

  test.each([0o700, 0o770, 0o2775, 0o755, 0o1777])(
    'of its owner or group, or with the sticky bit, are accepted: %o',
    async (mode) => {
      await open(createWithMode(mode)).close();
    },
  );

  test('below a directory of all users are those of its owner', async () => {
    const directory = join(createWithMode(0o777), 'below');
    await open(directory).close();
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(directory)) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
  });
});
