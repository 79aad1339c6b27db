import { completeStep } from '../../../../base/slices.ts';

/** Most levels of arrays and objects inside each other. */
export const MAX_JSON_DEPTH = 64;
/** Most items of an array: more than any journal has, and few enough to be read soon. */
export const MAX_JSON_ITEMS = 100_000;

/** Why a text is refused, as the end of a sentence. Never repeats the text. */
export class JsonFault extends Error {}

type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'comma or end' | 'nothing';
type Container = Record<string, unknown> | unknown[];

/** Values and names that are read between two checks of the time. */
const TOKENS_PER_STEP = 256;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = 0x20;
const WHITESPACE = /[ \t\n\r]*/y;

/**
 * Parses JSON like `JSON.parse`, but in steps, so that a large text does not delay other requests. Refuses texts with half of a
 * surrogate pair (RFC 8259, 8.2), with more than `MAX_JSON_DEPTH` levels, and with more than `MAX_JSON_ITEMS` items of an array.
 */
export class JsonReader {
  readonly #text: string;
  #position = 0;
  #expected: Expected = 'value';
  /** The open containers, outermost first. */
  readonly #open: Container[] = [];
  /** The names of the members that are being read, one for each open container; empty for arrays. */
  readonly #names: string[] = [];
  #value: unknown;
  #isDone = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the value. Continues where the previous slice ended. Throws a `JsonFault`. */
  read(): unknown {
    while (!this.#isDone) {
      for (let tokens = 0; tokens < TOKENS_PER_STEP && !this.#isDone; tokens += 1) this.#readToken();
      completeStep();
    }
    return this.#value;
  }

  #readToken(): void {
    this.#skipWhitespace();
    const character = this.#text[this.#position];
    const expected = this.#expected;
    const isEnd = character === (Array.isArray(this.#open.at(-1)) ? ']' : '}');
    if (expected === 'nothing') {
      if (character !== undefined) throw this.#fail();
      this.#isDone = true;
    } else if (isEnd && expected.endsWith('or end')) this.#close();
    else if (expected === 'comma or end') {
      if (character !== ',') throw this.#fail();
      this.#position += 1;
      this.#expected = Array.isArray(this.#open.at(-1)) ? 'value' : 'name';
    } else if (expected === 'name' || expected === 'name or end') this.#readName(character);
    else this.#readValue(character);
  }

  #readName(character: string | undefined): void {
    if (character !== '"') throw this.#fail();
    this.#names[this.#names.length - 1] = this.#readString();
    this.#skipWhitespace();
    if (this.#text[this.#position] !== ':') throw this.#fail();
    this.#position += 1;
    this.#expected = 'value';
  }

  #readValue(character: string | undefined): void {
    if (character === '{' || character === '[') this.#enter(character === '{' ? {} : []);
    else if (character === '"') this.#add(this.#readString());
    else this.#add(this.#readScalar());
  }

  #enter(container: Container): void {
    if (this.#open.length >= MAX_JSON_DEPTH)
      throw new JsonFault(`has more than ${MAX_JSON_DEPTH} levels of arrays and objects`);
    this.#add(container);
    this.#open.push(container);
    this.#names.push('');
    this.#position += 1;
    this.#expected = Array.isArray(container) ? 'value or end' : 'name or end';
  }

  #close(): void {
    this.#open.pop();
    this.#names.pop();
    this.#position += 1;
    this.#expected = this.#open.length === 0 ? 'nothing' : 'comma or end';
  }

  #add(value: unknown): void {
    const container = this.#open.at(-1);
    if (container === undefined) this.#value = value;
    else if (Array.isArray(container)) {
      if (container.length >= MAX_JSON_ITEMS) throw new JsonFault(`has an array of more than ${MAX_JSON_ITEMS} items`);
      container.push(value);
    } else {
      // An assignment to `__proto__` would set the prototype.
      const name = this.#names.at(-1) ?? '';
      if (name === '__proto__')
        Object.defineProperty(container, name, { value, writable: true, enumerable: true, configurable: true });
      else container[name] = value;
    }
    this.#expected = container === undefined ? 'nothing' : 'comma or end';
  }

  #readString(): string {
    let end = this.#position;
    do {
      end = this.#text.indexOf('"', end + 1);
      if (end < 0) {
        this.#position = this.#text.length;
        throw this.#fail();
      }
    } while (this.#isEscaped(end));
    const string = this.#parseString(this.#text.slice(this.#position, end + 1));
    if (!string.isWellFormed()) throw new JsonFault('has a string with half of a surrogate pair');
    this.#position = end + 1;
    return string;
  }

  #parseString(quoted: string): string {
    try {
      return JSON.parse(quoted) as string; // it begins and ends with a quotation mark
    } catch {
      throw this.#fail();
    }
  }

  /** Whether the character at an index follows an odd number of backslashes. */
  #isEscaped(index: number): boolean {
    let from = index;
    while (this.#text[from - 1] === '\\') from -= 1;
    return (index - from) % 2 === 1;
  }

  #readScalar(): number | boolean | null {
    SCALAR.lastIndex = this.#position;
    if (!SCALAR.test(this.#text)) throw this.#fail();
    const scalar = this.#text.slice(this.#position, SCALAR.lastIndex);
    this.#position = SCALAR.lastIndex;
    if (scalar === 'null') return null;
    return scalar === 'true' || scalar === 'false' ? scalar === 'true' : Number(scalar);
  }

  #skipWhitespace(): void {
    if (this.#text.charCodeAt(this.#position) > SPACE) return; // usually there is none
    WHITESPACE.lastIndex = this.#position;
    WHITESPACE.test(this.#text);
    this.#position = WHITESPACE.lastIndex;
  }

  #fail(): JsonFault {
    return new JsonFault(`does not parse at character ${this.#position}`);
  }
}
