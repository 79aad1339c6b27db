import { ChangeFeed } from './change-feed.ts';
import { PostgresConnection, type PostgresOptions } from './connection.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { type LeaseTimes, ReplicaLease } from './replica-lease.ts';
import { migrateDatabase } from './schema.ts';

export interface DatabaseOptions extends PostgresOptions {
  readonly leaseTimes?: LeaseTimes;
}

/** A database that all worlds of this process share, and other replicas too. */
export interface PostgresDatabase {
  readonly connection: PostgresConnection;
  readonly feed: ChangeFeed;
  readonly lease: ReplicaLease;
  /** Calls `listener` when another replica has ended, in one of those that are left, until the returned function is called. */
  onReplicaLost(listener: () => void): () => void;
  /** Calls `listener` with faults that no caller waits for. */
  onFault(listener: (fault: unknown) => void): void;
  /** Deregisters this replica and ends all connections. */
  close(): Promise<void>;
}

/**
 * Opens the database at `url`, and creates or migrates its schema. Throws `UnusableData` if it cannot be used; the message
 * contains no credentials.
 */
export async function openPostgresDatabase(url: string, options: DatabaseOptions = {}): Promise<PostgresDatabase> {
  const { leaseTimes } = options;
  const connection = new PostgresConnection(parseDatabaseUrl(url), options);
  try {
    await migrateDatabase(connection);
  } catch (fault) {
    await connection.close();
    throw fault;
  }
  const listeners = new Set<() => void>();
  const faultListeners = new Set<(fault: unknown) => void>();
  const onFault = (fault: unknown): void => {
    for (const listener of faultListeners) listener(fault);
  };
  const feed = new ChangeFeed(connection, onFault);
  const lease = new ReplicaLease(connection, {
    onRequeued: (workspace) => feed.publish(workspace, 'deliveries'),
    onReplicaLost: () => {
      for (const listener of listeners) listener();
    },
    onFault,
    ...(leaseTimes === undefined ? {} : { times: leaseTimes }),
  });
  return {
    connection,
    feed,
    lease,
    onReplicaLost(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onFault(listener) {
      faultListeners.add(listener);
    },
    async close() {
      await lease.close();
      await feed.close();
      await connection.close();
    },
  };
}
