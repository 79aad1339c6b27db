import { express, splitWords } from '../../reading/words/synonyms.ts';
import type { Cells } from './cells.ts';
import { agrees, chooseRows, FACTORS, type Formula, isNear, sum, sumByType } from './formulas.ts';
import type { ListRead } from './session.ts';
import { nameRow, type Survey } from './survey.ts';
import type { RowTable } from './table.ts';

/** The number of responses that a fault of totals must show in. */
export const FEWEST_CONTROLS = 4;

/** The responses whose totals are judged. */
export interface JudgedReads {
  readonly reads: readonly ListRead[];
  readonly table: RowTable;
  readonly survey: Survey;
}

/** Returns the amounts in a column of the rows that are in every response with rows: a total may leave one of them out. */
function listCommonAmounts({ reads, table, survey }: JudgedReads, place: string): readonly number[] {
  const [first, ...others] = reads.filter(({ rows }) => rows.length > 0);
  if (first === undefined) return [];
  const named = others.map(({ rows }) => new Set(rows.map((row) => nameRow(row, survey))));
  const amounts = table.readColumn(first, place);
  return first.rows.flatMap((row, index) =>
    named.every((names) => names.has(nameRow(row, survey))) ? [amounts[index] ?? 0] : [],
  );
}

/** Describes a number that is a sum of amounts plus the same amount in every response, or twice the sum; `undefined` for others. */
export function findShift(
  values: readonly (number | undefined)[],
  formulas: readonly Formula[],
  shifted: JudgedReads,
): string | undefined {
  const { reads } = shifted;
  for (const { place, sums } of formulas) {
    const known = values.flatMap((value, index) => {
      const total = sums[index];
      return value === undefined || total === undefined
        ? []
        : [{ value, sum: total, rows: reads[index]?.rows.length ?? 0 }];
    });
    if (known.length < FEWEST_CONTROLS || new Set(known.map((one) => one.sum)).size < 3) continue;
    // with as many rows in each response, a fee per row would be the same amount
    if (new Set(known.map(({ rows }) => rows)).size < 3) continue;
    for (const factor of FACTORS) {
      const over = known.map((one) => one.value - one.sum * factor);
      const [shift = 0] = over;
      // an instant grows by less than the tolerance of the comparison, so that any sums would fit
      const isAmount = known.some(({ sum }) => Math.abs(shift) <= Math.abs(sum * factor));
      const isOfRow = () => listCommonAmounts(shifted, place).some((amount) => isNear(shift, -amount * factor));
      if (isAmount && Math.abs(shift) > 0.5 && over.every((one) => isNear(one, shift)) && !isOfRow())
        return `the sum of ${place} and ${shift / 10_000} more in ${known.length} different responses`;
      if (known.every((one) => isNear(one.value, 2 * one.sum * factor)) && known.some((one) => one.sum !== 0))
        return `twice the sum of ${place} in ${known.length} different responses`;
    }
  }
  return undefined;
}

/** A total with the columns whose sum it is in all responses. */
export interface ExplainedTotal {
  readonly place: string;
  /** The columns, if it is the plain sum of one. */
  readonly columns: readonly string[];
  /** The plain sums that explain it, with the factor between the unit of the rows and its own. */
  readonly units: readonly { readonly column: string; readonly factor: number }[];
}

const getParent = (place: string): string => place.slice(0, place.lastIndexOf('/'));

/** Describes how amounts are written, such as texts with two decimals; `undefined` if not all are plain numbers that are written alike. */
function describeNotation(values: readonly unknown[]): string | undefined {
  const [notation, ...others] = new Set(
    values.map((value) => {
      const plain = /^-?\d+(?:\.(\d+))?$/.exec(String(value));
      return plain === null ? undefined : `${typeof value} ${plain[1]?.length ?? 0}`;
    }),
  );
  return others.length === 0 ? notation : undefined;
}

/**
 * Returns two totals beside each other that are sums in different units, although they are written alike, and the columns that they add are
 * written alike too.
 */
