/** The maximum nesting depth. Documents of this API stay below 20. The kit traverses values recursively. */
export const MAX_JSON_DEPTH = 200;
/** The maximum number of values, member names included. Parsed values need many times the memory of their text. */
export const MAX_JSON_VALUES = 1_500_000;

/** Parsed JSON. The value is `undefined` for invalid JSON; `reason` is why a text is not safe to parse. */
export type ParsedJson =
  | { readonly isUnreadable: true; readonly reason: string }
  | { readonly isUnreadable: false; readonly value: unknown };

/** Parses JSON of at most `MAX_JSON_DEPTH` levels and `MAX_JSON_VALUES` values. Never throws. */
export function parseJson(text: string): ParsedJson {
  const { depth, values } = /^\s*[[{]/.test(text) ? measureJson(text) : { depth: 0, values: 1 };
  try {
    if (depth <= MAX_JSON_DEPTH && values <= MAX_JSON_VALUES) return { isUnreadable: false, value: JSON.parse(text) };
  } catch {
    return { isUnreadable: false, value: undefined };
  }
  const reason =
    depth > MAX_JSON_DEPTH
      ? 'its JSON is nested too deep to parse'
      : `its JSON has more than ${MAX_JSON_VALUES.toLocaleString('en')} values`;
  return { isUnreadable: true, reason };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Returns the depth and the number of values of a JSON text, without parsing it. Stops beyond the maximum. */
function measureJson(text: string): { readonly depth: number; readonly values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = findEndOfString(text, index);
    else if (code === COMMA || code === COLON) values += 1;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      values += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    if (deepest > MAX_JSON_DEPTH || values > MAX_JSON_VALUES) break;
  }
  return { depth: deepest, values };
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
