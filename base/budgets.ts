const MINUTE_MS = 60_000;

/** The state of a budget after a request. */
export interface Spending {
  readonly isExceeded: boolean;
  readonly remaining: number;
  /** Whole seconds until the budget is renewed. */
  readonly seconds: number;
}

export interface BudgetOptions {
  /** Length of a window in milliseconds. Default: a minute. */
  readonly windowMs?: number;
  /** Maximum number of windows. Beyond it, the oldest one is dropped. Default 20000. */
  readonly maxWindows?: number;
  /** Whether windows begin at multiples of their length, so that replicas have the same ones. Default: with the first request. */
  readonly isAligned?: boolean;
}

interface Window {
  readonly endsAtMs: number;
  count: number;
  /** The part of `count` that other replicas know. */
  shared: number;
}

/** A part of a count that other replicas do not know. */
export interface UnsharedCount {
  readonly name: string;
  readonly endsAtMs: number;
  readonly added: number;
}

/** Counts by name, in windows of real time of equal length. Holds a bounded number of windows. */
export class Budgets {
  readonly limit: number;
  readonly #realNow: () => number;
  readonly #windowMs: number;
  readonly #maxWindows: number;
  readonly #isAligned: boolean;
  /** In the order in which they end, because all have the same length. */
  readonly #windows = new Map<string, Window>();

  /** @param limit The most that a window may count. */
  constructor(limit: number, realNow: () => number, options: BudgetOptions = {}) {
    const { windowMs = MINUTE_MS, maxWindows = 20_000, isAligned = false } = options;
    this.limit = limit;
    this.#realNow = realNow;
    this.#windowMs = windowMs;
    this.#maxWindows = maxWindows;
    this.#isAligned = isAligned;
  }

  /** Length of a window in seconds. */
  get windowSeconds(): number {
    return this.#windowMs / 1000;
  }

  /** How many windows are held. */
  get size(): number {
    return this.#windows.size;
  }

  /** Counts one request, or another amount. */
  spend(name: string, amount = 1): Spending {
    const nowMs = this.#realNow();
    this.#dropEnded(nowMs);
    const window = this.#windows.get(name) ?? this.#open(name, nowMs);
    window.count += amount;
    return {
      isExceeded: window.count > this.limit,
      remaining: Math.max(0, this.limit - window.count),
      seconds: Math.ceil((window.endsAtMs - nowMs) / 1000),
    };
  }

  /** Returns the present count, and the whole seconds until it starts again. */
  read(name: string): { readonly count: number; readonly seconds: number } {
    const nowMs = this.#realNow();
    this.#dropEnded(nowMs);
    const { count, endsAtMs } = this.#windows.get(name) ?? { count: 0, endsAtMs: nowMs + this.#windowMs };
    return { count, seconds: Math.ceil((endsAtMs - nowMs) / 1000) };
  }

  /** Whether the next request would exceed the budget. */
  isExhausted(name: string): boolean {
    return this.read(name).count >= this.limit;
  }

  /** Takes back one request that was counted. Its window may have ended since. */
  refund(name: string): void {
    const window = this.#windows.get(name);
    if (window !== undefined && window.count > 0) window.count -= 1;
  }

  /** Returns what was counted since the last call, for other replicas. */
  takeUnshared(): readonly UnsharedCount[] {
    this.#dropEnded(this.#realNow());
    const unshared: UnsharedCount[] = [];
    for (const [name, window] of this.#windows) {
      const added = window.count - window.shared;
      if (added !== 0) unshared.push({ name, endsAtMs: window.endsAtMs, added });
      window.shared = window.count;
    }
    return unshared;
  }

  /** Adopts the total of all replicas in a window, in place of the shared part of the own count. */
  adopt(name: string, endsAtMs: number, total: number): void {
    const window = this.#windows.get(name);
    if (window?.endsAtMs !== endsAtMs) return;
    window.count += total - window.shared;
    window.shared = total;
  }

  #open(name: string, nowMs: number): Window {
    const startMs = this.#isAligned ? Math.floor(nowMs / this.#windowMs) * this.#windowMs : nowMs;
    const window = { endsAtMs: startMs + this.#windowMs, count: 0, shared: 0 };
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
      const isLive = endsAtMs > nowMs && endsAtMs <= nowMs + this.#windowMs; // also false if the clock was set back
      if (isLive) return;
      this.#windows.delete(name);
    }
  }
}

/** Creates budgets. `scope` names them; the budgets of one scope count together on all replicas. */
export type CreateBudgets = (scope: string, limit: number, options?: BudgetOptions) => Budgets;

/** Creates budgets that count only in this process. */
export const createLocalBudgets =
  (realNow: () => number): CreateBudgets =>
  (_scope, limit, options) =>
    new Budgets(limit, realNow, options);
