/** A random stream that depends only on its path, not on other streams. */
export interface NumberStream {
  /** Draws a whole number from `low` to `high`, both included. */
  drawInteger(low: number, high: number): number;
  pick<Choice extends string | number>(choices: readonly [Choice, ...Choice[]]): Choice;
  /** Draws `length` hexadecimal digits. */
  hex(length: number): string;
}

/** Opens the stream of a path such as `7, cobalt, fleet`: equal paths give equal numbers. */
export function openNumberStream(...path: readonly (string | number)[]): NumberStream {
  let state = hashText(path.join('/'));
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const drawInteger = (low: number, high: number): number => low + Math.floor(fraction() * (high - low + 1));
  return {
    drawInteger,
    pick: (choices) => choices[drawInteger(0, choices.length - 1)] ?? choices[0],
    hex: (length) => Array.from({ length }, () => drawInteger(0, 15).toString(16)).join(''),
  };
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
