import { randomBytes } from 'node:crypto';
import { Client, type ClientConfig, Pool, type PoolClient, types } from 'pg';
import { clearTimeout, setTimeout } from '../../../base/real-time.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import type { DatabaseUrl } from './database-url.ts';
import { toDriverFault } from './driver-faults.ts';

/** The only module that imports pg. It is not loaded unless a database is configured. */

/** Executes one statement. Returns its rows. */
export type Query = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** Limits of waiting, in real milliseconds. */
export interface PostgresTimeouts {
  /** To open a connection. */
  readonly connectMs: number;
  /** For each statement, on the server. */
  readonly statementMs: number;
  /** For the query of the latest positions, which every request waits for. */
  readonly positionMs: number;
  /** Between two attempts to reach a server that is away. */
  readonly probeMs: number;
}

const DEFAULT_TIMEOUTS: PostgresTimeouts = { connectMs: 2000, statementMs: 5000, positionMs: 1000, probeMs: 500 };

/** Maximum number of connections for statements. There is one more for positions, and one for notifications. */
const MAX_CONNECTIONS = 10;

export interface PostgresOptions {
  readonly timeouts?: Partial<PostgresTimeouts>;
  readonly maxConnections?: number;
}

/**
 * A PostgreSQL database that this process shares with others. When the server cannot be reached, every statement rejects at
 * once with `DatabaseUnavailable`, until an attempt in the background reaches it again.
 */
export class PostgresConnection {
  /** Identifies this process among those that use the database. */
  readonly replicaId = randomBytes(9).toString('base64url');
  readonly label: string;
  readonly #config: ClientConfig;
  readonly #timeouts: PostgresTimeouts;
  readonly #pool: Pool;
  /** A separate connection, so that reads do not wait for deliveries. */
  readonly #positionPool: Pool;
  readonly #onReturn = new Set<() => void>();
  readonly #statementNames = new Map<string, string>();
  #isAway = false;
  #probing: NodeJS.Timeout | 'now' | undefined;
  #closing: Promise<void> | undefined;

