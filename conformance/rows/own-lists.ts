import { findLargest, findSmallest } from '../../base/large-lists.ts';
import { fail, pass, untestable, type Verdict } from '../engine/verdicts/verdict.ts';
import { type Caller, type Exchange, isSuccess } from '../http/client.ts';
import { readInstants } from '../oracles/values/instants.ts';
import {
  type Cells,
  countCells,
  findMainList,
  isEmptyList,
  listRowLists,
  readName,
  splitLink,
  toText,
} from './cells.ts';
import { findBase, isWhole } from './filters.ts';
import { readNumbers } from './numbers.ts';
import type { ListRead } from './session.ts';
import { nameRow, type Survey } from './survey.ts';

/** A row of a terminal's own list, and the same transaction in the list of all. */
interface OwnRow {
  readonly own: Cells;
  readonly listed: Cells;
  readonly name: string;
  readonly read: ListRead;
}

/** The list below the path of a terminal. */
export interface OwnList {
  readonly terminal: string;
  readonly exchange: Exchange;
  /** The rows that the list of all transactions shows too. */
  readonly rows: readonly OwnRow[];
  /** The number of rows; 0 if the kit finds none that the list of all transactions shows. */
  readonly length: number;
  readonly isEmpty: boolean;
}

const MOST_LISTS = 4;
/** The share of the values of a transaction that a row without an id must show. */
const ALIKE = 0.7;
const FEWEST_VALUES = 5;

const listTexts = (row: Cells): string[] =>
  [...row.values()].flatMap((value) => {
    const text = toText(value);
    return text === undefined || text === '' ? [] : [text];
  });

/** Creates a function that finds the transaction that a row of another list shows: by the id, or else by most of its values. */
function createMatcher(survey: Survey): (row: Cells) => Omit<OwnRow, 'own'> | undefined {
  const known = new Map<string, Omit<OwnRow, 'own'>>();
  for (const read of survey.reads)
    for (const row of read.rows) {
      const name = nameRow(row, survey);
      if (!known.has(name)) known.set(name, { listed: row, name, read });
    }
  const { idCell } = survey;
  if (idCell !== undefined) {
    const bySegment = new Map(
      [...known].flatMap(([name, one]) => [name, ...splitLink(name).slice(-2)].map((part) => [part, one] as const)),
    );
    const isShared = (part: string) => [...known.keys()].filter((name) => splitLink(name).includes(part)).length > 1;
    for (const part of [...bySegment.keys()]) if (!known.has(part) && isShared(part)) bySegment.delete(part);
    return (row) => {
      const texts = listTexts(row);
      return [...texts, ...texts.flatMap(splitLink)]
        .map((text) => bySegment.get(text))
        .find((one) => one !== undefined);
    };
  }
  const values = [...known.values()].map((one) => ({ one, texts: listTexts(one.listed) }));
  return (row) => {
    const shown = new Set(listTexts(row));
    const alike = values.filter(
      ({ texts }) =>
        texts.length >= FEWEST_VALUES && texts.filter((text) => shown.has(text)).length >= ALIKE * texts.length,
    );
    // two transactions with the same values are not told apart
    return alike.length === 1 ? alike[0]?.one : undefined;
  };
}

/** Reads the lists of some terminals, those with the fewest rows in the list of all first. */
export async function readOwnLists(survey: Survey, reader: Caller): Promise<OwnList[]> {
  const find = createMatcher(survey);
  const asked = [...new Set(survey.reads.flatMap(({ parameters }) => parameters.terminal_id ?? []))].map(String);
  const lists: OwnList[] = [];
  for (const terminal of asked.slice(0, MOST_LISTS)) {
    const exchange = await reader.get('listTerminalTransactions', { terminal_id: terminal });
    if (!isSuccess(exchange) || !exchange.isReadable) continue;
    const found = [...listRowLists(exchange.json).values()]
      .map((list) => ({
        list,
        rows: list.rows.flatMap((own) => {
          const row = find(own);
          return row === undefined ? [] : [{ own, ...row }];
        }),
      }))
      .toSorted(
        (one, other) => other.rows.length - one.rows.length || countCells(other.list) - countCells(one.list),
      )[0];
    const rows = found?.rows ?? [];
    const length = rows.length === 0 ? 0 : (found?.list.rows.length ?? 0);
    lists.push({ terminal, exchange, rows, length, isEmpty: isEmptyList(exchange.json) });
  }
  return lists;
}

