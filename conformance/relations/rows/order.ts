import { findSmallest } from '../../../base/large-lists.ts';
import { listReadings, type ReadingIds } from '../../../spec/index.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { fail, notApplicable, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { type Concept, express, scoreLikeness, splitWords } from '../../reading/words/synonyms.ts';
import { readRows } from './cells.ts';
import { WRAPPERS } from './documented-columns.ts';
import { getFilter, isSorted, type ListRead } from './session.ts';
import { nameRow, nameRows, type Survey } from './survey.ts';
import { listUnreadAmounts, type RowTable } from './table.ts';

const OTHERS = ['surcharge', 'response', 'sequence', 'terminal', 'count'] as const satisfies readonly Concept[];

interface OrderReading {
  /** Whether an amount that is empty, or shown as zero, is apart from the others at either end. */
  readonly isApart: boolean;
  /** Whether negative amounts are ordered by their size, not by their sign. */
  readonly isBySize: boolean;
}

const ORDERS: Readonly<Record<ReadingIds['transactions.sort_empty'], OrderReading>> = {
  zero_by_sign: { isApart: false, isBySize: false },
  apart_by_sign: { isApart: true, isBySize: false },
  zero_by_size: { isApart: false, isBySize: true },
  apart_by_size: { isApart: true, isBySize: true },
};

/** How a service may order what is not a positive amount. */
const READINGS = listReadings('transactions.sort_empty').map((id) => ORDERS[id]);

interface Order {
  /** The index of the first row that is greater than the row before it; -1 without one. */
  readonly rise: number;
  readonly isVaried: boolean;
  /** Whether there are two values, with several rows each. */
  readonly isDivided: boolean;
}

/** With fewer rows of a value, two values may be in an order by chance. */
const FEWEST_ALIKE = 4;

const isNothing = ({ value }: { readonly value: number | null }): boolean => value === null || value === 0;

/** Finds the first row that breaks a descending order, within the groups of a response. */
function findRise(
  { groups }: Pick<ListRead, 'groups'>,
  values: readonly (number | null)[],
  reading: OrderReading,
): Order {
  let rise = -1;
  let isVaried = false;
  let isDivided = false;
  const byGroup = Map.groupBy(
    values.map((value, index) => ({ value, index })),
    ({ index }) => groups[index],
  );
  for (const rows of byGroup.values()) {
    const [first, last] = [rows.findIndex((row) => !isNothing(row)), rows.findLastIndex((row) => !isNothing(row))];
    const compared = (reading.isApart ? rows.slice(Math.max(0, first), last + 1) : rows).map(({ value, index }) => ({
      value: reading.isBySize ? Math.abs(value ?? 0) : (value ?? 0),
      index,
    }));
    const broken = compared.find(({ value }, place) => place > 0 && value > (compared[place - 1]?.value ?? value));
    if (rise < 0 && broken !== undefined) rise = broken.index;
    const counts = Map.groupBy(compared, ({ value }) => value);
    isVaried ||= counts.size >= 3;
    isDivided ||= counts.size === 2 && [...counts.values()].every((alike) => alike.length >= FEWEST_ALIKE);
  }
  return { rise, isVaried, isDivided };
}

/** Whether amounts descend by one of the ways to order what is not a positive amount. */
export const mayDescend = (amounts: readonly (number | null)[]): boolean =>
  READINGS.some((reading) => findRise({ groups: amounts.map(() => 0) }, amounts, reading).rise < 0);

const listSorted = ({ reads }: Survey): ListRead[] =>
  reads.filter(({ parameters, rows, isOrdered }) => isSorted(parameters) && isOrdered && rows.length > 1);

