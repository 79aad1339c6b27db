import { setTimeout as wait } from 'node:timers/promises';

/** How long it waits before it connects again, longer each time that it was in vain. Real milliseconds. */
export const PAUSES_MS: readonly number[] = [100, 1000, 5000];

/** Credentials may be late after a new start of the sandbox: so many refusals in a row are borne. */
const REFUSALS_BORNE = 3;

/** How often and when something is tried again, and what is said of it. */
export class Persistence {
  readonly #pausesMs: readonly number[];
  #inVain = 0;
  #refusals = 0;
  #said = '';

  constructor(pausesMs: readonly number[]) {
    this.#pausesMs = pausesMs;
  }

  /** Begins anew: what went wrong before is forgotten. */
  succeeded(): void {
    this.#inVain = 0;
    this.#refusals = 0;
    this.#said = '';
  }

  /** Counts a refusal of the credentials; answers whether it is worth another try. */
  bears(): boolean {
    this.#refusals += 1;
    return this.#refusals <= REFUSALS_BORNE;
  }

  /** Whether a reason is another one than the last time: a night without a network is said once. */
  isNews(reason: string): boolean {
    const isNews = reason !== this.#said;
    this.#said = reason;
    return isNews;
  }

  /** Waits, or until it is stopped. */
  async pause(stop: AbortSignal): Promise<void> {
    const ms = this.#pausesMs[Math.min(this.#inVain, this.#pausesMs.length - 1)];
    this.#inVain += 1;
    await wait(ms, undefined, { signal: stop }).catch(() => undefined); // stopped while it waited
  }
}
