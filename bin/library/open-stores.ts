import { randomBytes } from 'node:crypto';
import type { DeliveryStore } from '../../server/delivery/store/delivery-store.ts';
import { openMemoryDeliveries } from '../../server/delivery/store/memory-store.ts';
import type { Journal } from '../../server/journal/journal.ts';
import { openMemoryJournal } from '../../server/journal/memory.ts';
import { DEFAULT_SEED } from '../../server/world/state/world.ts';

/** The stores of a world, and the settings that are stored with it. */
export interface Stores {
  readonly journal: Journal;
  readonly deliveries: DeliveryStore;
  readonly seed: number;
  readonly terminals: number | undefined;
  readonly cursorSecret: string;
}

/** Where a world is stored. The other options are requirements on what is stored already. */
export interface StoreOptions {
  /** A directory. Undefined: in memory. */
  readonly data?: string | undefined;
  readonly seed?: number | undefined;
  readonly terminals?: number | undefined;
  /** At least 16 characters. */
  readonly cursorSecret?: string | undefined;
}

/** Minimum length of a cursor secret, in characters. */
const SHORTEST_SECRET = 16;

const createCursorSecret = (): string => randomBytes(32).toString('base64url');

/** Opens the journal and the delivery store: in memory, or in one file of the data directory. */
export async function openStores({ data, seed, terminals, cursorSecret }: StoreOptions): Promise<Stores> {
  if (cursorSecret !== undefined && cursorSecret.length < SHORTEST_SECRET)
    throw new RangeError(`cursorSecret is too short: use at least ${SHORTEST_SECRET} characters, or leave it out.`);
  if (data === undefined)
    return {
      journal: openMemoryJournal(),
      deliveries: openMemoryDeliveries(),
      seed: seed ?? DEFAULT_SEED,
      terminals,
      cursorSecret: cursorSecret ?? createCursorSecret(),
    };
  const { openSqliteJournal } = await import('../../server/journal/sqlite.ts');
  const { openSqliteDeliveries } = await import('../../server/delivery/store/sqlite-store.ts');
  const { resolveTerminalCount } = await import('../../server/storage/terminal-count.ts');
  const { readOrCreateCursorSecret } = await import('../../server/storage/cursor-secret.ts');
  const journal = openSqliteJournal(data, { seed, defaultSeed: DEFAULT_SEED });
  try {
    const { database } = journal.data;
    const settledSecret = cursorSecret ?? readOrCreateCursorSecret(database, createCursorSecret());
    return {
      journal,
      deliveries: openSqliteDeliveries(database),
      seed: journal.seed,
      terminals: resolveTerminalCount(journal.data, terminals),
      cursorSecret: settledSecret,
    };
  } catch (error) {
    await journal.close();
    throw error;
  }
}
