import type { Destination } from '../../world/state/destinations.ts';
import type { SandboxMs } from '../../world/state/time.ts';
import type { Attempt, Delivery, Due, Now } from '../delivery.ts';
import { Inboxes } from '../inbox/inboxes.ts';
import type { Send } from '../network/sender.ts';
import { type DeliveryStore, type DestinationKey, nameOfDestination } from '../store/delivery-store.ts';
import { pauseAfter, StorageRetry } from '../store/storage-retry.ts';
import { makeAttempt } from './attempt.ts';
import { Coalesced } from './coalesced.ts';
import { Dispatcher } from './dispatcher.ts';
import { ListenerDispatcher } from './listener-dispatcher.ts';
import { type Listener, Listeners } from './listeners.ts';
import { type Retry, settleAttempt } from './settle.ts';
import type { DeliveringTenant, DeliverySource } from './source.ts';
import { type Target, targetOf } from './target.ts';
import { TenantFanOut } from './tenant-fan-out.ts';

export interface DeliveryServiceOptions {
  readonly store: DeliveryStore;
  readonly source: DeliverySource;
  readonly send: Send;
  /** Receives faults that no caller is waiting for. The work is retried on the next occasion. */
  readonly onFault: (error: unknown) => void;
}

/** How often new events are looked up while the sandbox clock runs, in real milliseconds. */
const LOOK_EVERY_MS = 1000;
/** After a start, queued deliveries are sent for this long before any other work, in real milliseconds. */
const WAITS_FOR_ARREARS_MS = 500;

/** An inbox's destination and its tenant. */
interface Inbox {
  readonly tenantId: string;
  readonly destination: Destination;
}

/** A destination as of the latest check. */
interface KnownDestination {
  readonly key: DestinationKey;
  readonly status: Destination['status'];
  readonly disabledReason: Destination['disabledReason'];
}

/** All destinations as attempts need them, indexed by name. */
interface TargetTable {
  readonly tenants: readonly DeliveringTenant[];
  readonly nowMs: number;
  readonly all: readonly Target[];
  readonly byName: ReadonlyMap<string, Target>;
}

/**
 * Delivers events to subscribed destinations: fans events out to the queue and sends due deliveries. Each tenant is
 * handled independently, so that none delays another. All durable state is in the store.
 */
