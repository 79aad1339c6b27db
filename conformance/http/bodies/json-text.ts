import { MAX_NESTING } from '../../../base/nesting/nesting.ts';

/** The maximum number of values, member names included. Parsed values need many times the memory of their text. */
export const MAX_JSON_VALUES = 1_500_000;

/** Parsed JSON. The value is `undefined` for invalid JSON; `reason` is why a text is not safe to parse. */
export type ParsedJson =
  | { readonly isUnreadable: true; readonly reason: string }
  | { readonly isUnreadable: false; readonly value: unknown };

/** Parses JSON of at most `MAX_NESTING` levels and `MAX_JSON_VALUES` values. Never throws. */
export const parseJson = (text: string): ParsedJson => parseWith((json) => JSON.parse(json) as unknown, text);

/**
 * Parses JSON as `parseJson` does, with integers beyond 2^53 as texts: an id that is such a number would lose its last digits.
 */
export const parseExactJson = (text: string): ParsedJson =>
  parseWith(hasLargeIntegers(text) ? parseLargeIntegers : (json) => JSON.parse(json) as unknown, text);

/** Whether a JSON text may contain an integer that a JavaScript number cannot hold. */
export const hasLargeIntegers = (text: string): boolean => /[:[,\s]-?[1-9]\d{15}/.test(text);

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

const keepDigits: Reviver = (_, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
    ? source
    : value;

const parseLargeIntegers = (text: string): unknown =>
  JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown); // the types lack the third argument

function parseWith(parse: (text: string) => unknown, text: string): ParsedJson {
  const { depth, values } = /^\s*[[{]/.test(text) ? measureJson(text) : { depth: 0, values: 1 };
  try {
    if (depth <= MAX_NESTING && values <= MAX_JSON_VALUES) return { isUnreadable: false, value: parse(text) };
  } catch {
    return { isUnreadable: false, value: undefined };
  }
  const reason =
    depth > MAX_NESTING
      ? 'its JSON is nested too deep to parse'
      : `its JSON has more than ${MAX_JSON_VALUES.toLocaleString('en')} values`;
  return { isUnreadable: true, reason };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

interface JsonSize {
  readonly depth: number;
  readonly values: number;
  readonly members: number;
}

/** Returns the depth and the numbers of values and members of a JSON text, without parsing it. Stops beyond the maximum. */
function measureJson(text: string): JsonSize {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let members = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = findEndOfString(text, index);
    else if (code === COMMA) values += 1;
    else if (code === COLON) {
      members += 1;
      values += 1;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      values += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    if (deepest > MAX_NESTING || values > MAX_JSON_VALUES) break;
  }
  return { depth: deepest, values, members };
}

/** Returns the index of the quote that ends the string at `start`, or the end of the text. */
function findEndOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** The names of one object that are compared with later ones, so that memory stays limited. */
const MOST_COMPARED = 10_000;

interface OpenContainer {
  /** The first value of each member, as its start and end in the text; `undefined` in an array. */
  readonly members: Map<string, readonly [start: number, end: number]> | undefined;
  name: string | undefined;
  valueStart: number;
}

/**
 * Returns the name of the first member that occurs twice in an object of a JSON text with different values; `undefined` if there is none.
 * Parsers keep the first value, the last one, or refuse the text. `value` is the parsed text, which must be valid.
 */
export function findRepeatedMember(text: string, value: unknown): string | undefined {
  if (measureJson(text).members === countMembers(value)) return undefined;
  const open: OpenContainer[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const container = open.at(-1);
    if (code === QUOTE) {
      const end = findEndOfString(text, index);
      if (container?.members !== undefined && container.name === undefined)
        container.name = JSON.parse(text.slice(index, end + 1));
      index = end;
    } else if (code === COLON && container !== undefined) container.valueStart = index + 1;
    else if (code === 0x7b || code === 0x5b)
      open.push({ members: code === 0x7b ? new Map() : undefined, name: undefined, valueStart: index });
    else if (code === COMMA || code === 0x7d || code === 0x5d) {
      const repeated = container === undefined ? undefined : endMember(text, container, index);
      if (repeated !== undefined) return repeated;
      if (code !== COMMA) open.pop();
    }
  }
  return undefined;
}

/** Ends the current member of an object. Returns its name if an earlier one with this name has another value. */
function endMember(text: string, container: OpenContainer, end: number): string | undefined {
  const { members, name, valueStart } = container;
  container.name = undefined;
  if (members === undefined || name === undefined) return undefined;
  const first = members.get(name);
  if (first === undefined) {
    if (members.size < MOST_COMPARED) members.set(name, [valueStart, end]);
    return undefined;
  }
  return text.slice(...first).trim() === text.slice(valueStart, end).trim() ? undefined : name;
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const one of Object.values(value)) count += countMembers(one);
  return Array.isArray(value) ? count : count + Object.keys(value).length;
}
