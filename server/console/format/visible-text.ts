/**
 * Replaces characters that are invisible or change the direction of the text by their escapes, such as `\u202e`. Texts from
 * outside could otherwise look like another text.
 */
export const makeVisible = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    /[\n\t]/.test(character) ? character : toEscape(character),
  );

const toEscape = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
};
