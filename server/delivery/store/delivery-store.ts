import type { DeliveryType } from '../../../spec/event-types.ts';
import type { Position } from '../../world/state/facts.ts';
import type { RealMs, SandboxMs } from '../../world/state/time.ts';
import type { DeliveredEvent, Delivery, DeliveryAttempt, DeliveryState, Due, Now } from '../delivery.ts';

/**
 * Stores the delivery queue, the log of attempts and the fan-out progress of each tenant in one place, so that they
 * stay consistent. Completed writes are as durable as the journal of the same storage.
 */
export interface DeliveryStore {
  /** Returns the fan-out progress of a tenant; undefined before the first fan-out. */
  readProgress(tenantId: string): Promise<FanOutProgress | undefined>;

  /**
   * Stores new deliveries and the progress atomically. Ignores deliveries with a known id; returns the others. If
   * `since` of the progress has changed, first deletes everything of the tenant. Skips the oldest waiting deliveries of
   * a destination beyond its limit.
   */
  fanOut(tenantId: string, progress: FanOutProgress, deliveries: readonly NewDelivery[]): Promise<readonly Delivery[]>;

  /**
   * Adds new deliveries like `fanOut`, and requeues those of `again` in any state, from the start of the schedule.
   * Ignores those that are `sending` and those whose body was dropped. Atomic; does not change the progress. Returns
   * the added deliveries. Returns undefined, and does nothing, unless the tenant's fan-out has the same `since`.
   */
  enqueue(request: EnqueueRequest): Promise<readonly Delivery[] | undefined>;

  /**
   * Claims due deliveries of one destination, at most `room`, ordered by due instant (sandbox clock before real clock),
   * then by sequence. They are `sending` until settled or released.
   */
  claim(request: ClaimRequest): Promise<readonly ClaimedDelivery[]>;

  /** Returns claimed deliveries to the queue unchanged, without an attempt. */
  release(deliveryIds: readonly string[]): Promise<void>;

  /**
   * Records an attempt and the new state of the delivery, atomically. `next` undefined leaves the state unchanged, as
   * after a replay. The store assigns the number of the attempt. Returns undefined, and writes nothing, if the delivery no longer
   * exists, or has another `sequence` than the reference.
   */
  settle(
    delivery: DeliveryReference,
    attempt: UnnumberedAttempt,
    next: NextState | undefined,
  ): Promise<SettledDelivery | undefined>;

  /** Returns the number of waiting deliveries of a destination. */
  countWaiting(destination: DestinationKey): Promise<number>;

  /** Returns how many more deliveries may wait for a destination. */
  countFreePlaces(destination: DestinationKey): Promise<number>;

  /**
   * Makes waiting deliveries of a destination due now if they fell due earlier on the sandbox clock. Used after a
   * pause, so that a receiver does not get a backlog of retries at once. Returns their number.
   */
  catchUp(destination: DestinationKey, now: Now): Promise<number>;

  /**
   * Ends the waiting deliveries of a destination as `skipped`, each no earlier than its event. Returns their number.
   */
  skipWaiting(destination: DestinationKey, atMs: SandboxMs): Promise<number>;

  /** Returns the earliest due instants of the waiting deliveries of these destinations, on each clock. */
  nextDue(destinations: readonly DestinationKey[]): Promise<NextDue>;

  find(deliveryId: string): Promise<Delivery | undefined>;
  /** Returns the sent bytes as UTF-8 text; null if they were dropped; undefined for an unknown delivery. */
  readBody(deliveryId: string): Promise<string | null | undefined>;
  /** Returns the attempts, oldest first. */
  listAttempts(deliveryId: string): Promise<readonly DeliveryAttempt[]>;

  /** Returns the attempts of several deliveries with one query, in no particular order. */
  listAttemptsOf(deliveryIds: readonly string[]): Promise<readonly AttemptOfDelivery[]>;
  /** Returns a page of deliveries, newest first. */
  listPage(query: DeliveryQuery): Promise<DeliveryPage>;

