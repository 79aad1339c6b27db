import { completeStep, noteProgress } from './slices.ts';

/** Requests at this number of instants can take turns to compute the same things. Usually there is one, or two while the clock moves. */
const INSTANTS_KEPT = 8;

/**
 * Computes cached values of many things, one after the other, before a reply is made of all of them. Each slice continues
 * where the previous one ended, and does not look at the earlier things again.
 */
export class Steps<Thing> {
  /** The number of things that are computed, by instant, in the order of their first requests. */
  readonly #done = new WeakMap<readonly Thing[], Map<number, number>>();

  /** Calls `compute` with each thing, once for each list and instant (`nowMs`, epoch milliseconds) that was not long ago. */
  run(things: readonly Thing[], nowMs: number, compute: (thing: Thing) => void): void {
    const done = this.#done.get(things) ?? new Map<number, number>();
    this.#done.set(things, done);
    const [oldest] = done.keys();
    if (done.size >= INSTANTS_KEPT && oldest !== undefined && !done.has(nowMs)) done.delete(oldest);
    for (let next = done.get(nowMs) ?? 0; next < things.length; next += 1) {
      compute(things[next] as Thing); // below the length
      done.set(nowMs, next + 1);
      noteProgress({ done: next + 1, total: things.length });
      completeStep();
    }
  }
}
