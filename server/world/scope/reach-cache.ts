import { LatestValueCache } from '../../../base/caches/latest-value-cache.ts';

/** Caches, for each reach into the past, the latest value of each object. */
export class ReachCache<Thing extends WeakKey, Value> {
  readonly #byReach = new Map<number, LatestValueCache<Thing, Value>>();

  at(
    thing: Thing,
    { nowMs, reachMs }: { readonly nowMs: number; readonly reachMs: number },
    workOut: () => Value,
  ): Value {
    const cache = this.#byReach.get(reachMs) ?? new LatestValueCache<Thing, Value>();
    this.#byReach.set(reachMs, cache);
    return cache.at(thing, nowMs, workOut);
  }
}
