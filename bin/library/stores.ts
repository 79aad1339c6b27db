import { randomBytes } from 'node:crypto';
import type { DeliveryStore, Retention } from '../../server/delivery/store/delivery-store.ts';
import type { Journal } from '../../server/journal/journal.ts';
import type { PostgresDatabase } from '../../server/storage/postgres/database.ts';
import type { WantedStart } from '../../server/storage/start-instant.ts';
import type { WorkspaceDirectory } from '../../server/workspaces/workspace-directory.ts';

/** The stores of a world, and the settings that are stored with it. */
export interface Stores {
  readonly journal: Journal;
  readonly deliveries: DeliveryStore;
  readonly seed: number;
  readonly terminals: number | undefined;
  /** The fleet files of the world, as texts. */
  readonly fleetFiles: readonly string[];
  /** The start of the clock. Epoch milliseconds. */
  readonly startMs: number;
  readonly cursorSecret: string;
  /** Whether the data can be read now. */
  readonly isReadable: () => boolean | Promise<boolean>;
  /** Whether the database can be reached now. Undefined: there is none. */
  readonly isDatabaseReachable?: () => boolean;
  /** Whether the server had workspaces when the stores were opened. */
  readonly hasWorkspaces?: boolean;
  /** Opens the directory of the workspaces of a server. Undefined: they are kept in memory. */
  readonly openDirectory?: () => Promise<WorkspaceDirectory>;
  /** Present if other replicas use the same stores. */
  readonly shared?: SharedStores;
}

/** Stores in a database. */
export interface SharedStores {
  readonly database: PostgresDatabase;
  /** The workspace of the stores in the database. */
  readonly workspace: string;
}

/** Where a world is stored. The other options are requirements on what is stored already. */
export interface StoreOptions {
  /** A directory. Undefined: in memory. */
  readonly data?: string | undefined;
  /** The URL of a PostgreSQL database, instead of a directory. */
  readonly database?: string | undefined;
  readonly seed?: number | undefined;
  readonly terminals?: number | undefined;
  readonly fleetFiles?: readonly string[] | undefined;
  /** Default: `DEFAULT_START`. */
  readonly start?: WantedStart | undefined;
  /** At least 16 characters. */
  readonly cursorSecret?: string | undefined;
  /** Maximum size of the deliveries of each tenant. Default: that of the store. */
  readonly deliveryBytes?: number | undefined;
}

/** Returns a new secret for cursors. */
export const createCursorSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the limits of a store with at most `bytes` for each tenant. */
export const limitBytes = <Limits extends Retention>(limits: Limits, bytes: number | undefined): Limits =>
  bytes === undefined ? limits : { ...limits, bytesPerTenant: Math.min(bytes, limits.bytesPerTenant ?? bytes) };
