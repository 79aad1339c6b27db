import { checkpoint } from '../../spec/slices.ts';

/**
 * Keeps the latest value that was worked out of each thing, for the instant that it was asked for: readers mostly look
 * from one instant. A checkpoint follows each new value, so that a reply made of many of them can be made in slices.
 */
export class KeptLook<Thing extends WeakKey, Value> {
  readonly #kept = new WeakMap<Thing, { readonly nowMs: number; readonly value: Value }>();

  at(thing: Thing, nowMs: number, workOut: () => Value): Value {
    const known = this.#kept.get(thing);
    if (known?.nowMs === nowMs) return known.value;
    const value = workOut();
    this.#kept.set(thing, { nowMs, value });
    checkpoint();
    return value;
  }
}
