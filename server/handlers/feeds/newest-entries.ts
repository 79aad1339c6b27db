import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal } from '../../world/state/tenant.ts';
import type { FeedEntry } from './feed-item.ts';

const HOUR_MS = 3_600_000;

/** The newest entries of many terminals are recent, so shorter times are searched first. */
const REACHES_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 96 * HOUR_MS] as const;

/** With fewer terminals, the whole time is searched at once. */
const FEW_TERMINALS = 64;

/** Whether shorter times are searched first. */
const isLargeFleet = ({ terminals }: Pick<Scope, 'terminals'>): boolean => terminals.length > FEW_TERMINALS;

/** Returns the entries of a terminal that are at most `reachMs` old, and maybe older ones; all if it is undefined. */
export type EntryReader = (terminal: Terminal, reachMs: number | undefined) => readonly FeedEntry[];

/** Returns entries of all visible terminals that include the newest `count`. */
export function listNewestEntries(
  scope: Pick<Scope, 'terminals' | 'nowMs'>,
  count: number,
  read: EntryReader,
): readonly FeedEntry[] {
  const { terminals, nowMs } = scope;
  if (isLargeFleet(scope)) {
    for (const reachMs of REACHES_MS) {
      const entries = terminals.flatMap((terminal) =>
        read(terminal, reachMs).filter(({ atMs }) => atMs > nowMs - reachMs && atMs <= nowMs),
      );
      if (entries.length >= count) return entries;
    }
  }
  return terminals.flatMap((terminal) => read(terminal, undefined));
}

/** Returns those of the entries that can be among the newest `count`, so that only these are formatted. */
export function dropOlderEntries(entries: readonly FeedEntry[], count: number): readonly FeedEntry[] {
  if (entries.length <= count) return entries;
  const instants = Float64Array.from(entries, ({ atMs }) => atMs).sort();
  const leastMs = instants[instants.length - count] ?? 0;
  const fromMs = Math.floor(leastMs / 1000) * 1000; // items have whole seconds
  return entries.filter(({ atMs }) => atMs >= fromMs);
}
