import { decodeText, findValue, toSegment, type ValuePointer } from '../../../reading/pointers.ts';

/** Members that do not describe their contents: the parts of a resource in JSON:API, HAL and similar styles. */
const WRAPPERS = /^(data|attributes|relationships|properties|props|fields|_?embedded)$/i;
/** Members beside the contents of an envelope. */
const ENVELOPE_DETAILS =
  /^(_?links?|_?meta(data)?|jsonapi|included|errors?|warnings?|messages?|paging|pagination|page)$/i;
const AMOUNT_NAMES =
  /^(amount|amt|value|val|minor_?units?|units?|cents|number|minor|betrag|montant|importe|monto|valor|bedrag|importo|wert|valeur|valore)$/i;
/** Members beside an amount or another value: its currency, unit, scale or text. */
const UNIT_NAMES =
  /^(currency|currency_?code|ccy|ccy_?cd|curr|cur|iso_?code|units?|unit_?code|uom|nanos|scale|exponent|decimals|precision|formatted|display|waehrung|wkz|devise|moneda|moeda|valuta)$/i;

/** Whether the last segment of a pointer is the number of a value object, such as `{ "amount": 5, "currency": "EUR" }`. */
export function isValueMember(pointer: ValuePointer, siblings: Iterable<string>): boolean {
  const segments = pointer.split('/').slice(1);
  const last = segments.at(-1);
  return (
    segments.length > 1 &&
    last !== undefined &&
    AMOUNT_NAMES.test(last) &&
    [...siblings].some((name) => name !== last && UNIT_NAMES.test(name))
  );
}

/**
 * Returns the segments of a pointer that carry meaning, in order: without wrappers such as `attributes`, without the places in
 * `wrappers`, and without the number of a value object (`siblings` are the members of its parent). At least the last segment
 * remains.
 */
export function toLogicalPath(
  pointer: ValuePointer,
  siblings: Iterable<string> = [],
  wrappers: ReadonlySet<ValuePointer> = new Set(),
): readonly string[] {
  const segments = pointer.split('/').slice(1);
  const isWrapper = (name: string, index: number) =>
    WRAPPERS.test(name) || wrappers.has(`/${segments.slice(0, index + 1).join('/')}`);
  const named = segments.map((name, index) => ({ name, isWrapper: isWrapper(name, index) }));
  const meaningful = (isValueMember(pointer, siblings) ? named.slice(0, -1) : named)
    .filter((one) => !one.isWrapper)
    .map(({ name }) => name);
  return meaningful.length > 0 ? meaningful : segments.slice(-1);
}

/** Members that describe an element of a list, beside the object with its contents. */
const ELEMENT_DETAILS =
  /^(@?odata\..*|@.*|_?(cursor|type|kind|href|url|uri|self|links?|etag|score|index|full_?url|search|request|response|version|seq_no|primary_term|sort|meta|metadata|rank|position|typename))$/i;

/** Returns the name of the member that contains the whole row, if the other members only describe the element. */
export function findRowMember(rows: readonly unknown[]): string | undefined {
  const [first] = rows;
  const names = isObject(first) ? Object.keys(first) : [];
  const candidates = names.filter((name) => rows.every((row) => isObject(row) && isObject(row[name])));
  const [only, ...others] = candidates.filter((name) => !ELEMENT_DETAILS.test(name) || candidates.length === 1);
  if (only === undefined || others.length > 0) return undefined;
  const isWholeRow = rows.every((row) => {
    if (!isObject(row)) return false;
    const inner = Object.keys(Object(row[only]));
    const outer = Object.keys(row).filter((name) => name !== only);
    const isDetail = (name: string) => ELEMENT_DETAILS.test(name) && !isOnlyIdentity(row[name], row[only]);
    return inner.length > outer.length && inner.length >= 2 && outer.every(isDetail);
  });
  return isWholeRow ? only : undefined;
}

/** Whether a member is a path with an id that the contents of the row lack: without the path, the row has no id. */
function isOnlyIdentity(value: unknown, contents: unknown): boolean {
  if (typeof value !== 'string' || !/^(https?:\/)?\/.*\/[^/]*\d/.test(value)) return false;
  const texts = new Set(Object.values(Object(contents)).map(String));
  return !value.split('/').some((segment) => texts.has(decodeText(segment)));
}

/**
 * Returns the places of objects that contain most of each row, beside some scalars such as its id and type: wrappers such as
 * `_source` or `spec`.
 */
export function findWrappers(rows: readonly unknown[]): ReadonlySet<ValuePointer> {
  const found = new Set<ValuePointer>();
  const sample = rows.slice(0, 50).filter(isObject);
  if (sample.length < 2) return found;
  for (const name of Object.keys(sample[0] ?? {})) {
    const isWrapper = sample.every((row) => {
      const inner = row[name];
      if (!isObject(inner)) return false;
      const others = Object.entries(row).filter(([other]) => other !== name && !ELEMENT_DETAILS.test(other));
      return Object.keys(inner).length >= 4 && Object.keys(inner).length > 2 * others.length;
    });
    if (isWrapper) found.add(toSegment(name));
  }
  return found;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const DEEPEST_ENVELOPE = 5;

/**
 * Returns the place of the contents of a body: descends while an object has one member with contents, and otherwise only
 * scalars, much smaller objects of scalars, and members such as `links` or `meta`.
 */
export function findContents(body: unknown): ValuePointer {
  let pointer: ValuePointer = '';
  for (let depth = 0; depth < DEEPEST_ENVELOPE; depth += 1) {
    const value = findValue(body, pointer);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return pointer;
    const contents = Object.entries(value).filter(
      ([name, member]) => typeof member === 'object' && member !== null && !ENVELOPE_DETAILS.test(name),
    );
    const [only, ...others] =
      contents.length > 1 ? contents.filter(([, one]) => !isSmallBeside(one, contents)) : contents;
    if (only === undefined || others.length > 0 || Array.isArray(only[1])) return pointer;
    pointer += toSegment(only[0]);
  }
  return pointer;
}

const MUCH = 20;

/** Whether an object has only scalars, and much less text than another member: the status of a response beside its result. */
const isSmallBeside = (value: unknown, members: readonly (readonly [string, unknown])[]): boolean => {
  const getSize = (one: unknown) => JSON.stringify(one).length;
  return (
    isObject(value) &&
    Object.values(value).every((one) => typeof one !== 'object' || one === null) &&
    members.some(([, other]) => isObject(other) && getSize(other) > MUCH * getSize(value))
  );
};

/** Returns the contents of a wrapper such as `{ "data": [...], "links": {...} }`, or the value itself. */
export function unwrap(value: unknown): unknown {
  const contents = findContents({ value });
  const inner = findValue({ value }, contents);
  const [only, ...others] = Object.entries(Object(inner)).filter(([name]) => !ENVELOPE_DETAILS.test(name));
  return Array.isArray(inner) || only === undefined || others.length > 0 || !Array.isArray(only[1]) ? inner : only[1];
}
