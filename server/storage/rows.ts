import { crc32 } from 'node:zlib';
import { type Fact, type JournalEntry, type Position, position } from '../world/state/facts.ts';

/** A row of the table of facts. */
export interface FactRow {
  readonly position: number;
  /** Position of the first fact of the same entry. */
  readonly entry: number;
  readonly tenant: string;
  readonly atMs: number;
  /** The complete fact as JSON. */
  readonly fact: string;
}

/** Returns one row per fact of an entry for `tenant`, starting at position `first`. */
export function toRows(tenant: string, first: Position, facts: readonly Fact[]): readonly FactRow[] {
  return facts.map((fact, index) => ({
    position: first + index,
    entry: first,
    tenant,
    atMs: fact.atMs,
    fact: JSON.stringify(fact),
  }));
}

/** Converts rows in order of position to journal entries. */
export function toEntries(rows: Iterable<FactRow>): readonly JournalEntry[] {
  const entries: (JournalEntry & { readonly facts: Fact[] })[] = [];
  for (const row of rows) {
    const fact = JSON.parse(row.fact) as Fact; // written by `toRows`; type and checksum were checked on opening
    const open = entries.at(-1);
    if (open?.position === row.entry) open.facts.push(fact);
    else entries.push({ tenantId: row.tenant, position: position(row.entry), facts: [fact] });
  }
  return entries;
}

/** Returns a checksum that detects modified text, which SQLite's own check does not. */
export function computeRowChecksum({ position, entry, tenant, atMs, fact }: FactRow): number {
  return crc32(`${position} ${entry} ${tenant} ${atMs} ${fact}`);
}
