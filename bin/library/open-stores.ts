import { randomBytes } from 'node:crypto';
import type { DeliveryStore, Retention } from '../../server/delivery/store/delivery-store.ts';
import { memoryRetention, openMemoryDeliveries } from '../../server/delivery/store/memory-store.ts';
import type { Journal } from '../../server/journal/journal.ts';
import { openMemoryJournal } from '../../server/journal/memory.ts';
import type { WorkspaceDirectory } from '../../server/workspaces/workspace-directory.ts';
import { DEFAULT_SEED } from '../../server/world/state/world.ts';

/** The stores of a world, and the settings that are stored with it. */
export interface Stores {
  readonly journal: Journal;
  readonly deliveries: DeliveryStore;
  readonly seed: number;
  readonly terminals: number | undefined;
  readonly cursorSecret: string;
  /** Whether the data can be read now. */
  readonly isReadable: () => boolean | Promise<boolean>;
  /** Whether the server had workspaces when the stores were opened. */
  readonly hasWorkspaces?: boolean;
  /** Opens the directory of the workspaces of a server. Undefined: they are kept in memory. */
  readonly openDirectory?: () => Promise<WorkspaceDirectory>;
}

/** Where a world is stored. The other options are requirements on what is stored already. */
export interface StoreOptions {
  /** A directory. Undefined: in memory. */
  readonly data?: string | undefined;
  readonly seed?: number | undefined;
  readonly terminals?: number | undefined;
  /** At least 16 characters. */
  readonly cursorSecret?: string | undefined;
  /** Maximum size of the deliveries of each tenant. Default: that of the store. */
  readonly deliveryBytes?: number | undefined;
}

/** Minimum length of a cursor secret, in characters. */
const SHORTEST_SECRET = 16;

const createCursorSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the limits of a store with at most `bytes` for each tenant. */
const limitBytes = <Limits extends Retention>(limits: Limits, bytes: number | undefined): Limits =>
  bytes === undefined ? limits : { ...limits, bytesPerTenant: Math.min(bytes, limits.bytesPerTenant ?? bytes) };

/** Opens the journal and the delivery store: in memory, or in one file of the data directory. */
export async function openStores({
  data,
  seed,
  terminals,
  cursorSecret,
  deliveryBytes,
}: StoreOptions): Promise<Stores> {
  if (cursorSecret !== undefined && cursorSecret.length < SHORTEST_SECRET)
    throw new RangeError(`cursorSecret is too short: use at least ${SHORTEST_SECRET} characters, or leave it out.`);
  if (data === undefined)
    return {
      journal: openMemoryJournal(),
      deliveries: openMemoryDeliveries(limitBytes(memoryRetention, deliveryBytes)),
      seed: seed ?? DEFAULT_SEED,
      terminals,
      cursorSecret: cursorSecret ?? createCursorSecret(),
      isReadable: () => true,
    };
  const { openSqliteJournal } = await import('../../server/journal/sqlite.ts');
  const { openSqliteDeliveries, sqliteRetention } = await import('../../server/delivery/store/sqlite-store.ts');
  const { resolveTerminalCount } = await import('../../server/storage/terminal-count.ts');
  const { readOrCreateCursorSecret } = await import('../../server/storage/cursor-secret.ts');
  const journal = openSqliteJournal(data, { seed, defaultSeed: DEFAULT_SEED });
  try {
    const { database } = journal.data;
    const settledSecret = cursorSecret ?? readOrCreateCursorSecret(database, createCursorSecret());
    return {
      journal,
      deliveries: openSqliteDeliveries(database, limitBytes(sqliteRetention, deliveryBytes)),
      seed: journal.seed,
      terminals: resolveTerminalCount(journal.data, terminals),
      cursorSecret: settledSecret,
      isReadable: () => journal.data.isReadable(),
      hasWorkspaces: database.prepare('SELECT 1 FROM workspaces LIMIT 1').get() !== undefined,
      openDirectory: async () => {
        const { openSqliteDirectory } = await import('../../server/workspaces/sqlite-directory.ts');
        return openSqliteDirectory(database);
      },
    };
  } catch (error) {
    await journal.close();
    throw error;
  }
}
