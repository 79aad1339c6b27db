/**
 * A JSON pointer in which `*` stands for every element of an array or every member of an object, and a last `#` for the
 * name or number under which a value stands: `/data/*`, `/services/*`, `#`. The empty pointer is the value itself.
 */
export type Pointer = string;

/** A value, and the name or number under which its parent holds it. */
export interface Held {
  readonly value: unknown;
  readonly key: string;
}

/** Every value at `pointer`, with its name; none when a member on the way is absent. */
export const heldAt = (value: unknown, pointer: Pointer, key = ''): readonly Held[] =>
  segmentsOf(pointer).reduce<readonly Held[]>(
    (held, segment) => held.flatMap((one) => childrenOf(one, segment)),
    [{ value, key }],
  );

/** Every value at `pointer`; none when a member on the way is absent. */
export const valuesAt = (value: unknown, pointer: Pointer, key = ''): readonly unknown[] =>
  heldAt(value, pointer, key).map((held) => held.value);

/** The one value at `pointer`, or `undefined` when a member on the way is absent. */
export const valueAt = (value: unknown, pointer: Pointer, key = ''): unknown => heldAt(value, pointer, key)[0]?.value;

/** The strings and numbers at `pointer`, as text: ids, types and amounts, whichever way the target writes them. */
export const textsAt = (value: unknown, pointer: Pointer, key = ''): string[] =>
  valuesAt(value, pointer, key).flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' ? [String(one)] : [],
  );

/** Where the values that end in `*` are held: `/data` for `/data/*`, the whole for `/*`. */
export const holderOf = (pointer: Pointer): Pointer => pointer.replace(/\/\*$/, '');

/** One segment of a pointer, escaped. */
export const segmentOf = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** What is wrong with a pointer, as a sentence; `undefined` if nothing is. */
export function problemOfPointer(pointer: string): string | undefined {
  if (pointer === '' || pointer === '#') return undefined;
  if (!pointer.startsWith('/')) return `a pointer starts with "/", as in "/${pointer}"`;
  if (/~(?![01])/.test(pointer)) return 'in a pointer, "~" is written "~0" and a "/" within a name "~1"';
  if (/(^|\/)#\//.test(pointer)) return '"#" can only be the last part of a pointer';
  return undefined;
}

const segmentsOf = (pointer: Pointer): readonly string[] =>
  pointer === '' ? [] : pointer === '#' ? ['#'] : pointer.split('/').slice(1);

function childrenOf({ value, key }: Held, segment: string): readonly Held[] {
  if (segment === '#') return [{ value: key, key }];
  if (typeof value !== 'object' || value === null) return [];
  if (segment === '*') return Object.entries(value).map(([name, child]) => ({ value: child, key: name }));
  const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
  return Object.hasOwn(value, name) && !(Array.isArray(value) && !/^\d+$/.test(name))
    ? [{ value: (value as Record<string, unknown>)[name], key: name }] // an object with that member, as just shown
    : [];
}
