import type { Destination } from '../../../world/state/destinations.ts';
import type { Delivery, DeliveryAttempt } from '../../delivery.ts';
import { type DestinationKey, formatDestinationKey } from '../../store/delivery-store.ts';

/** A signed delivery for a listener. */
export interface PushedDelivery {
  readonly deliveryId: string;
  /** Number of the attempt within the delivery, from 1. A listener that already made this attempt reports it again. */
  readonly attempt: number;
  readonly trigger: DeliveryAttempt['trigger'];
  /** Identifies the attempt in the report. */
  readonly attemptToken: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly summary: Pick<Delivery, 'event' | 'isTest'>;
}

/** The status of a destination, as sent to its listener. */
export type StatusNotice = Pick<Destination, 'status' | 'disabledReason'>;

/**
 * Why the stream ends: another listener replaced this one, the destination was deleted or removed by a reset, or the
 * sandbox stops.
 */
export type StreamEnding = 'replaced' | 'gone' | 'stopped';

/** A connected client that receives deliveries over a stream. */
export interface DeliveryListener {
  push(pushed: PushedDelivery): void;
  /** Sends the status of the destination: first when connecting, then on each change. */
  notify(notice: StatusNotice): void;
  /** Ends the stream. A second call has no effect. */
  end(ending: StreamEnding): void;
}

/** Stores the connected listener of each destination: at most one, the latest. */
export class ListenerRegistry {
  readonly #byName = new Map<string, { readonly key: DestinationKey; readonly listener: DeliveryListener }>();
  #isClosed = false;

  /** Connects a listener and ends the one that it replaces. After `close`, ends the new one immediately. */
  connect(key: DestinationKey, listener: DeliveryListener): void {
    if (this.#isClosed) {
      listener.end('stopped');
      return;
    }
    const before = this.find(key);
    this.#byName.set(formatDestinationKey(key), { key, listener });
    before?.end('replaced');
  }

  /** Removes a listener; returns whether it was still the connected one. */
  disconnect(key: DestinationKey, listener: DeliveryListener): boolean {
    return this.find(key) === listener && this.#byName.delete(formatDestinationKey(key));
  }

  find(key: DestinationKey): DeliveryListener | undefined {
    return this.#byName.get(formatDestinationKey(key))?.listener;
  }

  /** Returns the destinations that have a listener. */
  listConnected(): readonly DestinationKey[] {
    return [...this.#byName.values()].map(({ key }) => key);
  }

  /** Ends the streams of all current and future listeners, because the sandbox stops. */
  close(): void {
    this.#isClosed = true;
    for (const { listener } of this.#byName.values()) listener.end('stopped');
    this.#byName.clear();
  }
}
