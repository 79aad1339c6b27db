/**
 * Makes text that came from a target harmless on a terminal: control characters, escape sequences and marks that turn the
 * direction of writing are shown as code points instead of being obeyed.
 */
export const neutralised = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, (character) =>
    character === '\n' ? '\\n' : `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
  );

/** Breaks text at spaces into lines of at most `width` columns, each after the first indented. Longer words stay whole. */
export function wrapped(text: string, indent: string, width: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${indent}`);
}
