import { type Fact, type JournalEntry, type Position, position } from '../world/state/facts.ts';
import type { Journal } from './journal.ts';

/** Opens a journal that lasts as long as the process. */
export function openMemoryJournal(): Journal {
  const entries: JournalEntry[] = [];
  const lastOfTenant = new Map<string, Position>();
  let last = position(0);

  return {
    async append(tenantId: string, facts: readonly Fact[], after: Position) {
      if (facts.length === 0) throw new RangeError('an entry needs at least one fact');
      if ((lastOfTenant.get(tenantId) ?? 0) > after) return 'behind';
      const entry: JournalEntry = { tenantId, position: position(last + 1), facts };
      last = position(last + facts.length);
      lastOfTenant.set(tenantId, last);
      entries.push(entry);
      return entry;
    },
    async readAfter(after) {
      return entries.slice(entries.findLastIndex((entry) => entry.position <= after) + 1); // searched from the end, because new entries are few
    },
    latest: () => last,
    async close() {},
  };
}
