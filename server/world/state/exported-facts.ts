import type { Fact, ImportedEntry, JournalEntry, SandboxFact, TenantReset } from './facts.ts';
import { WHOLE_SANDBOX } from './sandbox-facts.ts';
import type { SandboxMs } from './time.ts';

/** Facts about what happened, without facts about how the journal is kept. */
export type ExportedFact = Exclude<
  Fact,
  | TenantReset
  | {
      type:
        | 'reply-kept'
        | 'destination-saved'
        | 'destination-deleted'
        | 'destination-alerted'
        | 'sandbox-reset'
        | 'journal-imported'
        | 'clock-started'
        | 'faults-added'
        | 'faults-removed'
        | 'api-keys-saved'
        | 'api-key-revoked';
    }
>;

/** An exported journal entry. */
export interface ExportedEntry extends ImportedEntry {
  readonly facts: readonly ExportedFact[];
}

/**
 * Returns the entries since the latest reset, oldest first, of one tenant or of everything (`WHOLE_SANDBOX`). Omits
 * kept replies, issued keys and fault rules, and destinations, which belong to the receivers and have secrets. A running clock is
 * exported as frozen at its current time.
 */
export function exportEntries(
  entries: readonly JournalEntry[],
  about: string,
  nowMs: SandboxMs,
): readonly ExportedEntry[] {
  const since = listEntriesSinceReset(entries);
  const exported = since
    .filter(({ tenantId }) => about === WHOLE_SANDBOX || tenantId === about)
    .map(({ tenantId, facts }) => ({ tenantId, facts: facts.flatMap(exportFact) }))
    .filter(({ facts }) => facts.length > 0);
  const clock = since.flatMap(({ facts }) => facts).findLast(isClockFact);
  if (about !== WHOLE_SANDBOX || clock?.type !== 'clock-started') return exported;
  return [...exported, { tenantId: WHOLE_SANDBOX, facts: [{ type: 'clock-set', atMs: nowMs, toMs: nowMs }] }];
}

const isClockFact = (fact: Fact): boolean => fact.type === 'clock-set' || fact.type === 'clock-started';

/**
 * Returns the entries that still count: each tenant's after its latest reset, with imported entries in place of the
 * import.
 */
function listEntriesSinceReset(entries: readonly JournalEntry[]): readonly ImportedEntry[] {
  let kept: readonly ImportedEntry[] = [];
  for (const { tenantId, facts } of entries) {
    for (const fact of facts) {
      if (fact.type === 'sandbox-reset') kept = [];
      else if (fact.type === 'journal-imported') kept = fact.entries;
      else if (fact.type === 'tenant-reset') kept = kept.filter((entry) => entry.tenantId !== tenantId);
    }
    const cut = facts.findLastIndex(({ type }) => type === 'tenant-reset' || type === 'sandbox-reset');
    kept = [...kept, { tenantId, facts: facts.slice(cut + 1).filter(({ type }) => type !== 'journal-imported') }];
  }
  return kept;
}

function exportFact(fact: Fact): readonly ExportedFact[] {
  switch (fact.type) {
    case 'reply-kept':
    case 'destination-saved':
    case 'destination-deleted':
    case 'destination-alerted':
    case 'tenant-reset':
    case 'sandbox-reset':
    case 'journal-imported':
    case 'faults-added':
    case 'faults-removed':
    case 'api-keys-saved':
    case 'api-key-revoked':
      return [];
    case 'clock-started':
      return [{ type: 'clock-set', atMs: fact.atMs, toMs: fact.sandboxMs }];
    default:
      return [fact];
  }
}

/** Types that may be in exported entries of the whole sandbox, and in those of a tenant. */
export const exportedSandboxTypes: readonly SandboxFact['type'][] = ['clock-set', 'misbehaviour-switched'];
