import { LatestValueCache } from '../../../base/caches/latest-value-cache.ts';

/** An instant, and the period up to it; milliseconds. */
export interface Reach {
  readonly nowMs: number;
  readonly reachMs: number;
}

/** Caches, for each reach into the past, the latest value of each object. */
export class ReachCache<Thing extends WeakKey, Value> {
  readonly #byReach = new Map<number, LatestValueCache<Thing, Value>>();

  at(thing: Thing, { nowMs, reachMs }: Reach, workOut: () => Value): Value {
    return this.#get(reachMs).at(thing, nowMs, workOut);
  }

  /** Returns the value if it is cached. */
  find(thing: Thing, { nowMs, reachMs }: Reach): Value | undefined {
    return this.#get(reachMs).find(thing, nowMs);
  }

  /** Keeps a value that was computed elsewhere. */
  keep(thing: Thing, { nowMs, reachMs }: Reach, value: Value): void {
    this.#get(reachMs).keep(thing, nowMs, value);
  }

  #get(reachMs: number): LatestValueCache<Thing, Value> {
    const cache = this.#byReach.get(reachMs) ?? new LatestValueCache<Thing, Value>();
    this.#byReach.set(reachMs, cache);
    return cache;
  }
}
