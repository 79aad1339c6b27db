import { DatabaseUnavailable } from '../storage/database-unavailable.ts';
import type { PostgresConnection } from '../storage/postgres/connection.ts';
import type { PostgresDatabase } from '../storage/postgres/database.ts';
import { type FactRow, toEntries, toRows } from '../storage/rows.ts';
import { UnusableData } from '../storage/unusable-data.ts';
import { type Fact, findUnknownType, type JournalEntry, type Position, position } from '../world/state/facts.ts';
import type { Journal } from './journal.ts';
import { JournalPositions } from './postgres-positions.ts';

/** Maximum number of entries that were appended here and are kept until they are read. Others are read from the database. */
const MAX_KEPT_ENTRIES = 1000;

/**
 * Opens the journal of a world in a database that other replicas use too. Positions are assigned under the lock of one
 * row, so they become visible in order. While the database cannot be reached, reads return what was known before, and
 * appends reject with `DatabaseUnavailable`. After the deletion of the world, `latest` rejects with `WorldDeleted`.
 */
export function openPostgresJournal({ connection, feed }: PostgresDatabase, workspace: string): Journal {
  const positions = getPositions(connection);
  const kept = new KeptEntries();
  /** The last known position of the journal. */
  let knownLatest = position(0);

  const readEntries = async (after: Position): Promise<readonly JournalEntry[]> => {
    const rows = await connection.query<FactRow>(READ_AFTER, [workspace, after]);
    checkRows(connection, after, rows);
    return toEntries(rows);
  };

  return {
    async append(tenantId: string, facts: readonly Fact[], after: Position) {
      if (facts.length === 0) throw new RangeError('an entry needs at least one fact');
      const rows = toRows(tenantId, position(1), facts);
      const columns = [rows.map(({ atMs }) => atMs), rows.map(({ fact }) => fact)];
      const [head] = await connection.query<{ last: number }>(APPEND, [workspace, tenantId, after, ...columns]);
      if (head === undefined) return 'behind';
      const entry: JournalEntry = { tenantId, position: position(head.last - facts.length + 1), facts };
      kept.add(entry);
      knownLatest = position(Math.max(knownLatest, head.last));
      feed.publish(workspace, 'facts');
      return entry;
    },
    async readAfter(after) {
      const inMemory = kept.listAfter(after);
      const isComplete = inMemory.length > 0 && findLast(inMemory, after) >= knownLatest;
      if (isComplete) {
        kept.noteRead(findLast(inMemory, after));
        return inMemory;
      }
      try {
        const entries = await readEntries(after);
        kept.noteRead(findLast(entries, after));
        return entries;
      } catch (fault) {
        if (!(fault instanceof DatabaseUnavailable) || !kept.wasRead) throw fault;
        return inMemory;
      }
    },
    async latest() {
      try {
        const latest = await positions.read(workspace);
        knownLatest = position(Math.max(knownLatest, latest));
        if (latest <= kept.lastRead) kept.noteRead(kept.lastRead);
        return latest;
      } catch (fault) {
        if (!(fault instanceof DatabaseUnavailable) || !kept.wasRead) throw fault;
        return findLast(kept.listAfter(kept.lastRead), kept.lastRead);
      }
    },
    async close() {},
  };
}

/** The entries that were appended here and not read yet. */
class KeptEntries {
  /** The last position up to which this process has read all entries. */
  lastRead = position(0);
  /** Whether it has read them all at some time. Before that, reads need the database. */
  wasRead = false;
  #entries: readonly JournalEntry[] = [];

  add(entry: JournalEntry): void {
    if (entry.position <= this.lastRead || this.#entries.length >= MAX_KEPT_ENTRIES) return;
    this.#entries = [...this.#entries, entry].sort((a, b) => a.position - b.position);
  }

  /** Returns the entries after a position, up to the first gap. */
  listAfter(after: Position): readonly JournalEntry[] {
    const found: JournalEntry[] = [];
    for (const entry of this.#entries) if (entry.position === findLast(found, after) + 1) found.push(entry);
    return found;
  }

  noteRead(last: Position): void {
    this.wasRead = true;
    if (last <= this.lastRead) return;
    this.lastRead = last;
    this.#entries = this.#entries.filter((entry) => entry.position > last);
  }
}

/** Returns the position of the last fact of entries; `otherwise` if there are none. */
function findLast(entries: readonly JournalEntry[], otherwise: Position): Position {
  const last = entries.at(-1);
  return last === undefined ? otherwise : position(last.position + last.facts.length - 1);
}

/** Throws unless the rows follow each other from `after` on, and each has a known type. */
function checkRows({ label }: PostgresConnection, after: Position, rows: readonly FactRow[]): void {
  let previous: FactRow | undefined;
  for (const row of rows) {
    if (previous === undefined ? row.entry !== row.position : row.position !== previous.position + 1)
      throw new UnusableData(
        'damaged',
        `The journal in ${label} is damaged: a fact before position ${row.position} is missing. Restore a backup.`,
      );
    const unknown = findUnknownType(JSON.parse(row.fact) as Parameters<typeof findUnknownType>[0]); // written by `append`
    if (unknown !== undefined)
      throw new UnusableData(
        'newer',
        `The journal in ${label} was written by a newer fleetkit: the fact at position ${row.position} has the unknown type ` +
          `"${unknown}". Use that version for all replicas.`,
      );
    previous = row;
  }
  const [first] = rows;
  if (first !== undefined && after === 0 && first.position !== 1)
    throw new UnusableData(
      'damaged',
      `The journal in ${label} is damaged: its first facts are missing. Restore a backup.`,
    );
}

/**
 * Appends facts if the tenant has none after `$3`. The update locks the row of the workspace until the facts are visible, and
 * checks its latest version. Returns the last position, or no row.
 */
const APPEND = `
  WITH head AS (
    UPDATE fleetkit.journal_heads
    SET position = position + cardinality($5::text[]),
      tenants = tenants || jsonb_build_object($2::text, position + cardinality($5::text[]))
    WHERE workspace = $1 AND coalesce((tenants ->> $2::text)::bigint, 0) <= $3
    RETURNING position
  ), appended AS (
    INSERT INTO fleetkit.facts (workspace, position, entry, tenant, at_ms, fact)
    SELECT $1, position - cardinality($5::text[]) + n, position - cardinality($5::text[]) + 1, $2, at_ms, fact
    FROM head, unnest($4::bigint[], $5::text[]) WITH ORDINALITY AS given (at_ms, fact, n)
  )
  SELECT position AS last FROM head`;

const READ_AFTER = `
  SELECT position, entry, tenant, at_ms AS "atMs", fact FROM fleetkit.facts
  WHERE workspace = $1 AND position > $2 AND entry > $2 ORDER BY position`;

const readers = new WeakMap<PostgresConnection, JournalPositions>();

/** Returns the reader of positions that all journals of a connection share. */
function getPositions(connection: PostgresConnection): JournalPositions {
  const known = readers.get(connection) ?? new JournalPositions(connection);
  readers.set(connection, known);
  return known;
}