  /** Returns the size of the deliveries of the tenant with the most, as estimated by `stored-bytes.ts`. */
  readLargestTenantBytes(): Promise<number>;

  readHealth(destination: DestinationKey): Promise<DestinationHealth>;
  /** Returns the health of several destinations of one tenant by id. Omits untried destinations. */
  listHealths(tenantId: string, destinationIds: readonly string[]): Promise<ReadonlyMap<string, DestinationHealth>>;
  /** Updates the health of a destination atomically, and returns the new value. */
  updateHealth(destination: DestinationKey, change: HealthChange): Promise<DestinationHealth>;

  /**
   * Drops the bodies of ended deliveries of events before `beforeMs`, and the response bodies of their attempts.
   * Returns the number of deliveries.
   */
  dropBodies(beforeMs: SandboxMs): Promise<number>;

  /**
   * Recovers after a start: requeues `sending` deliveries, and calls `catchUp` for all destinations. Returns the number
   * of interrupted deliveries. If several processes use the store, only those of ended processes are requeued, and nothing is
   * made due earlier while another process runs.
   */
  recover(now: Now): Promise<number>;

  /** Present if several processes use the same store. */
  readonly shared?: SharedStore;
}

/** The id of a delivery, or its id and its sequence: after a reset, another delivery may have the id. */
export type DeliveryReference = string | Pick<Delivery, 'deliveryId' | 'sequence'>;

export interface EnqueueRequest {
  readonly tenantId: string;
  readonly since: Position;
  readonly deliveries: readonly NewDelivery[];
  readonly again?: { readonly deliveryIds: readonly string[]; readonly due: Due };
}

export interface ClaimRequest extends DestinationKey {
  readonly now: Now;
  readonly room: number;
}

/** An attempt with the id of its delivery. */
export interface AttemptOfDelivery {
  readonly deliveryId: string;
  readonly attempt: DeliveryAttempt;
}

export type UnnumberedAttempt = Omit<DeliveryAttempt, 'n'>;

export interface SettledDelivery {
  readonly delivery: Delivery;
  readonly attempt: DeliveryAttempt;
}

export interface DeliveryPage {
  readonly items: readonly Delivery[];
  readonly hasMore: boolean;
}

export type HealthChange = (before: DestinationHealth) => DestinationHealth;

/** The operations of a store that several processes use. */
export interface SharedStore {
  /**
   * Like `fanOut`, but only if the stored progress still is `before`. Otherwise does nothing and returns `behind`: another
   * process has fanned out events in the meantime.
   */
  fanOutFrom(request: {
    readonly tenantId: string;
    readonly before: FanOutProgress | undefined;
    readonly reached: FanOutProgress;
    readonly deliveries: readonly NewDelivery[];
  }): Promise<readonly Delivery[] | 'behind'>;

  /** Whether any process has an attempt in flight for one of these destinations, or a delivery for one is due. */
  isWorking(destinations: readonly DestinationKey[], now: Now): Promise<boolean>;
}

/** The earliest due instant on each clock; undefined if there is none. */
export interface NextDue {
  readonly sandboxMs?: SandboxMs | undefined;
  readonly realMs?: RealMs | undefined;
}

export interface DestinationKey {
  readonly tenantId: string;
  readonly destinationId: string;
}

/** Returns one string per destination, for maps and sets. Destination ids are unique only within a tenant. */
export const formatDestinationKey = ({ tenantId, destinationId }: DestinationKey): string =>
  `${tenantId} ${destinationId}`;

/** The instant up to which events were fanned out. */
export interface FanOutProgress {
  /** Position of the latest reset of the tenant or of all tenants. Earlier facts do not count. */
  readonly since: Position;
  readonly throughMs: SandboxMs;
  /** Ids of the events fanned out at exactly that instant. Further events may occur at it. */
  readonly eventIdsAtThrough: readonly string[];
  /** Position of the latest alert that was fanned out; absent if there was none. */
  readonly alertsThrough?: Position;
}

