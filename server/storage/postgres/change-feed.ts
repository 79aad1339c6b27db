import type { Client } from 'pg';
import { clearTimeout, setImmediate, setTimeout } from '../../../base/real-time.ts';
import type { PostgresConnection } from './connection.ts';

/**
 * A change by another replica. `facts`: the journal has new entries. `deliveries`: deliveries were queued. `attempt`: the
 * attempt that `detail` names was recorded. `exchanges`: requests were recorded. `removed`: the workspace was deleted.
 * `restart`: any of them may have happened, because the database was away.
 */
export interface WorldChange {
  readonly kind: 'facts' | 'deliveries' | 'attempt' | 'exchanges' | 'removed' | 'restart';
  /** Without line breaks and tabs. */
  readonly detail: string;
}

interface Subscription {
  readonly receive: (change: WorldChange) => void;
  /** As of the latest poll. */
  position: number | undefined;
  changes: number | undefined;
}

const CHANNEL = 'fleetkit';
/** Interval of the poll, in real milliseconds. It finds what a lost notification would have reported. */
const POLL_MS = 1000;
/** Pauses between two attempts to connect, in real milliseconds. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;
/** Below the limit of PostgreSQL, 8000 bytes. */
const MAX_PAYLOAD_CHARACTERS = 2000;

/**
 * Reports changes to the other replicas, and receives theirs, over one connection for all worlds of the process. A poll finds
 * new facts and deliveries too, so that a lost notification delays them by at most a second.
 */
export class ChangeFeed {
  readonly #connection: PostgresConnection;
  readonly #subscriptions = new Map<string, Set<Subscription>>();
  readonly #onFault: (fault: unknown) => void;
  #client: Client | undefined;
  #reconnectTimer: NodeJS.Timeout | undefined;
  #pollTimer: NodeJS.Timeout | undefined;
  #failures = 0;
  #outgoing = new Set<string>();
  #sending: Promise<void> | undefined;
  #isStarted = false;
  #isClosed = false;

  constructor(connection: PostgresConnection, onFault: (fault: unknown) => void) {
    this.#connection = connection;
    this.#onFault = onFault;
    connection.onReturn(() => this.#restartAll());
  }

  /** Reports the changes of a workspace by other replicas, until the returned function is called. */
  subscribe(workspace: string, receive: (change: WorldChange) => void): () => void {
    const subscription: Subscription = { receive, position: undefined, changes: undefined };
    const others = this.#subscriptions.get(workspace) ?? new Set();
    this.#subscriptions.set(workspace, others.add(subscription));
    this.#start();
    return () => {
      others.delete(subscription);
      if (others.size === 0) this.#subscriptions.delete(workspace);
    };
  }

  /** Reports a change to the other replicas soon, together with others. Reports it at most once if repeated. */
  publish(workspace: string, kind: WorldChange['kind'], detail = ''): void {
    if (this.#isClosed) return;
    this.#outgoing.add(`${kind}\t${workspace}\t${detail}`);
    this.#sending ??= new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => this.#sendAll())
      .finally(() => {
        this.#sending = undefined;
      });
  }

  /** Resolves when all changes have been sent that were published before. */
  async flush(): Promise<void> {
    await this.#sending;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#reconnectTimer);
    clearTimeout(this.#pollTimer);
    await this.#sending;
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  #start(): void {
    if (this.#isStarted || this.#isClosed) return;
    this.#isStarted = true;
    this.#connect();
    this.#schedulePoll();
  }

  #connect(): void {
    this.#listen().then(
      () => {
        if (this.#failures > 0) this.#restartAll();
        this.#failures = 0;
      },
      () => this.#reconnectLater(),
    );
  }

  async #listen(): Promise<void> {
    const client = await this.#connection.connectAlone({ query_timeout: this.#connection.timeouts.statementMs });
    const isOver = (): void => {
      if (this.#client === client) this.#client = undefined;
      this.#reconnectLater();
    };
    client.on('notification', ({ payload = '' }) => this.#receive(payload));
    client.once('end', isOver);
    try {
      await client.query('SET synchronous_commit = off'); // a notification writes nothing that must last
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (fault) {
      client.off('end', isOver);
      client.end().catch(() => undefined);
      throw fault;
    }
    if (this.#isClosed) await client.end();
    else this.#client = client;
  }

  #reconnectLater(): void {
    if (this.#isClosed) return;
    this.#failures += 1;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(this.#failures - 1, 10));
    clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = setTimeout(() => this.#connect(), pauseMs).unref();
  }

  /** Sends the changes that have been published, and those that are published meanwhile. */
  async #sendAll(): Promise<void> {
    while (this.#outgoing.size > 0) await this.#send().catch(() => undefined); // the poll of the others finds the change
  }

  async #send(): Promise<void> {
    const lines = [...this.#outgoing];
    this.#outgoing = new Set();
    if (this.#client === undefined) return;
    await this.#client.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
      CHANNEL,
      packLines(this.#connection.replicaId, lines),
    ]);
  }

  #receive(payload: string): void {
    const [sender, ...lines] = payload.split('\n');
    if (sender === this.#connection.replicaId) return;
    for (const line of lines) {
      const [kind = '', workspace = '', detail = ''] = line.split('\t');
      for (const { receive } of this.#subscriptions.get(workspace) ?? [])
        this.#report(receive, { kind: kind as WorldChange['kind'], detail }); // sent by `publish` of a replica
    }
  }

  #restartAll(): void {
    for (const { receive } of this.#listAll()) this.#report(receive, { kind: 'restart', detail: '' });
  }

  #report(receive: Subscription['receive'], change: WorldChange): void {
    try {
      receive(change);
    } catch (fault) {
      this.#onFault(fault);
    }
  }

  #schedulePoll(): void {
    this.#pollTimer = setTimeout(() => {
      this.#poll()
        .catch(() => undefined) // the database is away; the next poll finds the changes
        .finally(() => {
          if (!this.#isClosed) this.#schedulePoll();
        });
    }, POLL_MS).unref();
  }

  async #poll(): Promise<void> {
    if (this.#subscriptions.size === 0 || this.#connection.isAway) return;
    const heads = await this.#connection.queryPositions<{
      workspace: string;
      position: number;
      changes: number | null;
    }>(
      `SELECT workspace, position, changes
       FROM fleetkit.journal_heads LEFT JOIN fleetkit.delivery_heads USING (workspace) WHERE workspace = ANY($1)`,
      [[...this.#subscriptions.keys()]],
    );
    for (const { workspace, position, changes } of heads)
      for (const subscription of this.#subscriptions.get(workspace) ?? []) {
        const { receive, position: knownPosition, changes: knownChanges } = subscription;
        Object.assign(subscription, { position, changes: changes ?? 0 });
        if (knownPosition !== position) this.#report(receive, { kind: 'facts', detail: '' });
        if (knownChanges !== (changes ?? 0)) this.#report(receive, { kind: 'deliveries', detail: '' });
      }
  }

  #listAll(): readonly Subscription[] {
    return [...this.#subscriptions.values()].flatMap((some) => [...some]);
  }
}

/** Joins lines to payloads of limited length. */
function packLines(sender: string, lines: readonly string[]): readonly string[] {
  const payloads: string[] = [];
  let payload = sender;
  for (const line of lines) {
    if (payload.length + line.length > MAX_PAYLOAD_CHARACTERS && payload !== sender) {
      payloads.push(payload);
      payload = sender;
    }
    payload += `\n${line}`;
  }
  return [...payloads, payload];
}