  constructor({ url, label }: DatabaseUrl, { timeouts, maxConnections = MAX_CONNECTIONS }: PostgresOptions = {}) {
    this.label = label;
    this.#timeouts = { ...DEFAULT_TIMEOUTS, ...timeouts };
    const { connectMs, statementMs, positionMs } = this.#timeouts;
    this.#config = {
      connectionString: url,
      fallback_application_name: 'fleetkit',
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      types: {
        getTypeParser: (oid: number, format) => (oid === BIGINT ? Number : types.getTypeParser(oid, format as 'text')),
      },
    };
    const limits = { statement_timeout: statementMs, lock_timeout: statementMs, query_timeout: statementMs + 1000 };
    const idle = {
      idle_in_transaction_session_timeout: 4 * statementMs,
      idleTimeoutMillis: 30_000,
      allowExitOnIdle: true,
    };
    this.#pool = new Pool({ ...this.#config, ...limits, ...idle, max: maxConnections });
    this.#positionPool = new Pool({ ...this.#config, query_timeout: positionMs, ...idle, max: 1 });
    for (const pool of [this.#pool, this.#positionPool]) {
      pool.on('connect', (client) => client.on('error', () => undefined)); // its next statement rejects
      pool.on('error', (fault) => this.#report(fault, false));
    }
  }

  /** Whether the server could not be reached lately. */
  get isAway(): boolean {
    return this.#isAway;
  }

  get timeouts(): PostgresTimeouts {
    return this.#timeouts;
  }

  /** Calls `listener` whenever the server can be reached again, until the returned function is called. */
  onReturn(listener: () => void): () => void {
    this.#onReturn.add(listener);
    return () => this.#onReturn.delete(listener);
  }

  /** Executes a statement that may write. Rejects with `DatabaseUnavailable` or `DatabaseFull` if it cannot be executed. */
  readonly query: Query = async (text, values = []) => {
    this.#requirePresence();
    return this.#run(() => this.#pool.query(this.#toStatement(text, values)), true);
  };

  /** Executes a statement that only reads, on the connection for positions. */
  readonly queryPositions: Query = async (text, values = []) => {
    this.#requirePresence();
    return this.#run(() => this.#positionPool.query(this.#toStatement(text, values)), false);
  };

  /** Runs statements in a transaction. Runs `work` again if it conflicts with another transaction. */
  async transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.#tryTransaction(work, attempt < MAX_ATTEMPTS);
      if (result !== 'conflict') return result.value;
    }
  }

  /** Opens a separate connection, for notifications or migrations. The caller ends it. */
  async connectAlone(limits: ClientConfig = {}): Promise<Client> {
    const client = new Client({ ...this.#config, ...limits });
    client.on('error', () => undefined); // the next statement rejects
    try {
      await client.connect();
      return client;
    } catch (fault) {
      client.end().catch(() => undefined);
      throw this.#report(fault, false);
    }
  }

  /** Ends all connections, after the statements in progress. A second call waits for the first. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    if (typeof this.#probing === 'object') clearTimeout(this.#probing);
    this.#onReturn.clear();
    await Promise.all([this.#pool.end(), this.#positionPool.end()]);
  }

  #requirePresence(): void {
    if (this.#isAway) throw new DatabaseUnavailable('the database cannot be reached');
  }

  async #run<Row extends object>(
    send: () => Promise<{ readonly rows: unknown }>,
    isWrite: boolean,
  ): Promise<readonly Row[]> {
    try {
      const { rows } = await send();
      return rows as readonly Row[]; // the statement names the columns of the type
    } catch (fault) {
      throw this.#report(fault, isWrite);
    }
  }

  async #tryTransaction<Result>(
    work: (query: Query) => Promise<Result>,
    mayRepeat: boolean,
  ): Promise<{ readonly value: Result } | 'conflict'> {
    this.#requirePresence();
    let client: PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (fault) {
      throw this.#report(fault, false);
    }
    let isCommitting = false;
    try {
      await client.query('BEGIN');
      const value = await work(async (text, values = []) => (await client.query(this.#toStatement(text, values))).rows);
      isCommitting = true;
      await client.query('COMMIT');
      client.release();
      return { value };
    } catch (fault) {
      const { error, signal, isConflict } = toDriverFault(fault, isCommitting);
      const isBroken = signal !== 'none' || error instanceof DatabaseUnavailable;
      if (isBroken && !isConflict) client.release(true);
      else await this.#rollBack(client);
      this.#note(signal);
      if (isConflict && mayRepeat) return 'conflict';
      throw error;
    }
  }

  async #rollBack(client: PoolClient): Promise<void> {
    try {
      await client.query('ROLLBACK');
      client.release();
    } catch {
      client.release(true);
    }
  }

  /** Returns the error for the caller, and notes whether the server is away. */
  #report(fault: unknown, isSent: boolean): unknown {
    const { error, signal } = toDriverFault(fault, isSent);
    this.#note(signal);
    return error;
  }

  #note(signal: 'none' | 'suspect' | 'away'): void {
    if (signal === 'none' || this.#closing !== undefined) return;
    if (signal === 'away') this.#isAway = true;
    if (this.#probing === undefined) this.#probe();
  }

  /** Tries to reach the server, and repeats that at intervals until it succeeds. */
  #probe(): void {
    this.#probing = 'now';
    this.#reach().then(
      () => {
        const wasAway = this.#isAway;
        this.#isAway = false;
        this.#probing = undefined;
        if (wasAway) for (const listener of this.#onReturn) listener();
      },
      () => {
        this.#isAway = true;
        if (this.#closing === undefined)
          this.#probing = setTimeout(() => this.#probe(), this.#timeouts.probeMs).unref();
      },
    );
  }

  async #reach(): Promise<void> {
    const { positionMs: limitMs } = this.#timeouts;
    const client = new Client({ ...this.#config, connectionTimeoutMillis: limitMs, query_timeout: limitMs });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query('SELECT pg_is_in_recovery() AS "isReadOnly"');
      if (rows[0]?.isReadOnly === true) throw new Error('the server accepts no writes');
    } finally {
      client.end().catch(() => undefined);
    }
  }

  #toStatement(text: string, values: readonly unknown[]) {
    const name = this.#statementNames.get(text) ?? `f${this.#statementNames.size + 1}`;
    this.#statementNames.set(text, name);
    return { name, text, values: [...values] };
  }
}

/** Number of times that a transaction runs, if each conflicts with another one. */
const MAX_ATTEMPTS = 5;

/** The type of positions, instants and counts. All of them are below 2^53. */
const BIGINT = 20;
