import { nodeTimers, type Timers } from '../../../base/timers.ts';
import type { Delivery, DeliveryAttempt, Due, Now } from '../delivery.ts';
import type { Send } from '../network/sender.ts';
import type { ClaimedDelivery, DeliveryStore, DestinationKey } from '../store/delivery-store.ts';
import { computePauseMs, StorageRetry } from '../store/storage-retry.ts';
import { isDue } from '../store/transitions.ts';
import { makeAttempt } from './attempt.ts';
import { ConcurrencyLimits, type ConcurrencyOptions, type DestinationLoad } from './concurrency-limits.ts';
import { DueTimer } from './due-timer.ts';
import { type ReportFailures, type RetryWrite, settleAttempt } from './settle.ts';
import type { DeliveryTarget } from './target.ts';

/** Dependencies of a dispatcher. */
export interface DispatcherOptions {
  readonly store: DeliveryStore;
  /**
   * Returns all current destinations; called often. Listeners are ignored, because they fetch their deliveries
   * themselves.
   */
  readonly listTargets: () => readonly DeliveryTarget[];
  /** Returns one destination; undefined if it was deleted. */
  readonly findTarget: (key: DestinationKey) => DeliveryTarget | undefined;
  readonly now: () => Now;
  /**
   * Returns the real milliseconds until `now` reaches an instant. Undefined while the sandbox clock is frozen; then
   * only a change of the clock, which calls `wake`, can reach it.
   */
  readonly realDelayUntil: (due: Due) => number | undefined;
  readonly send: Send;
  readonly reportFailures: ReportFailures;
  /** Called after each attempt was recorded. */
  readonly onSettled?: (delivery: Delivery, attempt: DeliveryAttempt) => void;
  /**
   * Called with unexpected faults, such as a failing store. The write of a completed attempt is retried until it
   * succeeds.
   */
  readonly onFault: (fault: unknown) => void;
  readonly limits?: Partial<ConcurrencyOptions>;
  /** How long `close` waits for attempts in flight, in real milliseconds. */
  readonly closeMs?: number;
  readonly timers?: Timers;
}

const DEFAULT_LIMITS: ConcurrencyOptions = { perDestination: 8, total: 64 };
const DEFAULT_CLOSE_MS = 2000;

/**
 * Sends due deliveries: claims them, makes the attempts and settles them, several at once. It does not poll: it checks
 * the queue when woken, after an attempt was settled, and at the earliest due instant.
 */
export class DeliveryDispatcher {
  private readonly options: DispatcherOptions;
  private readonly timers: Timers;
  private readonly concurrencyLimits: ConcurrencyLimits;
  private readonly dueTimer: DueTimer;
  private readonly storage: StorageRetry;
  private readonly inFlight = new Map<ClaimedDelivery, Promise<void>>();
  private idleWaiters: PromiseWithResolvers<void>[] = [];
  /** Whether to check all destinations, because any of them may have due deliveries. */
  private isWoken = false;
  /** Destinations that may have due deliveries. */
  private marked: readonly DestinationKey[] = [];
  /** Whether a check is running or scheduled, and whether another one must follow. */
  private isChecking = false;
  private isCheckRequested = false;
  private currentCheck: Promise<void> = Promise.resolve();
  private closing: Promise<void> | undefined;
  private offset = 0;
  /** Consecutive failed checks. */
  private failures = 0;
  private state: 'open' | 'closing' | 'closed' = 'open';

  constructor(options: DispatcherOptions) {
    this.options = options;
    this.timers = options.timers ?? nodeTimers;
    this.concurrencyLimits = new ConcurrencyLimits({ ...DEFAULT_LIMITS, ...options.limits });
    this.storage = new StorageRetry({ timers: this.timers, onFault: (fault) => this.report(fault) });
    this.dueTimer = new DueTimer(this.timers, options.realDelayUntil, () => this.wake());
  }

  /**
   * Checks all destinations for due deliveries, for example after new deliveries, a change of the clock or a resumed
   * destination. Cheap to call repeatedly.
   */
  wake(): void {
    this.isWoken = true;
    this.requestCheck();
  }

  /** Checks only these destinations for due deliveries. */
  wakeFor(keys: readonly DestinationKey[]): void {
    if (keys.length === 0) return;
    this.marked = [...this.marked, ...keys];
    this.requestCheck();
  }

  /** Continues with writes that wait for the storage, because it is available again. */
  resume(): void {
    this.failures = 0;
    this.storage.resume();
    this.wake();
  }

  /**
   * Resolves when nothing is due and nothing is in flight; rejects on a fault. Ignores deliveries that are due later.
   */
  whenIdle(): Promise<void> {
    if (this.state !== 'open') return Promise.resolve();
    const waiter = Promise.withResolvers<void>();
    this.idleWaiters.push(waiter);
    this.wake();
    return waiter.promise;
  }

