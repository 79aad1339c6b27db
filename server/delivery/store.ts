import type { EventType } from '../../spec/index.ts';
import type { Position } from '../world/facts.ts';
import type { RealMs, SandboxMs } from '../world/time.ts';
import type { Attempt, DeliveredEvent, Delivery, DeliveryState, Due, Now } from './delivery.ts';

/**
 * Where deliveries are kept: the queue, the log of attempts and how far each tenant's events have been fanned out, in one
 * place, so that they cannot disagree. What was answered survives as the journal does that it is kept with.
 */
export interface DeliveryStore {
  /** How far the events of a tenant have been fanned out; undefined before the first time. */
  progressOf(tenantId: string): Promise<FanOutProgress | undefined>;

  /**
   * Takes new deliveries and the progress, together or not at all, and answers those that it took: one whose id it knows
   * already is left as it is. With a progress of another `since` than before, everything of the tenant is forgotten first.
   * Where more wait for a destination than may, the oldest of them are skipped.
   */
  fanOut(tenantId: string, progress: FanOutProgress, deliveries: readonly NewDelivery[]): Promise<readonly Delivery[]>;

  /**
   * Takes new deliveries as `fanOut` does, and queues those of `again` anew, whatever became of them: the schedule begins
   * again. Those that are `sending`, and those whose body has been dropped, are left alone. All or nothing; the progress
   * stays. Returns the new deliveries that it took; undefined, and does nothing, unless the tenant's events were fanned out
   * since the same reset.
   */
  enqueue(request: {
    readonly tenantId: string;
    readonly since: Position;
    readonly deliveries: readonly NewDelivery[];
    readonly again?: { readonly deliveryIds: readonly string[]; readonly due: Due };
  }): Promise<readonly Delivery[] | undefined>;

  /**
   * Takes deliveries that are due out of the queue: at most `room` of one destination, by due instant (of the sandbox clock
   * before the real one), then by sequence. They are `sending` until settled or released.
   */
  claim(request: {
    readonly tenantId: string;
    readonly destinationId: string;
    readonly now: Now;
    readonly room: number;
  }): Promise<readonly ClaimedDelivery[]>;

  /** Puts claimed deliveries back as they were, without an attempt. */
  release(deliveryIds: readonly string[]): Promise<void>;

  /**
   * Records an attempt, and what becomes of the delivery by it; undefined: nothing, as after a replay. Both or neither.
   * The number of the attempt is given here. Answers undefined when the delivery is no longer there.
   */
  settle(
    deliveryId: string,
    attempt: Omit<Attempt, 'n'>,
    next: NextState | undefined,
  ): Promise<{ readonly delivery: Delivery; readonly attempt: Attempt } | undefined>;

  /** How many more deliveries may wait for a destination. */
  roomFor(destination: DestinationKey): Promise<number>;

  /**
   * What a destination has waiting and what fell due on the sandbox clock before now is due now: after a pause, so that a
   * receiver does not get the attempts of a week in one second. Answers how many.
   */
  catchUp(destination: DestinationKey, now: Now): Promise<number>;

  /** Ends what a destination has waiting as `skipped`, none before its event; answers how many. */
  skipWaiting(destination: DestinationKey, atMs: SandboxMs): Promise<number>;

  /** The earliest due instants of what waits for one of these destinations, on each clock. */
  nextDue(
    destinations: readonly DestinationKey[],
  ): Promise<{ readonly sandboxMs?: SandboxMs; readonly realMs?: RealMs }>;

  find(deliveryId: string): Promise<Delivery | undefined>;
  /** The bytes that are sent, as UTF-8 text; null when they have been forgotten. */
  bodyOf(deliveryId: string): Promise<string | null | undefined>;
  /** Oldest first. */
  attemptsOf(deliveryId: string): Promise<readonly Attempt[]>;
  /** Newest first. */
  page(query: DeliveryQuery): Promise<{ readonly items: readonly Delivery[]; readonly hasMore: boolean }>;

  healthOf(destination: DestinationKey): Promise<Health>;
  /** The same of several destinations of one tenant, by id; one that was not tried yet is left out. */
  healthsOf(tenantId: string, destinationIds: readonly string[]): Promise<ReadonlyMap<string, Health>>;
  /** Answers what `change` made of it; nothing else changes it meanwhile. */
  changeHealth(destination: DestinationKey, change: (before: Health) => Health): Promise<Health>;

