import { clearTimeout, setTimeout } from '../../../base/real-time.ts';
import { computePauseMs } from '../store/storage-retry.ts';
import { Coalesced } from './coalesced.ts';

export interface TenantChecksOptions {
  /** Checks one tenant for new events and changed destinations. Never runs twice at once for the same tenant. */
  readonly check: (tenantId: string) => Promise<void>;
  /** Reads the ids of all tenants. */
  readonly readTenantIds: () => Promise<readonly string[]>;
  /** Returns the ids of all tenants as of the latest check. */
  readonly listTenantIds: () => readonly string[];
  /** Whether tenants are checked regularly, because the sandbox clock runs. */
  readonly isRepeating: () => boolean;
  readonly onFault: (fault: unknown) => void;
}

/** Interval of the checks while the sandbox clock runs, in real milliseconds. */
const INTERVAL_MS = 1000;

/**
 * Runs the checks of tenants for new events: one at a time for each tenant, at intervals while the sandbox clock runs,
 * and again after a failure. The pause doubles with each failure. A failing tenant does not delay the others.
 */
export class TenantChecks {
  readonly #options: TenantChecksOptions;
  readonly #checks = new Map<string, Coalesced>();
  /** Tenants whose latest check failed. They are checked again after the pause, all others at the interval. */
  readonly #failing = new Set<string>();
  /** Failed runs since the last successful run for all tenants. */
  #failures = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #intervalTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: TenantChecksOptions) {
    this.#options = options;
  }

  /** Checks these tenants, or all. Rejects if a check fails; then all tenants are checked again after a pause. */
  async run(tenantIds?: readonly string[]): Promise<void> {
    if (this.#isClosed) return;
    try {
      const ids = tenantIds ?? (await this.#options.readTenantIds());
      await Promise.all(ids.map((id) => this.#getCheck(id).run()));
      if (tenantIds !== undefined) return;
      this.#failures = 0;
      clearTimeout(this.#retryTimer);
    } catch (fault) {
      this.#failures += 1;
      clearTimeout(this.#retryTimer);
      if (!this.#isClosed) this.#retryTimer = setTimeout(() => this.runSoon(), computePauseMs(this.#failures)).unref();
      throw fault;
    }
  }

  /** Checks all tenants soon, and reports faults. Calls before the check starts share it. */
  runSoon(): void {
    this.run().catch(this.#options.onFault);
  }

  /** Stops starting checks. Resolves when the running checks are complete. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#intervalTimer);
    clearTimeout(this.#retryTimer);
    await Promise.all([...this.#checks.values()].map((check) => check.idle()));
  }

  #getCheck(tenantId: string): Coalesced {
    const known = this.#checks.get(tenantId);
    if (known !== undefined) return known;
    const check = new Coalesced(async () => {
      if (this.#isClosed) return;
      try {
        await this.#options.check(tenantId);
        this.#failing.delete(tenantId);
      } catch (fault) {
        this.#failing.add(tenantId);
        throw fault;
      }
      this.#startInterval();
    });
    this.#checks.set(tenantId, check);
    return check;
  }

  #startInterval(): void {
    clearTimeout(this.#intervalTimer);
    if (this.#isClosed || !this.#options.isRepeating()) return;
    const checkAgain = (): void => {
      const ids = this.#options.listTenantIds().filter((id) => !this.#failing.has(id));
      this.run(ids).catch(this.#options.onFault);
    };
    this.#intervalTimer = setTimeout(checkAgain, INTERVAL_MS).unref();
  }
}
