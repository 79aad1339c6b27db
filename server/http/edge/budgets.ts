import type { RealMs } from '../../world/state/time.ts';

const WINDOW_MS = 60_000;
export const WINDOW_SECONDS = WINDOW_MS / 1000;

/** The state of a budget after a request. */
export interface Spending {
  readonly isExceeded: boolean;
  readonly remaining: number;
  /** Whole seconds until the budget is renewed. */
  readonly seconds: number;
}

interface Window {
  readonly endsAtMs: number;
  count: number;
}

/**
 * Counts requests by name, in windows of one minute of real time that begin with the first request. Holds a bounded number
 * of windows; beyond it, the oldest one is dropped.
 */
export class Budgets {
  readonly limit: number;
  readonly #realNow: () => RealMs;
  readonly #maxWindows: number;
  /** In the order in which they end, because all have the same length. */
  readonly #windows = new Map<string, Window>();

  /** @param limit Requests in a window. */
  constructor(limit: number, realNow: () => RealMs, maxWindows = 20_000) {
    this.limit = limit;
    this.#realNow = realNow;
    this.#maxWindows = maxWindows;
  }

  /** How many windows are held. */
  get size(): number {
    return this.#windows.size;
  }

  /** Counts one request. */
  spend(name: string): Spending {
    const nowMs = this.#realNow();
    this.#dropEnded(nowMs);
    const window = this.#windows.get(name) ?? this.#open(name, nowMs);
    window.count += 1;
    return {
      isExceeded: window.count > this.limit,
      remaining: Math.max(0, this.limit - window.count),
      seconds: Math.ceil((window.endsAtMs - nowMs) / 1000),
    };
  }

  /** Whether the next request would exceed the budget. */
  isExhausted(name: string): boolean {
    this.#dropEnded(this.#realNow());
    return (this.#windows.get(name)?.count ?? 0) >= this.limit;
  }

  /** Takes back one request that was counted. */
  refund(name: string): void {
    const window = this.#windows.get(name);
    if (window !== undefined) window.count -= 1;
  }

  #open(name: string, nowMs: number): Window {
    const window = { endsAtMs: nowMs + WINDOW_MS, count: 0 };
    this.#windows.set(name, window);
    for (const oldest of this.#windows.keys()) {
      if (this.#windows.size <= this.#maxWindows) break;
      this.#windows.delete(oldest);
    }
    return window;
  }

  /** Drops each window once, so that the cost of a request does not depend on their number. */
  #dropEnded(nowMs: number): void {
    for (const [name, { endsAtMs }] of this.#windows) {
      const isLive = endsAtMs > nowMs && endsAtMs <= nowMs + WINDOW_MS; // also false if the clock was set back
      if (isLive) return;
      this.#windows.delete(name);
    }
  }
}
