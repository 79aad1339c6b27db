import { Broadcast } from '../../../base/broadcast.ts';
import { performance, wait } from '../../../base/real-time.ts';
import { resolveWithin } from '../../../base/time-limit.ts';
import type { SandboxMs } from '../../world/state/time.ts';
import type { Delivery, DeliveryAttempt, Due, Now } from '../delivery.ts';
import type { InboxStore } from '../inbox/inbox-store.ts';
import { Inboxes } from '../inbox/inboxes.ts';
import type { Send } from '../network/sender.ts';
import { makeAttempt } from '../queue/attempt.ts';
import { DestinationDirectory } from '../queue/destination-directory.ts';
import { DeliveryDispatcher } from '../queue/dispatcher.ts';
import { ListenerConnections } from '../queue/listeners/listener-connections.ts';
import type { ExtraAttempt } from '../queue/listeners/listener-dispatcher.ts';
import { type RetryWrite, settleAttempt } from '../queue/settle.ts';
import { computeRealDelayMs, type DeliverySource } from '../queue/source.ts';
import type { DeliveryTarget } from '../queue/target.ts';
import {
  type DeliveryStore,
  type DestinationKey,
  formatDestinationKey,
  type NextDue,
} from '../store/delivery-store.ts';
import { StorageRetry } from '../store/storage-retry.ts';
import { DestinationChanges } from './destination-changes.ts';
import { StartRecovery } from './start-recovery.ts';
import { TenantChecks } from './tenant-checks.ts';
import { TenantFanOut } from './tenant-fan-out.ts';

export interface DeliveryServiceOptions {
  readonly store: DeliveryStore;
  readonly source: DeliverySource;
  readonly send: Send;
  /** Receives faults that no caller is waiting for. The work is retried later. */
  readonly onFault: (error: unknown) => void;
  /** Called with new deliveries before they are stored, because they may be sent at once. */
  readonly beforeQueued?: (deliveries: readonly Pick<Delivery, 'deliveryId'>[]) => void;
  /** Stores the messages of the inboxes. Default: none yet. */
  readonly inboxes?: InboxStore;
}

/** A change of deliveries: an attempt was recorded, or deliveries were queued or skipped. */
export type DeliveryActivity =
  | { readonly kind: 'attempt'; readonly delivery: Delivery; readonly attempt: DeliveryAttempt }
  | { readonly kind: 'queued'; readonly tenantId: string };

/** The deliveries that wait in the queue. */
export interface QueueState {
  readonly waiting: number;
  /** The earliest due instants, passed or not. */
  readonly due: NextDue;
}

/** After a start, queued deliveries are sent for this long before any other work, in real milliseconds. */
const SENDS_QUEUED_FIRST_MS = 500;

/** Pause before looking again whether other processes work on due deliveries, in real milliseconds. */
const ELSEWHERE_MS = 20;

/**
 * Delivers events to subscribed destinations: fans events out to the queue and sends due deliveries. Each tenant is
 * handled independently, so that none delays another. All durable state is in the store.
 */
export class DeliveryService {
  readonly store: DeliveryStore;
  readonly inboxes: InboxStore;
  readonly directory: DestinationDirectory;
  readonly listeners: ListenerConnections;
  /** Reports changes as they happen. */
  readonly activity = new Broadcast<DeliveryActivity>();
  readonly #source: DeliverySource;
  readonly #send: Send;
  readonly #onFault: (error: unknown) => void;
  readonly #beforeQueued: (deliveries: readonly Pick<Delivery, 'deliveryId'>[]) => void;
  readonly #storage: StorageRetry;
  readonly #dispatcher: DeliveryDispatcher;
  readonly #fanOut: TenantFanOut;
  readonly #changes: DestinationChanges;
  readonly #recovery: StartRecovery;
  readonly #checks: TenantChecks;
  /** Sandbox time when all destinations were last woken. */
  #wokenAtMs = Number.NaN;
  #isClosed = false;