  /**
   * Forgets the bodies of events from before `beforeMs`, and of their attempts what the receivers said; ended ones only.
   * Answers how many deliveries that were.
   */
  forgetBodies(beforeMs: SandboxMs): Promise<number>;

  /**
   * After a start: what was `sending` waits again, and all destinations catch up. Answers how many were under way.
   */
  recover(now: Now): Promise<number>;
}

export interface DestinationKey {
  readonly tenantId: string;
  readonly destinationId: string;
}

/** Returns one string per destination, for maps and sets. Destination ids are unique within a tenant only. */
export const nameOfDestination = ({ tenantId, destinationId }: DestinationKey): string =>
  `${tenantId} ${destinationId}`;

/** Events up to an instant are done. */
export interface FanOutProgress {
  /** Position of the latest reset of the tenant or of everything; what was before it has never happened. */
  readonly since: Position;
  readonly throughMs: SandboxMs;
  /** Ids of those at exactly that instant; others at it may still come. */
  readonly toldAtThrough: readonly string[];
}

export interface NewDelivery {
  readonly deliveryId: string;
  readonly destinationId: string;
  readonly event: DeliveredEvent;
  readonly isTest: boolean;
  /** The event as JSON: the same bytes for every attempt. */
  readonly body: string;
  /** Null: it is not to be sent, but can be recovered (`skipped`). */
  readonly due: Due | null;
  readonly createdAtMs: SandboxMs;
}

export interface ClaimedDelivery {
  readonly delivery: Delivery;
  /** When it was due. */
  readonly due: Due;
  readonly body: string;
}

/** What becomes of a delivery by an attempt. */
export type NextState =
  | { readonly state: 'pending'; readonly due: Due }
  | { readonly state: 'delivered' | 'exhausted' | 'skipped'; readonly endedAtMs: SandboxMs };

/** How a destination has been doing. */
export interface Health {
  /** On the sandbox clock: the first failure since the last success; null when the latest attempt succeeded. */
  readonly failingSinceMs: SandboxMs | null;
  /** The same instant on the real clock, which the fast schedule follows. */
  readonly failingSinceRealMs: RealMs | null;
  /** Deliveries given up since then. */
  readonly exhaustedSince: number;
  readonly lastSuccessMs: SandboxMs | null;
  /** One sentence; null when the latest attempt succeeded. */
  readonly lastError: string | null;
}

/** How a destination does that nothing was sent to. */
export const untried: Health = {
  failingSinceMs: null,
  failingSinceRealMs: null,
  exhaustedSince: 0,
  lastSuccessMs: null,
  lastError: null,
};

/** How much a store keeps. */
export interface Retention {
  /** Ended deliveries, with their attempts; of more, the longest ended are forgotten. */
  readonly endedDeliveries: number;
  /** So many more are let come together before they are forgotten at once. */
  readonly batch: number;
  /** Deliveries that may wait for one destination; of more, the oldest are skipped. Default: any number. */
  readonly waitingPerDestination?: number;
  /**
   * What the deliveries of one tenant may take, as `stored-bytes.ts` estimates it. Of more, the longest ended are forgotten,
   * then the oldest that wait; never one that is under way. Default: any number.
   */
  readonly bytesPerTenant?: number;
}

/** Deliveries that may wait for one destination, in every store: years of the busiest fleet that is made up here. */
export const MOST_WAITING = 10_000;

export interface DeliveryQuery {
  readonly tenantId?: string;
  readonly destinationIds?: readonly string[];
  readonly type?: EventType;
  readonly terminalId?: string;
  readonly eventId?: string;
  readonly states?: readonly DeliveryState[];
  /** As `statusClassOf` has it: 2 to 5; 0 without a valid response. */
  readonly statusClass?: number;
  /** Of the event, inclusive. */
  readonly fromMs?: SandboxMs;
  /** Of the event, exclusive. */
  readonly toMs?: SandboxMs;
  /** Only those with a smaller sequence: continues a page. */
  readonly beforeSequence?: number;
  readonly limit: number;
}
