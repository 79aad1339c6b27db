import wrapAnsi from 'wrap-ansi';

/** Characters with an effect: controls, direction marks and other formats, separators, lone surrogates. */
const ACTING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;
/** Commands to CI servers in printed lines: `::error::` at the start of a word, `##[error]` anywhere. */
const COMMAND_MARK = /(?<=^|\s):(?=:)|#(?=#\w*\[)/g;

/**
 * Neutralises text from a target for printing: control characters, escape sequences, direction
 * marks and the start of CI commands are shown as code points.
 *
 * @example
 * process.stdout.write(neutralised(response.text));
 */
export const neutralised = (text: string): string =>
  text
    .replaceAll(ACTING, (character) => (character === '\n' ? '\\n' : formatCodePoint(character)))
    .replaceAll(COMMAND_MARK, formatCodePoint);

const formatCodePoint = (character: string): string =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;

/** Serialises JSON with such characters escaped; it parses to the same value. */
export const serialiseSafely = (value: unknown): string =>
  `${JSON.stringify(value, null, 2)
    .replaceAll(ACTING, (character) => (character === '\n' ? '\n' : escapeAsUnicode(character)))
    .replaceAll(/#(?=#\w*\[)/g, escapeAsUnicode)}\n`;

/** Escapes each surrogate of a character beyond 16 bits. */
const escapeAsUnicode = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, place) => `\\u${character.charCodeAt(place).toString(16).padStart(4, '0')}`,
  ).join('');

/**
 * Wraps text at spaces into lines of at most `width` columns, all but the first indented. Longer words are not split.
 * Control characters are neutralised.
 */
export function wrapText(text: string, indent: string, width: number): string {
  const columns = Math.max(1, width - indent.length);
  return wrapAnsi(neutralised(text), columns).replaceAll('\n', `\n${indent}`);
}

/** `1 check`, `2 checks`. */
export const pluralize = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
