import type { Destination } from '../../world/state/destinations.ts';
import type { ListenerRegistry } from '../queue/listeners/listener-registry.ts';
import type { DeliveringTenant, DeliverySource } from '../queue/source.ts';
import type { DeliveryStore, DestinationKey } from '../store/delivery-store.ts';

/** A destination as of the latest check. */
interface KnownDestination {
  readonly key: DestinationKey;
  readonly status: Destination['status'];
  readonly disabledReason: Destination['disabledReason'];
}

/** The destinations of a tenant as of the latest check, and the list that contained them. */
interface KnownDestinations {
  readonly list: readonly Destination[];
  readonly byId: ReadonlyMap<string, KnownDestination>;
}

export interface DestinationChangesOptions {
  readonly store: DeliveryStore;
  readonly listeners: ListenerRegistry;
  readonly now: DeliverySource['now'];
}

/** Detects destinations that were disabled, enabled, resumed or deleted, and updates their waiting deliveries. */
export class DestinationChanges {
  readonly #options: DestinationChangesOptions;
  readonly #knownByTenant = new Map<string, KnownDestinations>();

  constructor(options: DestinationChangesOptions) {
    this.#options = options;
  }

  /**
   * Compares the destinations of a tenant with those of the previous call. Skips the waiting deliveries of disabled and
   * deleted destinations, makes those of resumed destinations due, and notifies listeners. Returns the resumed
   * destinations.
   */
  async apply({ tenantId, destinations }: DeliveringTenant): Promise<readonly DestinationKey[]> {
    const { store, listeners, now: readNow } = this.#options;
    const now = readNow();
    const before = this.#knownByTenant.get(tenantId);
    if (before?.list === destinations) return [];
    const byId = new Map(
      destinations.map(({ destinationId, status, disabledReason }): [string, KnownDestination] => [
        destinationId,
        { key: { tenantId, destinationId }, status, disabledReason },
      ]),
    );
    const resumed: DestinationKey[] = [];
    for (const [id, { key, status, disabledReason }] of byId) {
      const statusBefore = before?.byId.get(id)?.status;
      if (status === statusBefore) continue;
      if (statusBefore !== undefined) listeners.find(key)?.notify({ status, disabledReason });
      if (status === 'disabled') await store.skipWaiting(key, now.sandboxMs);
      else if (statusBefore === 'paused') {
        await store.catchUp(key, now);
        resumed.push(key);
      } else if (statusBefore === 'disabled')
        await store.updateHealth(key, (health) => ({ ...health, exhaustedSince: 0 })); // keeps the rest of the history
    }
    for (const [id, { key }] of before?.byId ?? []) {
      if (byId.has(id)) continue;
      listeners.find(key)?.end('gone');
      await store.skipWaiting(key, now.sandboxMs);
    }
    this.#knownByTenant.set(tenantId, { list: destinations, byId });
    return resumed;
  }
}
