/* Ids are long and share a prefix, so users may give a part of an id. */

/** Number of characters of a short id: enough to distinguish ids. */
const SHOWN = 8;

/** Returns the end of an id. Commands accept it in place of the id. */
export const toShortId = (id: string): string => id.slice(-SHOWN);

/** Minimum length of a part, so that a typing error does not match. */
const SHORTEST = 4;

/** Returns whether `part` is the id, or its beginning or end, with or without the prefix of its kind. Ignores case. */
export function matchesIdPart(id: string, part: string): boolean {
  const bare = (text: string): string => text.toUpperCase().replace(/^[A-Z]+_/, '');
  const [whole, wanted] = [bare(id), bare(part)];
  return wanted.length >= SHORTEST && (whole.startsWith(wanted) || whole.endsWith(wanted));
}
