import { printable } from '../shared/printable.ts';

/* Makes all bytes visible and safe for a terminal. */

/** The symbol of each ASCII control character, such as `␊` for a line break. Each is one column wide. */
const pictureOf = (code: number): string => String.fromCharCode(code === 0x7f ? 0x2421 : 0x2400 + code);

/** Replaces control characters by symbols and starts a new line after each line break. */
export function visibleLines(text: string): readonly string[] {
  return text
    .split(/(?<=\n)/)
    .map((line) => printable(line.replace(/\p{Cc}/gu, (control) => shownControl(control.charCodeAt(0)))));
}

/** Control characters outside ASCII have no symbol. */
const shownControl = (code: number): string => (code >= 0x80 ? String.fromCharCode(code) : pictureOf(code));

/** Context shown on both sides of a difference, in bytes. */
const AROUND = 24;

/**
 * Shows the sent and the received bytes around the first difference, with a caret below it. Shows bytes outside ASCII as
 * `\xc3`, because the difference may be inside a character.
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

/** Width of the labels. */
const LABEL = 10;

const shown = (bytes: Uint8Array): string => [...bytes].map(shownByte).join('');

function shownByte(byte: number): string {
  if (byte >= 0x80) return `\\x${byte.toString(16)}`;
  return byte < 0x20 || byte === 0x7f ? pictureOf(byte) : String.fromCharCode(byte);
}
