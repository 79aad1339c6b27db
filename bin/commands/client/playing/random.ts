import { createHash, randomBytes, randomInt } from 'node:crypto';

/* Values that no client can know: each lesson draws new ones. */

const SYLLABLES = [
  'ba',
  'del',
  'fi',
  'gor',
  'hu',
  'jin',
  'ka',
  'lo',
  'mer',
  'nu',
  'pol',
  'ri',
  'sa',
  'tev',
  'vu',
  'zan',
];
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Returns a made-up word with a capital, such as `Kapolri`. */
export function drawWord(): string {
  const word = Array.from({ length: 3 }, () => pick(SYLLABLES)).join('');
  return `${word[0]?.toUpperCase()}${word.slice(1)}`;
}

/** Returns one of the items. */
export function pick<Item>(items: readonly Item[]): Item {
  const item = items[randomInt(items.length)];
  if (item === undefined) throw new Error('no item to choose from');
  return item;
}

/** Returns lower-case letters and digits. */
export const drawToken = (length: number): string =>
  [...randomBytes(length)].map((byte) => (byte % 36).toString(36)).join('');

/** Returns different ids of terminals in no order. */
export function drawTerminalIds(count: number): readonly string[] {
  const prefix = `${pick([...LETTERS])}${pick([...LETTERS])}`;
  const numbers = new Set<number>();
  while (numbers.size < count) numbers.add(randomInt(100_000, 1_000_000));
  return [...numbers].map((number) => `${prefix}${number}`);
}

/** Returns a number that depends on the text and the salt only. */
export const hashNumber = (text: string, salt: string): bigint =>
  BigInt(`0x${createHash('sha256').update(`${salt} ${text}`).digest('hex').slice(0, 16)}`);
