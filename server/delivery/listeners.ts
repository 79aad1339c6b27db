import type { Delivery } from './delivery.ts';
import type { DestinationKey } from './store.ts';

/** A delivery on its way to a listener, signed. */
export interface Pushed {
  readonly deliveryId: string;
  readonly sequence: number;
  /** Which attempt of the delivery it is: 1, 2, 3 ... A listener that has made it already reports it again. */
  readonly attempt: number;
  /** Comes back with the report. */
  readonly attemptToken: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly summary: Pick<Delivery, 'event' | 'isTest'>;
}

/** Somebody who is connected and fetches. */
export interface Listener {
  push(pushed: Pushed): void;
  /** Another one took over, or the destination is gone: nothing more comes. */
  end(reason: string): void;
}

/** Who listens for which destination: one at a time, the latest. */
export class Listeners {
  readonly #byId = new Map<string, Listener>();

  /** Connects; one that was there before is told and let go. */
  connect({ destinationId }: DestinationKey, listener: Listener): void {
    const before = this.#byId.get(destinationId);
    this.#byId.set(destinationId, listener);
    before?.end('Another listener took over.');
  }

  /** Lets go of a listener, if it is still the one. */
  disconnect({ destinationId }: DestinationKey, listener: Listener): boolean {
    return this.#byId.get(destinationId) === listener && this.#byId.delete(destinationId);
  }

  at({ destinationId }: DestinationKey): Listener | undefined {
    return this.#byId.get(destinationId);
  }

  endAll(reason: string): void {
    for (const listener of this.#byId.values()) listener.end(reason);
    this.#byId.clear();
  }
}
