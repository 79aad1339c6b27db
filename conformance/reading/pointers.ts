/**
 * A JSON pointer with four extensions: `*` matches every element of an array or member of an object, a final `#` is the
 * member name or index of the value, a final `$` is the last segment of a text that is a path or a URL, such as the id in
 * a resource name, and a final `$terminals` is the segment after `terminals` in such a text: `/data/*`, `/services/*`, `#`,
 * `/name/$`, `/links/self/$terminals`. The empty pointer is the value itself.
 */
export type ValuePointer = string;

/** A value with its member name or index in its parent. */
export interface PointerEntry {
  readonly value: unknown;
  readonly key: string;
}

/** Returns every value at `pointer` with its member name; none if a parent is absent. */
export function findEntries(value: unknown, pointer: ValuePointer, key = ''): readonly PointerEntry[] {
  const found: PointerEntry[] = [];
  collectEntries({ value, key }, { segments: parsePointer(pointer), from: 0 }, found);
  return found;
}

/** Returns every value at `pointer`; none if a parent is absent. */
export const findValues = (value: unknown, pointer: ValuePointer, key = ''): readonly unknown[] =>
  findEntries(value, pointer, key).map((held) => held.value);

/** Returns the first value at `pointer`, or `undefined` if it is absent. */
export const findValue = (value: unknown, pointer: ValuePointer, key = ''): unknown =>
  findEntries(value, pointer, key)[0]?.value;

/** Whether a value is at `pointer`, or a member that contains it is empty: `{ "amount": null }` carries `/amount/value`. */
export function isCarried(value: unknown, pointer: ValuePointer): boolean {
  if (findValues(value, pointer).some((one) => one !== undefined)) return true;
  const parents = pointer.split('/').map((_, index, segments) => segments.slice(0, index).join('/'));
  return parents.some((parent) => parent !== '' && findValues(value, parent).some(isEmptyValue));
}

const isEmptyValue = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && /^[\s-]*$/.test(value));

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
  // other names may begin with `$`, such as that of an envelope: /$items/*
  const isEnd = (part: string): boolean => part === '#' || part === '$' || COLLECTION.test(part);
  if (pointer.split('/').slice(0, -1).some(isEnd))
    return '"#", "$" and "$collection" can only be the last part of a pointer';
  return undefined;
}

/** Returns the last segment of a path or URL without its query, decoded: `48201` of `terminals/48201`. */
export function getLastSegment(path: string): string {
  const segment = path.replace(/[?#].*$/, '').replace(/\/+$/, '');
  return decodeText(segment.slice(segment.lastIndexOf('/') + 1));
}

/** Returns the segment after `collection` in a path or URL, decoded: `48201` of `/v1/terminals/48201/commands`. */
export function getSegmentAfter(path: string, collection: string): string | undefined {
  const segments = path.replace(/[?#].*$/, '').split('/');
  const at = segments.lastIndexOf(collection);
  const segment = at === -1 ? undefined : segments[at + 1];
  return segment === undefined || segment === '' ? undefined : decodeText(segment);
}

/** Returns a percent-encoded text decoded, or as it is if it is not valid. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A part of a pointer: an extension, or the name of a member. */
interface Segment {
  readonly kind: 'name' | 'each' | 'key' | 'last' | 'after';
  readonly name: string;
  /** Whether the name is also an index of an array. */
  readonly isIndex: boolean;
}

/** Parsed pointers. The runner reads the same few pointers in every row of every reply. */
const parsedPointers = new Map<ValuePointer, readonly Segment[]>();

/** Names of members come from the target, so the number of pointers has no limit. */
const MAX_PARSED = 5000;

function parsePointer(pointer: ValuePointer): readonly Segment[] {
  const known = parsedPointers.get(pointer);
  if (known !== undefined) return known;
  const parts = pointer === '' ? [] : pointer === '#' ? ['#'] : pointer.split('/').slice(1);
  const segments = parts.map(parseSegment);
  if (parsedPointers.size >= MAX_PARSED) parsedPointers.clear();
  parsedPointers.set(pointer, segments);
  return segments;
}

const EXTENSIONS: Readonly<Record<string, Segment['kind']>> = { '*': 'each', '#': 'key', $: 'last' };

/** `$` and the name of a collection in the paths of the document. */
const COLLECTION = /^\$(terminals|locations|transactions|connectors|terminal-groups)$/;

function parseSegment(text: string): Segment {
  const name = text.replaceAll('~1', '/').replaceAll('~0', '~');
  const kind = Object.hasOwn(EXTENSIONS, text) ? EXTENSIONS[text] : COLLECTION.test(text) ? 'after' : undefined;
  return { kind: kind ?? 'name', name: kind === 'after' ? name.slice(1) : name, isIndex: /^\d+$/.test(name) };
}

interface Way {
  readonly segments: readonly Segment[];
  /** The first segment that is not resolved yet. */
  readonly from: number;
}

/** Adds the entries at the end of a way that starts at `entry`. */
function collectEntries(entry: PointerEntry, { segments, from }: Way, found: PointerEntry[]): void {
  let { value, key } = entry;
  for (let at = from; at < segments.length; at += 1) {
    const { kind, name, isIndex } = segments[at] as Segment; // the index is in range
    if (kind === 'key') value = key;
    else if (kind === 'last' && typeof value === 'string') value = getLastSegment(value);
    else if (kind === 'after') value = typeof value === 'string' ? getSegmentAfter(value, name) : undefined;
    else if (typeof value !== 'object' || value === null) return;
    else if (kind === 'each') {
      for (const [member, child] of Object.entries(value))
        collectEntries({ value: child, key: member }, { segments, from: at + 1 }, found);
      return;
    } else if (!Object.hasOwn(value, name) || (Array.isArray(value) && !isIndex)) return;
    else {
      value = (value as Record<string, unknown>)[name]; // an object with that member, as just checked
      key = name;
    }
  }
  found.push({ value, key });
}
