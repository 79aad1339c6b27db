import { setTimeout as wait } from 'node:timers/promises';

/** Delays before each reconnect, in real milliseconds. */
export const PAUSES_MS: readonly number[] = [100, 1000, 5000];

/** Number of consecutive refused credentials to tolerate: they may not be available right after a restart. */
const REFUSALS_BORNE = 3;

/** Decides whether and when to reconnect, and which failures to report. */
export class Persistence {
  readonly #pausesMs: readonly number[];
  #inVain = 0;
  #refusals = 0;
  #said = '';

  constructor(pausesMs: readonly number[]) {
    this.#pausesMs = pausesMs;
  }

  /** Resets the counters after a success. */
  succeeded(): void {
    this.#inVain = 0;
    this.#refusals = 0;
    this.#said = '';
  }

  /** Counts a refusal of the credentials. Returns whether to try again. */
  bears(): boolean {
    this.#refusals += 1;
    return this.#refusals <= REFUSALS_BORNE;
  }

  /** Returns whether the reason is new, so that a long outage is reported once. */
  isNews(reason: string): boolean {
    const isNews = reason !== this.#said;
    this.#said = reason;
    return isNews;
  }

  /** Waits for the next delay, or until stopped. */
  async pause(stop: AbortSignal): Promise<void> {
    const ms = this.#pausesMs[Math.min(this.#inVain, this.#pausesMs.length - 1)];
    this.#inVain += 1;
    await wait(ms, undefined, { signal: stop }).catch(() => undefined); // stopped while waiting
  }
}
