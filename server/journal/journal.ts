import type { Fact, JournalEntry, Position } from '../world/state/facts.ts';

/**
 * Stores facts in order. Each position is used once, and entries become visible in order of position. Appended facts
 * are durable.
 */
export interface Journal {
  /**
   * Appends facts of one tenant atomically. Returns the entry, or `behind` if that tenant has facts after `after`; the
   * writer then reads them and decides again.
   */
  append(tenantId: string, facts: readonly Fact[], after: Position): Promise<JournalEntry | 'behind'>;
  /** Returns entries with positions above `after`, in order. */
  readAfter(after: Position): Promise<readonly JournalEntry[]>;
  /**
   * Returns the last position assigned here or read from elsewhere. An equal position means that there are no new
   * entries.
   */
  latest(): Position | Promise<Position>;
  close(): Promise<void>;
}