/** Judges the lists below the paths of terminals: their rows are of that terminal, and some of them have rows if the list shows some. */
export async function judgeOwnLists(survey: Survey, reader: Caller): Promise<Verdict> {
  const [control] = survey.reads;
  const { terminalCell } = survey;
  if (control === undefined || survey.terminals.length < 2)
    return untestable('needs two terminals with transactions', ...(control ? [control.exchange] : []));
  const lists = await readOwnLists(survey, reader);
  const owners = new Map<string, string>();
  for (const read of survey.reads)
    if (read.parameters.terminal_id !== undefined)
      for (const row of read.rows) owners.set(nameRow(row, survey), String(read.parameters.terminal_id));
  for (const { terminal, rows, exchange } of lists) {
    const ownerOf = ({ name, listed }: OwnRow) =>
      owners.get(name) ?? (terminalCell === undefined ? undefined : readName(listed, terminalCell));
    const own = rows.find((row) => ownerOf(row) === terminal);
    const stray = rows.find((row) => ownerOf(row) !== undefined && ownerOf(row) !== terminal);
    if (stray === undefined || own === undefined) continue;
    const saw = `${stray.name.slice(0, 120)}, which is a row of ${ownerOf(stray)} in the list of all`;
    return fail({ expected: `rows of ${terminal} only`, actual: exchange, saw }, stray.read.exchange);
  }
  const withRows = lists.filter(({ terminal }) => (findBase(survey, { terminal_id: terminal })?.rows.length ?? 0) > 0);
  const filled = lists.filter(({ length }) => length > 0);
  const empty = withRows.filter(({ isEmpty }) => isEmpty);
  const [first] = empty;
  if (first !== undefined && filled.length === 0 && empty.length >= 2)
    return fail(
      {
        expected: 'the transactions that the list shows of these terminals',
        actual: first.exchange,
        saw: `no rows of ${empty.length} terminals`,
      },
      control.exchange,
    );
  return filled.length > 0
    ? pass(control.exchange, ...filled.map(({ exchange }) => exchange))
    : untestable('the kit found no rows in the lists of terminals that the list of all shows too', control.exchange);
}

const FEWEST_PAIRS = 3;
const TIME = /^([0-2]\d[0-5]\d[0-5]\d|(19|20)\d{6}(\d{4,6})?|\d{10,16})$|\d[:/-]\d/;

/** Returns the number in a value: `S-0017` is 17. Times have none, because two lists may show them in different zones. */
function readNumber(value: string): number | undefined {
  if (TIME.test(value)) return undefined;
  const [number] = readNumbers([value]);
  if (typeof number === 'number') return number;
  const [, digits] = /^\D*?0*(\d{1,9})$/.exec(value) ?? [];
  return digits === undefined ? undefined : Number(digits) * 10_000;
}

/** Whether two numbers may be one amount in different units, such as 1.50 and 150. */
const isOtherUnit = (one: number, other: number): boolean => {
  const digits = Math.log10(Math.abs(one / other));
  return one === 0 || other === 0 || Math.abs(digits - Math.round(digits)) < 1e-9;
};

/**
 * Judges the values of the rows that both lists show: a column that is alike in some rows is so in all, and no column is greater by
 * one and the same number in all rows. No notation explains either.
 */
