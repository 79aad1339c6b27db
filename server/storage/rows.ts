import { crc32 } from 'node:zlib';
import { type Fact, type JournalEntry, type Position, position } from '../world/facts.ts';

/** A fact as its row holds it. */
export interface FactRow {
  readonly position: number;
  /** Position of the first of the facts that were appended together. */
  readonly entry: number;
  readonly tenant: string;
  readonly atMs: number;
  /** JSON, whole. */
  readonly fact: string;
}

/** One row for each fact appended for `tenant`, the first at `first`. */
export function rowsOf(tenant: string, first: Position, facts: readonly Fact[]): readonly FactRow[] {
  return facts.map((fact, index) => ({
    position: first + index,
    entry: first,
    tenant,
    atMs: fact.atMs,
    fact: JSON.stringify(fact),
  }));
}

/** Rows in order of position back to the entries that they were written as. */
export function entriesOf(rows: Iterable<FactRow>): readonly JournalEntry[] {
  const entries: (JournalEntry & { readonly facts: Fact[] })[] = [];
  for (const row of rows) {
    const fact = JSON.parse(row.fact) as Fact; // written by `rowsOf`; its type and checksum were looked at when opening
    const open = entries.at(-1);
    if (open?.position === row.entry) open.facts.push(fact);
    else entries.push({ tenantId: row.tenant, position: position(row.entry), facts: [fact] });
  }
  return entries;
}

/** SQLite's own check does not see a text that changed under it; this does. */
export function checksumOf({ position, entry, tenant, atMs, fact }: FactRow): number {
  return crc32(`${position} ${entry} ${tenant} ${atMs} ${fact}`);
}
