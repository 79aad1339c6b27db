import { closest, distance } from 'fastest-levenshtein';

/** The known name a writer most likely meant, or undefined when none comes near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name.length > 64) return undefined;
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const same = known.find((candidate) => plain(candidate) === plain(name));
  const longer = known.find((candidate) => plain(name).length > 2 && plain(candidate).startsWith(plain(name)));
  if (same !== undefined || longer !== undefined) return same ?? longer;
  const nearest = closest(name, [...known]);
  return distance(name, nearest) <= Math.max(2, nearest.length / 2) ? nearest : undefined;
}
