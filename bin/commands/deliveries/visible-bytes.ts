import { toPrintable } from '../shared/printable.ts';

/* Makes all bytes visible and safe for a terminal. */

/** The symbol of each ASCII control character, such as `␊` for a line break. Each is one column wide. */
const toControlPicture = (code: number): string => String.fromCharCode(code === 0x7f ? 0x2421 : 0x2400 + code);

/** Replaces control characters by symbols and starts a new line after each line break. */
export function toVisibleLines(text: string): readonly string[] {
  return text
    .split(/(?<=\n)/)
    .map((line) => toPrintable(line.replace(/\p{Cc}/gu, (control) => formatControl(control.charCodeAt(0)))));
}

/** Control characters outside ASCII have no symbol. */
const formatControl = (code: number): string => (code >= 0x80 ? String.fromCharCode(code) : toControlPicture(code));

/** Context shown on both sides of a difference, in bytes. */
const CONTEXT_BYTES = 24;

/**
 * Shows the sent and the received bytes around the first difference, with a caret below it. Shows bytes outside ASCII as
 * `\xc3`, because the difference may be inside a character.
 */
export function formatDifference(sent: Uint8Array, received: Uint8Array, byte: number): readonly string[] {
  const from = Math.max(0, byte - CONTEXT_BYTES);
  const before = formatBytes(sent.subarray(from, byte));
  const lead = from === 0 ? '' : '…';
  const line = (bytes: Uint8Array): string => {
    const rest = bytes.subarray(byte, byte + CONTEXT_BYTES);
    const end = rest.length === 0 ? ' (ends here)' : byte + CONTEXT_BYTES < bytes.length ? '…' : '';
    return `${lead}${before}${formatBytes(rest)}${end}`;
  };
  const caret = `${' '.repeat(LABEL_WIDTH + lead.length + before.length)}^ byte ${byte}`;
  return [`${'sent'.padEnd(LABEL_WIDTH)}${line(sent)}`, `${'received'.padEnd(LABEL_WIDTH)}${line(received)}`, caret];
}

/** Width of the labels. */
const LABEL_WIDTH = 10;

const formatBytes = (bytes: Uint8Array): string => [...bytes].map(formatByte).join('');

function formatByte(byte: number): string {
  if (byte >= 0x80) return `\\x${byte.toString(16)}`;
  return byte < 0x20 || byte === 0x7f ? toControlPicture(byte) : String.fromCharCode(byte);
}
