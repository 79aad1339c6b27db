import { runSlice } from '../slices.ts';

/** Returns a `mustEnd` that lets so many checkpoints pass, and how often it was asked. */
export function endingAfter(passed: number) {
  const calls = { of: 0 };
  const mustEnd = (): boolean => {
    calls.of += 1;
    return calls.of > passed;
  };
  return { mustEnd, calls };
}

/**
 * Runs `work` to its end in slices. Each slice lets as many checkpoints pass as the next of `lengths` says, and none once
 * `lengths` has ended. Throws when `work` needs more than `most` slices.
 */
export function inSlices<Value>(
  work: () => Value,
  lengths: Iterable<number> = [],
  most = 10_000,
): { readonly value: Value; readonly slices: number } {
  const length = lengths[Symbol.iterator]();
  for (let slices = 1; slices <= most; slices += 1) {
    const result = runSlice(work, endingAfter(length.next().value ?? 0).mustEnd);
    if (result.isDone) return { value: result.value, slices };
  }
  throw new Error(`the work was not done after ${most} slices; each slice must get further than the one before`);
}
