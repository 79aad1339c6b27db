import { listReadings } from '../../../spec/index.ts';
import type { Exchange } from '../../http/client.ts';
import { Place } from '../../reading/values/place.ts';
import { fail, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { expressExactly, splitWords } from '../../reading/words/synonyms.ts';
import { readCells, type Scalar } from './cells.ts';
import { agrees, chooseRows, FACTORS, type Formula, listFormulas, listKinds, MOST_FORMULAS, sum } from './formulas.ts';
import { type AmountPair, countValues, listNumberReadings, type Reading, readNumbers } from './numbers.ts';
import { findSortedColumns } from './order.ts';
import { isSorted, type ListRead } from './session.ts';
import type { Survey } from './survey.ts';
import type { RowTable } from './table.ts';
import {
  type CutFormula,
  type ExplainedTotal,
  FEWEST_CONTROLS,
  findCut,
  findExchanged,
  findOtherUnit,
  findShift,
  findUncompleted,
  findUnfiltered,
  isChangedByNewTypes,
  listCutFormulas,
} from './total-faults.ts';

/** A number outside the rows, in each response; `undefined` where a response has none. */
interface StatedNumber {
  readonly place: string;
  readonly values: readonly (number | undefined)[];
  /** The values by another meaning of the same texts: `1.290` may be 1290. */
  readonly otherwise?: readonly (number | undefined)[];
}

const PROTOCOL_HEADERS =
  /^(date|age|etag|content-.*|cache-control|connection|keep-alive|last-modified|expires|vary|server|link|set-cookie|strict-transport-security|retry-after|.*(request|trace|correlation|runtime|response-time|limit-|rate).*)$/i;

/** Reads the scalars of headers, in which a total may be, as a number or as JSON. */
function readHeaders({ headers }: Exchange): Map<string, Scalar> {
  const found = new Map<string, Scalar>();
  for (const [name, value] of headers) {
    if (PROTOCOL_HEADERS.test(name)) continue;
    const text = decode(value);
    const parsed = /^[[{]/.test(text) ? parse(text) : text;
    if (typeof parsed === 'object' && parsed !== null)
      readCells(parsed, new Place(`header ${name.toLowerCase()}`), found);
    else found.set(`header ${name.toLowerCase()}`, text);
  }
  return found;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the numbers that all responses state outside their rows. */
function listStated(reads: readonly ListRead[]): StatedNumber[] {
  const outside = reads.map((read) => new Map([...read.outside, ...readHeaders(read.exchange)]));
  const places = [...new Set(outside.flatMap((one) => [...one.keys()]))];
  const numbers = places.flatMap((place) => {
    const [read = [], other] = listNumberReadings(outside.map((one) => one.get(place)));
    if (read.some((one) => one === undefined) || read.every((one) => one === null)) return [];
    const clean = (values: readonly Reading[]) => values.map((one) => one ?? undefined);
    return [{ place, values: clean(read), ...(other === undefined ? {} : { otherwise: clean(other) }) }];
  });
  return numbers.flatMap((one) => {
    const { place, values } = one;
    if (/\/nanos$/i.test(place)) return [];
    const nanos = /\/units$/i.test(place)
      ? numbers.find((one) => one.place === place.replace(/units$/i, 'nanos'))
      : undefined;
    const together = values.map((units, index) =>
      units === undefined ? undefined : units + Math.round((nanos?.values[index] ?? 0) / 1e9),
    );
    return [{ ...one, values: together }];
  });
}

export /** The number of different sums that show that a sum over some rows is no coincidence, with few rows and with `MANY_ROWS`. */
const FEWEST_SELECTIONS = 6;
const MANY_ROWS = 60;

/** The numbers that responses state, and the sums over their rows that may explain them. */
interface Totals {
  readonly reads: readonly ListRead[];
  readonly stated: readonly StatedNumber[];
  /** Those that are the same, and not zero, in all responses. */
  readonly constant: readonly StatedNumber[];
  readonly formulas: readonly Formula[];
  /** The same formulas by the rows that they cover. */
  readonly byExtent: readonly (readonly Formula[])[];
  /** Whether no formula was left out. */
  readonly areAll: boolean;
  /** The indexes of the responses whose rows are all that match. */
  readonly controls: readonly number[];
  /** The columns in descending order. */
  readonly sorted: readonly string[];
  /** The plain sums of columns that are amounts: a setting may be as large as the sum of a column of ones. */
  readonly ofAmounts: readonly Formula[];
}

/** A column with fewer different values may be a flag, a count or a code. */
const FEWEST_AMOUNTS = 6;

/** Returns the totals of a key, and the sums over its rows if there is a total. */
function collectTotals(survey: Survey, table: RowTable): Totals {
  const reads = survey.reads.filter(({ rows, parameters }) => rows.length > 0 || parameters.terminal_id !== undefined);
  const sorted = [...findSortedColumns(survey, table).keys()];
  // a number in a group of rows, such as one in the name of its terminal, is no total of all rows
  const totals = listStated(reads).filter((one) => !/\[\]|\{\}/.test(one.place) && mayBeTotal(one, reads));
  const stated = totals.filter(({ values }) => new Set(values).size >= 2);
  const constant = totals.filter(({ values }) => new Set(values).size === 1 && (values[0] ?? 0) !== 0);
  const formed = { first: sorted, kinds: listKinds(reads, table) };
  const byExtent =
    stated.length + constant.length === 0
      ? []
      : listReadings('transactions.summary_extent').map((extent) =>
          listFormulas(chooseRows(reads, extent, survey), table, formed),
        );
  const controls = reads.flatMap(({ parameters }, index) =>
    !isSorted(parameters) &&
    parameters.group_id === undefined &&
    (parameters.limit === undefined || parameters.limit === survey.widest.limit)
      ? [index]
      : [],
  );
  const isAmount = (place: string) => {
    const column = table.columns.numbers.get(place);
    return table.amounts.size > 0
      ? table.amounts.has(place)
      : column !== undefined && countValues(column) >= FEWEST_AMOUNTS;
  };
  const formulas = byExtent.flat();
  return {
    reads,
    stated,
    constant,
    formulas,
    ofAmounts: formulas.filter(({ isPlain, place }) => isPlain && isAmount(place)),
    byExtent,
    areAll: byExtent.every(({ length }) => length < MOST_FORMULAS),
    controls,
    sorted,
  };
}

/** Returns the formulas that a stated number follows in the responses whose rows are all that match. */
function findFitting({ values }: StatedNumber, { reads, formulas, controls }: Totals) {
  const differs = ({ sums, isPlain }: Formula) => {
    const indexes = controls.filter((index) => values[index] !== undefined && sums[index] !== undefined);
    const rowsBySum = new Map(indexes.map((index) => [sums[index], reads[index]?.rows.length ?? 0]));
    if (indexes.length < Math.min(3, controls.length)) return false;
    if (isPlain) return rowsBySum.size >= (indexes.length >= FEWEST_CONTROLS ? 2 : 3);
    // some of many ways to select rows by a column fit a few short lists by chance
    const rows = sum([...rowsBySum.values()]);
    return rowsBySum.size >= (rows >= MANY_ROWS ? 3 : FEWEST_SELECTIONS);
  };
  return formulas
    .filter(differs)
    .flatMap((formula) =>
      FACTORS.flatMap((factor) =>
        controls.every(agrees(values, formula, factor)) && (factor === 1 || formula.sums.some((one) => one !== 0))
          ? [{ formula, factor }]
          : [],
      ),
    );
}

/**
 * Returns the columns whose sums explain totals in all responses; `undefined` unless they explain two totals, those of the amounts and of
 * the surcharges, or the only one that differs between responses.
 */
export function listSummedColumns(survey: Survey, table: RowTable): ReadonlySet<string> | undefined {
  const totals = collectTotals(survey, table);
  if (totals.reads.length < FEWEST_CONTROLS || !totals.areAll) return undefined;
  const byTotal = totals.stated.map((one) =>
    findFitting(one, totals)
      .filter(({ formula, factor }) => one.values.every((_, index) => agrees(one.values, formula, factor)(index)))
      .flatMap(({ formula }) => formula.columns),
  );
  const explained = byTotal.filter(({ length }) => length > 0);
  // one of the totals may be the same in all responses
  const areKnown = explained.length >= 2 || (explained.length === 1 && byTotal.length === 1);
  return areKnown ? new Set(explained.flat()) : undefined;
}

/** The totals of the keys that were judged. */
export interface KnownTotals {
  /** By the place of each total, the columns and the extents of the sums that explain it. */
  readonly sums: Map<string, ReadonlySet<string>>;
  /** By the place of each total that is the same in all responses to a key, that number if it is the sum over all rows of the key. */
  readonly constants: Map<string, number>;
}

export const createKnownTotals = (): KnownTotals => ({ sums: new Map(), constants: new Map() });

/** In fewer rows, a number may be their sum by chance. */
const FEWEST_OF_PLAIN = 10;

const nameSum = ({ columns }: Formula, extent: number): string => [extent, ...columns].join(' ');

/**
 * Finds a total that is the same in all responses to this key, though it is no sum over all its rows: for another key it is a sum over the
 * rows of each response, or it is the same number, which is the sum over all rows of that key; or it is the sum over the rows of the
 * response without parameters, which are not all rows.
 */
function findConstant(
  { reads, constant, formulas, ofAmounts, byExtent }: Totals,
  { sums, constants }: KnownTotals,
): string | undefined {
  const indexes = reads.map((_, at) => at);
  const plain = reads.findIndex(({ parameters }) => Object.keys(parameters).length === 0);
  const ofAll = ofAmounts.filter((one) => one.sums[0] !== undefined && new Set(one.sums).size === 1);
  const varying = ofAmounts.filter((one) => new Set(one.sums).size >= FEWEST_CONTROLS);
  for (const { place, values } of constant) {
    const [value = 0] = values;
    const isSum = (at: readonly number[]) => (one: Formula) =>
      FACTORS.some((factor) => at.every(agrees(values, one, factor)));
    if (formulas.some(isSum(indexes))) {
      if (ofAll.some(isSum(indexes)) && !constants.has(place)) constants.set(place, value);
      continue;
    }
    if (constants.get(place) === value && ofAll.length > 0) return place;
    // the sum of the rows of the plain response, in responses with other rows
    const isOfPlain = plain >= 0 && varying.some(isSum([plain]));
    if (isOfPlain && ofAll.length > 0 && (reads[plain]?.rows.length ?? 0) >= FEWEST_OF_PLAIN) return place;
    const names = sums.get(place);
    const expected = byExtent.flatMap((all, extent) => all.filter((one) => names?.has(nameSum(one, extent))));
    const areSums = expected.every((one) => new Set(one.sums).size >= FEWEST_CONTROLS);
    const isAnySum = indexes.some((at) => expected.some((one) => one.sums[at] !== 0 && isSum([at])(one)));
    if (expected.length > 0 && areSums && !isAnySum) return place;
  }
  return undefined;
}

/**
 * Whether each response states the same sum, over one of the choices of rows: a total may cover the rows of a page where an order was
 * requested, and otherwise all rows that match.
 */
function fitsByResponse(
  values: StatedNumber['values'],
  { formula, factor }: { readonly formula: Formula; readonly factor: number },
  { byExtent }: Totals,
): boolean {
  const number = byExtent.map((formulas) => formulas.indexOf(formula)).find((at) => at >= 0) ?? -1;
  const alike = byExtent.flatMap((formulas) => formulas[number] ?? []).filter(({ place }) => place === formula.place);
  return values.every((_, index) =>
    alike.some((one) => one.sums[index] !== undefined && agrees(values, one, factor)(index)),
  );
}

/**
 * Judges the totals: what is a sum over the rows in the plain responses is that sum in all. `known` has the totals of other keys, and gets
 * those of this one.
 */
export function judgeTotals(survey: Survey, table: RowTable, known = createKnownTotals()): Verdict {
  const totals = collectTotals(survey, table);
  const { reads, stated, formulas, areAll, controls, sorted } = totals;
  const [control] = reads;
  if (control === undefined || reads.length < FEWEST_CONTROLS)
    return untestable('needs transactions', ...(control ? [control.exchange] : []));
  const constant = areAll ? findConstant(totals, known) : undefined;
  if (constant !== undefined) {
    const expected = `at ${constant} a sum over the rows of this key, as for another one`;
    const saw = `the same number in ${reads.length} responses`;
    return fail({ expected, actual: control.exchange, saw }, ...reads.slice(1, 4).map(({ exchange }) => exchange));
  }
  if (stated.length === 0)
    return untestable('no number outside the rows differs between two responses', control.exchange);
  const all = reads.map((_, index) => index);
  const explained: ExplainedTotal[] = [];
  const open: StatedNumber[] = [];
  let sumsOfCompleted = 0;
  const sumsOfRequested = new Map<string, string>();
  let cut: readonly CutFormula[] | undefined;
  for (const one of stated) {
    const { place, values, otherwise } = one;
    const fits = (formula: Formula, factor: number, indexes: readonly number[]) =>
      indexes.every(agrees(values, formula, factor));
    const fitting = findFitting(one, totals);
    const [best] = fitting.toSorted((one, other) => Number(other.formula.isPlain) - Number(one.formula.isPlain));
    if (best !== undefined) {
      const explaining = fitting.find(({ formula, factor }) => fits(formula, factor, all));
      if (explaining !== undefined) {
        const given = areAll ? selectGiven(formulas, place, survey) : [];
        const isGiven = (one: Formula) => FACTORS.some((factor) => fits(one, factor, all));
        const [likely] = given;
        if (likely !== undefined && !given.some(isGiven))
          return fail(
            {
              expected: `at ${place} the sum of ${formatSum(likely)}, as the config states`,
              actual: control.exchange,
              saw: `in each response the sum of ${formatSum(explaining.formula)}`,
            },
            ...reads.slice(1).map(({ exchange }) => exchange),
          );
        const plain = fitting.filter((one) => one.formula.isPlain && fits(one.formula, one.factor, all));
        const names = totals.byExtent.flatMap((formulas, extent) =>
          fitting
            .filter((fit) => formulas.includes(fit.formula) && fits(fit.formula, fit.factor, all))
            .map(({ formula }) => nameSum(formula, extent)),
        );
        if (!known.sums.has(place)) known.sums.set(place, new Set(names));
        explained.push({
          place,
          columns: plain.flatMap(({ formula }) => formula.columns),
          units: plain.map(({ formula, factor }) => ({ column: formula.place, factor })),
        });
        const requested = findRequested(
          fitting.map(({ formula }) => formula.place),
          table,
          sorted,
        );
        if (requested !== undefined) sumsOfRequested.set(place, requested);
        else sumsOfCompleted += 1;
        continue;
      }
      if (
        otherwise !== undefined &&
        formulas.some((one) => FACTORS.some((factor) => all.every(agrees(otherwise, one, factor))))
      )
        continue;
      if (!areAll || fitting.some((fit) => isChangedByNewTypes(values, fit, { reads, table, survey }))) continue;
      if (isRounded(values, best)) continue;
      if (fitting.some((fit) => fitsByResponse(values, fit, totals))) continue;
      // the sum of a column that is no amount, such as numbers of terminals, fits by chance
      const isAmount = (column: string) => table.amounts.has(column) || sorted.includes(column);
      if (table.amounts.size > 0 && !best.formula.columns.every(isAmount)) continue;
      const wrong = all.find((index) => !fits(best.formula, best.factor, [index])) ?? 0;
      const expected = `at ${place} the sum of ${best.formula.place}, as in ${controls.length} other responses`;
      return fail(
        { expected, actual: (reads[wrong] ?? control).exchange, saw: formatNumber(values[wrong]) },
        control.exchange,
      );
    }
    if (otherwise === undefined) open.push(one);
  }
  // beside both documented totals, any further number may be stated, such as a turnover or a closing balance
  for (const { place, values } of haveBoth(explained, table) ? [] : open) {
    const unfiltered = findUnfiltered(values, formulas, reads);
    if (unfiltered !== undefined)
      return fail(
        { expected: `a total of the rows at ${place}`, actual: unfiltered.read.exchange, saw: unfiltered.saw },
        control.exchange,
      );
    const uncompleted = findUncompleted(values, sorted, { reads, table, survey });
    if (uncompleted !== undefined) {
      sumsOfRequested.set(place, uncompleted);
      continue;
    }
    const shifted = findShift(
      values,
      formulas.filter((one) => one.isPlain && (table.amounts.has(one.place) || sorted.includes(one.place))),
      { reads, table, survey },
    );
    if (shifted === undefined) cut ??= listCutFormulas({ reads, table, survey }, sorted);
    const wrong = shifted ?? findCut(values, cut ?? []);
    if (wrong !== undefined)
      return fail(
        { expected: `a total at ${place}`, actual: control.exchange, saw: wrong, isTimeless: true },
        ...reads.slice(1, 4).map(({ exchange }) => exchange),
      );
  }
  const [basis] = sumsOfRequested;
  if (basis !== undefined && (sumsOfCompleted === 0 || stated.length === 2)) {
    const saw = `the sum of ${basis[1]} at ${basis[0]}, which some rows complete with nothing`;
    return fail(
      { expected: 'a total of completed amounts', actual: control.exchange, saw, isTimeless: true },
      control.exchange,
    );
  }
  const [wrong, other] = findExchanged(explained) ?? [];
  if (wrong !== undefined && other !== undefined) {
    const expected = `the sum of surcharges at ${wrong.place}`;
    const saw = `the sum of ${wrong.columns.join(' or ')} there, and that of ${other.columns.join(' or ')} at ${other.place}`;
    return fail(
      { expected, actual: control.exchange, saw, isTimeless: true },
      ...reads.slice(1, 4).map(({ exchange }) => exchange),
    );
  }
  const [larger, usual] = findOtherUnit(explained, reads) ?? [];
  if (larger !== undefined && usual !== undefined) {
    const expected = `at ${larger.place} a total in the unit of the one at ${usual.place}`;
    const [unit] = larger.units;
    const saw = `${unit?.factor} times the sum of ${unit?.column}, and ${usual.units[0]?.factor} times that of ${usual.units[0]?.column} at ${usual.place}`;
    return fail(
      { expected, actual: control.exchange, saw, isTimeless: true },
      ...reads.slice(1, 4).map(({ exchange }) => exchange),
    );
  }
  return explained.length > 0
    ? pass(control.exchange, ...reads.slice(1).map(({ exchange }) => exchange))
    : untestable('no sum of the rows explains the numbers outside of them', control.exchange);
}

/** Returns the formulas that lines of the config allow for the number at a place; none if no line decides. */
function selectGiven(formulas: readonly Formula[], place: string, { given }: Survey): Formula[] {
  if (given === undefined) return [];
  const isWithdrawn = place === given.totalWithdrawn;
  const column = isWithdrawn ? given.amountCompleted : given.surchargeCompleted;
  if (column === undefined || (!isWithdrawn && place !== given.totalSurcharge)) return [];
  const requested = [given.amountRequested, given.surchargeRequested];
  const types = isWithdrawn ? given.withdrawalTypes : undefined;
  const ofColumn = formulas.filter(
    ({ columns }) => columns.includes(column) && !columns.some((one) => requested.includes(one)),
  );
  const textsOf = ({ selected }: Formula) =>
    (selected?.kind === given.transactionType ? selected?.texts : undefined) ?? [];
  const seen = new Set(ofColumn.flatMap(textsOf));
  if (types === undefined || seen.size === 0) return ofColumn;
  const counted = [...seen].filter((text) => types.includes(text));
  return ofColumn.filter((one) => counted.length > 0 && counted.toSorted().join() === textsOf(one).toSorted().join());
}

const formatSum = ({ place, selected }: Formula): string =>
  selected === undefined ? place : `${place} in rows with ${selected.texts.join(', ')}`;

/**
 * Returns the requested amount that all sums have in common, if the list is sorted by what is completed of it. A total of surcharges may
 * be of the requested ones: if the surcharges of the rows descend too, the kit does not know which pair is which.
 */
function findRequested(places: readonly string[], { pairs }: RowTable, sorted: readonly string[]): string | undefined {
  const descending = pairs.filter(({ completed }) => sorted.includes(completed));
  const pair = descending.find(({ requested, isProven }) => isProven && !sorted.includes(requested));
  const isRival = ({ requested, completed }: AmountPair) =>
    ![requested, completed].some((place) => place === pair?.requested || place === pair?.completed);
  return pair !== undefined &&
    !descending.some(isRival) &&
    places.every(
      (place) => place === pair.requested || (place.startsWith(`${pair.requested} `) && !place.includes(' and ')),
    )
    ? pair.requested
    : undefined;
}

/** Whether two totals are plain sums of the completed amounts of two pairs. */
const haveBoth = (explained: readonly ExplainedTotal[], { pairs }: RowTable): boolean => {
  const completed = new Set(pairs.flatMap((pair) => (pair.isProven ? [pair.completed] : [])));
  return new Set(explained.flatMap(({ columns }) => columns.filter((place) => completed.has(place)))).size >= 2;
};

/** Whether all values are whole numbers, each within one of the sum: a total may be rounded to whole units, as its rows are not. */
const isRounded = (
  values: readonly (number | undefined)[],
  { formula: { sums }, factor }: { readonly formula: Formula; readonly factor: number },
): boolean =>
  values.every((value, index) => {
    const expected = sums[index];
    return (
      value === undefined ||
      (value % UNIT === 0 && (expected === undefined || Math.abs(value - expected * factor) < UNIT))
    );
  });

/** Numbers are read in ten-thousandths. */
const UNIT = 10_000;

const formatNumber = (value: number | undefined): string => (value === undefined ? 'nothing' : String(value / 10_000));

/** Whether rows have a column of ones: a surcharge of 1.00 in each row adds up to their count. */
const haveOnes = (reads: readonly ListRead[]): boolean => {
  const rows = reads.flatMap((one) => one.rows);
  return [...(rows[0]?.keys() ?? [])].some((place) =>
    readNumbers(rows.map((row) => row.get(place))).every((one) => one === 10_000),
  );
};

/** Judges that two totals are stated: at least two numbers outside the rows that neither count them nor repeat the request. */
export function judgeSummary(survey: Survey): Verdict {
  const reads = survey.reads.filter(({ rows }) => rows.length > 0);
  const [control] = reads;
  if (control === undefined || new Set(reads.map(({ rows }) => rows.length)).size < 3)
    return untestable('needs transactions in lists of different length', ...(control ? [control.exchange] : []));
  const evidence = reads.slice(1, 5).map(({ exchange }) => exchange);
  const filtered = reads.find(({ parameters }) => parameters.terminal_id !== undefined);
  // a list of one terminal has totals as well: what is missing there is missing
  for (const part of [
    reads,
    ...(filtered === undefined ? [] : [reads.filter(({ parameters }) => parameters.terminal_id !== undefined)]),
  ]) {
    const stated = listStated(part);
    const totals = stated.filter((one) => mayBeTotal(one, part));
    if (totals.length >= 2) continue;
    if (stated.length >= 2 && haveOnes(part))
      return untestable('a total of ones may be equal to the count of the rows', control.exchange);
    const unread = listUnread(part);
    if (unread.length > 0)
      return untestable(`the totals may be at ${unread.join(', ')}, which the kit cannot read`, control.exchange);
    const saw = totals.length === 0 ? 'no such number' : `only that at ${totals.map(({ place }) => place).join()}`;
    const expected = 'two totals: numbers outside the rows that are no counts';
    return fail({ expected, actual: (part[0] ?? control).exchange, saw }, control.exchange, ...evidence);
  }
  return pass(control.exchange, ...evidence);
}

/** Whether a number can be a total: it neither counts the rows nor repeats the limit, and its name is not that of a page. */
function mayBeTotal({ place, values }: StatedNumber, reads: readonly ListRead[]): boolean {
  const known = values.flatMap((value, index) => (value === undefined ? [] : [{ value, read: reads[index] }]));
  const equals = (read: (one: ListRead | undefined) => number) =>
    known.every(({ value, read: of }) => value === read(of) * 10_000) &&
    new Set(known.map(({ value }) => value)).size >= 2;
  const countRows = (one: ListRead | undefined) => (one?.rows.length ?? 0) * 10_000;
  const counted = known.filter(({ value, read }) => value === countRows(read));
  // a count of all rows that match is greater than the rows of a page
  const isCount =
    new Set(counted.map(({ value }) => value)).size >= 2 &&
    known.every(({ value, read }) => value >= countRows(read) && value % 10_000 === 0);
  const isEcho = equals((one) => Number(one?.parameters.limit ?? one?.rows.length ?? 0));
  return !isCount && !isEcho && !isNamedOtherwise(place.slice(place.lastIndexOf('/') + 1));
}

/** Whether a name is that of a count or of a page. The totals of a page may name it: `page_surcharge`. */
const isNamedOtherwise = (name: string): boolean =>
  /(?<!ac|dis)count/i.test(name) ||
  (/offset|page|limit|cursor|next/i.test(name) &&
    !(['surcharge', 'withdrawn', 'amount'] as const).some((concept) => expressExactly(splitWords(name), concept)));

/** Returns the places outside the rows with digits that are neither numbers, links, instants nor tokens. */
const listUnread = (reads: readonly ListRead[]): string[] => [
  ...new Set(
    reads.flatMap((read) =>
      [...read.outside, ...readHeaders(read.exchange)].flatMap(([place, value]) =>
        typeof value === 'string' && /\p{Nd}/u.test(value) && readNumbers([value])[0] === undefined && !isPointer(value)
          ? [place]
          : [],
      ),
    ),
  ),
];

/** Whether a text is a link, an instant or a token: no total. */
const isPointer = (text: string): boolean => /[/?]|^[\w=-]{12,}$|\d{4}-\d\d-\d\d|\d:\d\d|^[a-z]+-\d+$/i.test(text);
