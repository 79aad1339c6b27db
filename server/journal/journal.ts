import type { Fact, JournalEntry, Position } from '../world/facts.ts';

/**
 * Where facts are kept: in order, each position once, visible in the order of their positions. What `append` has
 * answered is not lost.
 */
export interface Journal {
  /**
   * Appends facts of one tenant, all or none. Answers the entry, or `behind` when that tenant got facts after `after`:
   * the writer then catches up and decides anew.
   */
  append(tenantId: string, facts: readonly Fact[], after: Position): Promise<JournalEntry | 'behind'>;
  /** Entries with positions above `after`, in order. */
  readAfter(after: Position): Promise<readonly JournalEntry[]>;
  /** The last position given out here or seen from elsewhere; equal positions mean that there is nothing to catch up. */
  latest(): Position | Promise<Position>;
  close(): Promise<void>;
}
