import type { Serialised, SerialisedRow } from '../../base/serialised-row.ts';

export const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';

/** Serialises a reply's body as JSON, with members in the handler's order. */
export function serialiseJson(body: unknown): string {
  return JSON.stringify(body);
}

/** Returns the UTF-8 bytes of a text as a string with one character per byte. */
export function toByteString(text: string): string {
  return BEYOND_ASCII.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

const LIST_START = '{"object":"list","data":[';

/** The bytes of a list. They are not joined until they are needed, and can then be written to a buffer that exists. */
export class ListBytes {
  /** Number of bytes. */
  readonly length: number;
  readonly #rows: readonly Serialised[];
  /** The text after the last row. */
  readonly #end: string;

  /** @param rowsLength The number of bytes of all rows. */
  constructor(rows: readonly Serialised[], rowsLength: number, end: string) {
    this.length = LIST_START.length + rowsLength + Math.max(0, rows.length - 1) + end.length;
    this.#rows = rows;
    this.#end = end;
  }

  /** Returns a string with one character per byte. */
  toString(): string {
    let texts = '';
    for (const { serialised } of this.#rows)
      texts = texts === '' ? serialised.byteString : `${texts},${serialised.byteString}`;
    return `${LIST_START}${texts}${this.#end}`;
  }

  /** Writes all bytes to the beginning of a buffer, which must be long enough. */
  writeTo(target: Buffer): void {
    let at = target.write(LIST_START, 0, 'latin1');
    for (const { serialised } of this.#rows) {
      at += target.write(serialised.byteString, at, 'latin1');
      target[at++] = COMMA; // the end overwrites that of the last row
    }
    if (this.#rows.length > 0) at -= 1;
    target.write(this.#end, at, 'latin1');
  }
}

const COMMA = 44;

/** Bytes; in a string, one per character. */
export type ReplyBytes = string | ListBytes;

/** A serialised list. */
export interface SerialisedList {
  readonly bytes: ListBytes;
  /** Differs for different bytes; not longer than a hash. */
  readonly digest: string;
}

/**
 * Serialises a list like `serialiseJson`, from the texts of its rows, its page, and the text of an object with the members that
 * follow. The digest is computed from those of the rows.
 */
export function serialiseList(rows: readonly Serialised[], page: object, { serialised }: Serialised): SerialisedList {
  const hashes: Hashes = { hash1: rows.length, hash2: 0, hash3: 0 };
  let length = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const row = (rows[index] as Serialised).serialised; // the index is in range
    addHashes(hashes, row);
    length += row.byteString.length;
  }
  const pageText = JSON.stringify(page);
  addText(hashes, pageText);
  addHashes(hashes, serialised);
  return {
    bytes: new ListBytes(rows, length, `],"page":${pageText},${serialised.byteString.slice(1)}`),
    digest: `${formatWord(hashes.hash1)}-${formatWord(hashes.hash2)}-${formatWord(hashes.hash3)}`,
  };
}

/** Serialises a row of a list. */
export function serialiseRow(row: object): SerialisedRow {
  const serialised = { byteString: toByteString(JSON.stringify(row)), hash1: 0, hash2: 0, hash3: 0 };
  addText(serialised, serialised.byteString);
  return serialised;
}

/**
 * Three hashes of 32 bits: FNV-1a, each with another odd factor. They recognise different bytes, not forged ones, and need no call
 * of a library for each page and each row.
 */
interface Hashes {
  hash1: number;
  hash2: number;
  hash3: number;
}

const FACTOR_1 = 0x01000193;
const FACTOR_2 = 0x5bd1e995;
const FACTOR_3 = 0x2c1b3c6d;

/** Adds the characters of a text to hashes. */
function addText(hashes: Hashes, text: string): void {
  let { hash1, hash2, hash3 } = hashes;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    hash1 = Math.imul(hash1 ^ code, FACTOR_1);
    hash2 = Math.imul(hash2 ^ code, FACTOR_2);
    hash3 = Math.imul(hash3 ^ code, FACTOR_3);
  }
  hashes.hash1 = hash1;
  hashes.hash2 = hash2;
  hashes.hash3 = hash3;
}

/** Adds hashes to others. The result depends on the order. */
function addHashes(hashes: Hashes, { hash1, hash2, hash3 }: Readonly<Hashes>): void {
  hashes.hash1 = (Math.imul(hashes.hash1, FACTOR_1) + hash1) | 0;
  hashes.hash2 = (Math.imul(hashes.hash2, FACTOR_1) + hash2) | 0;
  hashes.hash3 = (Math.imul(hashes.hash3, FACTOR_1) + hash3) | 0;
}

const formatWord = (word: number): string => (word >>> 0).toString(36);

/** A list; `object` and `data` come first. */
export interface ListBody {
  readonly object: 'list';
  readonly data: readonly object[];
  readonly page: object;
}

export function isList(body: unknown): body is ListBody {
  return typeof body === 'object' && body !== null && Reflect.get(body, 'object') === 'list';
}
