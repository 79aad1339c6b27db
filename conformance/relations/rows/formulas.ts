import { findLargest } from '../../../base/large-lists.ts';
import { listReadings, type ReadingIds } from '../../../spec/index.ts';
import { getFilter, isSorted, type ListRead } from './session.ts';
import { nameRows, type Survey } from './survey.ts';
import type { RowTable } from './table.ts';

export type Extent = ReadingIds['transactions.summary_extent'];

/** A sum of amounts over the rows of each response; `undefined` where the rows are not known. */
export interface Formula {
  readonly place: string;
  /** The columns that it adds. */
  readonly columns: readonly string[];
  /** The types of rows that it adds or deducts, if it selects by them: the column of the types, and their texts. */
  readonly selected?: { readonly kind: string; readonly texts: readonly string[] };
  readonly sums: readonly (number | undefined)[];
  /** The rows that it adds, by response. */
  readonly rows: readonly (ListRead | undefined)[];
  /** Whether it is the sum of one column with amounts over all rows. */
  readonly isPlain: boolean;
}

const MOST_TYPES = 6;
export const MOST_FORMULAS = 4000;

const isSame = (one: ListRead, other: ListRead): boolean =>
  JSON.stringify(getFilter(one.parameters)) === JSON.stringify(getFilter(other.parameters));

/** Returns the responses whose rows a total of each response covers. The longest response to a filter stands for all rows that match. */
export function chooseRows(
  reads: readonly ListRead[],
  extent: Extent,
  survey: Pick<Survey, 'widest' | 'idCell' | 'ofResponse'>,
): (ListRead | undefined)[] {
  const findBase = (read: Pick<ListRead, 'parameters'>) =>
    reads
      .filter((one) => isSame(one, { ...one, parameters: read.parameters }) && !isSorted(one.parameters))
      .sort((one, other) => other.rows.length - one.rows.length)[0];
  const longest = findLargest(reads.map(({ rows }) => rows.length));
  // a service may accept a limit and return fewer rows, as many as its longest page has
  const isCut = (base: ListRead) => {
    const names = new Set(nameRows(survey, base));
    return reads.some(
      (one) =>
        (isSame(one, base) || (one.rows.length === longest && base.rows.length === longest)) &&
        nameRows(survey, one).some((name) => !names.has(name)),
    );
  };
  // fewer rows than a limit that was accepted are all rows that match
  const isAccepted = (base: ListRead) =>
    survey.widest.limit === undefined ||
    reads.some(
      (one) =>
        isSame(one, base) && one.rows.length === base.rows.length && Number(one.parameters.limit) > one.rows.length,
    );
  const whole = new Map<ListRead, boolean>();
  const isWhole = (base: ListRead): boolean => {
    const is = whole.get(base) ?? (isAccepted(base) && !isCut(base));
    whole.set(base, is);
    return is;
  };
  const visible = findBase({ parameters: {} });
  const all = visible !== undefined && isWhole(visible) ? visible : undefined;
  const findMatching = (read: ListRead) => {
    const base = findBase(read);
    return base === undefined || base.rows.length < read.rows.length || !isWhole(base) ? undefined : base;
  };
  const choose: Readonly<Record<Extent, (read: ListRead) => ListRead | undefined>> = {
    page: (read) => read,
    matching: findMatching,
    limited: (read) => (Number(read.parameters.limit) === read.rows.length ? read : findMatching(read)),
    visible: () => all,
  };
  return reads.map(choose[extent]);
}

/** How a total adds amounts: some of all rows, or all of the rows of some types. */
type AmountReading =
  | { readonly select: (amount: number | null) => boolean; readonly isPlain: boolean; readonly label: string }
  /** Returns the weights of the types that a total may have. */
  | { readonly weigh: (types: number) => readonly (readonly number[])[] };

const AMOUNTS: Readonly<Record<ReadingIds['transactions.summary_amounts'], AmountReading>> = {
  all_rows: { select: () => true, isPlain: true, label: '' },
  above_zero: { select: (amount) => (amount ?? 0) > 0, isPlain: false, label: ' above zero' },
  some_types: { weigh: listSubsets },
  one_type_deducted: { weigh: listDeductions },
};

const AMOUNT_READINGS = listReadings('transactions.summary_amounts').map((id) => AMOUNTS[id]);

export const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, one) => total + (one ?? 0), 0);

/** A column whose values may be types of rows, and those values. */
interface Kinds {
  readonly place: string;
  readonly texts: readonly string[];
}

/** Returns the columns whose values may be types of rows. */
export function listKinds(reads: readonly ListRead[], table: RowTable): Kinds[] {
  const rows = reads.flatMap((one) => one.rows);
  return [...new Set(rows.flatMap((row) => [...row.keys()]))].flatMap((place) => {
    const texts = new Set(rows.map((row) => String(row.get(place))));
    return texts.size >= 2 && texts.size <= MOST_TYPES && !table.amounts.has(place)
      ? [{ place, texts: [...texts] }]
      : [];
  });
}

