import { rememberObjects } from '../../../base/caches/remember-objects.ts';
import { rememberTexts } from '../../../base/caches/remember-texts.ts';
import type { Cells, Scalar } from './cells.ts';

/** Numbers are kept in ten-thousandths, so that sums of amounts are exact. */
const SCALE = 10_000;

/** A number in ten-thousandths; `null` for an empty cell, `undefined` for what is not a number. */
export type Reading = number | null | undefined;

/** A column of rows, read as numbers. */
export interface NumberColumn {
  readonly place: string;
  readonly values: readonly (number | null)[];
}

/** Currencies before or after a number; a single letter counts only with a space or before decimals, because `R500` may be a reference. */
const CURRENCY =
  /\p{Sc}|^(?:[A-Z]{1,3}\p{Sc}|\p{Lu}{2,4}\.?|\p{L}{1,4}\.?\s|\p{Lu}(?=\d+[.,]\d))\s?(?=[-(\d])|\s?\p{Lu}{2,4}$|\s\p{L}{1,4}\.?$/gu;

/** A dash in place of decimals: `250.–` and `1,200/-`. */
const NO_CENTS = /(?<=\d)[.,/]-+(?=\s?\D{0,4}$)/;

interface Written {
  readonly isNegative: boolean;
  readonly digits: string;
}

const readWritten = rememberTexts((text): Written | undefined => {
  if (!/\p{Nd}/u.test(text)) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return { isNegative: false, digits: text };
  let rest = text
    .trim()
    .replaceAll(/[−–—]/g, '-')
    .replace(NO_CENTS, '')
    .replaceAll(/[\s ’']/g, ' ');
  let isNegative = /^\(.*\)$/.test(rest);
  if (isNegative) rest = rest.slice(1, -1);
  rest = rest.replace(/^[+]/, '');
  for (let tries = 0; tries < 2; tries += 1) {
    if (/^-|-$/.test(rest.trim())) {
      isNegative = true;
      rest = rest.trim().replace(/^-|-$/, '');
    }
    rest = rest.trim().replaceAll(CURRENCY, '').trim();
  }
  return /^\d[\d., ]*$/.test(rest) || /^[.,]\d+$/.test(rest)
    ? { isNegative, digits: rest.replaceAll(' ', '') }
    : undefined;
});

/** Returns the decimal separator that a number as text shows; `undefined` if it could be either. */
function findDecimal(digits: string): '.' | ',' | 'none' | undefined {
  const [dot, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  if (dot >= 0 && comma >= 0) return dot > comma ? '.' : ',';
  const separator = dot >= 0 ? '.' : comma >= 0 ? ',' : undefined;
  if (separator === undefined) return undefined;
  const parts = digits.split(separator);
  if (parts.length > 2) return 'none';
  return parts[1]?.length !== 3 || /^0+$/.test(parts[0] ?? '') ? separator : undefined;
}

type Decimal = '.' | ',' | undefined;

/**
 * Returns the decimal separators that the texts of one column may have, the likely one first; `undefined` if the separators group digits.
 * A single separator before three digits decides nothing, as in `1.290`. It is likely to group digits if other texts, such as `350`, have none.
 */
function listDecimals(digits: readonly string[]): readonly [Decimal, ...Decimal[]] {
  const shown = new Set(digits.flatMap((one) => findDecimal(one) ?? []));
  if (shown.has('.')) return ['.'];
  if (shown.has(',')) return [','];
  const separator = (['.', ','] as const).find((one) => digits.some((text) => text.includes(one)));
  if (shown.has('none') || separator === undefined) return [undefined];
  const isGrouping = digits.some((one) => !/[.,]/.test(one) && Number(one) !== 0);
  return isGrouping ? [undefined, separator] : [separator, undefined];
}

/** Returns the number that each text of one column means, in each way that they may mean it; `undefined` for what is not a number. */
function readTexts(texts: ReadonlySet<string>): readonly ReadonlyMap<string, number | undefined>[] {
  const written = [...texts].map((text) => [text, readExponent(text) ?? readWritten(text)] as const);
  const digits = written.flatMap(([, one]) => (typeof one === 'object' ? [one.digits] : []));
  return listDecimals(digits).map((decimal) => new Map(written.map(([text, one]) => [text, toNumber(one, decimal)])));
}

const readExponent = (text: string): number | undefined =>
  /^[-+]?\d+(\.\d+)?e[-+]?\d+$/i.test(text) ? Number(text) : undefined;

function toNumber(one: Written | number | undefined, decimal: Decimal): number | undefined {
  if (typeof one !== 'object') return one === undefined ? undefined : Math.round(one * SCALE);
  const at = decimal === undefined ? -1 : one.digits.lastIndexOf(decimal);
  const whole = (at < 0 ? one.digits : one.digits.slice(0, at)).replaceAll(/[.,]/g, '');
  const value = Math.round(Number(`${whole || '0'}.${at < 0 ? '0' : one.digits.slice(at + 1)}`) * SCALE);
  return one.isNegative ? -value : value;
}

/** Reads the values of one column as numbers, in each way that their texts may mean; the likely one is first. */
export function listNumberReadings(values: readonly (Scalar | undefined)[]): readonly (readonly Reading[])[] {
  const texts = new Set<string>();
  for (const one of values) if (typeof one === 'string') texts.add(one);
  for (const one of texts) if (one.trim() === '') texts.delete(one);
  const readNumber = (one: Scalar | undefined, numbers: ReadonlyMap<string, number | undefined>): Reading => {
    if (typeof one === 'number') return Math.round(one * SCALE);
    if (typeof one === 'string') return texts.has(one) ? numbers.get(one) : null;
    return typeof one === 'boolean' ? undefined : null;
  };
  return readTexts(texts).map((numbers) => values.map((one) => readNumber(one, numbers)));
}

/** Reads the values of one column as numbers: numbers, and amounts in the notations that people use. */
export const readNumbers = (values: readonly (Scalar | undefined)[]): readonly Reading[] =>
  listNumberReadings(values)[0] ?? [];

/** The columns of some rows. */
export interface Columns {
  readonly numbers: ReadonlyMap<string, NumberColumn>;
  /** Columns with texts that have digits and are no numbers. */
  readonly unread: readonly string[];
}

/** The share of a column that must be readable. */
const MOST = 0.9;

/** Reads the columns of rows as numbers, amounts in units and parts included. Reads the same rows once. */
export const readColumns: (rows: readonly Cells[]) => Columns = rememberObjects(findColumns);

function findColumns(rows: readonly Cells[]): Columns {
  const numbers = new Map<string, NumberColumn>();
  const unread: string[] = [];
  const places = new Set<string>();
  for (const row of rows) for (const place of row.keys()) places.add(place);
  for (const place of places) {
    const read = readPlace(rows, place);
    if (read === 'unread') unread.push(place);
    else if (read !== undefined) numbers.set(place, read);
  }
  for (const units of [...numbers.values()]) {
    const nanos = toNanosPlace(units.place);
    const parts = nanos === undefined ? undefined : numbers.get(nanos);
    if (parts === undefined) continue;
    numbers.set(units.place, addNanos(units, parts));
    numbers.delete(parts.place);
  }
  return { numbers, unread };
}

/** Returns one column as `readColumns` returns it in `numbers`, without reading the others. */
export function readColumn(rows: readonly Cells[], place: string): NumberColumn | undefined {
  const read = readPlace(rows, place);
  if (read === undefined || read === 'unread') return undefined;
  const nanos = toNanosPlace(place);
  const parts = nanos === undefined ? undefined : readPlace(rows, nanos);
  return parts === undefined || parts === 'unread' ? read : addNanos(read, parts);
}

/** Returns the place of the billionths that belong to units at a place. */
const toNanosPlace = (place: string): string | undefined =>
  /\/units$/i.test(place) ? place.replace(/units$/i, 'nanos') : undefined;

const addNanos = ({ place, values }: NumberColumn, parts: NumberColumn): NumberColumn => ({
  place,
  values: values.map((units, index) => {
    const nanos = parts.values[index] ?? null;
    return units === null && nanos === null ? null : (units ?? 0) + Math.round((nanos ?? 0) / 1e9);
  }),
});

/** Reads the cells at a place as numbers; `unread` for texts with digits that are no numbers, `undefined` for other cells. */
function readPlace(rows: readonly Cells[], place: string): NumberColumn | 'unread' | undefined {
  const cells = rows.map((row) => row.get(place));
  const read = readNumbers(cells);
  const filled = read.filter((one) => one !== null);
  if (filled.length > 0 && !filled.includes(undefined)) return { place, values: read.map((one) => one ?? null) };
  const withDigits = cells.filter((one) => typeof one === 'string' && hasDigits(one)).length;
  return withDigits >= (1 - MOST) * filled.length ? 'unread' : undefined;
}

const hasDigits = rememberTexts((text) => /\p{Nd}/u.test(text));

/** The number of different values of a column, without empty cells. */
export const countValues = ({ values }: NumberColumn): number => new Set(values.filter((one) => one !== null)).size;

/** A pair of columns: an amount that was requested, and what was completed of it. */
export interface AmountPair {
  readonly requested: string;
  readonly completed: string;
  /** Whether some rows complete nothing of what they request, so that the pair is no coincidence of equal columns. */
  readonly isProven: boolean;
}

const FEWEST_EQUAL = 3;
/** The share of the complete amounts that as many partial ones may have: a terminal may dispense less than is requested. */
const MOST_PARTIAL = 0.5;
/** Equal columns in which nearly all values differ may be two names of a row. */
const MOST_DISTINCT = 0.8;

/** Finds pairs of columns that are equal in most rows, where one is lower, zero or empty in the others. */
export function findPairs({ numbers }: Columns): AmountPair[] {
  const pairs: AmountPair[] = [];
  const columns = [...numbers.values()].filter(({ values }) => values.some((one) => one !== null && one !== 0));
  for (const requested of columns)
    for (const completed of columns) {
      if (requested === completed) continue;
      let [equal, partial, none, other] = [0, 0, 0, 0];
      const declined = new Set<number>();
      for (const [index, value] of requested.values.entries()) {
        const done = completed.values[index] ?? null;
        if (value === null || value === 0) other += done === null || done === 0 ? 0 : 1;
        else if (done === value) equal += 1;
        else if (done === null || done === 0) {
          none += 1;
          declined.add(value);
        } else if (done > 0 && done < value) partial += 1;
        else other += 1;
      }
      if (equal < FEWEST_EQUAL || other > (1 - MOST) * (equal + none)) continue;
      if (partial > MOST_PARTIAL * equal) continue;
      if (none === 0 && requested.place > completed.place) continue;
      const isProven = none >= 2 && countValues(requested) >= 2;
      const distinct = countValues(requested);
      if (none === 0 && (distinct < 2 || distinct > MOST_DISTINCT * equal)) continue;
      pairs.push({ requested: requested.place, completed: completed.place, isProven });
    }
  return pairs;
}
