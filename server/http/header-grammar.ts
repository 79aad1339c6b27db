/** Reads a text from left to right by sticky patterns, in time linear to its length. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** Takes what the pattern matches here; undefined, and nothing is taken, when it does not match. */
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
 * Reads a list, `#element`: elements between commas, of which some may be empty (RFC 9110, 5.6.1.2). Returns undefined
 * when it is not one.
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
 * Reads `If-None-Match`: `*`, or the entity tags with their quotes and `W/`. Returns undefined for a value that is neither.
 * @see RFC 9110, 8.8.3 and 13.1.2
 */
export function parseEntityTags(value: string): readonly string[] | '*' | undefined {
  if (value.trim() === '*') return '*';
  return readList(value, (scanner) => scanner.take(ENTITY_TAG));
}

/**
 * Reads `Prefer`: values by lower-case name, an empty one where none was given. Of a repeated preference the first counts.
 * Parameters of preferences are left out. Returns undefined for a value that is no list of preferences.
 * @see RFC 7240, 2
 */
export function parsePreferences(value: string): ReadonlyMap<string, string> | undefined {
  const read = readList(value, (scanner) => {
    const preference = readPair(scanner);
    if (preference === undefined) return undefined;
    for (scanner.take(OWS); scanner.take(/;/y) !== undefined; scanner.take(OWS)) {
      scanner.take(OWS);
      readPair(scanner); // a parameter, which may be empty
    }
    return preference;
  });
  return read === undefined ? undefined : new Map(read.toReversed()); // so that the first one stands
}

/** `name`, `name=token` or `name="quoted string"`. A name with nothing after `=` counts as one without a value. */
function readPair(scanner: Scanner): readonly [name: string, value: string] | undefined {
  const name = scanner.take(TOKEN)?.toLowerCase();
  if (name === undefined) return undefined;
  if (scanner.take(/[ \t]*=[ \t]*/y) === undefined) return [name, ''];
  const quoted = scanner.take(QUOTED_STRING);
  return [name, quoted === undefined ? (scanner.take(TOKEN) ?? '') : quoted.slice(1, -1).replace(/\\(.)/g, '$1')];
}
