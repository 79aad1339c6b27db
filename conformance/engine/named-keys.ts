/** Keys by their names, or what is wrong with the entry at an index, said without saying the key. */
export type NamedKeys =
  | { readonly keys: ReadonlyMap<string, string> }
  | { readonly problem: string; readonly at: number };

/**
 * Reads keys written as `name=key`, or as `key` alone, which is then named by its number. Empty entries are skipped.
 * A name begins with a letter; whatever has none that fits is a key as a whole.
 */
export function namedKeys(entries: readonly string[]): NamedKeys {
  const keys = new Map<string, string>();
  for (const [at, entry] of entries.map((one) => one.trim()).entries()) {
    if (entry === '') continue;
    const [, name = String(keys.size + 1), key = entry] = /^([A-Za-z][\w.-]*)=(.+)$/.exec(entry) ?? [];
    if (keys.has(name)) return { problem: `two keys are called "${name}"`, at };
    if (/[^\x20-\x7e]/.test(key))
      return { problem: `the key called "${name}" has characters that no header can carry`, at };
    keys.set(name, key);
  }
  return { keys };
}
