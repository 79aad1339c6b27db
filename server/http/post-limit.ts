import type { RealMs } from '../world/time.ts';

const WINDOW_MS = 60_000;
/** Windows that are kept; the oldest are dropped. */
const MOST_WINDOWS = 10_000;

/** Counts events by key in windows of one minute of real time, in bounded memory. */
export class PostLimit {
  readonly #windows = new Map<string, { readonly endsAtMs: number; count: number }>();
  readonly #perMinute: number;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Counts one. Over the limit, returns the whole seconds until the window ends; otherwise undefined. */
  exceededFor(key: string, nowMs: RealMs): number | undefined {
    const known = this.#windows.get(key);
    const window = known !== undefined && known.endsAtMs > nowMs ? known : { endsAtMs: nowMs + WINDOW_MS, count: 0 };
    window.count += 1;
    this.#windows.delete(key);
    this.#windows.set(key, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MOST_WINDOWS && oldest !== undefined) this.#windows.delete(oldest);
    return window.count > this.#perMinute ? Math.ceil((window.endsAtMs - nowMs) / 1000) : undefined;
  }
}