  constructor({
    store,
    source,
    send,
    onFault,
    beforeQueued = () => undefined,
    inboxes = new Inboxes(),
  }: DeliveryServiceOptions) {
    this.store = store;
    this.inboxes = inboxes;
    this.#source = source;
    this.#send = send;
    this.#onFault = onFault;
    this.#beforeQueued = beforeQueued;
    this.#storage = new StorageRetry({ onFault });
    const { reportFailures } = source;
    const now = () => source.now();
    const directory = new DestinationDirectory({ now });
    const shared = { store, now, onFault, realDelayUntil: (due: Due) => computeRealDelayMs(source, due) };
    const stored: RetryWrite = (write) => this.#storage.run(write);
    this.directory = directory;
    this.#dispatcher = new DeliveryDispatcher({
      ...shared,
      send,
      reportFailures,
      listTargets: () => directory.listTargets(),
      findTarget: (key) => directory.findTarget(key),
      onSettled: (delivery, attempt) => this.activity.publish({ kind: 'attempt', delivery, attempt }),
    });
    this.listeners = new ListenerConnections({
      ...shared,
      directory,
      retryWrite: stored,
      settle: async (claimed, attempt) => {
        const target = directory.findTarget(claimed.delivery);
        // If the report cannot be recorded, the listener gets the error. Once it is recorded, all further writes are
        // retried here.
        const settled = await settleAttempt({ store, target, claimed, attempt, reportFailures, retryFollowUp: stored });
        if (settled !== undefined) this.activity.publish({ kind: 'attempt', ...settled });
        this.checkSoon();
      },
    });
    this.#fanOut = new TenantFanOut({
      ...{ store, now, beforeQueued, chooseFault: source.chooseFault },
      isStopped: () => this.#isClosed,
    });
    this.#changes = new DestinationChanges({ store, now, listeners: this.listeners.registry });
    this.#recovery = new StartRecovery({
      store,
      source,
      directory,
      fanOut: this.#fanOut,
      sendQueued: () => this.#whenIdle(SENDS_QUEUED_FIRST_MS).catch(onFault),
    });
    this.#checks = new TenantChecks({
      check: (tenantId) => this.#checkTenant(tenantId),
      readTenantIds: async () => (await source.tenants()).map(({ tenantId }) => tenantId),
      listTenantIds: () => directory.listTenants().map(({ tenantId }) => tenantId),
      isRepeating: () =>
        source.clock().state === 'running' &&
        directory.listTenants().some(({ destinations }) => destinations.length > 0),
      onFault,
    });
  }

  /**
   * Recovers after a start: requeues interrupted deliveries and fans out events of the downtime. Does not wait for
   * either.
   */
  start(): void {
    this.#recovery.begin();
    this.wake();
  }

  /** Sends due deliveries and checks for new events. Cheap to call repeatedly. */
  wake(): void {
    if (this.#isClosed) return;
    this.#wakeAll();
    this.checkSoon();
  }

  /** Checks all tenants for new events soon. Calls before the check starts share it. */
  checkSoon(): void {
    this.#checks.runSoon();
  }

  /**
   * Fans out all events up to now of one tenant, or of all tenants, and starts sending due deliveries. Does not wait
   * for responses.
   */
  async catchUp(tenantId?: string): Promise<void> {
    await this.#checks.run(tenantId === undefined ? undefined : [tenantId]);
  }

  /** Like `catchUp`, but reports a fault instead of rejecting. A failed check is repeated later. */
  async tryToCatchUp(tenantId?: string): Promise<void> {
    await this.catchUp(tenantId).catch(this.#onFault);
  }

  /** Resolves with true when nothing is due or in flight, or with false after `limitMs` of real time. */
  async whenSettled(limitMs: number): Promise<boolean> {
    await this.catchUp();
    const endMs = performance.now() + limitMs;
    for (;;) {
      if (!(await this.#whenIdle(Math.max(0, endMs - performance.now())))) return false;
      if (!(await this.#isAnyoneWorking())) return true;
      await wait(ELSEWHERE_MS);
    }
  }

  /** Reads the destinations as they are now, which another process may have changed since the latest check. */
  async refreshDirectory(): Promise<void> {
    this.directory.update(await this.#source.tenants());
  }

  /** Continues after a change by another process: sends due deliveries, including new ones. */
  wakeSenders(): void {
    if (this.#isClosed) return;
    this.#dispatcher.wake();
    this.listeners.wake();
  }

  /** Continues at once with the writes that wait for the storage, because it is available again. */
  resume(): void {
    this.#storage.resume();
    this.#dispatcher.resume();
    this.wake();
  }

  /** Publishes an attempt that another process has recorded. */
  async publishAttempt(deliveryId: string, n: number): Promise<void> {
    if (!this.activity.hasSubscribers) return;
    const delivery = await this.store.find(deliveryId);
    const attempt = (await this.store.listAttempts(deliveryId)).find((one) => one.n === n);
    if (delivery !== undefined && attempt !== undefined) this.activity.publish({ kind: 'attempt', delivery, attempt });
  }

  /** Ends all present and future streams: those of listeners, and of activity. */
  endStreams(): void {
    this.listeners.endStreams();
    this.activity.end();
  }

  /** Stops sending at once. Attempts in flight finish or return to the queue. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#storage.end();
    this.listeners.close();
    this.activity.end();
    const checksEnd = this.#checks.close();
    const sendingEnds = this.#dispatcher.close();
    await this.#recovery.whenIdle();
    await checksEnd;
    await sendingEnds;
  }

  /**
   * Whether no delivery is waiting and no time passes that could cause one. Deliveries of paused destinations wait
   * without effect.
   */
  async isIdle(): Promise<boolean> {
    await this.catchUp();
    const targets = this.directory.listTargets();
    if (targets.length > 0 && this.#source.clock().state === 'running') return false;
    const due = await this.store.nextDue(targets.flatMap(({ key, isSending }) => (isSending ? [key] : [])));
    return due.realMs === undefined && (due.sandboxMs === undefined || due.sandboxMs > this.#source.now().sandboxMs);
  }

  /** Returns the deliveries that wait for an address or an inbox. Those of listeners wait for their clients. */
  async measureQueue(): Promise<QueueState> {
    const keys = this.directory
      .listTargets()
      .flatMap(({ key, kind, isSending }) => (isSending && kind !== 'listener' ? [key] : []));
    if (keys.length === 0) return { waiting: 0, due: {} };
    let waiting = 0;
    for (const key of keys) waiting += await this.store.countWaiting(key);
    return { waiting, due: await this.store.nextDue(keys) };
  }

  now(): Now {
    return this.#source.now();
  }

  /** Returns when the next attempt for one of these destinations is due on the sandbox clock. */
  async nextAttemptMs(destinations: readonly DestinationKey[]): Promise<SandboxMs | undefined> {
    const names = new Set(destinations.map(formatDestinationKey));
    const keys = this.directory
      .listTargets()
      .flatMap(({ key, isSending }) => (isSending && names.has(formatDestinationKey(key)) ? [key] : []));
    return (await this.store.nextDue(keys)).sandboxMs;
  }

  /**
   * Makes an attempt outside the schedule and records it. Changes neither the schedule nor the health of the
   * destination. Returns undefined if the destination needs a listener and none is connected.
   */
  async makeExtraAttempt(
    target: DeliveryTarget,
    extra: ExtraAttempt,
  ): Promise<{ readonly delivery: Delivery; readonly attempt: DeliveryAttempt } | undefined> {
    const attempt =
      target.kind === 'listener'
        ? await this.listeners.makeAttempt(target, extra)
        : await makeAttempt({ target, ...extra, now: () => this.#source.now(), send: this.#send });
    if (attempt === undefined) return undefined;
    const ended = { state: attempt.error === null ? 'delivered' : 'exhausted', endedAtMs: attempt.atMs } as const;
    const next = extra.trigger === 'test' ? ended : undefined;
    const settled = await this.store.settle(extra.delivery.deliveryId, { ...attempt, next: null }, next);
    if (settled !== undefined) this.activity.publish({ kind: 'attempt', ...settled });
    return settled;
  }

  /**
   * Queues deliveries that are not caused by events, such as samples and recovered ones. Returns undefined, and queues
   * nothing, if the tenant was reset after `since`.
   */
  async enqueue(request: Parameters<DeliveryStore['enqueue']>[0]): Promise<readonly Delivery[] | undefined> {
    this.#beforeQueued(request.deliveries);
    let queued = await this.store.enqueue(request);
    if (queued === undefined) {
      await this.catchUp(request.tenantId); // the store may not have recorded the latest reset yet
      queued = await this.store.enqueue(request);
    }
    const count = queued === undefined ? 0 : queued.length + (request.again?.deliveryIds.length ?? 0);
    if (count > 0) this.activity.publish({ kind: 'queued', tenantId: request.tenantId });
    return queued;
  }

  /** Checks one tenant for new events and changed destinations, and wakes the senders. */
  async #checkTenant(tenantId: string): Promise<void> {
    await this.#recovery.whenRecovered();
    this.directory.update(await this.#source.tenants());
    const tenant = this.directory.findTenant(tenantId);
    if (tenant === undefined || this.#isClosed) return;
    const queued = await this.#fanOut.catchUp(tenant);
    await this.#recovery.catchUpTenant(tenantId, queued);
    const resumed = await this.#changes.apply(tenant);
    if (queued.length > 0) this.activity.publish({ kind: 'queued', tenantId });
    if (this.#isClosed) return;
    if (this.#source.now().sandboxMs !== this.#wokenAtMs) this.#wakeAll();
    else {
      this.#dispatcher.wakeFor([...queued, ...resumed]);
      this.listeners.wake();
    }
  }

  /** Whether any process still works on due deliveries, except for those of listeners. */
  async #isAnyoneWorking(): Promise<boolean> {
    const { shared } = this.store;
    if (shared === undefined) return false;
    const keys = this.directory
      .listTargets()
      .flatMap(({ key, kind, isSending }) => (isSending && kind !== 'listener' ? [key] : []));
    return keys.length > 0 && shared.isWorking(keys, this.#source.now());
  }

  #wakeAll(): void {
    this.#wokenAtMs = this.#source.now().sandboxMs;
    this.#dispatcher.wake();
    this.listeners.wake();
  }

  #whenIdle(limitMs: number): Promise<boolean> {
    return resolveWithin(
      limitMs,
      this.#dispatcher.whenIdle().then(() => true),
    );
  }
}