export class DeliveryService {
  readonly store: DeliveryStore;
  readonly inboxes = new Inboxes();
  readonly listeners = new Listeners();
  readonly listenerDispatcher: ListenerDispatcher;
  readonly #source: DeliverySource;
  readonly #send: Send;
  readonly #onFault: (error: unknown) => void;
  readonly #dispatcher: Dispatcher;
  readonly #fanOut: TenantFanOut;
  /** For each tenant, its destinations as of the latest check, and the list that contained them. */
  readonly #known = new Map<string, { list: readonly Destination[]; byId: ReadonlyMap<string, KnownDestination> }>();
  readonly #looks = new Map<string, Coalesced>();
  #tenants: readonly DeliveringTenant[] = [];
  #table: TargetTable = { tenants: [], nowMs: 0, all: [], byName: new Map() };
  #inboxes: { tenants: readonly DeliveringTenant[]; byToken: ReadonlyMap<string, Inbox> } = {
    tenants: [],
    byToken: new Map(),
  };
  /** Sandbox time when all destinations were last woken. */
  #wokenAtMs = Number.NaN;
  /** Resolves when interrupted deliveries are back in the queue. Undefined: recovery has not started. */
  #recovery: Promise<void> | undefined = Promise.resolve();
  /** Tenants whose events of the downtime have been fanned out. Undefined: no start to catch up after. */
  #caughtUp: Set<string> | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #storage: StorageRetry;
  /** Failed checks since the last successful check of all tenants. */
  #failedLooks = 0;
  /** Ends the pause after a failed check. */
  #pauseTimer: NodeJS.Timeout | undefined;
  /** Tenants whose latest check failed. They are checked again after the pause, all others at the usual interval. */
  readonly #failing = new Set<string>();
  #isClosed = false;

  constructor({ store, source, send, onFault }: DeliveryServiceOptions) {
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
    this.listenerDispatcher = new ListenerDispatcher({
      store,
      listeners: this.listeners,
      targetOf: find,
      now,
      realDelayUntil: (due) => this.#realDelayUntil(due),
      onFault,
      stored,
      settle: async (claimed, attempt) => {
        const target = this.targetOf(claimed.delivery);
        // If the report cannot be recorded, the listener gets the error. Once it is recorded, all further writes are
        // retried here.
        await settleAttempt({ store, target, claimed, attempt, disable, concluding: stored });
        this.lookSoon();
      },
    });
  }

  /**
   * Recovers after a start: requeues interrupted deliveries and fans out events of the downtime. Does not wait for
   * either.
   */
  start(): void {
    this.#recovery = undefined;
    this.#caughtUp = new Set();
    this.wake();
  }

  /** Resolves when interrupted deliveries are back in the queue. After a failure, the next call retries. */
  #recovered(): Promise<void> {
    this.#recovery ??= this.#recover().catch((fault: unknown) => {
      this.#recovery = undefined;
      throw fault;
    });
    return this.#recovery;
  }

  /** Sends queued deliveries first, because computing the events since the last run takes time. */
  async #recover(): Promise<void> {
    const tenants = await this.#source.tenants();
    for (const tenant of tenants) await this.#fanOut.dropBeforeReset(tenant);
    // Attempts that fell due during the downtime are due once, now, as are events of the downtime.
    await this.store.recover(this.#source.now());
    this.#tenants = tenants; // attempts start here and must not be requeued by a retry
    await this.#whenIdle(WAITS_FOR_ARREARS_MS).catch(this.#onFault);
  }

  /** Sends what has become due and checks for new events. Cheap to call repeatedly. */
  wake(): void {
    if (this.#isClosed) return;
    this.#wakeAll();
    this.lookSoon();
  }

  /** Checks for new events soon. Calls before the check starts share it. */
  lookSoon(): void {
    this.tryToCatchUp().catch(this.#onFault);
  }

  /** Like `catchUp`, but reports a fault instead of rejecting. A failed check is repeated later. */
  async tryToCatchUp(tenantId?: string): Promise<void> {
    await this.catchUp(tenantId).catch(this.#onFault);
  }

  /**
   * Fans out all events up to now of one tenant, or of all tenants, and starts sending what is due. Does not wait for
   * replies.
   */
  async catchUp(tenantId?: string): Promise<void> {
    await this.#look(tenantId === undefined ? undefined : [tenantId]);
  }

  /** Checks these tenants, or all. After a failure, all are checked again after a pause. */
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

  /** Resolves with true when nothing is due or in flight, or with false after `limitMs` of real time. */
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

  /** Ends the event streams of all current and future listeners. */
  endStreams(): void {
    this.listeners.close();
  }

  /** Stops sending at once. Attempts in flight finish or return to the queue. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#pauseTimer);
    this.#storage.end();
    this.listenerDispatcher.close();
    this.endStreams();
    const sendingEnds = this.#dispatcher.close();
    await this.#recovery?.catch(() => undefined);
    await Promise.all([...this.#looks.values()].map((look) => look.idle()));
    await sendingEnds;
  }

  /** Returns every destination as attempts need it, as of now. */
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

  /** Returns a tenant as of the latest check. */
  tenant(tenantId: string): DeliveringTenant | undefined {
    return this.#tenants.find((one) => one.tenantId === tenantId);
  }

  now(): Now {
    return this.#source.now();
  }

  /** Returns the target of a delivery; undefined if the destination was deleted. */
  targetOf({ tenantId, destinationId }: DestinationKey): Target | undefined {
    return this.#targetTable().byName.get(nameOfDestination({ tenantId, destinationId }));
  }

  /** Returns the destination that has the inbox with this token; undefined if there is none. */
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

  /** Connects a listener to a destination and hands it what is due. Ends an earlier listener of the destination. */
  connect(key: DestinationKey, listener: Listener): void {
    const before = this.listeners.at(key);
    const handOver = before === undefined ? Promise.resolve() : this.#takeBack(key);
    this.listeners.connect(key, listener);
    const destination = this.tenant(key.tenantId)?.destinations.find((one) => one.destinationId === key.destinationId);
    if (destination !== undefined) listener.notify(destination);
    handOver.then(() => this.listenerDispatcher.wake()).catch(this.#onFault);
  }

  /** Disconnects a listener and requeues its unfinished delivery. */
  disconnect(key: DestinationKey, listener: Listener): void {
    if (this.listeners.disconnect(key, listener)) this.#takeBack(key).catch(this.#onFault);
  }

  /** Requeues the unfinished delivery of a listener, or skips it if the destination no longer queues deliveries. */
  async #takeBack(key: DestinationKey): Promise<void> {
    await this.listenerDispatcher.left(key);
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
   * Makes an attempt outside the schedule and records it. Changes neither the schedule nor the health of the
   * destination. Returns undefined if the destination needs a listener and none is connected.
   */
  async attempt(
    target: Target,
    { delivery, body, trigger }: { delivery: Delivery; body: string; trigger: 'replay' | 'test' },
  ): Promise<{ readonly delivery: Delivery; readonly attempt: Attempt } | undefined> {
    const made =
      target.kind === 'listener'
        ? await this.listenerDispatcher.make(target, { delivery, body, trigger })
        : await makeAttempt({ target, delivery, body, trigger, now: () => this.#source.now(), send: this.#send });
    if (made === undefined) return undefined;
    const isTaken = made.error === null;
    const ending = { state: isTaken ? 'delivered' : 'exhausted', endedAtMs: made.atMs } as const;
    return this.store.settle(delivery.deliveryId, { ...made, next: null }, trigger === 'test' ? ending : undefined);
  }

  /**
   * Queues deliveries that are not caused by events, such as samples and recovered ones. Returns undefined, and queues
   * nothing, if the tenant was reset after `since`.
   */
  async enqueue(request: Parameters<DeliveryStore['enqueue']>[0]): Promise<readonly Delivery[] | undefined> {
    const took = await this.store.enqueue(request);
    if (took !== undefined) return took;
    await this.catchUp(request.tenantId); // the store may not know of the latest reset yet
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

  /** Checks one tenant for new events and changed destinations. */
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
      this.listenerDispatcher.wake();
    }
    this.#lookAgain();
  }

  /** Keeps the old list if nothing has changed, so that values derived from it stay valid. */
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
    this.listenerDispatcher.wake();
  }

  /**
   * Skips waiting deliveries of disabled and deleted destinations, and makes those of resumed destinations due. Returns
   * the resumed destinations.
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
      if (statusBefore !== undefined) this.listeners.at(key)?.notify({ status, disabledReason });
      if (status === 'disabled') await this.store.skipWaiting(key, now.sandboxMs);
      else if (statusBefore === 'paused') {
        await this.store.catchUp(key, now);
        resumed.push(key);
      } else if (statusBefore === 'disabled')
        await this.store.changeHealth(key, (health) => ({ ...health, exhaustedSince: 0 })); // enabled again: restart the count, keep the history
    }
    for (const [id, { key }] of before?.byId ?? []) {
      if (known.has(id)) continue;
      this.listeners.at(key)?.end('gone');
      await this.store.skipWaiting(key, now.sandboxMs);
    }
    this.#known.set(tenantId, { list: destinations, byId: known });
    return resumed;
  }

  /** While the clock runs, sets the timer for the next check of the tenants whose latest check succeeded. */
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
