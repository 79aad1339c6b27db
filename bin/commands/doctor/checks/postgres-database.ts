import { Client } from 'pg';
import { parseDatabaseUrl } from '../../../../server/storage/postgres/database-url.ts';
import { postgresMigrations } from '../../../../server/storage/postgres/migrations.ts';
import { toUnusableDatabase } from '../../../../server/storage/postgres/schema.ts';
import { UnusableData } from '../../../../server/storage/unusable-data.ts';
import { checkSkew } from './clock-skew.ts';
import type { Finding } from './finding.ts';

const CONNECT_MS = 5000;

/** Checks a PostgreSQL database: whether it can be reached, its schema, and its clock. Changes nothing. */
export async function checkDatabase(url: string): Promise<readonly Finding[]> {
  let check = 'database';
  let client: Client | undefined;
  try {
    const { label } = parseDatabaseUrl(url);
    check = label.replace(/^the /, '');
    client = new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: CONNECT_MS,
      query_timeout: CONNECT_MS,
    });
    await client.connect();
    const sentMs = Date.now();
    const { rows } = await client.query<{ now: Date; hasVersion: boolean; mayCreate: boolean }>(
      `SELECT clock_timestamp() AS "now", to_regclass('fleetkit.schema_version') IS NOT NULL AS "hasVersion",
        has_database_privilege(current_database(), 'CREATE') AS "mayCreate"`,
    );
    const [found] = rows;
    if (found === undefined) return [];
    const midMs = (sentMs + Date.now()) / 2;
    const schema = found.hasVersion ? await readVersion(client) : undefined;
    return [describeSchema(check, schema, found.mayCreate), checkSkew(check, found.now.getTime() - midMs, 0)];
  } catch (fault) {
    const unusable = toUnusableDatabase(check, fault);
    const message = unusable instanceof UnusableData ? unusable.message : `It cannot be reached: ${describe(fault)}`;
    return [
      {
        check,
        status: 'problem',
        found: message,
        advice: 'Check the address, the user and the password, and that the server runs.',
      },
    ];
  } finally {
    await client?.end().catch(() => undefined);
  }
}

const describe = (fault: unknown): string => {
  const first: unknown = fault instanceof AggregateError ? fault.errors[0] : fault;
  return first instanceof Error ? first.message : String(first);
};

async function readVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>('SELECT version FROM fleetkit.schema_version');
  return rows[0]?.version ?? 0;
}

function describeSchema(check: string, version: number | undefined, mayCreate: boolean): Finding {
  const newest = postgresMigrations.length;
  if (version === undefined)
    return mayCreate
      ? { check, status: 'ok', found: 'It can be reached, and has no schema yet. fleetkit serve creates it.' }
      : {
          check,
          status: 'problem',
          found: 'It has no schema, and the user may not create one.',
          advice: 'Grant CREATE on the database to the user.',
        };
  if (version > newest)
    return {
      check,
      status: 'problem',
      found: `Its schema ${version} is newer than ${newest}, which this version of fleetkit uses.`,
      advice: 'Update fleetkit.',
    };
  if (version < newest)
    return {
      check,
      status: 'warning',
      found: `Its schema ${version} is older than ${newest}.`,
      advice: 'fleetkit serve migrates it. Make a backup first.',
    };
  return { check, status: 'ok', found: `It can be reached, and its schema ${version} is current.` };
}
