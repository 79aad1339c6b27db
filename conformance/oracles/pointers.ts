/**
 * A JSON pointer with three extensions: `*` matches every element of an array or member of an object, a final `#` is the
 * member name or index of the value, and a final `$` is the last segment of a text that is a path or a URL, such as the id in
 * a resource name: `/data/*`, `/services/*`, `#`, `/name/$`. The empty pointer is the value itself.
 */
export type ValuePointer = string;

/** A value with its member name or index in its parent. */
export interface PointerEntry {
  readonly value: unknown;
  readonly key: string;
}

/** Returns every value at `pointer` with its member name; none if a parent is absent. */
export const findEntries = (value: unknown, pointer: ValuePointer, key = ''): readonly PointerEntry[] =>
  splitPointer(pointer).reduce<readonly PointerEntry[]>(
    (held, segment) => held.flatMap((one) => listChildren(one, segment)),
    [{ value, key }],
  );

/** Returns every value at `pointer`; none if a parent is absent. */
export const findValues = (value: unknown, pointer: ValuePointer, key = ''): readonly unknown[] =>
  findEntries(value, pointer, key).map((held) => held.value);

/** Returns the first value at `pointer`, or `undefined` if it is absent. */
export const findValue = (value: unknown, pointer: ValuePointer, key = ''): unknown =>
  findEntries(value, pointer, key)[0]?.value;

/** Returns the strings and numbers at `pointer` as strings. */
export const findTexts = (value: unknown, pointer: ValuePointer, key = ''): string[] =>
  findValues(value, pointer, key).flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' ? [String(one)] : [],
  );

/** Returns the parent of a pointer that ends in `*`: `/data` for `/data/*`, and the whole value for `/*`. */
export const getParentPointer = (pointer: ValuePointer): ValuePointer => pointer.replace(/\/\*$/, '');

/** Returns a member name as an escaped pointer segment with its slash. */
export const toSegment = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Returns the problem of a pointer as a sentence; `undefined` if it is valid. */
export function findPointerProblem(pointer: string): string | undefined {
  if (pointer === '' || pointer === '#') return undefined;
  if (!pointer.startsWith('/')) return `a pointer starts with "/", as in "/${pointer}"`;
  if (/~(?![01])/.test(pointer)) return 'in a pointer, "~" is written "~0" and a "/" within a name "~1"';
  if (/(^|\/)[#$]\//.test(pointer)) return '"#" and "$" can only be the last part of a pointer';
  return undefined;
}

/** Returns the last segment of a path or URL without its query, decoded: `48201` of `terminals/48201`. */
export function getLastSegment(path: string): string {
  const segment = path.replace(/[?#].*$/, '').replace(/\/+$/, '');
  return decodeText(segment.slice(segment.lastIndexOf('/') + 1));
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const splitPointer = (pointer: ValuePointer): readonly string[] =>
  pointer === '' ? [] : pointer === '#' ? ['#'] : pointer.split('/').slice(1);

function listChildren({ value, key }: PointerEntry, segment: string): readonly PointerEntry[] {
  if (segment === '#') return [{ value: key, key }];
  if (segment === '$' && typeof value === 'string') return [{ value: getLastSegment(value), key }];
  if (typeof value !== 'object' || value === null) return [];
  if (segment === '*') return Object.entries(value).map(([name, child]) => ({ value: child, key: name }));
  const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
  return Object.hasOwn(value, name) && !(Array.isArray(value) && !/^\d+$/.test(name))
    ? [{ value: (value as Record<string, unknown>)[name], key: name }] // an object with that member, as just checked
    : [];
}
