import { rememberObjects } from '../../../base/caches/remember-objects.ts';
import { appendAll } from '../../../base/large-lists.ts';
import { type Cells, readName } from './cells.ts';
import { type AmountPair, type Columns, findPairs, readColumn, readColumns } from './numbers.ts';
import type { ListRead } from './session.ts';
import { nameRow, type Survey } from './survey.ts';

/** All rows of a survey, read as numbers once, and what their columns are. */
export interface RowTable {
  readonly columns: Columns;
  readonly pairs: readonly AmountPair[];
  /** Columns that are an amount by an observation: members of two pairs, or of one that is proven. */
  readonly amounts: ReadonlySet<string>;
  /** Whether those are all amounts of the rows: two pairs. */
  readonly isWhole: boolean;
  /** The completed amount, if a line of the config decides it. */
  readonly completed: string | undefined;
  /** Returns the values of a column in one response; empty cells are `null`. */
  readColumn(read: ListRead, place: string): readonly (number | null)[];
  /** Returns the values of a column in further rows; empty cells, and what is no number, are `null`. */
  readRows(rows: readonly Cells[], place: string): readonly (number | null)[];
  /** Columns that no amount of a row can be: its id, the terminal, times, members of a group of rows, or numbers that vary where nothing was completed. */
  readonly excluded: ReadonlySet<string>;
}

const FEWEST_DECLINED = 3;

/** Reads the rows of a survey as numbers, once. */
export const createRowTable: (survey: Survey) => RowTable = rememberObjects(readTable);

function readTable(survey: Survey): RowTable {
  const reads = survey.reads.filter(({ rows }) => rows.length > 0);
  const starts = new Map<ListRead, number>();
  const rows: Cells[] = [];
  for (const read of reads) {
    starts.set(read, rows.length);
    appendAll(rows, read.rows);
  }
  const columns = readColumns(rows);
  const firsts = new Map(rows.map((row, index) => [nameRow(row, survey), index]).reverse() as [string, number][]); // pairs, as built
  const distinct = [...firsts.values()].sort((a, b) => a - b);
  const pick = (values: readonly (number | null)[]) => distinct.map((index) => values[index] ?? null);
  const numbers = new Map([...columns.numbers].map(([place, { values }]) => [place, { place, values: pick(values) }]));
  const times = [...numbers.values()].filter(({ values }) => areTimes(values)).map(({ place }) => place);
  const outer = [...numbers.keys()].filter((place) => place.startsWith('^'));
  const names = [survey.idCell, survey.terminalCell?.place].filter((place) => place !== undefined);
  const others = new Set([...times, ...outer, survey.idCell]);
  const amountColumns = new Map([...numbers].filter(([place]) => !others.has(place)));
  const terminals = reads.flatMap((read) => read.rows.map((row) => nameTerminal(row, read, survey)));
  const named = distinct.map((index) => terminals[index]);
  const pairs = findPairs({ ...columns, numbers: amountColumns }).filter(
    ({ requested, isProven }) => isProven || !isOfTerminal(numbers.get(requested)?.values ?? [], named),
  );
  const proven = pairs.filter(({ isProven }) => isProven);
  const apart = new Set(pairs.flatMap(({ requested, completed }) => [requested, completed]));
  const isWhole =
    new Set((proven.length >= 2 ? proven : pairs).flatMap((one) => [one.requested, one.completed])).size >= 4;
  const amounts = isWhole ? apart : new Set(proven.flatMap((one) => [one.requested, one.completed]));
  const varying = [...amountColumns.values()].filter(
    ({ place, values }) => !amounts.has(place) && proven.some((pair) => variesWhereDeclined(values, pair, numbers)),
  );
  return {
    columns,
    pairs,
    amounts,
    isWhole,
    completed: columns.numbers.has(survey.given?.amountCompleted ?? '') ? survey.given?.amountCompleted : undefined,
    excluded: new Set([...times, ...outer, ...names, ...varying.map(({ place }) => place)]),
    readRows: (more, place) => readColumn([...rows, ...more], place)?.values.slice(rows.length) ?? [],
    readColumn: (read, place) => {
      const start = starts.get(read) ?? 0;
      return columns.numbers.get(place)?.values.slice(start, start + read.rows.length) ?? [];
    },
  };
}

/** Returns the terminal of a row: by the cell that names it, or by the filter that returned it. */
const nameTerminal = (
  row: Cells,
  { parameters: { terminal_id } }: ListRead,
  { terminalCell }: Survey,
): string | undefined =>
  (terminalCell && readName(row, terminalCell)) ?? (terminal_id === undefined ? undefined : String(terminal_id));

/** Whether a column has one value for each of several terminals: two such columns may be names of the terminal or of its place. */
function isOfTerminal(values: readonly (number | null)[], terminals: readonly (string | undefined)[]): boolean {
  const byTerminal = Map.groupBy(values.keys(), (index) => terminals[index] ?? '');
  byTerminal.delete('');
  const shown = [...byTerminal.values()].map((indexes) => new Set(indexes.map((index) => values[index])));
  return shown.length >= 2 && shown.every(({ size }) => size === 1) && values.length > shown.length;
}

/** Whether a column has different values in rows that complete nothing: no completed amount has. */
function variesWhereDeclined(
  values: readonly (number | null)[],
  { requested, completed }: AmountPair,
  numbers: ReadonlyMap<string, { readonly values: readonly (number | null)[] }>,
): boolean {
  const [asked, done] = [numbers.get(requested)?.values ?? [], numbers.get(completed)?.values ?? []];
  const declined = values.filter((_, index) => (asked[index] ?? 0) !== 0 && (done[index] ?? 0) === 0);
  return new Set(declined.filter((one) => one !== null && one !== 0)).size >= FEWEST_DECLINED;
}

const SECONDS: readonly [number, number] = [1_000_000_000, 2_500_000_000];

/** Whether all numbers of a column are instants since 1970, or dates written as digits. */
function areTimes(values: readonly (number | null)[]): boolean {
  const filled = values.flatMap((one) => (one === null ? [] : [one / 10_000]));
  const isInstant = (factor: number) => filled.every((one) => one >= SECONDS[0] * factor && one <= SECONDS[1] * factor);
  const isDate = filled.every((one) => /^(19|20)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])(\d{4,6})?$/.test(String(one)));
  return filled.length > 0 && (isInstant(1) || isInstant(1000) || isInstant(1_000_000) || isDate);
}

/** Returns the columns that could be amounts in a notation that the kit does not read; not those that name the row or its terminal. */
export const listUnreadAmounts = (
  { idCell, terminalCell }: Survey,
  { columns }: RowTable,
  rows: readonly Cells[],
): string[] =>
  columns.unread.filter((place) => ![idCell, terminalCell?.place].includes(place) && mayBeAmounts(rows, place));

function mayBeAmounts(rows: readonly Cells[], place: string): boolean {
  const texts = rows.flatMap((row) => {
    const value = row.get(place);
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  const isLike = (one: string) =>
    !/\d[:/-]\d|\d{4}-\d\d|^\d{8}T\d{4}|^\D{5,}|[A-Za-z]{4,}|^[a-z_]+[A-Za-z\d]*$|\d\.\d+\.\d|[*]/.test(one) &&
    /\d[.,' ]?\d*\s*\D{0,4}$/.test(one);
  return texts.length > 0 && texts.filter(isLike).length >= texts.length / 2;
}
