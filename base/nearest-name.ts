import { closest, distance } from 'fastest-levenshtein';

/** Returns the most similar known name, or undefined if none is similar. */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name.length > 64) return undefined;
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const same = known.find((candidate) => plain(candidate) === plain(name));
  const longer = known.find((candidate) => plain(name).length > 2 && plain(candidate).startsWith(plain(name)));
  if (same !== undefined || longer !== undefined) return same ?? longer;
  const nearest = closest(name, [...known]);
  return distance(name, nearest) <= Math.max(2, nearest.length / 2) ? nearest : undefined;
}
