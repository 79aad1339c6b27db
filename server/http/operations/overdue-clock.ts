import type { Now } from '../../delivery/delivery.ts';
import type { NextDue } from '../../delivery/store/delivery-store.ts';

/**
 * Measures in real time how long the oldest due delivery of a queue has been waiting. The sandbox clock can be frozen or run at
 * any speed, so for deliveries that are due on it the time counts from the first measurement that finds them due.
 */
export class OverdueClock {
  #sandbox: { readonly dueMs: number; readonly sinceRealMs: number } | undefined;

  /** Returns the real milliseconds; 0 if no delivery is due. */
  measure({ sandboxMs, realMs }: NextDue, now: Now): number {
    if (sandboxMs === undefined || sandboxMs > now.sandboxMs) this.#sandbox = undefined;
    else if (this.#sandbox === undefined || sandboxMs > this.#sandbox.dueMs)
      this.#sandbox = { dueMs: sandboxMs, sinceRealMs: now.realMs };
    const onSandboxClock = this.#sandbox === undefined ? 0 : now.realMs - this.#sandbox.sinceRealMs;
    const onRealClock = realMs === undefined ? 0 : now.realMs - realMs;
    return Math.max(0, onSandboxClock, onRealClock);
  }
}
