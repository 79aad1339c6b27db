import type { DestinationDirectory } from '../queue/destination-directory.ts';
import type { DeliverySource } from '../queue/source.ts';
import type { DeliveryStore, DestinationKey } from '../store/delivery-store.ts';
import type { TenantFanOut } from './tenant-fan-out.ts';

export interface StartRecoveryOptions {
  readonly store: DeliveryStore;
  readonly source: DeliverySource;
  readonly directory: DestinationDirectory;
  readonly fanOut: TenantFanOut;
  /** Sends the queued deliveries that are due, for a limited time. Never rejects. */
  readonly sendQueued: () => Promise<unknown>;
}

/** Restores the queue after a start: requeues interrupted deliveries and makes overdue ones due once, now. */
export class StartRecovery {
  readonly #options: StartRecoveryOptions;
  /** Resolves when interrupted deliveries are back in the queue. Undefined: the recovery has not started. */
  #recovery: Promise<void> | undefined = Promise.resolve();
  /** Tenants whose events of the downtime have been fanned out. Undefined: no start to catch up after. */
  #caughtUp: Set<string> | undefined;

  constructor(options: StartRecoveryOptions) {
    this.#options = options;
  }

  /** Requires a recovery before the next check. */
  begin(): void {
    this.#recovery = undefined;
    this.#caughtUp = new Set();
  }

  /** Resolves when interrupted deliveries are back in the queue. After a failure, the next call tries again. */
  whenRecovered(): Promise<void> {
    this.#recovery ??= this.#recover().catch((fault: unknown) => {
      this.#recovery = undefined;
      throw fault;
    });
    return this.#recovery;
  }

  /** Resolves when no recovery is running, after a success or a failure. */
  async whenIdle(): Promise<void> {
    await this.#recovery?.catch(() => undefined);
  }

  /** Makes the tenant's deliveries of events of the downtime due now, instead of at their events. Runs once per start. */
  async catchUpTenant(tenantId: string, queued: readonly DestinationKey[]): Promise<void> {
    if (this.#caughtUp === undefined || this.#caughtUp.has(tenantId)) return;
    const { store, source } = this.#options;
    for (const key of queued) await store.catchUp(key, source.now());
    this.#caughtUp.add(tenantId);
  }

  /** Sends queued deliveries first, because computing the events since the last run takes time. */
  async #recover(): Promise<void> {
    const { store, source, directory, fanOut, sendQueued } = this.#options;
    const tenants = await source.tenants();
    for (const tenant of tenants) await fanOut.dropBeforeReset(tenant);
    await store.recover(source.now());
    directory.update(tenants); // attempts start here and must not be requeued by a second recovery
    await sendQueued();
  }
}