export function findOtherUnit(
  totals: readonly ExplainedTotal[],
  reads: readonly ListRead[],
): readonly [ExplainedTotal, ExplainedTotal] | undefined {
  const writeTotal = (place: string) =>
    describeNotation(reads.flatMap(({ outside }) => new Map(outside).get(place) ?? []));
  const writeColumn = (place: string) =>
    describeNotation(reads.flatMap(({ rows }) => rows.flatMap((row) => row.get(place) ?? [])));
  const differ = (one: ExplainedTotal, other: ExplainedTotal): boolean =>
    one.units.every((unit) => other.units.every(({ factor }) => isOtherUnit(factor / unit.factor))) &&
    isWrittenAlike([one, other].map(({ place }) => writeTotal(place))) &&
    isWrittenAlike([...one.units, ...other.units].map(({ column }) => writeColumn(column)));
  for (const one of totals)
    for (const other of totals)
      if (
        one.units.some(({ factor }) => factor !== 1) &&
        other.units.length > 0 &&
        getParent(one.place) === getParent(other.place) &&
        differ(one, other)
      )
        return [one, other];
  return undefined;
}

/** Whether two factors differ, and by no thousand: `50.150` may be written with a separator of thousands or with a decimal one. */
const isOtherUnit = (ratio: number): boolean => [1, 1000, 0.001].every((one) => Math.abs(ratio / one - 1) > 0.001);

const isWrittenAlike = (notations: readonly (string | undefined)[]): boolean =>
  notations.every((one) => one !== undefined && one === notations[0]);

/**
 * Returns the totals whose names and sums are exchanged: the one with the name of surcharges adds a column that has none, and another one
 * adds the surcharges.
 */
export function findExchanged(
  totals: readonly ExplainedTotal[],
): readonly [ExplainedTotal, ExplainedTotal] | undefined {
  const isOfSurcharges = (name: string) => express(splitWords(name), 'surcharge');
  // a total of other fees, such as those of a network, may be beside it
  const isOfWithdrawals = (name: string) =>
    !isOfSurcharges(name) &&
    (['withdrawn', 'amount', 'completed'] as const).some((concept) => express(splitWords(name), concept));
  const ofAmounts = totals.find(
    ({ place, columns }) => isOfSurcharges(place) && columns.length > 0 && !columns.some(isOfSurcharges),
  );
  const ofSurcharges = totals.find(
    ({ place, columns }) => isOfWithdrawals(place) && columns.length > 0 && columns.every(isOfSurcharges),
  );
  return ofAmounts === undefined || ofSurcharges === undefined ? undefined : [ofAmounts, ofSurcharges];
}

/**
 * Describes a total that adds what rows request where they complete nothing, such as the amounts of declined rows;
 * `undefined` for other totals. Only the pair counts whose completed amount descends in the sorted list.
 */
export function findUncompleted(
  values: readonly (number | undefined)[],
  sorted: readonly string[],
  { reads, table, survey }: JudgedReads,
): string | undefined {
  const isAmount = ({ requested, completed }: { readonly requested: string; readonly completed: string }) =>
    sorted.includes(completed) && !sorted.includes(requested);
  const pairs = table.pairs.filter((pair) => pair.isProven && isAmount(pair));
  // where the surcharges of a few rows descend too, the kit does not know which pair is which
  if (table.pairs.filter(({ completed }) => sorted.includes(completed)).length > 1) return undefined;
  for (const { requested, completed } of pairs)
    for (const extent of ['page', 'matching', 'limited'] as const) {
      const rows = chooseRows(reads, extent, survey);
      const add = (read: ListRead | undefined): number | undefined => {
        if (read === undefined) return undefined;
        const wanted = table.readColumn(read, requested);
        return sum(
          table.readColumn(read, completed).map((done, at) => (done === null || done === 0 ? (wanted[at] ?? 0) : done)),
        );
      };
      const sums = rows.map(add);
      const known = sums.filter((one, at) => one !== undefined && values[at] !== undefined);
      if (known.length < FEWEST_CONTROLS || new Set(known).size < FEWEST_CONTROLS) continue;
      const formula: Formula = { place: completed, columns: [completed], sums, rows, isPlain: false };
      if (FACTORS.some((factor) => values.every((_, index) => agrees(values, formula, factor)(index))))
        return `${completed}, or of ${requested} where that is zero,`;
    }
  return undefined;
}

