import { isUtf8 } from 'node:buffer';
/** How to decode a body: the name of a known encoding, or a stated one that the kit does not know. */
export type Encoding = { readonly name: string } | { readonly unknown: string };

const BYTE_ORDER_MARKS: readonly (readonly [bytes: readonly number[], encoding: Encoding])[] = [
  [[0xff, 0xfe, 0, 0], { unknown: 'UTF-32' }],
  [[0, 0, 0xfe, 0xff], { unknown: 'UTF-32' }],
  [[0xef, 0xbb, 0xbf], { name: 'utf-8' }],
  [[0xff, 0xfe], { name: 'utf-16le' }],
  [[0xfe, 0xff], { name: 'utf-16be' }],
  // `<?` and `{"` without a mark
  [[0x3c, 0, 0x3f, 0], { name: 'utf-16le' }],
  [[0, 0x3c, 0, 0x3f], { name: 'utf-16be' }],
  [[0x7b, 0, 0x22, 0], { name: 'utf-16le' }],
  [[0, 0x7b, 0, 0x22], { name: 'utf-16be' }],
];

/**
 * Chooses the encoding of a body: by its byte order mark; UTF-8 if its bytes are UTF-8; else by the charset of its Content-Type, or by its
 * XML declaration. The beginning of a body is enough, but a later byte may decide.
 */
export function chooseEncoding(bytes: Uint8Array, contentType: string | undefined): Encoding {
  const marked = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) return marked[1];
  const start = Buffer.from(bytes.subarray(0, LONGEST_DECLARATION)).toString('latin1');
  const stated = [readCharset(contentType), readDeclaredEncoding(start)].filter((label) => label !== undefined);
  const isStateful = stated.some((label) => /^(iso-2022|hz|utf-7)/i.test(label)); // such texts consist of ASCII bytes
  if (!isStateful && (isUtf8(bytes) || isValid(bytes, 'utf-8'))) return { name: 'utf-8' };
  const known = stated.map(normaliseEncoding);
  const fitting = known.find((name) => name !== undefined && isValid(bytes, name));
  if (fitting !== undefined) return { name: fitting };
  const unknown = stated.find((_, index) => known[index] === undefined);
  return unknown === undefined ? { name: known[0] ?? 'utf-8' } : { unknown };
}

/** Returns the text of a body, without its byte order mark. Invalid bytes, and all others of an unknown encoding, become U+FFFD. */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const encoding = chooseEncoding(bytes, contentType);
  return new TextDecoder('name' in encoding ? encoding.name : 'utf-8').decode(bytes);
}

/** Returns the text of a body in the encoding that `chooseEncoding` chooses, or why it has none: an unknown encoding, or invalid bytes. */
export function decodeStrictly(
  bytes: Uint8Array,
  contentType: string | undefined,
): { readonly text: string } | { readonly problem: string } | { readonly unknown: string } {
  const encoding = chooseEncoding(bytes, contentType);
  if ('unknown' in encoding) return encoding;
  try {
    return { text: new TextDecoder(encoding.name, { fatal: true }).decode(bytes) };
  } catch {
    return { problem: `bytes that are not ${encoding.name.toUpperCase()}` };
  }
}

/** Returns the name of the encoding that a label means: `windows-1252` for `ISO-8859-1`; `undefined` for an unknown label. */
export function normaliseEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Returns the charset of a Content-Type. */
export const readCharset = (contentType: string | undefined): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];

const LONGEST_DECLARATION = 200;

/** Returns the encoding in the XML declaration at the beginning of a text. */
export const readDeclaredEncoding = (text: string): string | undefined =>
  /^<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1];

/** Whether bytes are valid in an encoding; an incomplete last character is. */
function isValid(bytes: Uint8Array, name: string): boolean {
  try {
    new TextDecoder(name, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
