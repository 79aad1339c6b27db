import type { Destination } from '../world/destinations.ts';
import type { Attempt, Delivery } from './delivery.ts';
import type { DestinationKey } from './store.ts';

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

/** Who listens for which destination: one at a time, the latest. */
export class Listeners {
  readonly #byId = new Map<string, { readonly key: DestinationKey; readonly listener: Listener }>();

  /** Connects; ends the listener that was there before. */
  connect(key: DestinationKey, listener: Listener): void {
    const before = this.#byId.get(key.destinationId);
    this.#byId.set(key.destinationId, { key, listener });
    before?.listener.end('replaced');
  }

  /** Lets go of a listener, if it is still the one. */
  disconnect({ destinationId }: DestinationKey, listener: Listener): boolean {
    return this.#byId.get(destinationId)?.listener === listener && this.#byId.delete(destinationId);
  }

  at({ destinationId }: DestinationKey): Listener | undefined {
    return this.#byId.get(destinationId)?.listener;
  }

  /** Destinations that have a listener now. */
  connected(): readonly DestinationKey[] {
    return [...this.#byId.values()].map(({ key }) => key);
  }

  endAll(ending: Ending): void {
    for (const { listener } of this.#byId.values()) listener.end(ending);
    this.#byId.clear();
  }
}
