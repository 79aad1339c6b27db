import { hash } from 'node:crypto';
import { Budgets, type CreateBudgets } from '../../base/budgets.ts';
import { clearInterval, setInterval } from '../../base/real-time.ts';
import type { RealMs } from '../world/state/time.ts';

/** A part of a count that one replica adds. `name` is a digest. */
export interface AddedCount {
  readonly scope: string;
  readonly name: string;
  readonly endsAtMs: number;
  readonly added: number;
}

/** The count of all replicas. */
export interface TotalCount {
  readonly scope: string;
  readonly name: string;
  readonly endsAtMs: number;
  readonly total: number;
}

/** Adds counts to those of all replicas, and returns the totals. Rejects if the counts of others cannot be reached. */
export type ExchangeCounts = (added: readonly AddedCount[]) => Promise<readonly TotalCount[]>;

/** Names may contain credentials. */
const digestName = (name: string): string => hash('sha256', name, 'base64url');

/** Interval of the exchange, in real milliseconds. A client can exceed a limit by its requests during one interval. */
const INTERVAL_MS = 500;

/**
 * Budgets that count what all replicas of a server receive. Each replica counts at once for itself, and exchanges counts with the
 * others at intervals. While they cannot be reached, each replica counts alone.
 */
export class SharedBudgets {
  readonly #exchange: ExchangeCounts;
  readonly #realNow: () => RealMs;
  readonly #budgets = new Map<string, Budgets>();
  readonly #timer: NodeJS.Timeout;
  #isExchanging = false;

  constructor(exchange: ExchangeCounts, realNow: () => RealMs) {
    this.#exchange = exchange;
    this.#realNow = realNow;
    this.#timer = setInterval(() => void this.exchange(), INTERVAL_MS).unref();
  }

  /** Creates the budgets of a scope, in place of earlier ones with the same name. */
  readonly create: CreateBudgets = (scope, limit, options) => {
    const budgets = new Budgets(limit, this.#realNow, { ...options, isAligned: true });
    this.#budgets.set(scope, budgets);
    return budgets;
  };

  /** Forgets the budgets whose scope begins with `prefix`. */
  forget(prefix: string): void {
    for (const scope of this.#budgets.keys()) if (scope.startsWith(prefix)) this.#budgets.delete(scope);
  }

  /** Exchanges counts once. Never rejects: counts that could not be exchanged are lost for the others. */
  async exchange(): Promise<void> {
    if (this.#isExchanging) return;
    const names = new Map<string, string>();
    const added = [...this.#budgets].flatMap(([scope, budgets]) =>
      budgets.takeUnshared().map(({ name, ...count }) => {
        const digest = digestName(name);
        names.set(digest, name);
        return { scope, name: digest, ...count };
      }),
    );
    if (added.length === 0) return;
    this.#isExchanging = true;
    try {
      for (const { scope, name, endsAtMs, total } of await this.#exchange(added))
        this.#budgets.get(scope)?.adopt(names.get(name) ?? '', endsAtMs, total);
    } catch {
      // Each replica counts alone until the next exchange.
    } finally {
      this.#isExchanging = false;
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
