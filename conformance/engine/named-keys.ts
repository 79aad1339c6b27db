/** Keys by name, or the problem of the entry at index `at`. The problem does not contain the key. */
export type NamedKeys =
  | { readonly keys: ReadonlyMap<string, string> }
  | { readonly problem: string; readonly at: number };

/**
 * Parses keys written as `name=key`, or as `key` alone, whose name is then its number. Skips empty entries. A name begins
 * with a letter; an entry without a valid name is a key as a whole.
 */
export function parseNamedKeys(entries: readonly string[]): NamedKeys {
  const keys = new Map<string, string>();
  for (const [at, entry] of entries.map((one) => one.trim()).entries()) {
    if (entry === '') continue;
    const [, name = String(keys.size + 1), key = entry] = /^([A-Za-z][\w.-]*)=(.+)$/.exec(entry) ?? [];
    if (keys.has(name)) return { problem: `two keys have the name "${name}"`, at };
    if (/[^\x20-\x7e]/.test(key))
      return { problem: `the key "${name}" contains characters that are invalid in a header`, at };
    keys.set(name, key);
  }
  return { keys };
}
