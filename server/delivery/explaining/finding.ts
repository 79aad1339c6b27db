/** What somebody did to a delivery on its way from the wire to the comparison of signatures. */
export type FindingCode =
  // The body is not the one that was sent.
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
  // What is signed is not `id.timestamp.body`.
  | 'milliseconds'
  | 'timestamp-format'
  | 'event-timestamp'
  | 'previous-timestamp'
  | 'other-timestamp'
  | 'other-id'
  | 'incident-id'
  | 'delivery-id'
  | 'parts'
  | 'separator'
  // The computation or its result.
  | 'algorithm'
  | 'signature-encoding'
  | 'comparison'
  | 'unexplained';

export interface Finding {
  readonly code: FindingCode;
  /** One or two sentences: what differs, and what usually causes it. It holds no secret. */
  readonly message: string;
  /** Where the bodies differ first, counted from 0. */
  readonly byte?: number;
}

/** The offset of the first difference; undefined for equal bytes. Where one ends, the other goes on. */
export function firstDifference(one: Uint8Array, other: Uint8Array): number | undefined {
  const shorter = Math.min(one.length, other.length);
  for (let at = 0; at < shorter; at += 1) if (one[at] !== other[at]) return at;
  return one.length === other.length ? undefined : shorter;
}

/** A byte as people read it: `` `:` ``, `a line break`, `0xe9`. */
export function showByte(byte: number | undefined): string {
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