type Amounts = readonly (number | null)[];

/** The rows that a total may leave out or repeat by their position, which no reading of the document explains. */
const CUTS: readonly { readonly label: string; readonly select: (amounts: Amounts) => Amounts }[] = [
  { label: 'without the last row', select: (amounts) => amounts.slice(0, -1) },
  { label: 'without the first row', select: (amounts) => amounts.slice(1) },
  { label: 'with the first row twice', select: (amounts) => [...amounts.slice(0, 1), ...amounts] },
  { label: 'with the last row twice', select: (amounts) => [...amounts, ...amounts.slice(-1)] },
  // what equals one row or two may describe the latest transactions
  ...Array.from({ length: 8 }, (_, index) => ({
    label: `of the first ${index + 3} rows`,
    select: (amounts: Amounts) => amounts.slice(0, index + 3),
  })),
];
/** The number of responses in which such a total must differ from that of all rows. */
const FEWEST_CUT = 4;

/** The sum of one column over the rows at some positions of each response. */
export interface CutFormula extends Formula {
  /** The responses in which the sum differs from that of all rows. */
  readonly changed: readonly number[];
}

/**
 * Returns the sums of the amounts at some positions, such as all rows without the last one, that differ from those of all rows in several
 * responses of different length.
 */
export function listCutFormulas({ reads, table, survey }: JudgedReads, sorted: readonly string[]): CutFormula[] {
  const places = [...new Set([...sorted, ...table.amounts])];
  return (['page', 'matching'] as const).flatMap((extent) => {
    const whole = chooseRows(reads, extent, survey);
    return places.flatMap((place) => {
      const columns = whole.map((read) => read && table.readColumn(read, place));
      return CUTS.flatMap(({ label, select }) => {
        const sums = columns.map((column) => column && sum(select(column)));
        const left = columns.map((column, at) => (column === undefined ? 0 : sum(column) - (sums[at] ?? 0)));
        const changed = reads.flatMap((_, at) => (left[at] === 0 ? [] : [at]));
        const count = (list: readonly unknown[]) => new Set(changed.map((at) => list[at])).size;
        // one row that is left out in each response may be no transaction that counts
        const isUsable =
          count(columns.map((column) => column?.length)) >= 3 && count(left) >= 3 && count(sums) >= FEWEST_CUT;
        return isUsable
          ? [{ place: `${place} ${label}`, columns: [place], sums, rows: whole, isPlain: false, changed }]
          : [];
      });
    });
  });
}

/** Describes a total that is one of these sums in each response; `undefined` for other totals. */
export function findCut(values: readonly (number | undefined)[], formulas: readonly CutFormula[]): string | undefined {
  const indexes = values.map((_, at) => at);
  const found = formulas.find(
    (formula) =>
      formula.changed.filter((at) => values[at] !== undefined).length >= FEWEST_CUT &&
      FACTORS.some((factor) => indexes.every(agrees(values, formula, factor))),
  );
  return found && `the sum of ${found.place} in ${found.changed.length} different responses`;
}

/** The fewest rows for each text of a column of types, and the most texts that no explained response has. */
const FEWEST_ROWS_OF_TYPE = 3;
const MOST_NEW_TYPES = 8;

/**
 * Returns whether a total differs from a sum over all rows only by rows of types that no response with that sum has: a total of
 * withdrawals leaves out deposits, or deducts reversals, and lists without either show nothing of that.
 */
