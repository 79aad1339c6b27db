import { Alarm, nodeTimers, type Timers } from './alarm.ts';
import { makeAttempt } from './attempt.ts';
import type { Attempt, Delivery, Due, Now } from './delivery.ts';
import { type Lane, Lanes, type Limits } from './lanes.ts';
import type { Send } from './sender.ts';
import { type Disable, type Retry, settleAttempt } from './settle.ts';
import { pauseAfter, StorageRetry } from './storage-retry.ts';
import type { ClaimedDelivery, DeliveryStore, DestinationKey } from './store.ts';
import type { Target } from './target.ts';
import { isDue } from './transitions.ts';

/** What a dispatcher works with. */
export interface DispatcherOptions {
  readonly store: DeliveryStore;
  /** All destinations as they are now; asked often. Listeners are left alone: they fetch what is theirs. */
  readonly targets: () => readonly Target[];
  /** One of them; undefined where it is gone. */
  readonly targetOf: (key: DestinationKey) => Target | undefined;
  readonly now: () => Now;
  /**
   * Real milliseconds until `now` shows an instant; undefined while the sandbox clock stands, so that only a move of it gets
   * there, of which `wake` tells.
   */
  readonly realDelayUntil: (due: Due) => number | undefined;
  readonly send: Send;
  readonly disable: Disable;
  /** Told of each attempt when it has been recorded. */
  readonly onSettled?: (delivery: Delivery, attempt: Attempt) => void;
  /** Called with what must not happen, such as a store that fails. An attempt that was made is recorded once it works. */
  readonly onFault: (fault: unknown) => void;
  readonly limits?: Partial<Limits>;
  /** How long `close` waits for what is under way, in real milliseconds. */
  readonly closeMs?: number;
  readonly timers?: Timers;
}

const DEFAULT_LIMITS: Limits = { perDestination: 8, total: 64 };
const DEFAULT_CLOSE_MS = 2000;

/**
 * Sends what is due: claims it, makes the attempt and settles it, several at once. Nothing polls: it looks when it is
 * woken, when an attempt has been settled, and at the earliest instant at which something is due.
 */
export class Dispatcher {
  private readonly options: DispatcherOptions;
  private readonly timers: Timers;
  private readonly lanes: Lanes;
  private readonly alarm: Alarm;
  private readonly storage: StorageRetry;
  private readonly underWay = new Map<ClaimedDelivery, Promise<void>>();
  private idleWaiters: PromiseWithResolvers<void>[] = [];
  /** Whether to look everywhere, since nothing is known of what is due. */
  private isWoken = false;
  /** Destinations for which something may have become due. */
  private marked: readonly DestinationKey[] = [];
  /** Whether a look is going on, or about to; and whether another one is to follow. */
  private isLooking = false;
  private isLookWanted = false;
  private looking: Promise<void> = Promise.resolve();
  private closing: Promise<void> | undefined;
  private turn = 0;
  /** Faults since the last look without one. */
  private failures = 0;
  private state: 'open' | 'closing' | 'closed' = 'open';

  constructor(options: DispatcherOptions) {
    this.options = options;
    this.timers = options.timers ?? nodeTimers;
    this.lanes = new Lanes({ ...DEFAULT_LIMITS, ...options.limits });
    this.storage = new StorageRetry({ timers: this.timers, onFault: (fault) => this.report(fault) });
    this.alarm = new Alarm(this.timers, options.realDelayUntil, () => this.wake());
  }

  /** Something may have become due: new deliveries, another clock, a destination resumed. Cheap, however often. */
  wake(): void {
    this.isWoken = true;
    this.look();
  }

  /** The same, where it is known for which destinations. */
  wakeFor(keys: readonly DestinationKey[]): void {
    if (keys.length === 0) return;
    this.marked = [...this.marked, ...keys];
    this.look();
  }

  /** Kept when nothing is due and nothing under way; broken by a fault. What waits for a later instant is not waited for. */
  whenIdle(): Promise<void> {
    if (this.state !== 'open') return Promise.resolve();
    const waiter = Promise.withResolvers<void>();
    this.idleWaiters.push(waiter);
    this.wake();
    return waiter.promise;
  }

