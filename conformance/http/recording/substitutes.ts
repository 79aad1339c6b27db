/*
 * A recording of the kit contains labels in place of keys and card numbers. A replay puts substitutes there, so that a check that finds
 * a repeated key or a card number finds it again.
 */

/** The label of the key that no user has. */
export const MADE_UP_KEY = 'made-up key';

const LABEL =
  /\[key (?<name>[A-Za-z0-9][\w.-]*?)(?<truncated>, truncated)?\]|\[made-up key\]|\[card (?<start>\d{6})(?<middle>\*{3,9})(?<end>\d{4}) #(?<card>\d{1,6})\]|\[track data(?<numbered> with a card number)? #(?<track>\d{1,6})\]/g;

/** Creates a function that returns the label of a card number (only digits) or of track data: equal values have equal labels. */
export function createCardLabeller(): (found: string) => string {
  const numbers = new Map<string, number>();
  return (found) => {
    const number = numbers.get(found) ?? numbers.size + 1;
    numbers.set(found, number);
    if (!/^\d+$/.test(found)) return `[track data${hasCardNumber(found) ? ' with a card number' : ''} #${number}]`;
    return `[card ${found.slice(0, 6)}${'*'.repeat(found.length - 10)}${found.slice(-4)} #${number}]`;
  };
}

/** The values to put in place of labels. */
export interface Substitutes {
  readonly keys: ReadonlyMap<string, string>;
  readonly madeUpKey?: string;
}

/** Replaces the labels in a text. A label of an unknown key stays. */
export const restoreLabels = (text: string, substitutes: Substitutes): string =>
  text.includes('[')
    ? text.replaceAll(LABEL, (label, ...parts) => findSubstitute(parts.at(-1) as LabelParts, substitutes) ?? label) // the named groups are last
    : text;

type LabelParts = Readonly<
  Record<'name' | 'truncated' | 'start' | 'middle' | 'end' | 'card' | 'numbered' | 'track', string | undefined>
>;

function findSubstitute(
  { name, truncated, start = '', middle = '', end = '', card, numbered, track }: LabelParts,
  { keys, madeUpKey }: Substitutes,
): string | undefined {
  if (card !== undefined) return createCardNumber(start, end, { width: middle.length, number: Number(card) });
  if (track !== undefined) return `;400000000000000${numbered === undefined ? 1 : 2}=9912101${track.padStart(6, '0')}`; // only 2 is a valid check digit
  if (name === undefined) return madeUpKey;
  return truncated === undefined ? keys.get(name) : keys.get(name)?.slice(0, -1);
}

/** Returns a valid card number of this length with these first six and last four digits. */
function createCardNumber(
  start: string,
  end: string,
  { width, number }: { readonly width: number; readonly number: number },
): string {
  const counter = String(number % 10 ** (width - 1)).padStart(width - 1, '0');
  const candidates = Array.from({ length: 10 }, (_, digit) => `${start}${counter}${digit}${end}`);
  return candidates.find(passesLuhn) ?? '';
}

/** Whether track data contain a card number that is recognised in any text: track 2, with a valid check digit. */
const hasCardNumber = (track: string): boolean => {
  const [, number] = /^;?(\d{13,19})=/.exec(track) ?? [];
  return number !== undefined && passesLuhn(number);
};

function passesLuhn(digits: string): boolean {
  const weighted = [...digits].toReversed().map((digit, place) => Number(digit) * (1 + (place % 2)));
  return weighted.reduce((sum, one) => sum + (one > 9 ? one - 9 : one), 0) % 10 === 0;
}