/** Returns the columns that are in descending order in all sorted responses, and not without sorting, with the readings by which they are. */
export function findSortedColumns(survey: Survey, table: RowTable): ReadonlyMap<string, readonly OrderReading[]> {
  const sorted = listSorted(survey);
  const plain = survey.reads.filter(({ parameters, rows }) => !isSorted(parameters) && rows.length >= 4);
  const found = new Map<string, OrderReading[]>();
  for (const place of table.columns.numbers.keys()) {
    if (table.excluded.has(place)) continue;
    const readings = READINGS.filter((reading) => {
      const orders = sorted.map((read) => findRise(read, table.readColumn(read, place), reading));
      const isVaried = orders.some((one) => one.isVaried || (one.isDivided && table.amounts.has(place)));
      if (!isVaried || orders.some(({ rise }) => rise >= 0)) return false;
      const without = plain.map((read) => findRise(read, table.readColumn(read, place), reading));
      return without.some(({ rise }) => rise >= 0);
    });
    if (readings.length > 0) found.set(place, readings);
  }
  return found;
}

/**
 * Judges the documented order by all sorted responses: a column that is in descending order in all of them, and not otherwise, is the
 * completed amount. Without one, the order is wrong, if all amounts of the rows are known.
 *
 * @param listSummed Returns the columns whose sums the totals are, if those of the completed amounts must be among them.
 */
export function judgeOrder(
  survey: Survey,
  table: RowTable,
  listSummed: () => ReadonlySet<string> | undefined = () => undefined,
): Verdict {
  const sorted = listSorted(survey);
  const refused = survey.refused.filter(({ parameters }) => isSorted(parameters));
  const [control] = survey.reads;
  if (control === undefined) return untestable('needs transactions');
  const plainly = refused.find(({ parameters }) => Object.keys(getFilter(parameters)).length === 0);
  if (sorted.length === 0 && plainly !== undefined && survey.reads.every(({ parameters }) => !isSorted(parameters)))
    return fail(
      { expected: 'a success: `amt_comp` and `desc` are valid values', actual: plainly.exchange },
      control.exchange,
    );
  const [first, ...others] = sorted;
  if (survey.reads.every(({ isOrdered }) => !isOrdered))
    return notApplicable('the rows are members of an object, which have no order', control.exchange);
  if (first === undefined) return untestable('needs sorted responses with two rows in an order', control.exchange);
  const evidence = others.map(({ exchange }) => exchange);
  const columns = findSortedColumns(survey, table);
  const { completed } = table;
  const isAmount = (place: string) =>
    completed === undefined ? table.amounts.size === 0 || table.amounts.has(place) : place === completed;
  const isKnown = table.isWhole || completed !== undefined;
  const sortedBy = [...columns.keys()].filter(isAmount);
  if (sortedBy.length > 0)
    return (
      (completed === undefined ? judgeIfRequested(survey, table, sortedBy) : undefined) ??
      pass(first.exchange, ...evidence)
    );
  const open = [...table.columns.numbers.keys()].filter(
    (place) => !table.excluded.has(place) && findBreak(sorted, table, place) === undefined,
  );
  // pairs without a declined row may be equal by chance: then a column that descends may be the completed amount
  const isProven = table.pairs.filter((pair) => pair.isProven).length >= 2;
  const maySort = (place: string) => isAmount(place) || (completed === undefined && !isProven && columns.has(place));
  const suspects = (isKnown ? open.filter(maySort) : open).filter((place) => !isNamedOtherwise(place));
  const isAlike = (place: string) =>
    new Set((table.columns.numbers.get(place)?.values ?? []).map((value) => Math.abs(value ?? 0))).size < 2;
  if (isKnown && suspects.length > 0 && suspects.every(isAlike))
    return notApplicable('all completed amounts are equal', first.exchange);
  const isNoTotal = (place: string) => isAlike(place) && listSummed()?.has(place) === false;
  if (suspects.length > 0 && !suspects.every(isNoTotal))
    return untestable(
      `the numbers at ${suspects.join(', ')} break no order, and one of them may be the completed amount`,
      first.exchange,
    );
  const unread = listUnreadAmounts(survey, table, first.rows);
  if (!isKnown && unread.length > 0)
    return untestable(`the kit cannot read the numbers at ${unread.join(', ')}`, first.exchange);
  // the completed amounts come first: the report names the column that is the likeliest one
  const proven = table.pairs.filter(({ isProven }) => isProven).map((pair) => pair.completed);
  const likely = [...table.columns.numbers.keys()].filter((place) => !table.excluded.has(place)).toSorted(compareNames);
  const [worst] = [
    ...new Set([...(completed === undefined ? [] : [completed]), ...proven, ...table.amounts, ...likely]),
  ].flatMap((place) => {
    const broken = findBreak(sorted, table, place);
    return broken === undefined ? [] : [{ place, ...broken }];
  });
  if (worst === undefined)
    return untestable('the kit does not know which numbers of the rows are amounts', first.exchange);
  const more = `row ${worst.rise + 1} has more at ${worst.place} than the row before it`;
  const saw =
    completed === undefined ? `${more}; no other column with amounts descends in all sorted responses either` : more;
  return fail({ expected: 'completed amounts in descending order', actual: worst.read.exchange, saw }, ...evidence);
}

