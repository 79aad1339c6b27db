import { hash } from 'node:crypto';
import type { SerialisedRow } from '../../spec/serialised-row.ts';

export const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';

/** Serialises a reply's body as JSON, with members in the handler's order. */
export function serialiseJson(body: unknown): string {
  return JSON.stringify(body);
}

/** Returns the UTF-8 bytes of a text as a string with one character per byte, which Node sends without another copy. */
export function toByteString(text: string): string {
  return BEYOND_ASCII.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** A serialised list. */
export interface SerialisedList {
  /** The bytes, one per character. */
  readonly byteString: string;
  /** Differs for different bytes; not longer than a hash. */
  readonly digest: string;
}

/**
 * Serialises a list like `serialiseJson`, from the texts of its rows and its members but `object` and `data`. The digest is
 * computed from those of the rows.
 */
export function serialiseList(rows: readonly SerialisedRow[], rest: Readonly<Record<string, unknown>>): SerialisedList {
  let texts = '';
  let [word1, word2, word3] = [rows.length, 0, 0];
  for (const { byteString, hash1, hash2, hash3 } of rows) {
    texts = texts === '' ? byteString : `${texts},${byteString}`;
    word1 = (Math.imul(word1, ODD_FACTOR) + hash1) | 0;
    word2 = (Math.imul(word2, ODD_FACTOR) + hash2) | 0;
    word3 = (Math.imul(word3, ODD_FACTOR) + hash3) | 0;
  }
  const end = toByteString(JSON.stringify(rest).slice(1));
  return {
    byteString: `{"object":"list","data":[${texts}],${end}`,
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
