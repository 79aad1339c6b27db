/** Characters that act instead of being seen: controls, marks of direction and other formats, separators, half characters. */
const ACTING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;
/** How a line speaks to a CI server when it is printed there: `::error::` where a word begins, `##[error]` anywhere. */
const COMMAND_MARK = /(?<=^|\s):(?=:)|#(?=#\w*\[)/g;

/**
 * Makes text that came from a target harmless wherever it is printed: control characters, escape sequences, marks that turn
 * the direction of writing and the beginnings of CI commands are shown as code points instead of being obeyed.
 */
export const neutralised = (text: string): string =>
  text
    .replaceAll(ACTING, (character) => (character === '\n' ? '\\n' : codePoint(character)))
    .replaceAll(COMMAND_MARK, codePoint);

const codePoint = (character: string): string =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;

/** JSON in which nothing acts when it is printed; it is read back as the same value. */
export const harmlessJson = (value: unknown): string =>
  `${JSON.stringify(value, null, 2)
    .replaceAll(ACTING, (character) => (character === '\n' ? '\n' : unicodeEscape(character)))
    .replaceAll(/#(?=#\w*\[)/g, unicodeEscape)}\n`;

/** Each half of a character beyond 16 bits has an escape of its own. */
const unicodeEscape = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, place) => `\\u${character.charCodeAt(place).toString(16).padStart(4, '0')}`,
  ).join('');

/**
 * Breaks text at spaces into lines of at most `width` columns, each after the first indented. Longer words stay whole. What
 * would act in the text is neutralised.
 */
export function wrapped(text: string, indent: string, width: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of neutralised(text).split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${indent}`);
}

/** `1 check`, `2 checks`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
