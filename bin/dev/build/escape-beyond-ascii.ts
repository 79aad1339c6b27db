/**
 * Replaces characters beyond ASCII in JavaScript or JSON by escapes. They occur only in literals and comments. V8 keeps the
 * source of a module in memory, with two bytes for each character if one of them is beyond Latin-1.
 */
export const escapeBeyondAscii = (code: string): string =>
  code.replace(
    /[\u0080-\uffff]/g, // without the flag u: a surrogate pair becomes two escapes
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
