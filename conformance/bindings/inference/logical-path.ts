import { findValue, toSegment, type ValuePointer } from '../../oracles/pointers.ts';

/** Members that do not describe their contents: the parts of a resource in JSON:API, HAL and similar styles. */
const WRAPPERS = /^(data|attributes|relationships|properties|props|fields|_?embedded)$/i;
/** Members beside the contents of an envelope. */
const ENVELOPE_DETAILS =
  /^(_?links?|_?meta(data)?|jsonapi|included|errors?|warnings?|messages?|paging|pagination|page)$/i;
const AMOUNT_NAMES = /^(amount|value|minor_?units?|cents|units|number)$/i;
const CURRENCY_NAMES = /^(currency|currency_?code|ccy|iso_?code)$/i;

/**
 * Returns the segments of a pointer that carry meaning, in order: without wrappers such as `attributes`, and without the
 * amount of a money object (`siblings` are the members of its parent). At least the last segment remains.
 */
export function toLogicalPath(pointer: ValuePointer, siblings: Iterable<string> = []): readonly string[] {
  const segments = pointer.split('/').slice(1);
  const last = segments.at(-1);
  const isMoney =
    segments.length > 1 &&
    last !== undefined &&
    AMOUNT_NAMES.test(last) &&
    [...siblings].some((name) => CURRENCY_NAMES.test(name));
  const meaningful = (isMoney ? segments.slice(0, -1) : segments).filter((name) => !WRAPPERS.test(name));
  return meaningful.length > 0 ? meaningful : segments.slice(-1);
}

const DEEPEST_ENVELOPE = 3;

/**
 * Returns the place of the contents of a body: descends while an object has one member with contents, and otherwise only
 * scalars and members such as `links` or `meta`.
 */
export function findContents(body: unknown): ValuePointer {
  let pointer: ValuePointer = '';
  for (let depth = 0; depth < DEEPEST_ENVELOPE; depth += 1) {
    const value = findValue(body, pointer);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return pointer;
    const contents = Object.entries(value).filter(
      ([name, member]) => typeof member === 'object' && member !== null && !ENVELOPE_DETAILS.test(name),
    );
    const [only, ...others] = contents;
    if (only === undefined || others.length > 0 || Array.isArray(only[1])) return pointer;
    pointer += toSegment(only[0]);
  }
  return pointer;
}

/** Returns the contents of a wrapper such as `{ "data": [...], "links": {...} }`, or the value itself. */
export function unwrap(value: unknown): unknown {
  const contents = findContents({ value });
  const inner = findValue({ value }, contents);
  const [only, ...others] = Object.entries(Object(inner)).filter(([name]) => !ENVELOPE_DETAILS.test(name));
  return Array.isArray(inner) || only === undefined || others.length > 0 || !Array.isArray(only[1]) ? inner : only[1];
}
