/** How a pasted body is written. */
export type Form = 'text' | 'base64' | 'hex';

/** Returns the bytes of a pasted body, or the expected form. */
export function readBytes(text: string, form: Form): Uint8Array | { readonly fault: string } {
  if (form === 'text') return new TextEncoder().encode(text);
  const packed = text.replaceAll(/\s+/g, '');
  if (form === 'hex')
    return /^([0-9a-f]{2})*$/i.test(packed)
      ? Uint8Array.from(packed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
      : { fault: 'Expected pairs of hex digits, such as 7b 22 69.' };
  try {
    return Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  } catch {
    return { fault: 'Expected base64: letters, digits, + and /, with = at the end.' };
  }
}

/** The bytes around a difference. */
export interface Excerpt {
  readonly before: Uint8Array;
  readonly changed: Uint8Array;
  readonly after: Uint8Array;
}

export interface Difference {
  /** The offset of the first different byte. */
  readonly offset: number;
  readonly excerpts: readonly [Excerpt, Excerpt];
}

const AROUND_BYTES = 24;
const MOST_CHANGED_BYTES = 160;

/** Returns where two sequences of bytes differ; undefined if they are equal. */
export function findDifference(one: Uint8Array, other: Uint8Array): Difference | undefined {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  if (start === one.length && start === other.length) return undefined;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const cut = (bytes: Uint8Array): Excerpt => {
    const stop = Math.min(bytes.length - end, start + MOST_CHANGED_BYTES);
    return {
      before: bytes.slice(Math.max(0, start - AROUND_BYTES), start),
      changed: bytes.slice(start, stop),
      after: bytes.slice(stop, stop + AROUND_BYTES),
    };
  };
  return { offset: start, excerpts: [cut(one), cut(other)] };
}

const NAMED: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\' };

/** Formats bytes as text. Those that are not printable ASCII become escapes. */
export const formatBytes = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => {
    const isPrintable = byte >= 0x20 && byte < 0x7f;
    return NAMED[byte] ?? (isPrintable ? String.fromCharCode(byte) : `\\x${toHex(byte)}`);
  }).join('');

export const formatHex = (bytes: Uint8Array): string => Array.from(bytes, toHex).join(' ');

const toHex = (byte: number): string => byte.toString(16).padStart(2, '0');
