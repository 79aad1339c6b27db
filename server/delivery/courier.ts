import type { Destination } from '../world/destinations.ts';
import type { SandboxMs } from '../world/time.ts';
import { makeAttempt } from './attempt.ts';
import { Coalesced } from './coalesced.ts';
import type { Attempt, Delivery, Due, Now } from './delivery.ts';
import { Dispatcher } from './dispatcher.ts';
import { Inboxes } from './inboxes.ts';
import { type Listener, Listeners } from './listeners.ts';
import { Relay } from './relay.ts';
import type { Send } from './sender.ts';
import { type Retry, settleAttempt } from './settle.ts';
import type { DeliveringTenant, DeliverySource } from './source.ts';
import { pauseAfter, StorageRetry } from './storage-retry.ts';
import { type DeliveryStore, type DestinationKey, nameOfDestination } from './store.ts';
import { type Target, targetOf } from './target.ts';
import { TenantFanOut } from './tenant-fan-out.ts';

export interface CourierOptions {
  readonly store: DeliveryStore;
  readonly source: DeliverySource;
  readonly send: Send;
  /** Something went wrong that nobody asked for; what is due waits until the next occasion. */
  readonly onFault: (error: unknown) => void;
}

/** How often it looks for new events while the clock runs, real milliseconds. */
const LOOK_EVERY_MS = 1000;
/** After a start, what waits is sent for so long before anything else is done, real milliseconds. */
const WAITS_FOR_ARREARS_MS = 500;

/** An inbox and the tenant that it belongs to. */
interface Inbox {
  readonly tenantId: string;
  readonly destination: Destination;
}

/** A destination as it was looked at last. */
interface KnownDestination {
  readonly key: DestinationKey;
  readonly status: Destination['status'];
  readonly disabledReason: Destination['disabledReason'];
}

/** All destinations as attempts need them, and how to find one. */
interface TargetTable {
  readonly tenants: readonly DeliveringTenant[];
  readonly nowMs: number;
  readonly all: readonly Target[];
  readonly byName: ReadonlyMap<string, Target>;
}

/**
 * Delivers events to destinations: fans them out as time and facts bring them about, and has sent what is due. Each tenant
 * is looked at by itself, so that none waits for another. All that has to survive is in the store.
 */
