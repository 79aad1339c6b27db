/** A random stream that depends only on its seed and path, not on other streams. */
export interface RandomStream {
  /** Draws from 0 (included) to 1 (excluded). */
  drawFraction(): number;
  /** Draws a whole number between both ends, included. */
  drawInteger(from: number, to: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  shuffle<Item>(items: readonly Item[]): Item[];
  /**
   * Draws letters of both cases: no digits, so that no code looks like a number, and no vowels, so that none is a word.
   */
  code(length: number): string;
}

const LETTERS = 'BCDFGHJKLMNPQRSTVWXZbcdfghjkmnpqrstvwxz';

export function openRandomStream(seed: number, ...path: readonly (string | number)[]): RandomStream {
  let state = hashText([seed, ...path].join('/'));
  const drawFraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const drawInteger = (from: number, to: number) => from + Math.floor(drawFraction() * (to - from + 1));
  return {
    drawFraction,
    drawInteger,
    pick: (items) => items[drawInteger(0, items.length - 1)] ?? items[0],
    shuffle: (items) =>
      items
        .map((item) => ({ item, place: drawFraction() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
    code: (length) => Array.from({ length }, () => LETTERS.charAt(drawInteger(0, LETTERS.length - 1))).join(''),
  };
}

/** FNV-1a over the characters. */
const hashText = (text: string): number =>
  [...text].reduce((hash, character) => Math.imul(hash ^ character.charCodeAt(0), 0x01000193), 0x811c9dc5);
