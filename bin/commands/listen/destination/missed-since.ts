import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';

/** The time on the sandbox clock. */
export type SandboxTime = Pick<SandboxSchemas['SandboxClock'], 'now' | 'started_at'>;

/** Known state of a deleted destination. */
export interface DeletedDestination {
  /** Sandbox time of the last connection. */
  readonly connectedAt: string;
  /** Time of the latest event sent since then; undefined if none. */
  readonly lastEventAt: string | undefined;
  /** Whether the sandbox still has its deliveries: true after a deletion, false after a reset. */
  readonly isRemembered: boolean;
}

/**
 * Returns the instant since which the replacement destination has missed events: the initial time after a reset, otherwise
 * the time of the latest event sent to the old destination.
 */
export function findMissedSince(
  { connectedAt, lastEventAt, isRemembered }: DeletedDestination,
  time: SandboxTime,
): string {
  const hasBegunAnew = Date.parse(time.now) < Date.parse(connectedAt) || (lastEventAt !== undefined && !isRemembered);
  if (hasBegunAnew) return time.started_at;
  return lastEventAt === undefined ? connectedAt : new Date(Date.parse(lastEventAt) + 1).toISOString();
}
