import { type Database, runInTransaction } from '../storage/connection.ts';
import { type DataDirectory, openDataDirectory } from '../storage/data-directory.ts';
import { computeRowChecksum, type FactRow, toEntries, toRows } from '../storage/rows.ts';
import { UnusableData } from '../storage/unusable-data.ts';
import { type Fact, FLEETS_VERSION, type JournalEntry, type Position, position } from '../world/state/facts.ts';
import type { Journal } from './journal.ts';

/** A journal in a data directory, with the seed of its world. */
export interface SqliteJournal extends Journal {
  readonly seed: number;
  /** The directory. Closing the journal closes it. */
  readonly data: DataDirectory;
}

/** `seed` is required of the file. Without it, the seed is that of the file, or `defaultSeed` for a new file. */
export interface SeedChoice {
  readonly seed?: number | undefined;
  readonly defaultSeed: number;
}

/**
 * Opens the journal in `directory`, which is created if absent. Appended facts survive the end of the process at any
 * instant. Throws `UnusableData` if the directory cannot be used or belongs to another seed.
 */
export function openSqliteJournal(directory: string, { seed, defaultSeed }: SeedChoice): SqliteJournal {
  const data = openDataDirectory(directory);
  try {
    const settled = resolveSeed(data, seed, defaultSeed);
    return { seed: settled, data, ...createJournal(data) };
  } catch (error) {
    data.close();
    throw error;
  }
}

function createJournal(data: DataDirectory): Journal {
  const { database } = data;
  const lastOfTenant = readLastPositions(database);
  let last = position(Math.max(0, ...lastOfTenant.values()));
  const insert = database.prepare(
    'INSERT INTO entries (position, entry, tenant, at_ms, fact, checksum) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const select = database.prepare(
    'SELECT position, entry, tenant, at_ms AS atMs, fact FROM entries WHERE position > ? AND entry > ? ORDER BY position',
  );

  return {
    async append(tenantId: string, facts: readonly Fact[], after: Position) {
      if (facts.length === 0) throw new RangeError('an entry needs at least one fact');
      if ((lastOfTenant.get(tenantId) ?? 0) > after) return 'behind';
      const entry: JournalEntry = { tenantId, position: position(last + 1), facts };
      runInTransaction(database, () => {
        for (const row of toRows(tenantId, entry.position, facts)) {
          insert.run(row.position, row.entry, row.tenant, row.atMs, row.fact, computeRowChecksum(row));
        }
      });
      last = position(last + facts.length);
      lastOfTenant.set(tenantId, last);
      return entry;
    },
    async readAfter(after) {
      if (after >= last) return [];
      return toEntries(select.iterate(after, after) as Iterable<FactRow>); // STRICT table with these columns
    },
    latest: () => last,
    async close() {
      data.close();
    },
  };
}

function readLastPositions(database: Database): Map<string, Position> {
  const rows = database.prepare('SELECT tenant, max(position) AS last FROM entries GROUP BY tenant').all();
  return new Map(rows.map(({ tenant, last }) => [String(tenant), position(Number(last))]));
}

/** Returns the seed of the file. Stores it, with the version of the fleets, if the file has none. */
function resolveSeed({ file, database }: DataDirectory, wanted: number | undefined, otherwise: number): number {
  const row = database.prepare("SELECT value FROM settings WHERE name = 'seed'").get();
  if (row === undefined) {
    const seed = wanted ?? otherwise;
    database
      .prepare("INSERT INTO settings (name, value) VALUES ('seed', ?), ('fleets', ?)")
      .run(String(seed), String(FLEETS_VERSION));
    return seed;
  }
  const recorded = Number(row.value);
  if (wanted === undefined || wanted === recorded) return recorded;
  throw new UnusableData(
    'other-seed',
    `${file} contains data of seed ${recorded}, not ${wanted}. ` +
      `Start with seed ${recorded}, or choose another directory.`,
  );
}