/**
 * Judges a list that is sorted by no column that may be the completed amount: by the requested amounts, where some rows complete
 * less. `undefined` if one of the columns may be, or if the kit cannot read all amounts.
 */
function judgeIfRequested(survey: Survey, table: RowTable, sortedBy: readonly string[]): Verdict | undefined {
  const sorted = listSorted(survey);
  if (!table.isWhole || sorted.some(({ rows }) => listUnreadAmounts(survey, table, rows).length > 0)) return undefined;
  const [requested] = sortedBy;
  const pair = table.pairs.find((one) => one.requested === requested);
  // two amounts that are equal in all rows may both be what another one is a part of
  const mayBeCompleted = (place: string) =>
    table.pairs.some((one) => one.completed === place || (!one.isProven && one.requested === place)) ||
    express(splitWords(place), 'completed');
  const broken = pair === undefined ? undefined : findBreak(sorted, table, pair.completed);
  if (pair === undefined || broken === undefined || sortedBy.some(mayBeCompleted)) return undefined;
  const saw = `row ${broken.rise + 1} has more at ${pair.completed} than the row before it; the list is sorted by ${pair.requested}, and some rows complete less than that`;
  return fail({ expected: 'completed amounts in descending order', actual: broken.read.exchange, saw });
}

/** The columns by which the list may be sorted: the completed amount or the amounts, if the kit knows them. */
const listSortColumns = (survey: Survey, table: RowTable): string[] => {
  const columns = [...findSortedColumns(survey, table).keys()];
  if (table.completed !== undefined) return columns.filter((place) => place === table.completed);
  const amounts = columns.filter((place) => table.amounts.has(place));
  return amounts.length > 0 ? amounts : columns;
};

/**
 * Judges the order of one more response by the columns that descend in the documented order: one of them must be in one of these
 * directions there.
 */
export function judgeDirection(
  survey: Survey,
  table: RowTable,
  { exchange, directions }: { readonly exchange: Exchange; readonly directions: readonly ('asc' | 'desc')[] },
): Verdict {
  const columns = listSortColumns(survey, table);
  const [sorted] = listSorted(survey);
  if (survey.reads.every(({ isOrdered }) => !isOrdered))
    return notApplicable('the rows are members of an object, which have no order', exchange);
  if (sorted === undefined || columns.length === 0)
    return untestable('the kit does not know the column that the list is sorted by', exchange);
  const list = readRows(exchange.json, survey.place);
  const read = { ...list, parameters: exchange.parameters, exchange, outside: new Map() };
  const orders = columns.flatMap((place) => {
    const values = table.readRows(list.rows, place);
    return READINGS.flatMap((reading) =>
      directions.map((direction) =>
        direction === 'desc'
          ? findRise(read, values, reading)
          : findRise({ ...read, groups: list.groups.toReversed() }, values.toReversed(), reading),
      ),
    );
  });
  if (!orders.some(({ isVaried, isDivided }) => isVaried || isDivided))
    return untestable('needs transactions with different amounts', exchange);
  if (orders.some(({ rise }) => rise < 0)) return pass(sorted.exchange, exchange);
  const expected = `${directions.map((one) => (one === 'asc' ? 'ascending' : 'descending')).join(' or ')} values at ${columns.join(' or ')}, by which \`desc\` sorts`;
  return fail({ expected, actual: exchange, saw: 'values that rise and fall' }, sorted.exchange);
}