export interface NewDelivery {
  readonly deliveryId: string;
  readonly destinationId: string;
  readonly event: DeliveredEvent;
  readonly isTest: boolean;
  /** The event as JSON; the same bytes for every attempt. */
  readonly body: string;
  /** Null: not queued, but can be recovered (`skipped`). */
  readonly due: Due | null;
  readonly createdAtMs: SandboxMs;
}

export interface ClaimedDelivery {
  readonly delivery: Delivery;
  /** When it was due. */
  readonly due: Due;
  readonly body: string;
}

/** The state of a delivery after an attempt. */
export type NextState =
  | { readonly state: 'pending'; readonly due: Due }
  | { readonly state: 'delivered' | 'exhausted' | 'skipped'; readonly endedAtMs: SandboxMs };

/** Health of a destination. */
export interface DestinationHealth {
  /** First failure since the last success, on the sandbox clock; null if the latest attempt succeeded. */
  readonly failingSinceMs: SandboxMs | null;
  /** The same instant on the real clock, which the fast schedule uses. */
  readonly failingSinceRealMs: RealMs | null;
  /** Deliveries exhausted since then. */
  readonly exhaustedSince: number;
  readonly lastSuccessMs: SandboxMs | null;
  /** One sentence; null if the latest attempt succeeded. */
  readonly lastError: string | null;
  /** Failed attempts since the last success, without those of events of the sandbox itself. Earlier versions did not store it. */
  readonly failedAttempts?: number;
  /** Whether other destinations were notified of them. */
  readonly isReported?: boolean;
}

/** Health of a destination without attempts. */
export const UNTRIED: DestinationHealth = {
  failingSinceMs: null,
  failingSinceRealMs: null,
  exhaustedSince: 0,
  lastSuccessMs: null,
  lastError: null,
  failedAttempts: 0,
  isReported: false,
};

/** Limits on what a store keeps. */
export interface Retention {
  /** Maximum number of ended deliveries, with their attempts. The longest ended ones are deleted first. */
  readonly endedDeliveries: number;
  /** How far `endedDeliveries` may be exceeded before the excess is deleted in one batch. */
  readonly batch: number;
  /** Maximum number of waiting deliveries per destination. The oldest ones are skipped first. Default: no limit. */
  readonly waitingPerDestination?: number;
  /**
   * Maximum size of the deliveries of one tenant, as estimated by `stored-bytes.ts`. The longest ended ones are deleted
   * first, then the oldest waiting ones, but never one in flight. Default: no limit.
   */
  readonly bytesPerTenant?: number;
}

/** The limits that a store without them has. */
export const UNLIMITED = { waitingPerDestination: Number.POSITIVE_INFINITY, bytesPerTenant: Number.POSITIVE_INFINITY };

/**
 * Maximum number of waiting deliveries per destination in every store: years of events of the busiest generated fleet.
 */
export const MAX_WAITING = 10_000;

export interface DeliveryQuery {
  readonly tenantId?: string | undefined;
  readonly destinationIds?: readonly string[] | undefined;
  readonly types?: readonly DeliveryType[] | undefined;
  readonly terminalId?: string | undefined;
  readonly eventId?: string | undefined;
  readonly incidentId?: string | undefined;
  readonly isTest?: boolean | undefined;
  readonly states?: readonly DeliveryState[] | undefined;
  /** As returned by `classifyStatus`: 2 to 5; 0 without a valid response. */
  readonly statusClass?: number | undefined;
  /** Instant of the event, inclusive. */
  readonly fromMs?: SandboxMs | undefined;
  /** Instant of the event, exclusive. */
  readonly toMs?: SandboxMs | undefined;
  /** Only deliveries with a smaller sequence: the next page. */
  readonly beforeSequence?: number | undefined;
  readonly limit: number;
}
