import type { Fact, JournalEntry, TenantReset } from './facts.ts';
import { type ImportedEntry, type SandboxFact, WHOLE_SANDBOX } from './sandbox-facts.ts';
import type { SandboxMs } from './time.ts';

/** Facts that tell what happened, rather than how the journal was kept. */
export type StoryFact = Exclude<
  Fact,
  | TenantReset
  | {
      type:
        | 'reply-kept'
        | 'destination-saved'
        | 'destination-deleted'
        | 'sandbox-reset'
        | 'journal-imported'
        | 'clock-started';
    }
>;

/** What a journal tells, as a document can hold it: an entry of what happened together. */
export interface StoryEntry extends ImportedEntry {
  readonly facts: readonly StoryFact[];
}

/**
 * What happened since the latest reset, oldest first: of one tenant, or of everything for `WHOLE_SANDBOX`. Replies that
 * were kept for retries are no part of it, nor are destinations, which belong to those who receive, and have secrets. A clock that ran stands, in the story, where it was last looked at.
 */
export function storyOf(entries: readonly JournalEntry[], about: string, nowMs: SandboxMs): readonly StoryEntry[] {
  const since = sinceReset(entries);
  const story = since
    .filter(({ tenantId }) => about === WHOLE_SANDBOX || tenantId === about)
    .map(({ tenantId, facts }) => ({ tenantId, facts: facts.flatMap(toldFact) }))
    .filter(({ facts }) => facts.length > 0);
  const clock = since.flatMap(({ facts }) => facts).findLast(isClockFact);
  if (about !== WHOLE_SANDBOX || clock?.type !== 'clock-started') return story;
  return [...story, { tenantId: WHOLE_SANDBOX, facts: [{ type: 'clock-set', atMs: nowMs, toMs: nowMs }] }];
}

const isClockFact = (fact: Fact): boolean => fact.type === 'clock-set' || fact.type === 'clock-started';

/** Entries that still count: each tenant's after its latest reset, imported ones in place of their import. */
function sinceReset(entries: readonly JournalEntry[]): readonly ImportedEntry[] {
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

function toldFact(fact: Fact): readonly StoryFact[] {
  switch (fact.type) {
    case 'reply-kept':
    case 'destination-saved':
    case 'destination-deleted':
    case 'tenant-reset':
    case 'sandbox-reset':
    case 'journal-imported':
      return [];
    case 'clock-started':
      return [{ type: 'clock-set', atMs: fact.atMs, toMs: fact.sandboxMs }];
    default:
      return [fact];
  }
}

/** The types that a story about the whole sandbox may tell in an entry of its own, and those that a tenant's may. */
export const sandboxStoryTypes: readonly SandboxFact['type'][] = ['clock-set', 'misbehaviour-switched'];
