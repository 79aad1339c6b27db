import type { Destination } from '../../world/state/destinations.ts';
import { type DestinationKey, formatDestinationKey } from '../store/delivery-store.ts';
import type { DeliveringTenant, DeliverySource } from './source.ts';
import { type DeliveryTarget, toDeliveryTarget } from './target.ts';

/** The destination of an inbox and its tenant. */
export interface InboxDestination {
  readonly tenantId: string;
  readonly destination: Destination;
}

/** The targets of all tenants at one instant, also indexed by name. */
interface TargetTable {
  readonly tenants: readonly DeliveringTenant[];
  readonly nowMs: number;
  readonly all: readonly DeliveryTarget[];
  readonly byName: ReadonlyMap<string, DeliveryTarget>;
}

/** The inboxes of all tenants by token. */
interface InboxTable {
  readonly tenants: readonly DeliveringTenant[];
  readonly byToken: ReadonlyMap<string, InboxDestination>;
}

/** Finds destinations of all tenants, as of the latest check for new events. */
export class DestinationDirectory {
  readonly #now: DeliverySource['now'];
  #tenants: readonly DeliveringTenant[] = [];
  #targets: TargetTable = { tenants: [], nowMs: 0, all: [], byName: new Map() };
  #inboxes: InboxTable = { tenants: [], byToken: new Map() };

  constructor({ now }: Pick<DeliverySource, 'now'>) {
    this.#now = now;
  }

  /** Replaces the tenants. Keeps the old list if nothing has changed, so that the derived tables stay valid. */
  update(tenants: readonly DeliveringTenant[]): void {
    const isSame = ({ tenantId, position, destinations }: DeliveringTenant, index: number): boolean => {
      const known = this.#tenants[index];
      return known?.tenantId === tenantId && known.position === position && known.destinations === destinations;
    };
    if (tenants.length !== this.#tenants.length || !tenants.every(isSame)) this.#tenants = tenants;
  }

  listTenants(): readonly DeliveringTenant[] {
    return this.#tenants;
  }

  findTenant(tenantId: string): DeliveringTenant | undefined {
    return this.#tenants.find((tenant) => tenant.tenantId === tenantId);
  }

  /** Returns the target of every destination at the current time. */
  listTargets(): readonly DeliveryTarget[] {
    return this.#currentTargets().all;
  }

  /** Returns the target of a delivery; undefined if the destination was deleted. */
  findTarget({ tenantId, destinationId }: DestinationKey): DeliveryTarget | undefined {
    return this.#currentTargets().byName.get(formatDestinationKey({ tenantId, destinationId }));
  }

  /** Returns the destination that has the inbox with this token; undefined if there is none. */
  findInbox(token: string): InboxDestination | undefined {
    const tenants = this.#tenants;
    if (this.#inboxes.tenants !== tenants) {
      const inboxes = tenants.flatMap(({ tenantId, destinations }) =>
        destinations.flatMap((destination): readonly (readonly [string, InboxDestination])[] =>
          destination.inboxToken === null ? [] : [[destination.inboxToken, { tenantId, destination }]],
        ),
      );
      this.#inboxes = { tenants, byToken: new Map(inboxes) };
    }
    return this.#inboxes.byToken.get(token);
  }

  #currentTargets(): TargetTable {
    const { sandboxMs: nowMs } = this.#now();
    const tenants = this.#tenants;
    if (this.#targets.tenants !== tenants || this.#targets.nowMs !== nowMs) {
      const all = tenants.flatMap(({ tenantId, destinations }) =>
        destinations.map((destination) => toDeliveryTarget(tenantId, destination, nowMs)),
      );
      const byName = new Map(all.map((target) => [formatDestinationKey(target.key), target]));
      this.#targets = { tenants, nowMs, all, byName };
    }
    return this.#targets;
  }
}
