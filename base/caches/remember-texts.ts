/** Longer texts are rare and would need much memory. */
const LONGEST = 100;

/**
 * Returns a function that computes the result for a text once. Forgets all results when it knows `most` texts, so that texts from outside
 * need limited memory. Results are shared: do not change them.
 *
 * @example
 * const readAmount = rememberTexts(parseAmount);
 * readAmount('12.50 USD');
 */
export function rememberTexts<Result>(compute: (text: string) => Result, most = 20_000): (text: string) => Result {
  const known = new Map<string, { readonly result: Result }>();
  return (text) => {
    if (text.length > LONGEST) return compute(text);
    const before = known.get(text);
    if (before !== undefined) return before.result;
    const result = compute(text);
    if (known.size >= most) known.clear();
    known.set(text, { result });
    return result;
  };
}