export class Courier {
  readonly store: DeliveryStore;
  readonly inboxes = new Inboxes();
  readonly listeners = new Listeners();
  readonly relay: Relay;
  readonly #source: DeliverySource;
  readonly #send: Send;
  readonly #onFault: (error: unknown) => void;
  readonly #dispatcher: Dispatcher;
  readonly #fanOut: TenantFanOut;
  /** Of each tenant, the destinations as they were looked at last, and the list that they were in. */
  readonly #known = new Map<string, { list: readonly Destination[]; byId: ReadonlyMap<string, KnownDestination> }>();
  readonly #looks = new Map<string, Coalesced>();
  #tenants: readonly DeliveringTenant[] = [];
  #table: TargetTable = { tenants: [], nowMs: 0, all: [], byName: new Map() };
  #inboxes: { tenants: readonly DeliveringTenant[]; byToken: ReadonlyMap<string, Inbox> } = {
    tenants: [],
    byToken: new Map(),
  };
  /** What the sandbox clock showed when everything was woken last. */
  #wokenAtMs = Number.NaN;
  /** Settled when what was under way before a start waits again; undefined: that is still to begin. */
  #recovery: Promise<void> | undefined = Promise.resolve();
  /** Of tenants that are not in here, what came about while the sandbox was down is still to be fanned out. */
  #caughtUp: Set<string> | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #storage: StorageRetry;
  /** Failed looks since one at all tenants succeeded. */
  #failedLooks = 0;
  /** Ends the pause after a failed look. */
  #pauseTimer: NodeJS.Timeout | undefined;
  /** Tenants whose latest look failed. They are looked at again when the pause is over; the others, as often as before. */
  readonly #failing = new Set<string>();
  #isClosed = false;

  constructor({ store, source, send, onFault }: CourierOptions) {
    this.store = store;
    this.#source = source;
    this.#send = send;
    this.#onFault = onFault;
    this.#fanOut = new TenantFanOut({ store, now: () => source.now(), isStopped: () => this.#isClosed });
    this.#storage = new StorageRetry({ onFault });
    const stored: Retry = (write) => this.#storage.run(write);
    const disable = source.disable;
    const now = () => source.now();
    const find = (key: DestinationKey) => this.targetOf(key);
    this.#dispatcher = new Dispatcher({
      store,
      targets: () => this.targets(),
      targetOf: find,
      now,
      realDelayUntil: (due) => this.#realDelayUntil(due),
      send,
      disable,
      onFault,
    });
    this.relay = new Relay({
      store,
      listeners: this.listeners,
      targetOf: find,
      now,
      realDelayUntil: (due) => this.#realDelayUntil(due),
      onFault,
      stored,
      settle: async (claimed, attempt) => {
        const target = this.targetOf(claimed.delivery);
        // The listener gets the fault when its report cannot be recorded; what follows from one that was is retried here.
        await settleAttempt({ store, target, claimed, attempt, disable, concluding: stored });
        this.lookSoon();
      },
    });
  }

  /** After a start: puts back what was under way, and fans out what came about meanwhile. Does not wait for either. */
  start(): void {
    this.#recovery = undefined;
    this.#caughtUp = new Set();
    this.wake();
  }

  /** Resolves when what was under way before a start waits again. After a failure, the next call tries again. */
  #recovered(): Promise<void> {
    this.#recovery ??= this.#recover().catch((fault: unknown) => {
      this.#recovery = undefined;
      throw fault;
    });
    return this.#recovery;
  }

  /** Sends what waits first, because working out the events since the last run takes time. */
  async #recover(): Promise<void> {
    const tenants = await this.#source.tenants();
    for (const tenant of tenants) await this.#fanOut.dropBeforeReset(tenant);
    // What fell due while the sandbox was down is due once, now; so is what came about meanwhile.
    await this.store.recover(this.#source.now());
    this.#tenants = tenants; // from here on attempts are made, which must not be put back
    await this.#whenIdle(WAITS_FOR_ARREARS_MS).catch(this.#onFault);
  }

  /** Something may have become due: sends what is, and looks for new events soon, once, however often it is called. */
  wake(): void {
    if (this.#isClosed) return;
    this.#wakeAll();
    this.lookSoon();
  }

  /** Something may have happened: looks for it soon, and once, however often it is called. */
  lookSoon(): void {
    this.tryToCatchUp().catch(this.#onFault);
  }

  /** Does as `catchUp`, but reports a fault instead of rejecting with it. A look that failed is repeated later. */
  async tryToCatchUp(tenantId?: string): Promise<void> {
    await this.catchUp(tenantId).catch(this.#onFault);
  }

  /**
   * Fans out what has come about up to now in one tenant, or in all of them, and has sent what is due; resolves before that
   * is answered.
   */
  async catchUp(tenantId?: string): Promise<void> {
    await this.#look(tenantId === undefined ? undefined : [tenantId]);
  }

  /** Looks at these tenants, or at all. After a failure, all are looked at when a pause is over. */
  async #look(tenantIds?: readonly string[]): Promise<void> {
    if (this.#isClosed) return;
    try {
      const ids = tenantIds ?? (await this.#source.tenants()).map(({ tenantId }) => tenantId);
      await Promise.all(ids.map((id) => this.#lookOf(id).run()));
      if (tenantIds !== undefined) return;
      this.#failedLooks = 0;
      clearTimeout(this.#pauseTimer);
    } catch (fault) {
      this.#failedLooks += 1;
      clearTimeout(this.#pauseTimer);
      if (!this.#isClosed) this.#pauseTimer = setTimeout(() => this.lookSoon(), pauseAfter(this.#failedLooks)).unref();
      throw fault;
    }
  }

  /** Resolves with true when nothing is due and nothing is under way, with false when `limitMs` of real time pass before. */
  async whenSettled(limitMs: number): Promise<boolean> {
    await this.catchUp();
    return this.#whenIdle(limitMs);
  }

  async #whenIdle(limitMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), limitMs);
    });
    try {
      return await Promise.race([this.#dispatcher.whenIdle().then(() => true), limit]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the event streams of all listeners, and those that are opened later. */
  endStreams(): void {
    this.listeners.close();
  }

  /** Stops sending at once. What is under way is finished or put back. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#pauseTimer);
    this.#storage.end();
    this.relay.close();
    this.endStreams();
    const sendingEnds = this.#dispatcher.close();
    await this.#recovery?.catch(() => undefined);
    await Promise.all([...this.#looks.values()].map((look) => look.idle()));
    await sendingEnds;
  }

  /** Every destination as an attempt needs it, as of now. */
  targets(): readonly Target[] {
    return this.#targetTable().all;
  }

  #targetTable(): TargetTable {
    const { sandboxMs: nowMs } = this.#source.now();
    const tenants = this.#tenants;
    if (this.#table.tenants !== tenants || this.#table.nowMs !== nowMs) {
      const all = tenants.flatMap(({ tenantId, destinations }) =>
        destinations.map((destination) => targetOf(tenantId, destination, nowMs)),
      );
      this.#table = {
        tenants,
        nowMs,
        all,
        byName: new Map(all.map((target) => [nameOfDestination(target.key), target])),
      };
    }
    return this.#table;
  }

  /** A tenant as it was looked at last. */
  tenant(tenantId: string): DeliveringTenant | undefined {
    return this.#tenants.find((one) => one.tenantId === tenantId);
  }

  now(): Now {
    return this.#source.now();
  }

  /** Where a delivery goes; undefined when the destination was deleted. */
  targetOf({ tenantId, destinationId }: DestinationKey): Target | undefined {
    return this.#targetTable().byName.get(nameOfDestination({ tenantId, destinationId }));
  }

  /** The destination that an inbox belongs to, if there is one at that token. */
  inboxAt(token: string): Inbox | undefined {
    if (this.#inboxes.tenants !== this.#tenants) {
      const inboxes = this.#tenants.flatMap(({ tenantId, destinations }) =>
        destinations.flatMap((destination): readonly (readonly [string, Inbox])[] =>
          destination.inboxToken === null ? [] : [[destination.inboxToken, { tenantId, destination }]],
        ),
      );
      this.#inboxes = { tenants: this.#tenants, byToken: new Map(inboxes) };
    }
    return this.#inboxes.byToken.get(token);
  }

  /** From now on a listener is handed what is due for a destination; one that was there before is let go. */
  connect(key: DestinationKey, listener: Listener): void {
    const before = this.listeners.at(key);
    const handOver = before === undefined ? Promise.resolve() : this.#takeBack(key);
    this.listeners.connect(key, listener);
    const destination = this.tenant(key.tenantId)?.destinations.find((one) => one.destinationId === key.destinationId);
    if (destination !== undefined) listener.tell(destination);
    handOver.then(() => this.relay.wake()).catch(this.#onFault);
  }

  /** A listener has left: what it had in its hands waits again. */
  disconnect(key: DestinationKey, listener: Listener): void {
    if (this.listeners.disconnect(key, listener)) this.#takeBack(key).catch(this.#onFault);
  }

  /** What a listener had in its hands waits again, or is skipped where nothing waits any more. */
  async #takeBack(key: DestinationKey): Promise<void> {
    await this.relay.left(key);
    const target = this.targetOf(key);
    if (target === undefined || target.isDisabled) await this.store.skipWaiting(key, this.#source.now().sandboxMs);
  }

  /** Returns when the next attempt for one of these destinations is due on the sandbox clock. */
  async nextAttemptMs(destinations: readonly DestinationKey[]): Promise<SandboxMs | undefined> {
    const names = new Set(destinations.map(nameOfDestination));
    const keys = this.targets().flatMap(({ key, isSending }) =>
      isSending && names.has(nameOfDestination(key)) ? [key] : [],
    );
    return (await this.store.nextDue(keys)).sandboxMs;
  }

  /**
   * Makes an attempt out of turn, and records it: it changes neither the schedule nor the health. Undefined where a
   * listener is to make it and none is there.
   */
  async attempt(
    target: Target,
    { delivery, body, trigger }: { delivery: Delivery; body: string; trigger: 'replay' | 'test' },
  ): Promise<{ readonly delivery: Delivery; readonly attempt: Attempt } | undefined> {
    const made =
      target.kind === 'listener'
        ? await this.relay.make(target, { delivery, body, trigger })
        : await makeAttempt({ target, delivery, body, trigger, now: () => this.#source.now(), send: this.#send });
    if (made === undefined) return undefined;
    const isTaken = made.error === null;
    const ending = { state: isTaken ? 'delivered' : 'exhausted', endedAtMs: made.atMs } as const;
    return this.store.settle(delivery.deliveryId, { ...made, next: null }, trigger === 'test' ? ending : undefined);
  }

  /**
   * Queues deliveries that no event brings about, such as samples and recovered ones. Returns undefined, and queues nothing,
   * when the tenant was reset after `since`.
   */
  async enqueue(request: Parameters<DeliveryStore['enqueue']>[0]): Promise<readonly Delivery[] | undefined> {
    const took = await this.store.enqueue(request);
    if (took !== undefined) return took;
    await this.catchUp(request.tenantId); // a reset that the caller knows of may not have got to the store yet
    return this.store.enqueue(request);
  }

  #lookOf(tenantId: string): Coalesced {
    const known = this.#looks.get(tenantId);
    if (known !== undefined) return known;
    const look = new Coalesced(async () => {
      try {
        await this.#lookAt(tenantId);
        this.#failing.delete(tenantId);
      } catch (fault) {
        this.#failing.add(tenantId);
        throw fault;
      }
    });
    this.#looks.set(tenantId, look);
    return look;
  }

  /** Looks at one tenant: at what came about in it, and at how its destinations have changed. */
  async #lookAt(tenantId: string): Promise<void> {
    if (this.#isClosed) return;
    await this.#recovered();
    await this.#refreshTenants();
    const tenant = this.tenant(tenantId);
    if (tenant === undefined || this.#isClosed) return;
    const queued = await this.#fanOut.catchUp(tenant);
    if (this.#caughtUp?.has(tenantId) === false) {
      for (const key of queued) await this.store.catchUp(key, this.#source.now());
      this.#caughtUp.add(tenantId);
    }
    const resumed = await this.#skipWhatIsOver(tenant);
    if (this.#isClosed) return;
    if (this.#source.now().sandboxMs !== this.#wokenAtMs) this.#wakeAll();
    else {
      this.#dispatcher.wakeFor([...queued, ...resumed]);
      this.relay.wake();
    }
    this.#lookAgain();
  }

  /** Keeps the list as it is where nothing in it has changed, and with it all that was made of it. */
  async #refreshTenants(): Promise<void> {
    const tenants = await this.#source.tenants();
    const isSame = ({ tenantId, position, destinations }: DeliveringTenant, index: number): boolean => {
      const known = this.#tenants[index];
      return known?.tenantId === tenantId && known.position === position && known.destinations === destinations;
    };
    if (tenants.length !== this.#tenants.length || !tenants.every(isSame)) this.#tenants = tenants;
  }

  #wakeAll(): void {
    this.#wokenAtMs = this.#source.now().sandboxMs;
    this.#dispatcher.wake();
    this.relay.wake();
  }

  /**
   * What waits for a destination that was disabled or deleted is skipped; what waited for one that is resumed is due.
   * Returns those that were resumed.
   */
  async #skipWhatIsOver({ tenantId, destinations }: DeliveringTenant): Promise<readonly DestinationKey[]> {
    const now = this.#source.now();
    const before = this.#known.get(tenantId);
    if (before?.list === destinations) return [];
    const known = new Map(
      destinations.map(({ destinationId, status, disabledReason }): [string, KnownDestination] => [
        destinationId,
        { key: { tenantId, destinationId }, status, disabledReason },
      ]),
    );
    const resumed: DestinationKey[] = [];
    for (const [id, { key, status, disabledReason }] of known) {
      const statusBefore = before?.byId.get(id)?.status;
      if (status === statusBefore) continue;
      if (statusBefore !== undefined) this.listeners.at(key)?.tell({ status, disabledReason });
      if (status === 'disabled') await this.store.skipWaiting(key, now.sandboxMs);
      else if (statusBefore === 'paused') {
        await this.store.catchUp(key, now);
        resumed.push(key);
      } else if (statusBefore === 'disabled')
        await this.store.changeHealth(key, (health) => ({ ...health, exhaustedSince: 0 })); // a new chance, not a new past
    }
    for (const [id, { key }] of before?.byId ?? []) {
      if (known.has(id)) continue;
      this.listeners.at(key)?.end('gone');
      await this.store.skipWaiting(key, now.sandboxMs);
    }
    this.#known.set(tenantId, { list: destinations, byId: known });
    return resumed;
  }

  /** While the clock runs, sets the timer of the next look at the tenants whose latest look succeeded. */
  #lookAgain(): void {
    clearTimeout(this.#timer);
    const isWatched =
      this.#source.clock().state === 'running' && this.#tenants.some((one) => one.destinations.length > 0);
    if (!isWatched) return;
    const look = (): void => {
      const ids = this.#tenants.flatMap(({ tenantId }) => (this.#failing.has(tenantId) ? [] : [tenantId]));
      this.#look(ids).catch(this.#onFault);
    };
    this.#timer = setTimeout(look, LOOK_EVERY_MS).unref();
  }

  #realDelayUntil(due: Due): number | undefined {
    const now = this.#source.now();
    if (due.clock === 'real') return Math.max(0, due.atMs - now.realMs);
    const clock = this.#source.clock();
    const waitMs = due.atMs - now.sandboxMs;
    if (waitMs <= 0) return 0;
    return clock.state === 'frozen' ? undefined : waitMs / clock.speed;
  }
}
