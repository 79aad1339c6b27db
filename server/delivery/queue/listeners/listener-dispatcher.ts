import { randomBytes } from 'node:crypto';
import { nodeTimers, type Timers } from '../../../../base/timers.ts';
import type { AttemptError, AttemptResponse, Delivery, DeliveryAttempt, Due, Now } from '../../delivery.ts';
import { type DeliveryStore, type DestinationKey, formatDestinationKey } from '../../store/delivery-store.ts';
import type { CompletedAttempt } from '../attempt.ts';
import { DueTimer } from '../due-timer.ts';
import type { RetryWrite } from '../settle.ts';
import { type SignedRequest, signRequest } from '../signed-request.ts';
import type { DeliveryTarget } from '../target.ts';
import type { DeliveryListener, ListenerRegistry, PushedDelivery } from './listener-registry.ts';

/** A listener's report of an attempt: the response of the receiver, or the error if there is none. */
export interface AttemptOutcome {
  readonly response: AttemptResponse | null;
  readonly error: AttemptError | null;
  readonly totalMs: number;
}

/** An attempt outside the schedule: a sample or a replay. */
export interface ExtraAttempt {
  readonly trigger: 'replay' | 'test';
  readonly delivery: Delivery;
  readonly body: string;
}

/** An attempt that was pushed to a listener and is not reported yet. */
interface UnreportedAttempt {
  readonly delivery: Delivery;
  readonly target: DeliveryTarget;
  readonly listener: DeliveryListener;
  readonly request: SignedRequest;
  readonly sentAt: Now;
  readonly token: string;
  /** A scheduled attempt has its due instant. */
  readonly turn: { readonly due: Due } | WaitingExtraAttempt;
}

export interface ListenerDispatcherOptions {
  readonly store: DeliveryStore;
  readonly listeners: ListenerRegistry;
  /** Returns a current destination; undefined if it was deleted. */
  readonly findTarget: (key: DestinationKey) => DeliveryTarget | undefined;
  readonly now: () => Now;
  /** Records the result of a scheduled attempt. */
  readonly settle: (
    claimed: { readonly delivery: Delivery; readonly due: Due },
    attempt: CompletedAttempt,
  ) => Promise<void>;
  /** Returns the real milliseconds until an instant; undefined if only a change of the clock can reach it. */
  readonly realDelayUntil: (due: Due) => number | undefined;
  readonly onFault: (error: unknown) => void;
  /** Retries a write while the storage fails. */
  readonly retryWrite: RetryWrite;
  readonly timers?: Timers;
}

/** Time limit for the report of a sample or replay, in real milliseconds. The receiver may use 15 seconds of it. */
const REPORT_TIMEOUT_MS = 30_000;

interface WaitingExtraAttempt extends ExtraAttempt {
  readonly resolve: (made: CompletedAttempt | undefined) => void;
}

/**
 * Pushes deliveries to listeners, one at a time and in order: each after the report for the previous one. If a listener
 * disconnects without a report, its delivery returns to the queue unchanged.
 */
export class ListenerDispatcher {
  readonly #options: ListenerDispatcherOptions;
  readonly #unreported = new Map<string, UnreportedAttempt>();
  /** Destinations whose report is being recorded. */
  readonly #reporting = new Set<string>();
  readonly #extras = new Map<string, WaitingExtraAttempt[]>();
  /** Destinations whose next delivery is being looked up. By name, like all maps here. */
  readonly #busy = new Set<string>();
  /** Destinations woken during their lookup, so that a delivery queued just after it is not missed. */
  readonly #wokenWhileBusy = new Set<string>();
  readonly #dueTimer: DueTimer;

  constructor(options: ListenerDispatcherOptions) {
    this.#options = options;
    this.#dueTimer = new DueTimer(options.timers ?? nodeTimers, options.realDelayUntil, () => this.wake());
  }

