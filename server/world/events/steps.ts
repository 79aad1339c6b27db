import { completeStep } from '../../../spec/slices.ts';

/**
 * Computes cached values of many things, one after the other, before a reply is made of all of them. Each slice continues
 * where the previous one ended, and does not look at the earlier things again.
 */
export class Steps<Thing> {
  readonly #latest = new WeakMap<readonly Thing[], { readonly nowMs: number; next: number }>();

  /** Calls `compute` with each thing, once for each list and instant. */
  run(things: readonly Thing[], nowMs: number, compute: (thing: Thing) => void): void {
    const known = this.#latest.get(things);
    const progress = known?.nowMs === nowMs ? known : { nowMs, next: 0 };
    this.#latest.set(things, progress);
    while (progress.next < things.length) {
      compute(things[progress.next] as Thing); // below the length
      progress.next += 1;
      completeStep();
    }
  }
}