/**
 * Judges a sorted list that a limit shortens: its rows are the first ones of the longer list, or those of the limit without an order.
 * `undefined` if it was refused.
 */
export function judgeShortened(
  survey: Survey,
  table: RowTable,
  { short, long, limit }: { readonly short: Exchange; readonly long: Exchange; readonly limit: number },
): Verdict | undefined {
  const alone = survey.reads.find(
    ({ parameters }) => Object.keys(parameters).length === 1 && parameters.limit === limit,
  );
  if (alone === undefined || !isSuccess(short)) return undefined;
  const [few, many] = [short, long].map(({ json }) => readRows(json, survey.place));
  if (few === undefined || many === undefined || !few.isOrdered || new Set(many.groups).size > 1) return undefined;
  const isKept = listSortColumns(survey, table).some((place) => {
    const own = table.readRows(few.rows, place);
    return (
      isSameSet(own, table.readRows(many.rows, place).slice(0, own.length)) ||
      isSameSet(own, table.readColumn(alone, place))
    );
  });
  if (isKept) return pass(long, short);
  const expected = `the first ${few.rows.length} rows of the longer list, or those of the same limit without an order`;
  return fail({ expected, actual: short, saw: 'other amounts' }, long, alone.exchange);
}

/** Whether amounts are the same in any order. Rows whose amounts an order may place alike count as the same: empty and zero, or of one size. */
const isSameSet = (one: readonly (number | null)[], other: readonly (number | null)[]): boolean =>
  sortSizes(one).join() === sortSizes(other).join();

const sortSizes = (values: readonly (number | null)[]): number[] =>
  values.map((value) => Math.abs(value ?? 0)).sort((one, other) => one - other);

/** Orders columns so that those named by a completed amount come first. */
const compareNames = (one: string, other: string): number => rateName(other) - rateName(one);
const rateName = (place: string): number => scoreLikeness(splitWords(place), ['amount', 'completed']);

/** Whether the name of a column states that it is no amount, or a surcharge; the parts of a value, such as its units, do not. */
function isNamedOtherwise(place: string): boolean {
  const words = splitWords(place.replaceAll(WRAPPERS, ''));
  const isNamed = (concept: Concept) => express(words, concept);
  return OTHERS.some(isNamed) && !isNamed('amount');
}

/** Returns a response in which a column is not in descending order by the reading that breaks last; `undefined` if a reading holds in all. */
function findBreak(
  sorted: readonly ListRead[],
  table: RowTable,
  place: string,
): { readonly read: ListRead; readonly rise: number } | undefined {
  const breaks = READINGS.map((reading) => {
    const orders = sorted.map((read) => ({ read, ...findRise(read, table.readColumn(read, place), reading) }));
    return orders.find(({ rise }) => rise >= 0);
  });
  return breaks.includes(undefined) ? undefined : breaks[0];
}

