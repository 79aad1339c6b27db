import { checkpoint } from '../slices.ts';

/**
 * Caches the latest value of each object with its instant, because most reads are at the same instant. Has a checkpoint
 * after each new value, so that a reply made of many values can be computed in slices.
 */
export class LatestValueCache<Thing extends WeakKey, Value> {
  readonly #kept = new WeakMap<Thing, { readonly nowMs: number; readonly value: Value }>();

  at(thing: Thing, nowMs: number, workOut: () => Value): Value {
    const known = this.#kept.get(thing);
    if (known?.nowMs === nowMs) return known.value;
    const value = workOut();
    this.keep(thing, nowMs, value);
    checkpoint();
    return value;
  }

  /** Returns the value if it is cached. */
  find(thing: Thing, nowMs: number): Value | undefined {
    const known = this.#kept.get(thing);
    return known?.nowMs === nowMs ? known.value : undefined;
  }

  /** Keeps a value that was computed elsewhere. */
  keep(thing: Thing, nowMs: number, value: Value): void {
    this.#kept.set(thing, { nowMs, value });
  }
}