export async function judgeOwnRows(survey: Survey, reader: Caller): Promise<Verdict> {
  const [control] = survey.reads;
  const lists = await readOwnLists(survey, reader);
  const pairs = lists.flatMap((list) => list.rows.map((row) => ({ ...row, list })));
  const [first] = pairs;
  if (control === undefined || first === undefined || pairs.length < FEWEST_PAIRS)
    return untestable(
      "needs transactions in a terminal's own list and in the list of all",
      ...(control ? [control.exchange] : []),
    );
  const places = new Set(pairs.flatMap(({ own }) => [...own.keys()]));
  const volatile = findVolatile(survey);
  let compared = 0;
  for (const place of places) {
    const both = pairs.flatMap((pair) => {
      const [own, listed] = [toText(pair.own.get(place)), toText(pair.listed.get(place))];
      return own === undefined || listed === undefined ? [] : [{ ...pair, mine: own, listedText: listed }];
    });
    if (both.length < FEWEST_PAIRS || volatile.has(place)) continue;
    compared += 1;
    const differing = both.filter(({ mine, listedText }) => mine !== listedText);
    const [worst] = differing;
    if (worst === undefined) continue;
    const shifts = new Set(
      both.map(({ mine, listedText }) => (readNumber(mine) ?? Number.NaN) - (readNumber(listedText) ?? Number.NaN)),
    );
    const [shift = Number.NaN] = shifts;
    const isShifted =
      shifts.size === 1 &&
      !Number.isNaN(shift) &&
      shift !== 0 &&
      both.some(({ mine, listedText }) => !isOtherUnit(readNumber(mine) ?? 0, readNumber(listedText) ?? 0));
    const alike = new Set(both.flatMap(({ mine, listedText }) => (mine === listedText ? [mine] : [])));
    const isOdd = differing.length <= both.length / 4 && alike.size >= FEWEST_PAIRS && survey.idCell !== undefined;
    if (!isShifted && !isOdd) continue;
    const expected = `${worst.listedText} at ${place} of ${worst.name.slice(0, 120)}, as in the list of all transactions`;
    const saw = isShifted ? `${worst.mine}: ${shift / 10_000} more in all ${both.length} rows` : worst.mine;
    return fail({ expected, actual: worst.list.exchange, saw }, worst.read.exchange);
  }
  return compared > 0
    ? pass(first.list.exchange, first.read.exchange)
    : untestable('the two lists have no column in common', first.list.exchange, first.read.exchange);
}

/** The columns that differ between two responses in the same row. */
function findVolatile(survey: Survey): ReadonlySet<string> {
  const known = new Map<string, Cells>();
  const found = new Set<string>();
  for (const { rows } of survey.reads)
    for (const row of rows) {
      const name = nameRow(row, survey);
      const before = known.get(name) ?? row;
      known.set(name, before);
      if (before !== row) for (const [place, value] of row) if (before.get(place) !== value) found.add(place);
    }
  return found;
}

/** Two lists may show times in different zones. */
const MARGIN = 15 * 3_600_000;

/** Returns the first and the last instant of each column in the list of all transactions. */
function readTimes(survey: Survey): ReadonlyMap<string, readonly [first: number, last: number]> {
  const times = new Map<string, number[]>();
  for (const { rows } of survey.reads)
    for (const row of rows)
      for (const [place, value] of row) {
        const instants = times.get(place) ?? [];
        times.set(place, instants);
        instants.push(readInstants([String(value)])[0] ?? Number.NaN);
      }
  return new Map(
    [...times].flatMap(([place, instants]) =>
      instants.some(Number.isNaN) ? [] : [[place, [findSmallest(instants), findLargest(instants)]] as const],
    ),
  );
}

/** Judges that the list of all transactions has the rows of a terminal's own list, in the time that it covers. */
export async function judgeListed(survey: Survey, reader: Caller): Promise<Verdict> {
  const [control] = survey.reads;
  const times = readTimes(survey);
  const find = createMatcher(survey);
  const compared: OwnList[] = [];
  for (const list of await readOwnLists(survey, reader)) {
    const base = findBase(survey, { terminal_id: list.terminal });
    if (base === undefined || !isWhole(base, survey)) continue;
    const rows = findMainList(list.exchange.json)?.rows ?? [];
    const isCovered = (row: Cells): boolean => {
      const shown = [...times].flatMap(([place, range]) => (row.has(place) ? [{ value: row.get(place), range }] : []));
      return (
        shown.length > 0 &&
        shown.every(({ value, range: [first, last] }) => {
          const [instant = Number.NaN] = readInstants([String(value)]);
          return instant > first + MARGIN && instant < last - MARGIN;
        })
      );
    };
    const covered = rows.filter(isCovered);
    const lost = covered.filter((row) => find(row) === undefined);
    const names = new Set(base.rows.map((row) => nameRow(row, survey)));
    // a row that is not told apart from others is not lost
    if (lost.length > 0 && (survey.idCell !== undefined || names.size === 0)) {
      const saw = `none of its ${base.rows.length} rows is ${JSON.stringify([...(lost[0] ?? [])]).slice(0, 200)}`;
      return fail({ expected: "the rows of the terminal's own list", actual: base.exchange, saw }, list.exchange);
    }
    if (covered.length > 0 || (list.length > 0 && list.rows.length === list.length)) compared.push(list);
  }
  return control !== undefined && compared.length > 0
    ? pass(control.exchange, ...compared.map(({ exchange }) => exchange))
    : untestable(
        'needs a terminal whose own list has transactions in the time that the list of all covers',
        ...(control ? [control.exchange] : []),
      );
}
