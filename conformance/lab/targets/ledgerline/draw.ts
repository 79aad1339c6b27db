/** A random stream that depends only on its path, not on other streams. */
export interface Dice {
  /** Draws a whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  oneOf<Choice extends string | number>(choices: readonly [Choice, ...Choice[]]): Choice;
  /** Draws `length` hexadecimal digits. */
  hex(length: number): string;
}

/** Opens the stream of a path such as `7, cobalt, fleet`: equal paths give equal numbers. */
export function dice(...path: readonly (string | number)[]): Dice {
  let state = hashed(path.join('/'));
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(fraction() * (high - low + 1));
  return {
    between,
    oneOf: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
    hex: (length) => Array.from({ length }, () => between(0, 15).toString(16)).join(''),
  };
}

function hashed(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
