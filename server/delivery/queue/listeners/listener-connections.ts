import type { DestinationKey } from '../../store/delivery-store.ts';
import type { CompletedAttempt } from '../attempt.ts';
import type { DestinationDirectory } from '../destination-directory.ts';
import type { DeliveryTarget } from '../target.ts';
import {
  type AttemptOutcome,
  type ExtraAttempt,
  ListenerDispatcher,
  type ListenerDispatcherOptions,
} from './listener-dispatcher.ts';
import { type DeliveryListener, ListenerRegistry } from './listener-registry.ts';

export interface ListenerConnectionsOptions extends Omit<ListenerDispatcherOptions, 'listeners' | 'findTarget'> {
  readonly directory: DestinationDirectory;
}

/** Connects listeners to their destinations, pushes deliveries to them and requeues unfinished ones on a disconnect. */
export class ListenerConnections {
  readonly registry = new ListenerRegistry();
  readonly #options: ListenerConnectionsOptions;
  readonly #dispatcher: ListenerDispatcher;

  constructor(options: ListenerConnectionsOptions) {
    this.#options = options;
    const { directory, ...others } = options;
    this.#dispatcher = new ListenerDispatcher({
      ...others,
      listeners: this.registry,
      findTarget: (key) => directory.findTarget(key),
    });
  }

  /** Connects a listener to a destination and pushes due deliveries to it. Ends an earlier listener of the destination. */
  connect(key: DestinationKey, listener: DeliveryListener): void {
    const requeued = this.isConnected(key) ? this.#requeue(key) : Promise.resolve();
    this.registry.connect(key, listener);
    const destination = this.#options.directory
      .findTenant(key.tenantId)
      ?.destinations.find(({ destinationId }) => destinationId === key.destinationId);
    if (destination !== undefined) listener.notify(destination);
    requeued.then(() => this.wake()).catch(this.#options.onFault);
  }

  /** Disconnects a listener and requeues its unfinished delivery. */
  disconnect(key: DestinationKey, listener: DeliveryListener): void {
    if (this.registry.disconnect(key, listener)) this.#requeue(key).catch(this.#options.onFault);
  }

  isConnected(key: DestinationKey): boolean {
    return this.registry.find(key) !== undefined;
  }

  /** Pushes due deliveries to all idle listeners. */
  wake(): void {
    this.#dispatcher.wake();
  }

  /** Records a listener's report of an attempt. @see ListenerDispatcher.report */
  report(deliveryId: string, token: string, outcome: AttemptOutcome): Promise<boolean> {
    return this.#dispatcher.report(deliveryId, token, outcome);
  }

  /** Makes an attempt outside the schedule. @see ListenerDispatcher.makeAttempt */
  makeAttempt(target: DeliveryTarget, attempt: ExtraAttempt): Promise<CompletedAttempt | undefined> {
    return this.#dispatcher.makeAttempt(target, attempt);
  }

  /** Ends the streams of all current and future listeners. */
  endStreams(): void {
    this.registry.close();
  }

  /** Stops pushing deliveries and ends all streams. */
  close(): void {
    this.#dispatcher.close();
    this.endStreams();
  }

  /** Requeues the unfinished delivery of a listener, or skips it if the destination no longer queues deliveries. */
  async #requeue(key: DestinationKey): Promise<void> {
    const { directory, store, now } = this.#options;
    await this.#dispatcher.requeueUnreported(key);
    const target = directory.findTarget(key);
    if (target === undefined || target.isDisabled) await store.skipWaiting(key, now().sandboxMs);
  }
}
