/** A mistake between receiving a delivery and comparing its signature. */
export type FindingCode =
  // The body differs from the sent one.
  | 'spacing'
  | 'escapes'
  | 'numbers'
  | 'key-order'
  | 'members'
  | 'values'
  | 'trailing-newline'
  | 'line-ends'
  | 'byte-order-mark'
  | 'empty-body'
  | 'truncated'
  | 'extended'
  | 'compressed'
  | 'charset'
  | 'quoted'
  | 'object-as-text'
  | 'bytes'
  // The key is not the one that signed.
  | 'secret-with-prefix'
  | 'secret-not-decoded'
  | 'secret-encoding'
  | 'secret-surrounded'
  | 'secret-cut'
  | 'secret-of-another'
  | 'secret-expired'
  | 'secret-unknown'
  // The signed content is not `id.timestamp.body`.
  | 'milliseconds'
  | 'timestamp-format'
  | 'event-timestamp'
  | 'previous-timestamp'
  | 'other-timestamp'
  | 'other-id'
  | 'incident-id'
  | 'delivery-id'
  | 'parts'
  | 'data-alone'
  | 'separator'
  // The computation or its result is wrong.
  | 'algorithm'
  | 'signature-encoding'
  | 'comparison'
  | 'unexplained';

export interface Finding {
  readonly code: FindingCode;
  /** One or two sentences: the difference and its usual cause. Contains no secret. */
  readonly message: string;
  /** Offset of the first different byte of the bodies, from 0. */
  readonly byte?: number;
}

/**
 * Returns the offset of the first difference; undefined for equal bytes. If one is a prefix of the other, returns its
 * length.
 */
export function findFirstDifference(one: Uint8Array, other: Uint8Array): number | undefined {
  const shorter = Math.min(one.length, other.length);
  for (let at = 0; at < shorter; at += 1) if (one[at] !== other[at]) return at;
  return one.length === other.length ? undefined : shorter;
}

/** Formats a byte for users: `` `:` ``, `a line break`, `0xe9`. */
export function formatByte(byte: number | undefined): string {
  if (byte === undefined) return 'nothing';
  const named = NAMED[byte];
  if (named !== undefined) return named;
  return byte > 0x20 && byte < 0x7f ? `\`${String.fromCharCode(byte)}\`` : `0x${byte.toString(16).padStart(2, '0')}`;
}

const NAMED: Readonly<Record<number, string>> = {
  9: 'a tab',
  10: 'a line break',
  13: 'a carriage return',
  32: 'a space',
};
