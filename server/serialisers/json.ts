import { hash } from 'node:crypto';

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
 * Serialises a list like `serialiseJson`. Serialises and hashes each frozen row only once, and calls `isValid` only then: a
 * row for which it returns false is not remembered.
 */
export function serialiseList({ object, data, ...rest }: ListBody, isValid: (row: object) => boolean): SerialisedList {
  let rows = '';
  let digests = '';
  for (const row of data) {
    const { byteString, digest } = serialisedRows.get(row) ?? serialiseRow(row, isValid(row));
    rows += rows === '' ? byteString : `,${byteString}`;
    digests += digest;
  }
  const end = toByteString(JSON.stringify(rest).slice(1));
  return {
    byteString: `{"object":"${object}","data":[${rows}],${end}`,
    digest: hash('sha1', `${digests}${end}`, 'base64url'),
  };
}

const serialisedRows = new WeakMap<object, SerialisedList>();

/** Length of a row's digest in base64url characters: 96 bits. */
const ROW_DIGEST_LENGTH = 16;

function serialiseRow(row: object, isValid: boolean): SerialisedList {
  const byteString = toByteString(JSON.stringify(row));
  const made = { byteString, digest: hash('sha1', byteString, 'base64url').slice(0, ROW_DIGEST_LENGTH) };
  if (isValid && Object.isFrozen(row)) serialisedRows.set(row, made);
  return made;
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
