/**
 * A JSON pointer with two extensions: `*` matches every element of an array or member of an object, and a final `#` is the
 * member name or index of the value: `/data/*`, `/services/*`, `#`. The empty pointer is the value itself.
 */
export type Pointer = string;

/** A value with its member name or index in its parent. */
export interface Held {
  readonly value: unknown;
  readonly key: string;
}

/** Returns every value at `pointer` with its member name; none if a parent is absent. */
export const heldAt = (value: unknown, pointer: Pointer, key = ''): readonly Held[] =>
  segmentsOf(pointer).reduce<readonly Held[]>(
    (held, segment) => held.flatMap((one) => childrenOf(one, segment)),
    [{ value, key }],
  );

/** Returns every value at `pointer`; none if a parent is absent. */
export const valuesAt = (value: unknown, pointer: Pointer, key = ''): readonly unknown[] =>
  heldAt(value, pointer, key).map((held) => held.value);

/** Returns the first value at `pointer`, or `undefined` if it is absent. */
export const valueAt = (value: unknown, pointer: Pointer, key = ''): unknown => heldAt(value, pointer, key)[0]?.value;

/** Returns the strings and numbers at `pointer` as strings. */
export const textsAt = (value: unknown, pointer: Pointer, key = ''): string[] =>
  valuesAt(value, pointer, key).flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' ? [String(one)] : [],
  );

/** Returns the parent of a pointer that ends in `*`: `/data` for `/data/*`, and the whole value for `/*`. */
export const holderOf = (pointer: Pointer): Pointer => pointer.replace(/\/\*$/, '');

/** Returns a member name as an escaped pointer segment with its slash. */
export const segmentOf = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Returns the problem of a pointer as a sentence; `undefined` if it is valid. */
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
    ? [{ value: (value as Record<string, unknown>)[name], key: name }] // an object with that member, as just checked
    : [];
}
