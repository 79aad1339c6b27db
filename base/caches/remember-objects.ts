/**
 * Returns a function that computes the result for an object once, as long as the object exists. Results are shared, so neither they nor
 * the objects may change.
 *
 * @example
 * const countWords = rememberObjects((lines: readonly string[]) => lines.flatMap((line) => line.split(' ')).length);
 * countWords(lines);
 */
export function rememberObjects<Given extends object, Result>(
  compute: (given: Given) => Result,
): (given: Given) => Result {
  const known = new WeakMap<Given, { readonly result: Result }>();
  return (given) => {
    const before = known.get(given);
    if (before !== undefined) return before.result;
    const result = compute(given);
    known.set(given, { result });
    return result;
  };
}

/** As `rememberObjects`, for a function of two objects. */
export function rememberPairs<One extends object, Other extends object, Result>(
  compute: (one: One, other: Other) => Result,
): (one: One, other: Other) => Result {
  const open = rememberObjects((one: One) => rememberObjects((other: Other) => compute(one, other)));
  return (one, other) => open(one)(other);
}
