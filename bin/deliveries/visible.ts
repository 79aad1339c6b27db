import { printable } from '../printable.ts';

/* Bytes and texts shown so that nothing in them is overlooked, and nothing acts on the terminal. */

/** The picture of each control character of ASCII: `␊` for a line break. One column wide each. */
const pictureOf = (code: number): string => String.fromCharCode(code === 0x7f ? 0x2421 : 0x2400 + code);

/** A text in which control characters are pictures; each line break goes on in a new line. */
export function visibleLines(text: string): readonly string[] {
  return text
    .split(/(?<=\n)/)
    .map((line) => printable(line.replace(/\p{Cc}/gu, (control) => shownControl(control.charCodeAt(0)))));
}

/** Those beyond ASCII have no picture. */
const shownControl = (code: number): string => (code >= 0x80 ? String.fromCharCode(code) : pictureOf(code));

/** How much is shown on both sides of a difference, in bytes. */
const AROUND = 24;

/**
 * What was sent above what was received, around the byte where they differ first, and a caret below it. Bytes outside
 * ASCII stand as `\xc3`: what differs may be half a letter.
 */
export function differenceLines(sent: Uint8Array, received: Uint8Array, byte: number): readonly string[] {
  const from = Math.max(0, byte - AROUND);
  const before = shown(sent.subarray(from, byte));
  const lead = from === 0 ? '' : '…';
  const line = (bytes: Uint8Array): string => {
    const rest = bytes.subarray(byte, byte + AROUND);
    const end = rest.length === 0 ? ' (ends here)' : byte + AROUND < bytes.length ? '…' : '';
    return `${lead}${before}${shown(rest)}${end}`;
  };
  const caret = `${' '.repeat(LABEL + lead.length + before.length)}^ byte ${byte}`;
  return [`${'sent'.padEnd(LABEL)}${line(sent)}`, `${'received'.padEnd(LABEL)}${line(received)}`, caret];
}

/** How wide the words in front are. */
const LABEL = 10;

const shown = (bytes: Uint8Array): string => [...bytes].map(shownByte).join('');

function shownByte(byte: number): string {
  if (byte >= 0x80) return `\\x${byte.toString(16)}`;
  return byte < 0x20 || byte === 0x7f ? pictureOf(byte) : String.fromCharCode(byte);
}
