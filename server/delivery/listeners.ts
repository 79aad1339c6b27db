import type { Destination } from '../world/destinations.ts';
import type { Attempt, Delivery } from './delivery.ts';
import { type DestinationKey, nameOfDestination } from './store.ts';

/** A delivery on its way to a listener, signed. */
export interface Pushed {
  readonly deliveryId: string;
  /** Which attempt of the delivery it is: 1, 2, 3 ... A listener that has made it already reports it again. */
  readonly attempt: number;
  readonly trigger: Attempt['trigger'];
  /** Comes back with the report. */
  readonly attemptToken: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly summary: Pick<Delivery, 'event' | 'isTest'>;
}

/** Whether a destination is sent to. */
export type Standing = Pick<Destination, 'status' | 'disabledReason'>;

/** Why nothing more comes: another listener took over, the destination was deleted or reset away, the sandbox stops. */
export type Ending = 'replaced' | 'gone' | 'stopped';

/** Somebody who is connected and fetches. */
export interface Listener {
  push(pushed: Pushed): void;
  /** How the destination stands: at first, and whenever that changes. */
  tell(standing: Standing): void;
  /** Nothing more comes. A second ending says nothing new. */
  end(ending: Ending): void;
}

/** The connected listener of each destination: at most one, the latest. */
export class Listeners {
  readonly #byName = new Map<string, { readonly key: DestinationKey; readonly listener: Listener }>();
  #isClosed = false;

  /** Connects a listener and ends the one that it replaces. After `close`, ends the new one at once. */
  connect(key: DestinationKey, listener: Listener): void {
    if (this.#isClosed) {
      listener.end('stopped');
      return;
    }
    const before = this.at(key);
    this.#byName.set(nameOfDestination(key), { key, listener });
    before?.end('replaced');
  }

  /** Removes a listener; returns whether it was still the connected one. */
  disconnect(key: DestinationKey, listener: Listener): boolean {
    return this.at(key) === listener && this.#byName.delete(nameOfDestination(key));
  }

  at(key: DestinationKey): Listener | undefined {
    return this.#byName.get(nameOfDestination(key))?.listener;
  }

  /** Destinations that have a listener now. */
  connected(): readonly DestinationKey[] {
    return [...this.#byName.values()].map(({ key }) => key);
  }

  /** Ends every listener, now and later, because the sandbox stops. */
  close(): void {
    this.#isClosed = true;
    for (const { listener } of this.#byName.values()) listener.end('stopped');
    this.#byName.clear();
  }
}
