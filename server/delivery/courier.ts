import type { Destination } from '../world/destinations.ts';
import type { SandboxMs } from '../world/time.ts';
import { makeAttempt } from './attempt.ts';
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

/**
 * Takes what happens to those who want to know: fans events out as time and facts bring them about, and has sent what is
 * due. All that it has to remember is in the store; the rest it finds out anew.
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
  /** Destinations as of the last look, by name. */
  #known = new Map<string, { readonly key: DestinationKey; readonly status: Destination['status'] }>();
  #tenants: readonly DeliveringTenant[] = [];
  /** The targets that were made last, and of what. */
  #made: { tenants: readonly DeliveringTenant[]; nowMs: number; targets: readonly Target[] } = {
    tenants: [],
    nowMs: 0,
    targets: [],
  };
  #look: Promise<void> = Promise.resolve();
  #nextLook: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #storage: StorageRetry;
  /** Whether what an earlier process left under way is still to be put back. */
  #mustRecover = false;
  /** Looks that failed, since the last one that did not. */
  #failedLooks = 0;
  #isClosed = false;

  constructor({ store, source, send, onFault }: CourierOptions) {
    this.store = store;
    this.#source = source;
    this.#send = send;
    this.#onFault = onFault;
    this.#fanOut = new TenantFanOut(store, () => source.now());
    this.#storage = new StorageRetry({ onFault });
    const stored: Retry = (write) => this.#storage.run(write);
    const disable = source.disable;
    const now = () => source.now();
    this.#dispatcher = new Dispatcher({
      store,
      targets: () => this.targets(),
      now,
      realDelayUntil: (due) => this.#realDelayUntil(due),
      send,
      disable,
      onFault,
    });
    this.relay = new Relay({
      store,
      listeners: this.listeners,
      targets: () => this.targets(),
      now,
      realDelayUntil: (due) => this.#realDelayUntil(due),
      onFault,
      stored,
      settle: async (claimed, attempt) => {
        const target = this.targetOf(claimed.delivery);
        // The listener is told when its report cannot be recorded; what follows from one that was is retried here.
        await settleAttempt({ store, target, claimed, attempt, disable, concluding: stored });
        this.wake();
      },
    });
  }

  /** After a start: puts back what was under way, and fans out what came about meanwhile. Does not wait for either. */
  start(): void {
    this.#mustRecover = true;
    this.wake();
  }

  /** What waits is sent first: to work out what has come about since takes its time. */
  async #recover(): Promise<void> {
    for (const tenant of this.#tenants) {
      const before = await this.store.progressOf(tenant.tenantId);
      if (before !== undefined && before.since !== tenant.since) await this.#fanOut.catchUp(tenant); // it was reset: nothing waits
    }
    // What fell due while nobody was there is due once, now; so is what came about meanwhile.
    await this.store.recover(this.#source.now());
    this.#mustRecover = false; // from here on attempts are made, which must not be put back
    await this.#whenIdle(WAITS_FOR_ARREARS_MS);
    for (const tenant of this.#tenants) {
      await this.#fanOut.catchUp(tenant);
      for (const { destinationId } of tenant.destinations)
        await this.store.catchUp({ tenantId: tenant.tenantId, destinationId }, this.#source.now());
    }
  }

  /** Something may have happened: looks soon, and once, however often it is called. */
  wake(): void {
    this.tryToCatchUp().catch(this.#onFault);
  }

  /** Does as `catchUp`, but reports a fault instead of rejecting with it. A look that failed is repeated later. */
  async tryToCatchUp(): Promise<void> {
    if (!this.#isClosed) await this.catchUp().catch(this.#onFault);
  }

  /** Fans out what has come about up to now, and has sent what is due; resolves before that is answered. */
  catchUp(): Promise<void> {
    // A look that is under way may have begun before what the caller means; one that is still to begin will do.
    this.#nextLook ??= this.#lookAfter(this.#look);
    return this.#nextLook;
  }

  async #lookAfter(before: Promise<void>): Promise<void> {
    await before.catch(() => undefined);
    const mine = this.#lookAround();
    this.#look = mine;
    this.#nextLook = undefined;
    try {
      await mine;
      this.#failedLooks = 0;
    } catch (fault) {
      this.#failedLooks += 1;
      this.#wakeAfter(pauseAfter(this.#failedLooks));
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

  /** Stops sending. What is under way is finished or put back. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#storage.end();
    this.relay.close();
    this.endStreams();
    await this.#look.catch(() => undefined);
    await this.#dispatcher.close();
  }

  /** Every destination as an attempt needs it, as of now. */
  targets(): readonly Target[] {
    const { sandboxMs: nowMs } = this.#source.now();
    if (this.#made.tenants !== this.#tenants || this.#made.nowMs !== nowMs) {
      const targets = this.#tenants.flatMap(({ tenantId, destinations }) =>
        destinations.map((destination) => targetOf(tenantId, destination, nowMs)),
      );
      this.#made = { tenants: this.#tenants, nowMs, targets };
    }
    return this.#made.targets;
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
    return this.targets().find(({ key }) => key.tenantId === tenantId && key.destinationId === destinationId);
  }

  /** The destination that an inbox belongs to, if there is one at that token. */
  inboxAt(token: string): { readonly tenantId: string; readonly destination: Destination } | undefined {
    for (const { tenantId, destinations } of this.#tenants) {
      const destination = destinations.find(({ inboxToken }) => inboxToken === token);
      if (destination !== undefined) return { tenantId, destination };
    }
    return undefined;
  }

  /** From now on a listener is handed what is due for a destination; one that was there before is let go. */
  connect(key: DestinationKey, listener: Listener): void {
    const before = this.listeners.at(key);
    const handOver = before === undefined ? Promise.resolve() : this.#takeBack(key);
    this.listeners.connect(key, listener);
    const destination = this.tenant(key.tenantId)?.destinations.find((one) => one.destinationId === key.destinationId);
    if (destination !== undefined) listener.tell(destination);
    handOver.then(() => this.wake()).catch(this.#onFault);
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
    await this.catchUp(); // a reset that the caller knows of may not have got to the store yet
    return this.store.enqueue(request);
  }

  async #lookAround(): Promise<void> {
    if (this.#isClosed) return;
    this.#tenants = await this.#source.tenants();
    if (this.#mustRecover) await this.#recover();
    for (const tenant of this.#tenants) await this.#fanOut.catchUp(tenant);
    await this.#skipWhatIsOver();
    this.#dispatcher.wake();
    this.relay.wake();
    this.#lookAgain();
  }

  /** What waits for a destination that was disabled or deleted is skipped; what waited for one that is resumed is due. */
  async #skipWhatIsOver(): Promise<void> {
    const now = this.#source.now();
    const known = new Map(
      this.#tenants.flatMap(({ tenantId, destinations }) =>
        destinations.map(({ destinationId, status, disabledReason }) => {
          const key = { tenantId, destinationId };
          return [nameOfDestination(key), { key, status, disabledReason }] as const;
        }),
      ),
    );
    for (const [name, { key, status, disabledReason }] of known) {
      const before = this.#known.get(name)?.status;
      if (status === before) continue;
      if (before !== undefined) this.listeners.at(key)?.tell({ status, disabledReason });
      if (status === 'disabled') await this.store.skipWaiting(key, now.sandboxMs);
      else if (before === 'paused') await this.store.catchUp(key, now);
      else if (before === 'disabled')
        await this.store.changeHealth(key, (health) => ({ ...health, exhaustedSince: 0 })); // a new chance, not a new past
    }
    for (const [name, { key }] of this.#known) {
      if (known.has(name)) continue;
      this.listeners.at(key)?.end('gone');
      await this.store.skipWaiting(key, now.sandboxMs);
    }
    this.#known = known;
  }

  #lookAgain(): void {
    clearTimeout(this.#timer);
    const isWatched =
      this.#source.clock().state === 'running' && this.#tenants.some((one) => one.destinations.length > 0);
    if (isWatched) this.#wakeAfter(LOOK_EVERY_MS);
  }

  #wakeAfter(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => this.wake(), ms).unref();
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
