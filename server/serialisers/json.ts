import { hash } from 'node:crypto';
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
  let [word1, word2, word3, length] = [rows.length, 0, 0, 0];
  for (let index = 0; index < rows.length; index += 1) {
    const { hash1, hash2, hash3, byteString } = (rows[index] as Serialised).serialised; // the index is in range
    word1 = (Math.imul(word1, ODD_FACTOR) + hash1) | 0;
    word2 = (Math.imul(word2, ODD_FACTOR) + hash2) | 0;
    word3 = (Math.imul(word3, ODD_FACTOR) + hash3) | 0;
    length += byteString.length;
  }
  const end = `"page":${JSON.stringify(page)},${serialised.byteString.slice(1)}`;
  return {
    bytes: new ListBytes(rows, length, `],${end}`),
    digest: hash('sha1', `${word1} ${word2} ${word3}${end}`, 'base64url'),
  };
}

/** Makes the words depend on the order of the rows. */
const ODD_FACTOR = 0x01000193;

/** Serialises a row of a list. */
export function serialiseRow(row: object): SerialisedRow {
  const byteString = toByteString(JSON.stringify(row));
  const digest = hash('sha1', byteString, 'buffer');
  return {
    byteString,
    hash1: digest.readInt32LE(0),
    hash2: digest.readInt32LE(4),
    hash3: digest.readInt32LE(8),
  };
}

/** A list; `object` and `data` come first. */
export interface ListBody {
  readonly object: 'list';
  readonly data: readonly object[];
  readonly page: object;
}

export function isList(body: unknown): body is ListBody {
  return typeof body === 'object' && body !== null && Reflect.get(body, 'object') === 'list';
}
