/* Ids are long and begin alike: people name things by a part of them. */

/** How many characters of an id are shown where space is short: enough to tell ids apart. */
const SHOWN = 8;

/** The end of an id, by which it can be named in commands. */
export const shortId = (id: string): string => id.slice(-SHOWN);

/** A part is to be so long, that a slip of the finger means nothing. */
const SHORTEST = 4;

/** Whether `part` is an id, or the beginning or the end of it, with or without its kind in front; in any case. */
export function isNamedBy(id: string, part: string): boolean {
  const bare = (text: string): string => text.toUpperCase().replace(/^[A-Z]+_/, '');
  const [whole, wanted] = [bare(id), bare(part)];
  return wanted.length >= SHORTEST && (whole.startsWith(wanted) || whole.endsWith(wanted));
}
