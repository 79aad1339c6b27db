import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { EPOCH_MS } from '../../../fixtures/time/epoch.ts';
import { FLEETS_VERSION } from '../../../fixtures/version.ts';
import { MAIN_WORLD } from '../../world/state/facts.ts';
import { UnusableData } from '../unusable-data.ts';
import { PostgresConnection } from './connection.ts';
import { openPostgresDatabase } from './database.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { FLEETS_STEP, type PostgresMigration, postgresMigrations } from './migrations.ts';
import { migrateDatabase } from './schema.ts';
import { createTestDatabase, getTestUrl, hasPostgres } from './testing/test-database.ts';
import { resolveWorldSettings } from './world-settings.ts';

const DEFAULT_START = { startMs: EPOCH_MS, isDefault: true };
const SECRET = 'hunter2-%40';

async function catchUnusable(work: Promise<unknown>): Promise<UnusableData> {
  const fault: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(fault).toBeInstanceOf(UnusableData);
  return fault as UnusableData; // as expected
}

async function execute(url: string, sql: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('a URL', () => {
  test('has a label without credentials', () => {
    expect(parseDatabaseUrl(`postgres://me:${SECRET}@db.example:5433/fleet?sslmode=require`).label).toBe(
      'the database db.example:5433/fleet',
    );
    expect(parseDatabaseUrl('postgresql:///fleet?host=/run/postgresql').label).toBe(
      'the database /run/postgresql/fleet',
    );
  });

  test.each(['', 'fleet', `mysql://me:${SECRET}@db.example/fleet`, `postgres//me:${SECRET}@db.example`])(
    'of another form is rejected without repeating it: %s',
    async (text) => {
      const fault = await catchUnusable(openPostgresDatabase(text));
      expect(fault.message).toContain('Expected postgres://');
      expect(fault.message).not.toContain(SECRET);
    },
  );

  test('of a server that cannot be reached is rejected with its host and without its password', async () => {
    const fault = await catchUnusable(openPostgresDatabase(`postgres://me:${SECRET}@127.0.0.1:1/fleet`));
    expect([fault.reason, fault.message]).toEqual(['inaccessible', expect.stringContaining('127.0.0.1:1/fleet')]);
    expect(`${fault.stack} ${JSON.stringify(fault)}`).not.toContain('hunter2');
  });
});

describe.skipIf(!hasPostgres)('the schema', () => {
  const slow: readonly PostgresMigration[] = [
    {
      title: 'slow',
      sql: 'CREATE TABLE fleetkit.runs (n serial); SELECT pg_sleep(0.1); INSERT INTO fleetkit.runs DEFAULT VALUES',
    },
    { title: 'second', sql: 'INSERT INTO fleetkit.runs DEFAULT VALUES' },
  ];

  test('is migrated once by replicas that start at the same time', async () => {
    const url = await createTestDatabase();
    const connections = Array.from({ length: 4 }, () => new PostgresConnection(parseDatabaseUrl(url)));
    await Promise.all(connections.map((connection) => migrateDatabase(connection, slow)));
    expect(await execute(url, 'SELECT count(*)::int AS runs FROM fleetkit.runs')).toEqual([{ runs: 2 }]);
    expect(await execute(url, 'SELECT version FROM fleetkit.schema_version')).toEqual([{ version: 2 }]);
    await Promise.all(connections.map((connection) => connection.close()));
  });

  test('gets only the missing steps, and none of them if one fails', async () => {
    const url = await createTestDatabase();
    const connection = new PostgresConnection(parseDatabaseUrl(url));
    await migrateDatabase(connection, slow.slice(0, 1));
    const wrong = { title: 'wrong', sql: 'INSERT INTO fleetkit.nothing VALUES (1)' };
    await catchUnusable(migrateDatabase(connection, [...slow, wrong]));
    expect(await execute(url, 'SELECT version FROM fleetkit.schema_version')).toEqual([{ version: 1 }]);
    await migrateDatabase(connection, slow);
    expect(await execute(url, 'SELECT count(*)::int AS runs FROM fleetkit.runs')).toEqual([{ runs: 2 }]);
    await connection.close();
  });

  test('of a newer version is rejected', async () => {
    const url = await createTestDatabase();
    await (await openPostgresDatabase(url)).close();
    await execute(url, 'UPDATE fleetkit.schema_version SET version = 99');
    const fault = await catchUnusable(openPostgresDatabase(url));
    expect([fault.reason, fault.message]).toEqual(['newer', expect.stringMatching(/version is 99.*supports up to/)]);
  });

  test.each([
    ['tables', 'CREATE SCHEMA fleetkit; CREATE TABLE fleetkit.songs (title text)'],
    ['a version table', 'CREATE SCHEMA fleetkit; CREATE TABLE fleetkit.schema_version (version integer)'],
  ])('of another program is rejected unchanged: %s', async (_, sql) => {
    const url = await createTestDatabase();
    await execute(url, sql);
    const list = "SELECT relname FROM pg_class WHERE relnamespace = 'fleetkit'::regnamespace ORDER BY relname";
    const before = await execute(url, list);
    expect(await catchUnusable(openPostgresDatabase(url))).toMatchObject({ reason: 'foreign' });
    expect(await execute(url, list)).toEqual(before);
  });

  test('is separate from the tables of other programs', async () => {
    const url = await createTestDatabase();
    await execute(url, 'CREATE TABLE schema_version (version integer); CREATE TABLE facts (title text)');
    await (await openPostgresDatabase(url)).close();
    expect(await execute(url, 'SELECT * FROM facts')).toEqual([]);
  });

  test('is not created in an unknown database', async () => {
    const fault = await catchUnusable(openPostgresDatabase(getTestUrl('nowhere')));
    expect([fault.reason, fault.message]).toEqual([
      'inaccessible',
      expect.stringContaining('"nowhere" does not exist'),
    ]);
    expect(fault.message).not.toContain('no-secret');
  });
});

describe.skipIf(!hasPostgres)('the settings of a world', () => {
  const choice = { seed: undefined, terminals: undefined, fleetFiles: undefined, start: DEFAULT_START, defaultSeed: 1 };

  test('are those of the first replica', async () => {
    const { connection, close } = await openPostgresDatabase(await createTestDatabase());
    const first = await resolveWorldSettings(connection, MAIN_WORLD, {
      ...choice,
      seed: 7,
      terminals: 50,
      freshSecret: 'one',
    });
    expect(first).toEqual({ seed: 7, terminals: 50, fleetFiles: [], startMs: EPOCH_MS, cursorSecret: 'one' });
    expect(await resolveWorldSettings(connection, MAIN_WORLD, { ...choice, freshSecret: 'two' })).toEqual(first);
    await connection.query("INSERT INTO fleetkit.workspaces (name, workspace) VALUES ('b', '{}')");
    expect(await resolveWorldSettings(connection, 'b', { ...choice, freshSecret: 'two' })).toEqual({
      ...{ seed: 1, terminals: undefined, fleetFiles: [], startMs: EPOCH_MS, cursorSecret: 'two' },
    });
    await close();
  });

  test('are refused, and nothing changes, if its facts refer to fleets of another version', async () => {
    const url = await createTestDatabase();
    const { connection, close } = await openPostgresDatabase(url);
    await resolveWorldSettings(connection, MAIN_WORLD, { ...choice, freshSecret: 'one' });
    await execute(url, `UPDATE fleetkit.worlds SET fleets = ${FLEETS_VERSION + 1}`);
    const before = await execute(url, 'SELECT * FROM fleetkit.worlds');
    const fault = await catchUnusable(resolveWorldSettings(connection, MAIN_WORLD, { ...choice, freshSecret: 'two' }));
    expect([fault.reason, fault.message]).toEqual(['other-fleets', expect.stringContaining('or another database')]);
    expect(await execute(url, 'SELECT * FROM fleetkit.worlds')).toEqual(before);
    await close();
  });

  test('are refused without a migration in a schema without versions of fleets', async () => {
    const url = await createTestDatabase();
    const older = new PostgresConnection(parseDatabaseUrl(url));
    await migrateDatabase(older, postgresMigrations.slice(0, FLEETS_STEP - 1));
    await older.close();
    await execute(url, "INSERT INTO fleetkit.worlds (workspace, seed, cursor_secret) VALUES ('a', 1, 'one')");
    const readAll = async () => [
      await execute(url, 'SELECT * FROM fleetkit.worlds'),
      await execute(url, 'SELECT version FROM fleetkit.schema_version'),
    ];
    const before = await readAll();
    const fault = await catchUnusable(openPostgresDatabase(url));
    expect([fault.reason, fault.message]).toEqual(['other-fleets', expect.stringContaining('fleets of version 1')]);
    expect(await readAll()).toEqual(before);
    await execute(url, 'DELETE FROM fleetkit.worlds');
    await (await openPostgresDatabase(url)).close();
  });

  test('are the same for replicas that start at the same time', async () => {
    const { connection, close } = await openPostgresDatabase(await createTestDatabase());
    const all = await Promise.all(
      ['one', 'two', 'three'].map((freshSecret) =>
        resolveWorldSettings(connection, MAIN_WORLD, { ...choice, freshSecret }),
      ),
    );
    expect(new Set(all.map(({ cursorSecret }) => cursorSecret)).size).toBe(1);
    await close();
  });

  test('reject a replica with another seed or number of terminals', async () => {
    const { connection, close } = await openPostgresDatabase(await createTestDatabase());
    const open = (seed?: number, terminals?: number) =>
      resolveWorldSettings(connection, MAIN_WORLD, {
        seed,
        terminals,
        fleetFiles: undefined,
        start: DEFAULT_START,
        defaultSeed: 1,
        freshSecret: 'one',
      });
    await open(7, 50);
    expect(await catchUnusable(open(8))).toMatchObject({
      reason: 'other-seed',
      message: expect.stringMatching(/^The database .* contains data of seed 7, not 8. Start with that seed/),
    });
    expect(await catchUnusable(open(7, 51))).toMatchObject({
      reason: 'other-terminals',
      message: expect.stringMatching(/fleet with 50 terminals, not with 51/),
    });
    await close();
  });
});