  /** Stops claiming, waits for attempts in flight up to the limit, and returns the rest to the queue. */
  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    this.state = 'closing';
    this.dueTimer.clear();
    this.storage.end();
    await this.currentCheck;
    await this.waitAtMost(this.options.closeMs ?? DEFAULT_CLOSE_MS, Promise.all(this.inFlight.values()));
    this.state = 'closed';
    const unfinished = [...this.inFlight.keys()].map(({ delivery }) => delivery.deliveryId);
    await this.options.store.release(unfinished).catch(this.options.onFault); // the next start requeues them
    this.settleWaiters((waiter) => waiter.resolve());
  }

  private requestCheck(): void {
    this.isCheckRequested = true;
    if (this.isChecking || this.state !== 'open') return;
    this.isChecking = true;
    this.currentCheck = Promise.resolve()
      .then(() => this.checkWhileRequested())
      .catch((fault: unknown) => this.fail(fault))
      .finally(() => {
        this.isChecking = false;
        if (this.isCheckRequested) this.requestCheck();
        else if (this.concurrencyLimits.inFlight === 0) this.settleWaiters((waiter) => waiter.resolve());
      });
  }

  private async checkWhileRequested(): Promise<void> {
    while (this.isCheckRequested && this.state === 'open') {
      this.isCheckRequested = false;
      if (this.isWoken) {
        this.isWoken = false;
        this.concurrencyLimits.markAll();
        this.dueTimer.clear();
      }
      this.concurrencyLimits.mark(this.marked);
      this.marked = [];
      await this.checkOnce();
    }
  }

  /** Claims as many deliveries as the limits allow, starting with a different destination each time. */
  private async checkOnce(): Promise<void> {
    const { store, listTargets: targets } = this.options;
    const emptied = [];
    for (const target of this.rotate(targets().filter(receivesRequests))) {
      const load = this.concurrencyLimits.findLoad(target.key);
      if (load.mayHaveDue && (await this.claim(target, load))) emptied.push(target.key);
    }
    if (emptied.length > 0 && this.state === 'open') this.dueTimer.add(await store.nextDue(emptied));
    this.failures = 0;
  }

  /** Claims due deliveries of a destination. Returns whether all of them are claimed. */
  private async claim(target: DeliveryTarget, load: DestinationLoad): Promise<boolean> {
    const room = this.concurrencyLimits.countRoom(load);
    if (room === 0 || this.state !== 'open') return false;
    load.mayHaveDue = false; // set before waiting, so that a mark set during the claim is kept
    const { store, now } = this.options;
    const claimed = await store.claim({ ...target.key, now: now(), room });
    for (const one of claimed) this.start(target, load, one);
    if (claimed.length === room) load.mayHaveDue = true;
    return !load.mayHaveDue;
  }

  private start(target: DeliveryTarget, load: DestinationLoad, claimed: ClaimedDelivery): void {
    this.concurrencyLimits.begin(load);
    const delivering = this.makeAndSettle(target, load, claimed)
      .catch((fault: unknown) => this.fail(fault))
      .finally(() => {
        this.inFlight.delete(claimed);
        this.concurrencyLimits.end(load);
        this.requestCheck();
      });
    this.inFlight.set(claimed, delivering);
  }

  private async makeAndSettle(target: DeliveryTarget, load: DestinationLoad, claimed: ClaimedDelivery): Promise<void> {
    const { store, now, send, reportFailures, onSettled } = this.options;
    const { delivery, due, body } = claimed;
    const attempt = await makeAttempt({ target, delivery, body, due, trigger: 'scheduled', now, send });
    if (this.state === 'closed') return; // the delivery was released
    const stored: RetryWrite = (write) => this.storage.run(write);
    const settled = await settleAttempt({
      store,
      target: this.findCurrentTarget(target),
      claimed,
      attempt,
      reportFailures,
      retryRecording: stored,
      retryFollowUp: stored,
    });
    if (settled === undefined) return;
    if (settled.attempt.next !== null) this.markNextAttempt(load, settled.attempt.next);
    onSettled?.(settled.delivery, settled.attempt);
  }

  private markNextAttempt(load: DestinationLoad, due: Due): void {
    if (isDue(due, this.options.now())) load.mayHaveDue = true;
    else if (this.state === 'open') this.dueTimer.addDue(due);
  }

  private findCurrentTarget({ key }: DeliveryTarget): DeliveryTarget | undefined {
    return this.options.findTarget(key);
  }

  private rotate(targets: readonly DeliveryTarget[]): readonly DeliveryTarget[] {
    if (targets.length === 0) return [];
    this.offset = (this.offset + 1) % targets.length;
    return [...targets.slice(this.offset), ...targets.slice(0, this.offset)];
  }

  private fail(fault: unknown): void {
    this.report(fault);
    this.failures += 1;
    if (this.state === 'open') this.timers.set(() => this.wake(), computePauseMs(this.failures));
  }

  private report(fault: unknown): void {
    this.options.onFault(fault);
    this.settleWaiters((waiter) => waiter.reject(fault));
  }

  private settleWaiters(settle: (waiter: PromiseWithResolvers<void>) => void): void {
    const waiters = this.idleWaiters;
    this.idleWaiters = [];
    for (const waiter of waiters) settle(waiter);
  }

  private async waitAtMost(limitMs: number, work: Promise<unknown>): Promise<void> {
    const passed = Promise.withResolvers<void>();
    const timer = this.timers.set(() => passed.resolve(), limitMs);
    await Promise.race([work, passed.promise]);
    this.timers.clear(timer);
  }
}

const receivesRequests = ({ kind, isSending }: DeliveryTarget): boolean => isSending && kind !== 'listener';
