import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';

export type Clock = SandboxSchemas['SandboxClock'];
export type ActivityAttempt = SandboxSchemas['ActivityAttempt'];

/**
 * Prints the attempts, events or requests of a sandbox. The session calls one method at a time. If a method rejects, the session connects
 * again and calls `catchUp`.
 */
export interface Watcher {
  /** Called once, after the first connection. Prints earlier items if they were requested. */
  start(clock: Clock): Promise<void>;
  /** Prints what happened since the last call, after a new connection. `isOtherSandbox`: it was restarted with other data. */
  catchUp(clock: Clock, isOtherSandbox: boolean): Promise<void>;
  /** Continues with the new data after a reset. */
  reset(clock: Clock): Promise<void>;
  receiveAttempt(message: ActivityAttempt): Promise<void>;
  /** Called for each request that was answered. Default: requests are ignored. */
  receiveRequest?(message: SandboxSchemas['Exchange']): Promise<void>;
  /** Called after messages that mean that data or the clock changed, and every second while the clock runs. */
  receiveChanges(): Promise<void>;
}
