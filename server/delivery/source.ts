import type { Clock } from '../world/clock.ts';
import type { Destination, DisabledReason } from '../world/destinations.ts';
import type { FleetEvent } from '../world/events.ts';
import type { Position } from '../world/facts.ts';
import type { SandboxMs } from '../world/time.ts';
import type { Now } from './delivery.ts';
import type { DestinationKey } from './store.ts';

/** The world as deliveries need it: what happened, where it is to be sent, and what time it is. */
export interface DeliverySource {
  /** What both clocks show. */
  now(): Now;
  clock(): Clock;
  /** Every tenant as it stands now, with what was written up to now. */
  tenants(): Promise<readonly DeliveringTenant[]>;
  /** Records that a destination is disabled, by the answers of its receiver; nothing for one that is gone or disabled. */
  disable(key: DestinationKey, reason: DisabledReason): Promise<void>;
}

export interface DeliveringTenant {
  readonly tenantId: string;
  /** Position of its latest fact; with the instant, it says whether anything can have changed. */
  readonly position: Position;
  /** Position of the latest reset of the tenant or of everything. */
  readonly since: Position;
  /** The same list as long as none of them changes. */
  readonly destinations: readonly Destination[];
  /** Whether an account is `top` or below it. */
  isWithin(accountId: string, top: string): boolean;
  /**
   * Events from `fromMs` to `toMs`, both included, in the order in which they came about. Worked out in slices, so that
   * others are served meanwhile.
   */
  eventsBetween(fromMs: SandboxMs, toMs: SandboxMs): Promise<readonly FleetEvent[]>;
}