  /** Claims nothing more, waits for what is under way as long as it may, and puts back the rest. */
  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    this.state = 'closing';
    this.alarm.clear();
    this.storage.end();
    await this.looking;
    await this.within(this.options.closeMs ?? DEFAULT_CLOSE_MS, Promise.all(this.underWay.values()));
    this.state = 'closed';
    const underWay = [...this.underWay.keys()].map(({ delivery }) => delivery.deliveryId);
    await this.options.store.release(underWay).catch(this.options.onFault); // then the next start puts them back
    this.settleWaiters((waiter) => waiter.resolve());
  }

  private look(): void {
    this.isLookWanted = true;
    if (this.isLooking || this.state !== 'open') return;
    this.isLooking = true;
    this.looking = Promise.resolve()
      .then(() => this.lookWhileWanted())
      .catch((fault: unknown) => this.fail(fault))
      .finally(() => {
        this.isLooking = false;
        if (this.isLookWanted) this.look();
        else if (this.lanes.inFlight === 0) this.settleWaiters((waiter) => waiter.resolve());
      });
  }

  private async lookWhileWanted(): Promise<void> {
    while (this.isLookWanted && this.state === 'open') {
      this.isLookWanted = false;
      if (this.isWoken) {
        this.isWoken = false;
        this.lanes.markAll();
        this.alarm.clear();
      }
      this.lanes.mark(this.marked);
      this.marked = [];
      await this.lookOnce();
    }
  }

  /** Claims what there is room for, beginning with another destination each time. */
  private async lookOnce(): Promise<void> {
    const { store, targets } = this.options;
    const drained = [];
    for (const target of this.inTurn(targets().filter(isSentTo))) {
      const lane = this.lanes.of(target.key);
      if (lane.mayHaveDue && (await this.claim(target, lane))) drained.push(target.key);
    }
    if (drained.length > 0 && this.state === 'open') this.alarm.add(await store.nextDue(drained));
    this.failures = 0;
  }

  /** Whether nothing more is due there. */
  private async claim(target: Target, lane: Lane): Promise<boolean> {
    const room = this.lanes.roomOf(lane);
    if (room === 0 || this.state !== 'open') return false;
    lane.mayHaveDue = false; // from here on, whoever knows better says so
    const { store, now } = this.options;
    const claimed = await store.claim({ ...target.key, now: now(), room });
    for (const one of claimed) this.start(target, lane, one);
    if (claimed.length === room) lane.mayHaveDue = true;
    return !lane.mayHaveDue;
  }

  private start(target: Target, lane: Lane, claimed: ClaimedDelivery): void {
    this.lanes.begin(lane);
    const delivering = this.deliver(target, lane, claimed)
      .catch((fault: unknown) => this.fail(fault))
      .finally(() => {
        this.underWay.delete(claimed);
        this.lanes.end(lane);
        this.look();
      });
    this.underWay.set(claimed, delivering);
  }

  private async deliver(target: Target, lane: Lane, claimed: ClaimedDelivery): Promise<void> {
    const { store, now, send, disable, onSettled } = this.options;
    const { delivery, due, body } = claimed;
    const attempt = await makeAttempt({ target, delivery, body, due, trigger: 'scheduled', now, send });
    if (this.state === 'closed') return; // it has been put back
    const stored: Retry = (write) => this.storage.run(write);
    const settled = await settleAttempt({
      store,
      target: this.asItIsNow(target),
      claimed,
      attempt,
      disable,
      recording: stored,
      concluding: stored,
    });
    if (settled === undefined) return;
    if (settled.attempt.next !== null) this.expect(lane, settled.attempt.next);
    onSettled?.(settled.delivery, settled.attempt);
  }

  private expect(lane: Lane, due: Due): void {
    if (isDue(due, this.options.now())) lane.mayHaveDue = true;
    else if (this.state === 'open') this.alarm.addDue(due);
  }

  private asItIsNow({ key }: Target): Target | undefined {
    return this.options.targetOf(key);
  }

  private inTurn(targets: readonly Target[]): readonly Target[] {
    if (targets.length === 0) return [];
    this.turn = (this.turn + 1) % targets.length;
    return [...targets.slice(this.turn), ...targets.slice(0, this.turn)];
  }

  private fail(fault: unknown): void {
    this.report(fault);
    this.failures += 1;
    if (this.state === 'open') this.timers.set(() => this.wake(), pauseAfter(this.failures));
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

  private async within(limitMs: number, work: Promise<unknown>): Promise<void> {
    const passed = Promise.withResolvers<void>();
    const timer = this.timers.set(() => passed.resolve(), limitMs);
    await Promise.race([work, passed.promise]);
    this.timers.clear(timer);
  }
}

const isSentTo = ({ kind, isSending }: Target): boolean => isSending && kind !== 'listener';
