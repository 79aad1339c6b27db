import { createHash } from 'node:crypto';

const MOST_TRIES = 50;

/**
 * Returns an id in the form of `ids` that is none of them: with the length that most of them have, the characters that these
 * share, and elsewhere characters that they use. Equal ids and seeds give equal results. Returns `undefined` when there are no
 * ids, or when every id of their form that was tried is taken.
 */
export function madeUpIdLike(ids: Iterable<string>, seed: number): string | undefined {
  const known = new Set(ids);
  const [alike = []] = [...Map.groupBy(known, ({ length }) => length).values()].sort(
    (one, other) => other.length - one.length,
  );
  const [pattern = ''] = alike;
  const positions = [...pattern].map((_, index) => positionOf(alike, index));
  const alphabets = new Map<Kind, Set<string>>(
    KINDS.map((kind) => [kind, new Set(kind === 'digit' ? '0123456789' : '')]),
  );
  for (const { kind, seen } of positions) for (const character of seen) alphabets.get(kind)?.add(character);
  const next = numbersFrom(`${seed} ${pattern}`);
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const id = positions
      .map(({ kind, seen }) => {
        const alphabet = [...(kind === 'fixed' ? seen : (alphabets.get(kind) ?? seen))];
        return alphabet[next(alphabet.length)];
      })
      .join('');
    if (id !== '' && !known.has(id)) return id;
  }
  return undefined;
}

const KINDS = ['fixed', 'digit', 'lower', 'upper', 'mixed'] as const;
type Kind = (typeof KINDS)[number];

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** What stands at a position in these ids. Of a single id, its last run of letters and digits is taken to vary. */
function positionOf(
  alike: readonly string[],
  index: number,
): { readonly kind: Kind; readonly seen: readonly string[] } {
  const seen = [...new Set(alike.map((id) => id[index] ?? ''))];
  const isFixed = alike.length === 1 ? !/^[a-z\d]+$/i.test(alike[0]?.slice(index) ?? '') : seen.length === 1;
  const isVersionOrVariant = (index === 14 || index === 19) && alike.every((id) => UUID.test(id));
  if (isFixed || isVersionOrVariant) return { kind: 'fixed', seen };
  const all = (form: RegExp) => seen.every((character) => form.test(character));
  return { kind: all(/\d/) ? 'digit' : all(/[a-z]/) ? 'lower' : all(/[A-Z]/) ? 'upper' : 'mixed', seen };
}

/** Draws whole numbers below a bound from a text. */
function numbersFrom(text: string): (below: number) => number {
  let count = 0;
  return (below) => {
    count += 1;
    return createHash('sha256').update(`${count} ${text}`).digest().readUInt32BE() % below;
  };
}