  /** Pushes due deliveries to all idle listeners. */
  wake(): void {
    this.#dueTimer.clear(); // each lookup below sets it again
    for (const key of this.#options.listeners.listConnected()) this.#wakeOne(key);
  }

  #wakeOne(key: DestinationKey): void {
    const name = formatDestinationKey(key);
    if (this.#busy.has(name)) {
      this.#wokenWhileBusy.add(name);
      return;
    }
    this.#busy.add(name);
    this.#pushNext(key)
      .catch(this.#options.onFault)
      .finally(() => {
        this.#busy.delete(name);
        if (this.#wokenWhileBusy.delete(name)) this.#wakeOne(key);
      });
  }

  async #pushNext(key: DestinationKey): Promise<void> {
    const { store, listeners, now, findTarget } = this.#options;
    const name = formatDestinationKey(key);
    const target = findTarget(key);
    const listener = target === undefined ? undefined : listeners.find(target.key);
    if (target === undefined || listener === undefined) return;
    if (this.#unreported.has(name) || this.#reporting.has(name)) return;

    const extra = this.#extras.get(name)?.shift();
    if (extra !== undefined) {
      this.#push({ listener, target, turn: extra }, extra);
      return;
    }
    if (!target.isSending) return;
    const [claimed] = await this.#options.retryWrite(() => store.claim({ ...target.key, now: now(), room: 1 }));
    if (claimed === undefined) {
      this.#dueTimer.add(await store.nextDue([target.key]));
      return;
    }
    // The listener may have disconnected during the claim. A new listener wakes the dispatcher again.
    if (listeners.find(target.key) !== listener)
      await this.#options.retryWrite(() => store.release([claimed.delivery.deliveryId]));
    else this.#push({ listener, target, turn: { due: claimed.due } }, claimed);
  }

  #push(
    { listener, target, turn }: Pick<UnreportedAttempt, 'listener' | 'target' | 'turn'>,
    { delivery, body }: { readonly delivery: Delivery; readonly body: string },
  ): void {
    const sentAt = this.#options.now();
    const request = signRequest({ target, delivery, body, now: sentAt });
    const token = randomBytes(12).toString('base64url');
    this.#unreported.set(formatDestinationKey(target.key), {
      delivery,
      target,
      listener,
      request,
      sentAt,
      token,
      turn,
    });
    const pushed: PushedDelivery = {
      deliveryId: delivery.deliveryId,
      attempt: delivery.attemptCount + 1,
      trigger: readTrigger(turn),
      attemptToken: token,
      headers: request.headers,
      body,
      summary: { event: delivery.event, isTest: delivery.isTest },
    };
    listener.push(pushed);
  }

  /**
   * Records a report. Returns `false` if the attempt is not waiting for a report. Rejects if the report cannot be
   * recorded; the listener can then report the attempt again.
   */
  async report(deliveryId: string, token: string, outcome: AttemptOutcome): Promise<boolean> {
    const inHand = [...this.#unreported.values()].find((one) => one.delivery.deliveryId === deliveryId);
    if (inHand === undefined || inHand.token !== token) return false;
    const name = formatDestinationKey(inHand.target.key);
    this.#unreported.delete(name);
    const attempt = toCompletedAttempt(inHand, outcome);
    if ('due' in inHand.turn) {
      this.#reporting.add(name);
      try {
        await this.#options.settle({ delivery: inHand.delivery, due: inHand.turn.due }, attempt);
      } catch (fault) {
        this.#returnAttempt(inHand);
        throw fault;
      } finally {
        this.#reporting.delete(name);
      }
    } else inHand.turn.resolve(attempt);
    this.#wakeOne(inHand.target.key);
    return true;
  }

  /** Waits for the report again after a failed recording. Requeues the delivery if the listener has disconnected. */
  #returnAttempt(inHand: UnreportedAttempt): void {
    const { key } = inHand.target;
    if (this.#options.listeners.find(key) === inHand.listener) this.#unreported.set(formatDestinationKey(key), inHand);
    else this.#release(inHand).catch(this.#options.onFault);
  }

  async #release({ delivery, target }: UnreportedAttempt): Promise<void> {
    await this.#options.retryWrite(() => this.#options.store.release([delivery.deliveryId]));
    this.#wakeOne(target.key);
  }

  /**
   * Makes an attempt outside the schedule and waits for its report. Returns undefined if no listener is connected, or
   * if the listener disconnected or did not report in time.
   */
  async makeAttempt(target: DeliveryTarget, attempt: ExtraAttempt): Promise<CompletedAttempt | undefined> {
    const { listeners, timers = nodeTimers } = this.#options;
    if (listeners.find(target.key) === undefined) return undefined;
    const name = formatDestinationKey(target.key);
    const { promise, resolve } = Promise.withResolvers<CompletedAttempt | undefined>();
    const extra: WaitingExtraAttempt = { ...attempt, resolve };
    this.#extras.set(name, [...(this.#extras.get(name) ?? []), extra]);
    const timer = timers.set(() => this.#giveUp(target.key, extra), REPORT_TIMEOUT_MS);
    this.#wakeOne(target.key);
    const made = await promise;
    timers.clear(timer);
    return made;
  }

  #giveUp(key: DestinationKey, extra: WaitingExtraAttempt): void {
    const name = formatDestinationKey(key);
    this.#extras.set(
      name,
      (this.#extras.get(name) ?? []).filter((one) => one !== extra),
    );
    if (this.#unreported.get(name)?.turn === extra) this.#unreported.delete(name);
    extra.resolve(undefined);
    this.#wakeOne(key);
  }

  close(): void {
    this.#dueTimer.clear();
  }

  /** Requeues the unreported delivery of a disconnected listener. */
  async requeueUnreported(key: DestinationKey): Promise<void> {
    const name = formatDestinationKey(key);
    const inHand = this.#unreported.get(name);
    this.#unreported.delete(name);
    const extras = this.#extras.get(name) ?? [];
    this.#extras.delete(name);
    for (const { resolve } of extras) resolve(undefined);
    if (inHand === undefined) return;
    if ('due' in inHand.turn) await this.#release(inHand);
    else inHand.turn.resolve(undefined);
  }
}

function toCompletedAttempt(
  { request, sentAt, turn }: UnreportedAttempt,
  { response, error, totalMs }: AttemptOutcome,
): CompletedAttempt {
  const isOnSandboxClock = 'due' in turn && turn.due.clock === 'sandbox';
  return {
    trigger: readTrigger(turn),
    atMs: isOnSandboxClock ? turn.due.atMs : sentAt.sandboxMs,
    sentAtMs: sentAt.realMs,
    request: request.attempted,
    response,
    error,
    timings: { dns: null, connect: null, tls: null, firstByte: null, total: totalMs },
  };
}

const readTrigger = (turn: UnreportedAttempt['turn']): DeliveryAttempt['trigger'] =>
  'due' in turn ? 'scheduled' : turn.trigger;
