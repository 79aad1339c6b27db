/** Keys by name, or the problem of the entry at index `at`. The problem does not contain the key. */
export type NamedKeys =
  | { readonly keys: ReadonlyMap<string, string> }
  | { readonly problem: string; readonly at: number };

/** A key as it is sent, or a problem that completes `the key "east" …` and does not contain the key. */
type ParsedKey = { readonly key: string } | { readonly problem: string };

/** `NAME=KEY`, also as a line of a shell script: `export NAME="KEY"`, or of another shell. */
const NAMED = /^(?:export\s+|set\s+|\$env:)?([A-Za-z][\w.-]*)\s*=(.*)$/is;
/** A base64 text with its padding. Names are shorter. */
const PADDED = /^[\w+/-]{14,}={1,2}$/;

/**
 * Parses keys written as `name=key`, or as `key` alone, whose name is then its number. Accepts the forms of files with environment
 * variables: `export`, quotes, spaces around `=`, comments after a space. Skips empty entries. A name begins with a
 * letter; an entry without a valid name is a key as a whole.
 *
 * @example
 * const parsed = parseNamedKeys(['admin=sbx-northway-admin']);
 */
export function parseNamedKeys(entries: readonly string[]): NamedKeys {
  const keys = new Map<string, string>();
  for (const [at, entry] of entries.map((one) => one.trim()).entries()) {
    if (entry === '') continue;
    if (entry.startsWith('=')) return { problem: 'a key has no name before "="; expected NAME=KEY', at };
    const [, name = String(keys.size + 1), text = entry] = (PADDED.test(entry) ? null : NAMED.exec(entry)) ?? [];
    if (keys.has(name)) return { problem: `two keys have the name "${name}"`, at };
    const parsed = parseKeyText(text);
    if ('problem' in parsed) return { problem: `the key "${name}" ${parsed.problem}`, at };
    keys.set(name, parsed.key);
  }
  return { keys };
}

/** Parses the text of one key: removes quotes around it and a comment behind it, and rejects what no header can contain. */
export function parseKeyText(text: string): ParsedKey {
  const trimmed = text.trim();
  const [, quote, quoted, rest = ''] = /^(["'`])(.*)\1(.*)$/s.exec(trimmed) ?? [];
  const isQuoted = quote !== undefined && /^(\s*(#.*)?)$/s.test(rest);
  if (!isQuoted && /^["'`]|["'`]$/.test(trimmed))
    return { problem: 'has a quotation mark on one side only; expected it on both sides, or none' };
  const key = isQuoted ? (quoted ?? '').trim() : text.replace(/\s+#.*$/s, '').trim();
  if (key === '') return { problem: 'is empty; expected NAME=KEY' };
  if (/[^\x20-\x7e]/.test(key)) return { problem: 'contains characters that are invalid in a header' };
  if (!isQuoted && key.includes(' '))
    return { problem: 'contains a space; expected one NAME=KEY, with quotation marks around a key that has spaces' };
  if (/^\$(\w+|\{\w+\})$/.test(key))
    return { problem: 'is the name of a variable, which is not replaced here; expected the key itself' };
  return { key };
}