/** Judges `limit` with an order: the rows have the highest amounts, or they are those that the limit alone returns. */
export function judgeTop(survey: Survey, table: RowTable): Verdict {
  const columns = listSortColumns(survey, table);
  const sorted = listSorted(survey);
  const [control] = sorted;
  if (control === undefined || columns.length === 0)
    return untestable(
      'the kit does not know the column that the list is sorted by',
      ...(control ? [control.exchange] : []),
    );
  const key = ({ parameters }: ListRead) => JSON.stringify(getFilter(parameters));
  const judged: ListRead[] = [];
  for (const short of sorted) {
    const alone = survey.reads.find(
      (one) => key(one) === key(short) && !isSorted(one.parameters) && one.parameters.limit === short.parameters.limit,
    );
    if (alone === undefined || short.parameters.limit === undefined) continue;
    const keepsOthers = columns.every(
      (place) => !isSameSet(table.readColumn(short, place), table.readColumn(alone, place)),
    );
    const isBlock = columns.every((place) => areOneBlock(short, place, { survey, table }));
    const lost = columns.map((place) => findLostTop(survey, table, { short, alone, place }));
    if (keepsOthers && isBlock && lost.every((row) => row !== undefined))
      return fail(
        {
          expected: 'the highest amounts of the rows that match, or the rows of the same limit without an order',
          actual: short.exchange,
          saw: `lower amounts, and not the row ${String(lost[0]).slice(0, 120)}`,
        },
        alone.exchange,
      );
    const long = sorted.find((one) => key(one) === key(short) && one.rows.length > short.rows.length);
    if (long === undefined || long.groups.some((group) => group > 0)) continue;
    judged.push(short);
    const isTop = columns.some((place) => {
      const own = table.readColumn(short, place);
      return isSameSet(own, table.readColumn(long, place).slice(0, own.length));
    });
    if (isTop || !keepsOthers || !isBlock) continue;
    const expected = `the first ${short.rows.length} amounts of the longer list, or those of the same limit without an order`;
    return fail(
      { expected, actual: short.exchange, saw: `other values at ${columns.join(', ')}` },
      long.exchange,
      alone.exchange,
    );
  }
  return judged.length > 0
    ? pass(control.exchange, ...judged.map(({ exchange }) => exchange))
    : untestable('needs a sorted list that a limit shortens', control.exchange);
}

/**
 * Whether the values of a sorted list are a block of those of all known rows with its filter. Other ones are those of rows that the limit
 * chose by another order, such as by their arrival, before they were sorted.
 */
function areOneBlock(short: ListRead, place: string, { survey, table }: Judged): boolean {
  const filter = JSON.stringify(getFilter(short.parameters));
  const known = new Map<string, number>();
  for (const read of survey.reads) {
    if (JSON.stringify(getFilter(read.parameters)) !== filter) continue;
    const values = table.readColumn(read, place);
    for (const [index, name] of nameRows(survey, read).entries()) known.set(name, values[index] ?? 0);
  }
  const all = sortSizes([...known.values()]);
  const own = sortSizes(table.readColumn(short, place));
  const written = own.join();
  return all.some((size, at) => size === own[0] && all.slice(at, at + own.length).join() === written);
}

interface Judged {
  readonly survey: Survey;
  readonly table: RowTable;
}

/** Returns the name of a row that the list without an order has, and the sorted one lacks, though it has a lower amount that is not zero. */
function findLostTop(
  survey: Survey,
  table: RowTable,
  { short, alone, place }: { readonly short: ListRead; readonly alone: ListRead; readonly place: string },
): string | undefined {
  if (survey.idCell === undefined || short.groups.some((group) => group > 0)) return undefined;
  const sizes = table.readColumn(short, place).map((value) => Math.abs(value ?? 0));
  const lowest = findSmallest(sizes.filter((size) => size > 0));
  const shown = new Set(short.rows.map((row) => nameRow(row, survey)));
  const amounts = table.readColumn(alone, place);
  const lost = alone.rows.find((row, index) => (amounts[index] ?? 0) > lowest && !shown.has(nameRow(row, survey)));
  return lost === undefined ? undefined : nameRow(lost, survey);
}
