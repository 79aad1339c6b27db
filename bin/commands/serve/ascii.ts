/** Escapes everything that a terminal or a log viewer could act on. Inside JSON the result is the same text. */
export const toAscii = (line: string): string =>
  line.replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
