/** Scans a text from left to right with sticky patterns, in linear time. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /**
   * Consumes and returns the match of the pattern at the current position. Returns undefined and consumes nothing if it
   * does not match.
   */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [match] = pattern.exec(this.#text) ?? [];
    this.#at += match?.length ?? 0;
    return match;
  }
}

const OWS = /[ \t]*/y;
const TOKEN = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
const QUOTED_STRING = /"(?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t \x21-\x7e\x80-\xff])*"/y;
const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/y;

/**
 * Parses a list, `#element`: elements separated by commas, some possibly empty (RFC 9110, 5.6.1.2). Returns undefined
 * for any other text.
 */
function readList<Element>(
  text: string,
  readElement: (scanner: Scanner) => Element | undefined,
): readonly Element[] | undefined {
  const scanner = new Scanner(text);
  const elements: Element[] = [];
  for (;;) {
    scanner.take(OWS);
    if (scanner.isAtEnd) return elements;
    if (scanner.take(/,/y) !== undefined) continue;
    const element = readElement(scanner);
    if (element === undefined) return undefined;
    elements.push(element);
    scanner.take(OWS);
    if (!scanner.isAtEnd && scanner.take(/,/y) === undefined) return undefined;
  }
}

/**
 * Parses `If-None-Match`: `*`, or the entity tags with their quotes and `W/`. Returns undefined for any other value.
 * @see RFC 9110, 8.8.3 and 13.1.2
 */
export function parseEntityTags(value: string): readonly string[] | '*' | undefined {
  if (value.trim() === '*') return '*';
  return readList(value, (scanner) => scanner.take(ENTITY_TAG));
}

/** Parses a list of tokens, such as names of headers. Returns undefined for any other value. @see RFC 9110, 5.6.2 */
export const parseTokens = (value: string): readonly string[] | undefined =>
  readList(value, (scanner) => scanner.take(TOKEN));

/**
 * Parses `Prefer`. Returns values by lower-case name, with empty strings for preferences without a value. The first of
 * repeated preferences wins; parameters are ignored. Returns undefined if the value is not a list of preferences.
 * @see RFC 7240, 2
 */
export function parsePreferences(value: string): ReadonlyMap<string, string> | undefined {
  const read = readList(value, (scanner) => {
    const preference = readPair(scanner);
    if (preference === undefined) return undefined;
    for (scanner.take(OWS); scanner.take(/;/y) !== undefined; scanner.take(OWS)) {
      scanner.take(OWS);
      readPair(scanner); // a parameter, possibly empty
    }
    return preference;
  });
  return read === undefined ? undefined : new Map(read.toReversed()); // reversed, so that the first one wins
}

/** Parses `name`, `name=token` or `name="quoted string"`. A name with nothing after `=` has an empty value. */
function readPair(scanner: Scanner): readonly [name: string, value: string] | undefined {
  const name = scanner.take(TOKEN)?.toLowerCase();
  if (name === undefined) return undefined;
  if (scanner.take(/[ \t]*=[ \t]*/y) === undefined) return [name, ''];
  const quoted = scanner.take(QUOTED_STRING);
  return [name, quoted === undefined ? (scanner.take(TOKEN) ?? '') : quoted.slice(1, -1).replace(/\\(.)/g, '$1')];
}
