/** A random stream that depends only on its seed and path, not on other streams. */
export interface Draw {
  /** Draws from 0 (included) to 1 (excluded). */
  fraction(): number;
  /** Draws a whole number between both ends, included. */
  whole(from: number, to: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  shuffled<Item>(items: readonly Item[]): Item[];
  /**
   * Draws letters of both cases: no digits, so that no code looks like a number, and no vowels, so that none is a word.
   */
  code(length: number): string;
}

const LETTERS = 'BCDFGHJKLMNPQRSTVWXZbcdfghjkmnpqrstvwxz';

export function drawFrom(seed: number, ...path: readonly (string | number)[]): Draw {
  let state = hashOf([seed, ...path].join('/'));
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1));
  return {
    fraction,
    whole,
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0],
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: fraction() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
    code: (length) => Array.from({ length }, () => LETTERS.charAt(whole(0, LETTERS.length - 1))).join(''),
  };
}

/** FNV-1a over the characters. */
const hashOf = (text: string): number =>
  [...text].reduce((hash, character) => Math.imul(hash ^ character.charCodeAt(0), 0x01000193), 0x811c9dc5);
