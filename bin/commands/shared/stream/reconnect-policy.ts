import { wait } from '../../../../base/real-time.ts';

/** Delays before each reconnect, in real milliseconds. */
export const RECONNECT_DELAYS_MS: readonly number[] = [100, 1000, 5000];

/** Number of consecutive refused credentials to tolerate: they may not be available right after a restart. */
const MAX_REFUSALS = 3;

/** Decides whether and when to reconnect, and which failures to report. */
export class ReconnectPolicy {
  readonly #pausesMs: readonly number[];
  #failures = 0;
  #refusals = 0;
  #lastReason = '';

  constructor(pausesMs: readonly number[]) {
    this.#pausesMs = pausesMs;
  }

  /** Resets the counters after a success. */
  recordSuccess(): void {
    this.#failures = 0;
    this.#refusals = 0;
    this.#lastReason = '';
  }

  /** Counts a refusal of the credentials. Returns whether to try again. */
  mayRetryAfterRefusal(): boolean {
    this.#refusals += 1;
    return this.#refusals <= MAX_REFUSALS;
  }

  /** Returns whether the reason is new, so that a long outage is reported once. */
  isNewReason(reason: string): boolean {
    const isNews = reason !== this.#lastReason;
    this.#lastReason = reason;
    return isNews;
  }

  /** Waits for the next delay, or until stopped. */
  async waitBeforeReconnect(stop: AbortSignal): Promise<void> {
    const ms = this.#pausesMs[Math.min(this.#failures, this.#pausesMs.length - 1)];
    this.#failures += 1;
    await wait(ms, undefined, { signal: stop }).catch(() => undefined); // stopped while waiting
  }
}
