import { runSlice } from '../slices.ts';

/** Returns a `mustEnd` that is true after `passed` calls, and its number of calls. */
export function endAfter(passed: number) {
  const calls = { of: 0 };
  const mustEnd = (): boolean => {
    calls.of += 1;
    return calls.of > passed;
  };
  return { mustEnd, calls };
}

/**
 * Runs `work` to its end in slices. Each number in `lengths` is the number of checkpoints that the next slice passes; later
 * slices pass none. Throws if `work` needs more than `most` slices.
 */
export function runInSlices<Value>(
  work: () => Value,
  lengths: Iterable<number> = [],
  most = 10_000,
): { readonly value: Value; readonly slices: number } {
  const length = lengths[Symbol.iterator]();
  for (let slices = 1; slices <= most; slices += 1) {
    const result = runSlice(work, endAfter(length.next().value ?? 0).mustEnd);
    if (result.isDone) return { value: result.value, slices };
  }
  throw new Error(`the work was not done after ${most} slices; each slice must get further than the one before`);
}
