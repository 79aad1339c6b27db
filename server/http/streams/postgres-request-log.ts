import { clearTimeout, setTimeout } from '../../../base/real-time.ts';
import type { PostgresDatabase } from '../../storage/postgres/database.ts';
import type { RecordedRequest } from '../recording/record-request.ts';
import { MAX_RECORDED_BYTES, measureRecording } from '../recording/recording-budget.ts';
import type { AccessEntry } from '../request/1-start/access-log.ts';
import {
  type Exchange,
  MAX_EXCHANGES,
  MAX_OF_CONSOLE,
  type RecordedAt,
  type RecordedExchange,
  RequestLog,
  toExchange,
  toReported,
} from './request-log.ts';

/** Requests are stored in batches, at most this long after their response, in real milliseconds. */
const BATCH_MS = 100;
/** Requests that wait for a batch. Further ones are dropped, for example while the database is away. */
const MAX_WAITING = 1000;

/**
 * Keeps the latest exchanges of all replicas in a database. Reports those of this process at once, and those of others when
 * they have been stored.
 */
export class PostgresRequestLog extends RequestLog {
  readonly #database: PostgresDatabase;
  readonly #workspace: string;
  #waiting: (RecordedExchange & { readonly request: RecordedRequest | undefined })[] = [];
  #waitingBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor(database: PostgresDatabase, workspace: string) {
    super();
    this.#database = database;
    this.#workspace = workspace;
  }

  override record(entry: AccessEntry, at: RecordedAt, request?: RecordedRequest): void {
    this.recorded.publish(toReported({ entry, at }));
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#waitingBytes += request === undefined ? 0 : measureRecording(request);
    const kept = this.#waitingBytes > MAX_RECORDED_BYTES ? undefined : request;
    this.#waiting.push({ entry, at, request: kept });
    this.#timer ??= setTimeout(() => {
      this.store().catch(() => undefined); // they are dropped
    }, BATCH_MS).unref();
  }

  /** Stores the waiting exchanges. */
  store(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#storing = this.#storing.catch(() => undefined).then(() => this.#storeBatch(batch));
    return this.#storing;
  }

  /** Returns the exchanges of the given users, or all of them for `undefined`, newest first. */
  override async latest(userIds: ReadonlySet<string> | undefined): Promise<readonly Exchange[]> {
    await this.store();
    const rows = await this.#database.connection.query<{ exchange: string; request: string | null }>(
      `SELECT exchange, request FROM (${PLACED}) AS placed
       WHERE place <= most AND ($4::text[] IS NULL OR user_id = ANY($4::text[])) ORDER BY number DESC`,
      [this.#workspace, MAX_EXCHANGES, MAX_OF_CONSOLE, userIds === undefined ? null : [...userIds]],
    );
    return rows.map(({ exchange, request }) => ({
      ...(JSON.parse(exchange) as Exchange), // only this class writes the columns
      recorded: request === null ? null : (JSON.parse(request) as RecordedRequest),
    }));
  }

  override async publishOthers(detail: string): Promise<void> {
    if (!this.recorded.hasSubscribers) return;
    const [first, last] = detail.split(' ').map(Number);
    const rows = await this.#database.connection.query<{ exchange: string }>(
      'SELECT exchange FROM fleetkit.exchanges WHERE workspace = $1 AND number BETWEEN $2 AND $3 ORDER BY number',
      [this.#workspace, first, last],
    );
    for (const { exchange } of rows) {
      const parsed = JSON.parse(exchange) as Exchange; // only this class writes the column, and older ones without that member
      this.recorded.publish({ userId: parsed.user_id, toExchange: () => ({ ...parsed, recorded: null }) });
    }
  }

  async #storeBatch(
    batch: readonly (RecordedExchange & { readonly request: RecordedRequest | undefined })[],
  ): Promise<void> {
    if (batch.length === 0) return;
    const { connection, feed } = this.#database;
    const exchanges = batch.map((recorded) => toExchange(recorded));
    const requests = batch.map(({ request }) => (request === undefined ? null : JSON.stringify(request)));
    const stored = await connection.query<{ number: number }>(
      `WITH old AS MATERIALIZED (
         SELECT number FROM (${PLACED}) AS placed WHERE place > most
       ), dropped AS (
         DELETE FROM fleetkit.exchanges WHERE workspace = $1 AND number IN (SELECT number FROM old)
       )
       INSERT INTO fleetkit.exchanges (workspace, user_id, exchange, request)
       SELECT $1, user_id, exchange, request
       FROM unnest($4::text[], $5::text[], $6::text[]) WITH ORDINALITY AS given (user_id, exchange, request, n)
       ORDER BY n RETURNING number`,
      [
        ...[this.#workspace, MAX_EXCHANGES, MAX_OF_CONSOLE],
        exchanges.map(({ user_id: userId }) => userId),
        exchanges.map((exchange) => JSON.stringify(exchange)),
        requests,
      ],
    );
    if (requests.some((request) => request !== null))
      await connection.query(DROP_OLD_REQUESTS, [this.#workspace, MAX_RECORDED_BYTES]);
    const numbers = stored.map(({ number }) => number);
    feed.publish(this.#workspace, 'exchanges', `${Math.min(...numbers)} ${Math.max(...numbers)}`);
  }
}

/** The exchanges of a workspace, each with its place from the newest of clients (at most `$2` are kept) or consoles (`$3`). */
const PLACED = `
  SELECT number, user_id, exchange, request, most, row_number() OVER (PARTITION BY most ORDER BY number DESC) AS place
  FROM (
    SELECT number, user_id, exchange, request,
      CASE WHEN starts_with(exchange, '{"request_id":"console-') THEN $3::integer ELSE $2::integer END AS most
    FROM fleetkit.exchanges WHERE workspace = $1
  ) AS kinds`;

/** Drops the oldest requests beyond the budget, and keeps their exchanges. */
const DROP_OLD_REQUESTS = `
  UPDATE fleetkit.exchanges SET request = NULL WHERE number IN (
    SELECT number FROM (
      SELECT number, sum(octet_length(request)) OVER (ORDER BY number DESC) AS bytes
      FROM fleetkit.exchanges WHERE workspace = $1 AND request IS NOT NULL
    ) AS summed WHERE bytes > $2
  )`;