/**
 * Returns the sums over the rows of each response: of all rows, and of those of some types, with one type deducted or not. `first` has
 * the columns that come first, and `kinds` the columns of types: those of all responses, so that each choice of rows has the same sums.
 */
export function listFormulas(
  reads: readonly (ListRead | undefined)[],
  table: RowTable,
  { first, kinds }: { readonly first: readonly string[]; readonly kinds: readonly Kinds[] },
): Formula[] {
  const places = [...new Set([...first, ...table.amounts, ...table.columns.numbers.keys()])].filter(
    (place) => !table.excluded.has(place),
  );
  const read = (place: string) => reads.map((one) => (one === undefined ? undefined : table.readColumn(one, place)));
  const columns = places.map((place) => ({
    place,
    columns: [place],
    values: read(place),
    isAmount: table.amounts.has(place),
  }));
  const amounts = columns.filter(({ isAmount }) => isAmount || table.amounts.size === 0);
  // a requested and a completed amount are two of the same thing, which no total adds
  const arePair = (one: string, other: string) =>
    table.pairs.some((pair) => [pair.requested, pair.completed].every((place) => place === one || place === other));
  const joined = [...table.amounts].flatMap((one, index, all) =>
    all
      .slice(index + 1)
      .filter((other) => !arePair(one, other))
      .map((other) => {
        const [left, right] = [read(one), read(other)];
        const values = left.map((cells, at) => cells?.map((cell, row) => (cell ?? 0) + (right[at]?.[row] ?? 0)));
        return { place: `${one} and ${other}`, columns: [one, other], values };
      }),
  );
  const formulas: Formula[] = [];
  for (const { place, columns: added, values } of [...columns, ...joined]) {
    for (const reading of AMOUNT_READINGS) {
      if (!('select' in reading)) continue;
      const isPlain = reading.isPlain && added.length === 1;
      const sums = values.map((all) => all && sum(all.filter(reading.select)));
      formulas.push({ place: `${place}${reading.label}`, columns: added, isPlain, sums, rows: reads });
    }
  }
  for (const { place: kind, texts } of kinds) {
    const numbers = new Map(texts.map((text, at) => [text, at]));
    const types = reads.map((one) => one?.rows.map((row) => numbers.get(String(row.get(kind))) ?? -1) ?? []);
    for (const { place, columns: added, values } of [...amounts, ...joined]) {
      const byText = sumByType(values, types, texts.length);
      for (const weights of AMOUNT_READINGS.flatMap((one) => ('weigh' in one ? one.weigh(texts.length) : []))) {
        if (formulas.length >= MOST_FORMULAS) return formulas;
        const sums = values.map(
          (all, index) => all && weights.reduce((total, weight, at) => total + weight * (byText[at]?.[index] ?? 0), 0),
        );
        const selected = { kind, texts: texts.filter((_, at) => weights[at] !== 0) };
        formulas.push({ place: `${place} by ${kind}`, columns: added, selected, isPlain: false, sums, rows: reads });
      }
    }
  }
  return formulas;
}

/** Returns the sums of the amounts of each response for each type, by the number of the type of each row. */
export function sumByType(
  values: readonly (readonly (number | null)[] | undefined)[],
  types: readonly (readonly number[])[],
  count: number,
): readonly (readonly (number | undefined)[])[] {
  const sums = Array.from({ length: count }, () =>
    values.map((all): number | undefined => (all === undefined ? undefined : 0)),
  );
  for (const [index, all] of values.entries())
    for (const [at, amount] of (all ?? []).entries()) {
      const ofType = sums[types[index]?.[at] ?? -1];
      if (ofType !== undefined) ofType[index] = (ofType[index] ?? 0) + (amount ?? 0);
    }
  return sums;
}

/** Returns the ways to add or leave out the rows of each type. */
function listSubsets(types: number): readonly (readonly number[])[] {
  return Array.from({ length: 2 ** types - 1 }, (_, index) =>
    Array.from({ length: types }, (_one, bit) => ((index + 1) >> bit) & 1),
  );
}

/** Returns the ways to add or leave out the rows of each type and to deduct those of one. */
function listDeductions(types: number): readonly (readonly number[])[] {
  return listSubsets(types).flatMap((weights) =>
    weights.flatMap((weight, at) => (weight === 0 ? [weights.map((one, other) => (other === at ? -1 : one))] : [])),
  );
}

/** The factors between the units of a total and those of the rows. */
export const FACTORS = [1, 100, 0.01, 1000, 0.001, 10, 0.1];

/** Whether two numbers are equal, apart from rounding. */
export const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= Math.max(0.5, Math.abs(other) * 1e-9);

/** Returns whether a stated number is the sum of a formula in the response with an index. */
export const agrees =
  (values: readonly (number | undefined)[], { sums }: Formula, factor: number) =>
  (index: number): boolean => {
    const [value, expected] = [values[index], sums[index]];
    return value === undefined || expected === undefined || isNear(value, expected * factor);
  };
