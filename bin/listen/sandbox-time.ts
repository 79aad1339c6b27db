import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';

/** What the clock of the sandbox shows. */
export type SandboxTime = Pick<SandboxSchemas['SandboxClock'], 'now' | 'started_at'>;

/** What is known of a destination that is gone. */
export interface GoneDestination {
  /** What the clock showed when it was connected to last. */
  readonly connectedAt: string;
  /** Of the latest event that it was sent meanwhile; undefined: none. */
  readonly lastEventAt: string | undefined;
  /** Whether the sandbox remembers deliveries of it: it does after a deletion, and not after a new beginning. */
  readonly isRemembered: boolean;
}

/**
 * Since when the destination that takes its place has missed what came about: since the beginning of a sandbox that has
 * begun anew, and otherwise since what the one before was sent.
 */
export function missedSince({ connectedAt, lastEventAt, isRemembered }: GoneDestination, time: SandboxTime): string {
  const hasBegunAnew = Date.parse(time.now) < Date.parse(connectedAt) || (lastEventAt !== undefined && !isRemembered);
  if (hasBegunAnew) return time.started_at;
  return lastEventAt === undefined ? connectedAt : new Date(Date.parse(lastEventAt) + 1).toISOString();
}
