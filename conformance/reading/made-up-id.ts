import { createHash } from 'node:crypto';

const MOST_TRIES = 50;

/**
 * Returns an unknown id in the format of `ids`: with their most frequent length, the characters that they share, and
 * otherwise random characters that they use. Ids that are base64 of readable text (`Type:123`) are decoded first, and the new
 * text is encoded. Deterministic for equal ids and seeds. Returns `undefined` without ids, or if
 * all tried ids exist.
 */
export function makeUpId(ids: Iterable<string>, seed: number): string | undefined {
  const known = new Set(ids);
  const key = createHash('sha256')
    .update(JSON.stringify([seed, ...known]))
    .digest('base64');
  const before = madeUp.get(key);
  if (before !== undefined) return before.id;
  const id = createId(known, seed);
  if (madeUp.size >= MOST_KEPT) madeUp.clear();
  madeUp.set(key, { id });
  return id;
}

/** The ids that were made up for the same known ids: each probe of a thing needs one, and an id of 100 characters needs 100 digests. */
const madeUp = new Map<string, { readonly id: string | undefined }>();
const MOST_KEPT = 1000;

function createId(known: ReadonlySet<string>, seed: number): string | undefined {
  const decoded = decodeIds(known);
  if (decoded !== undefined) {
    const text = makeUpId(decoded.texts, seed);
    return text === undefined ? undefined : decoded.encode(text);
  }
  const [alike = []] = [...Map.groupBy(known, ({ length }) => length).values()].sort(
    (one, other) => other.length - one.length,
  );
  const [pattern = ''] = alike;
  const positions = [...pattern].map((_, index) => describePosition(alike, index));
  const alphabets = new Map<Kind, Set<string>>(
    KINDS.map((kind) => [kind, new Set(kind === 'digit' ? '0123456789' : '')]),
  );
  for (const { kind, seen } of positions) for (const character of seen) alphabets.get(kind)?.add(character);
  const next = createNumberGenerator(`${seed} ${pattern}`);
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

/** The readable texts of base64 ids, and how to encode another one. */
interface DecodedIds {
  readonly texts: readonly string[];
  encode(text: string): string;
}

/** Readable text with a separator: any short word may be base64 of something. */
const READABLE = /^[\w.-]*[\w][:/|,][\w:/|,.-]*$/;

/** Whether ids are base64 of readable text such as `Type:123`. */
export const isEncodedText = (ids: readonly string[]): boolean => decodeIds(new Set(ids)) !== undefined;

function decodeIds(ids: ReadonlySet<string>): DecodedIds | undefined {
  if (ids.size === 0) return undefined;
  for (const encode of [
    (text: string) => Buffer.from(text).toString('base64'),
    (text: string) => Buffer.from(text).toString('base64url'),
    (text: string) => Buffer.from(text).toString('base64').replaceAll('=', ''),
  ]) {
    const texts = [...ids].map((id) => Buffer.from(id, 'base64').toString());
    const isEncoded = [...ids].every(
      (id, index) => READABLE.test(texts[index] ?? '') && encode(texts[index] ?? '') === id,
    );
    if (isEncoded) return { texts, encode };
  }
  return undefined;
}

const KINDS = ['fixed', 'digit', 'lower', 'upper', 'mixed'] as const;
type Kind = (typeof KINDS)[number];

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Returns the kind of characters at a position of ids. For a single id, its last run of letters and digits varies. */
function describePosition(
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

/** Creates a generator of integers below a bound, seeded with a text. */
function createNumberGenerator(text: string): (below: number) => number {
  let count = 0;
  return (below) => {
    count += 1;
    return createHash('sha256').update(`${count} ${text}`).digest().readUInt32BE() % below;
  };
}
