import type { AddedCount, ExchangeCounts, TotalCount } from '../../limits/shared-budgets.ts';
import type { PostgresConnection } from './connection.ts';

/** Number of exchanges after which counts that have ended are deleted. */
const CLEAN_EVERY = 200;

/** Returns a function that adds counts to those of all replicas of a database. */
export function createCountExchange(connection: PostgresConnection): ExchangeCounts {
  let exchanges = 0;
  return async (added) => {
    exchanges += 1;
    if (exchanges % CLEAN_EVERY === 0) await connection.query(DELETE_ENDED, []);
    return connection.query<TotalCount>(ADD, toColumns(added));
  };
}

const toColumns = (added: readonly AddedCount[]): readonly unknown[] => [
  added.map(({ scope }) => scope),
  added.map(({ name }) => name),
  added.map(({ endsAtMs }) => endsAtMs),
  added.map((count) => Math.round(count.added)),
];

/** In the order of the key, so that two replicas never wait for each other. */
const ADD = `
  INSERT INTO fleetkit.counts AS known (scope, name, ends_ms, count)
  SELECT scope, name, ends_ms, count FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
    AS given (scope, name, ends_ms, count) ORDER BY scope, name, ends_ms
  ON CONFLICT (scope, name, ends_ms) DO UPDATE SET count = known.count + excluded.count
  RETURNING scope, name, ends_ms AS "endsAtMs", count AS total`;

const DELETE_ENDED = 'DELETE FROM fleetkit.counts WHERE ends_ms < extract(epoch FROM now()) * 1000 - 3600000';
