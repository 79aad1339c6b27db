/*
 * Operations on lists of any size, such as those of a target: a call with 200,000 arguments (`Math.min(...values)`,
 * `list.push(...more)`) exceeds the stack. `npm run check:lint` refuses such calls in `conformance/`.
 */

/** Returns the smallest value; `Infinity` for none, NaN if one is NaN. */
export function findSmallest(values: Iterable<number>): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const value of values) smallest = Math.min(smallest, value);
  return smallest;
}

/** Returns the largest value, at least `least`; NaN if one is NaN. */
export function findLargest(values: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let largest = least;
  for (const value of values) largest = Math.max(largest, value);
  return largest;
}

/** Adds values at the end of a list. */
export function appendAll<Value>(list: Value[], values: Iterable<Value>): void {
  for (const value of values) list.push(value);
}
