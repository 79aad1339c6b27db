import { MemoryDeliveryStore, memoryRetention } from '../../server/delivery/store/memory-store.ts';
import { openMemoryJournal } from '../../server/journal/memory.ts';
import { DEFAULT_SEED } from '../../server/world/state/world.ts';
import { DEFAULT_START } from './options/start-option.ts';
import { createCursorSecret, limitBytes, type StoreOptions, type Stores } from './stores.ts';

/** Minimum length of a cursor secret, in characters. */
const SHORTEST_SECRET = 16;

/** Opens the journal and the delivery store: in memory, in one file of the data directory, or in a database. */
export async function openStores({
  data,
  database,
  seed,
  terminals,
  fleetFiles,
  start = DEFAULT_START,
  cursorSecret,
  deliveryBytes,
}: StoreOptions): Promise<Stores> {
  if (cursorSecret !== undefined && cursorSecret.length < SHORTEST_SECRET)
    throw new RangeError(`cursorSecret is too short: use at least ${SHORTEST_SECRET} characters, or leave it out.`);
  if (database !== undefined) {
    if (data !== undefined)
      throw new RangeError('data and database exclude each other: choose one place for all changes.');
    const { openDatabaseStores } = await import('./postgres-stores.ts');
    return openDatabaseStores(database, { seed, terminals, fleetFiles, start, cursorSecret, deliveryBytes });
  }
  if (data === undefined)
    return {
      journal: openMemoryJournal(),
      deliveries: new MemoryDeliveryStore(limitBytes(memoryRetention, deliveryBytes)),
      seed: seed ?? DEFAULT_SEED,
      terminals,
      fleetFiles: fleetFiles ?? [],
      startMs: start.startMs,
      cursorSecret: cursorSecret ?? createCursorSecret(),
      isReadable: () => true,
    };
  const { openSqliteJournal } = await import('../../server/journal/sqlite.ts');
  const { SqliteDeliveryStore, sqliteRetention } = await import('../../server/delivery/store/sqlite-store.ts');
  const { resolveTerminalCount } = await import('../../server/storage/terminal-count.ts');
  const { resolveFleetFiles } = await import('../../server/storage/fleet-files.ts');
  const { resolveStart } = await import('../../server/storage/start-instant.ts');
  const { readOrCreateCursorSecret } = await import('../../server/storage/cursor-secret.ts');
  const journal = openSqliteJournal(data, { seed, defaultSeed: DEFAULT_SEED });
  try {
    const { database } = journal.data;
    const settledSecret = cursorSecret ?? readOrCreateCursorSecret(database, createCursorSecret());
    return {
      journal,
      deliveries: new SqliteDeliveryStore(database, limitBytes(sqliteRetention, deliveryBytes)),
      seed: journal.seed,
      terminals: resolveTerminalCount(journal.data, terminals),
      fleetFiles: resolveFleetFiles(journal.data, fleetFiles),
      startMs: resolveStart(journal.data, start),
      cursorSecret: settledSecret,
      isReadable: () => journal.data.isReadable(),
      hasWorkspaces: database.prepare('SELECT 1 FROM workspaces LIMIT 1').get() !== undefined,
      openDirectory: async () => {
        const { openSqliteDirectory } = await import('../../server/workspaces/sqlite-directory.ts');
        return openSqliteDirectory(database, data);
      },
    };
  } catch (error) {
    await journal.close();
    throw error;
  }
}
