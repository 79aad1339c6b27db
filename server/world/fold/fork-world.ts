import type { Fact, ImportedEntry, JournalImported } from '../state/facts.ts';
import { WHOLE_SANDBOX } from '../state/sandbox-facts.ts';
import type { SandboxMs } from '../state/time.ts';
import type { World } from '../state/world.ts';
import { findPast, type PastFault, type PastMoment } from './find-past.ts';

/** The history of a world up to a moment, with which another world begins. */
export interface Fork {
  readonly atMs: SandboxMs;
  /** The first fact of the new world. */
  readonly fact: JournalImported;
}

/** The least salt of new ids in a fork. No position, which is the salt after a reset, is as large. */
const FIRST_SALT = 1_000_000_000;

/**
 * Returns the history of a world up to a moment, by default now, without what belongs to its clients: destinations, whose receivers
 * must not get the events of two worlds, keys, and misbehaviours. The clock of the fork is frozen at that moment. Equal forks give equal
 * ids to new resources, and other ones than their source.
 */
export function forkWorld(world: World, nowMs: SandboxMs, wanted: PastMoment = { atMs: nowMs }): Fork | PastFault {
  const entries: ImportedEntry[] = [];
  let atMs: SandboxMs | undefined;
  let salt = 0;
  for (const [tenantId, state] of world.tenants) {
    const found = findPast({ world, state, nowMs }, wanted);
    if ('reason' in found) return found;
    const facts: Fact[] = [];
    for (const { fact, position } of state.history) {
      if (position > found.position) break;
      if (isCopied(fact)) facts.push(fact);
    }
    if (facts.length > 0) entries.push({ tenantId, facts });
    if (atMs === undefined || found.nowMs > atMs) atMs = found.nowMs;
    salt = Math.max(salt, state.idSalt);
  }
  const instant = atMs ?? nowMs;
  entries.push({ tenantId: WHOLE_SANDBOX, facts: [{ type: 'clock-set', atMs: instant, toMs: instant }] });
  const idSalt = salt < FIRST_SALT ? FIRST_SALT : salt + 1;
  return { atMs: instant, fact: { type: 'journal-imported', atMs: instant, newIds: true, idSalt, entries } };
}

const isCopied = ({ type }: Fact): boolean =>
  type !== 'destination-saved' && type !== 'destination-deleted' && type !== 'destination-alerted';
