import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { PostgresDatabase } from '../database.ts';

/* Databases for tests, on the server of the test run. */

const port = process.env.FLEETKIT_TEST_POSTGRES_PORT;

/** Whether the test run has a PostgreSQL server. Tests that need one are skipped otherwise. */
export const hasPostgres = port !== undefined;

export const getTestUrl = (name: string, onPort = port): string =>
  `postgres://fleetkit:no-secret@127.0.0.1:${onPort}/${name}`;

let count = 0;

/** Creates an empty database. Returns its URL. */
export async function createTestDatabase(onPort = port): Promise<string> {
  count += 1;
  const name = `test_${randomBytes(6).toString('hex')}_${count}`;
  const client = new Client({ connectionString: getTestUrl('postgres', onPort) });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return getTestUrl(name, onPort);
}

/** Creates the worlds `w1` to `w${count}` in a database. */
export async function createTestWorlds({ connection }: PostgresDatabase, count: number): Promise<void> {
  await connection.query(
    `WITH created AS (
       INSERT INTO fleetkit.worlds (workspace, seed, cursor_secret)
       SELECT 'w' || n, 1, 'a secret for tests' FROM generate_series(1, $1::integer) AS n RETURNING workspace
     )
     INSERT INTO fleetkit.journal_heads (workspace) SELECT workspace FROM created`,
    [count],
  );
}