export function isChangedByNewTypes(
  values: readonly (number | undefined)[],
  { formula, factor }: { readonly formula: Formula; readonly factor: number },
  { reads, table, survey }: JudgedReads,
): boolean {
  if (formula.selected !== undefined) return false;
  const isExplained = values.map((_, at) => agrees(values, formula, factor)(at));
  const amounts = formula.rows.map((read) => {
    const columns = read && formula.columns.map((place) => table.readColumn(read, place));
    return columns?.[0]?.map((_, row) => sum(columns.map((column) => column[row] ?? null)));
  });
  const all = formula.rows.flatMap((read) => read?.rows ?? []);
  const different = new Set(all.map((row) => nameRow(row, survey))).size;
  const isType = (place: string) =>
    place !== survey.idCell && place !== survey.terminalCell?.place && !table.amounts.has(place);
  const places = [...new Set(all.flatMap((row) => [...row.keys()]))].filter(isType);
  // an instant at which a transaction was voided makes all with one a type
  const isFilled = (value: unknown) => String(value !== undefined && value !== null && value !== '');
  const columns = places.flatMap((place) => [String, isFilled].map((write) => (row: Cells) => write(row.get(place))));
  return columns.some((readType) => {
    const texts = [...new Set(all.map(readType))];
    if (texts.length < 2 || texts.length * FEWEST_ROWS_OF_TYPE > different) return false;
    const types = formula.rows.map((read) => read?.rows.map((row) => texts.indexOf(readType(row))) ?? []);
    const fresh = sumByType(amounts, types, texts.length).filter(
      (sums) => sums.some(Boolean) && sums.every((one, at) => !isExplained[at] || !one),
    );
    if (fresh.length === 0 || fresh.length > MOST_NEW_TYPES) return false;
    const subsets = Array.from({ length: 2 ** fresh.length - 1 }, (_, bits) =>
      fresh.filter((_sums, bit) => ((bits + 1) >> bit) & 1),
    );
    return subsets.some((left) =>
      [1, 2].some((times) => {
        const sums = formula.sums.map((total, at) => total && total - times * sum(left.map((one) => one[at] ?? null)));
        return reads.every((_, at) => agrees(values, { ...formula, sums }, factor)(at));
      }),
    );
  });
}

/** The lists of terminals, and the different sums of other lists, that prove that a total ignores the filter by a terminal. */
const FEWEST_TERMINALS = 2;
const FEWEST_SUMS = 3;

/**
 * Describes a total that is a sum over the rows of each response, with any limit and group, apart from those of one terminal, where it is
 * that of all terminals; `undefined` for other totals.
 */
export function findUnfiltered(
  values: readonly (number | undefined)[],
  formulas: readonly Formula[],
  reads: readonly ListRead[],
): { readonly saw: string; readonly read: ListRead } | undefined {
  const known = reads.flatMap((read, at) => {
    const { terminal_id, ...others } = read.parameters;
    const [value, name] = [values[at], JSON.stringify(Object.entries(others).sort())];
    return value === undefined ? [] : [{ at, read, terminal_id, name, value }];
  });
  const unfiltered = known.filter((one) => one.terminal_id === undefined);
  const sums = new Map(unfiltered.map(({ name, value }) => [name, value]));
  const [longest] = unfiltered.toSorted((one, other) => other.read.rows.length - one.read.rows.length);
  const filtered = known.filter((one) => one.terminal_id !== undefined && one.read.rows.length > 0);
  const [first] = filtered;
  if (first === undefined || new Set(filtered.map((one) => one.terminal_id)).size < FEWEST_TERMINALS) return undefined;
  if (filtered.some(({ name, value }) => value !== sums.get(name) && value !== longest?.value)) return undefined;
  const found = formulas.find(
    (formula) =>
      new Set(unfiltered.map(({ at }) => formula.sums[at])).size >= FEWEST_SUMS &&
      FACTORS.some((factor) => {
        const isSum = ({ at }: { readonly at: number }) => agrees(values, formula, factor)(at);
        return unfiltered.every(isSum) && !filtered.some(isSum);
      }),
  );
  return found && { saw: `the sum of ${found.place} of all terminals in each list of one terminal`, read: first.read };
}
