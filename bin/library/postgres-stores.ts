import { PostgresDeliveryStore, postgresRetention } from '../../server/delivery/store/postgres-store.ts';
import { openPostgresJournal } from '../../server/journal/postgres.ts';
import { openPostgresDatabase, type PostgresDatabase } from '../../server/storage/postgres/database.ts';
import { resolveWorldSettings } from '../../server/storage/postgres/world-settings.ts';
import { openPostgresDirectory } from '../../server/workspaces/postgres-directory.ts';
import { MAIN_WORLD } from '../../server/world/state/facts.ts';
import { DEFAULT_SEED } from '../../server/world/state/world.ts';
import { DEFAULT_START } from './options/start-option.ts';
import { createCursorSecret, limitBytes, type StoreOptions, type Stores } from './stores.ts';

type Wanted = Pick<StoreOptions, 'seed' | 'terminals' | 'fleetFiles' | 'start' | 'cursorSecret' | 'deliveryBytes'>;

/** Opens the database at a URL and the stores of the main world in it. Closing the journal closes the database. */
export async function openDatabaseStores(url: string, wanted: Wanted): Promise<Stores> {
  const database = await openPostgresDatabase(url);
  try {
    const stores = await openWorldStores(database, MAIN_WORLD, wanted);
    const directory = openPostgresDirectory(database);
    return {
      ...stores,
      journal: { ...stores.journal, close: () => database.close() },
      isDatabaseReachable: () => !database.connection.isAway, // replicas query it every second
      hasWorkspaces: (await directory.list()).length > 0,
      openDirectory: async () => directory,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens the stores of a world in an open database. */
export async function openWorldStores(
  database: PostgresDatabase,
  workspace: string,
  { seed, terminals, fleetFiles, start = DEFAULT_START, cursorSecret, deliveryBytes }: Wanted,
): Promise<Stores> {
  const settings = await resolveWorldSettings(database.connection, workspace, {
    ...{ seed, terminals, fleetFiles, start, defaultSeed: DEFAULT_SEED, freshSecret: createCursorSecret() },
  });
  const journal = openPostgresJournal(database, workspace);
  let wasRead = false;
  return {
    journal,
    deliveries: new PostgresDeliveryStore(database, workspace, limitBytes(postgresRetention, deliveryBytes)),
    seed: settings.seed,
    terminals: settings.terminals,
    fleetFiles: settings.fleetFiles,
    startMs: settings.startMs,
    cursorSecret: cursorSecret ?? settings.cursorSecret,
    isReadable: async () => {
      if (!wasRead) await journal.latest();
      wasRead = true; // from now on, reads go on with the last known facts while the database is away
      return true;
    },
    shared: { database, workspace },
  };
}
