import { rememberObjects, rememberPairs } from '../../../base/caches/remember-objects.ts';
import { type Caller, type Exchange, isSuccess, readIfRecorded } from '../../http/client.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { readInstants } from '../../reading/values/instants.ts';
import { fail, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import {
  type Cells,
  countCells,
  findMainList,
  isEmptyList,
  learnRowPlace,
  listRowLists,
  listTextColumns,
  readName,
  readRows,
  splitLink,
  toText,
} from './cells.ts';
import { findBase, isWhole } from './filters.ts';
import { areInOrderOfTime, findLeftOut, listWithin } from './left-out.ts';
import { type LocalInstant, listInstants, type Moment, mayBeSameInstant, readMoments } from './moments.ts';
import { readNumbers } from './numbers.ts';
import type { ListRead } from './session.ts';
import { nameRow, type Survey } from './survey.ts';
import { isDay, type Period, readPeriod } from './transactions.ts';

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
  /** All rows of the list; empty if the kit finds none that the list of all transactions shows. */
  readonly all: readonly Cells[];
  /** The number of rows; 0 if the kit finds none that the list of all transactions shows. */
  readonly length: number;
  readonly isEmpty: boolean;
}

const MOST_LISTS = 4;
/** The share of the values of a transaction that a row without an id must show. */
const ALIKE = 0.7;
const FEWEST_VALUES = 5;
/** A short id is also a count: a row with the id of a transaction must show many of its values too. */
const ALIKE_WITH_ID = 0.55;

/** Returns the texts of a row: those of one row are compared with those of many others. */
const listTexts = rememberObjects((row: Cells): readonly string[] =>
  [...row.values()].flatMap((value) => {
    const text = toText(value);
    return text === undefined || text === '' ? [] : [text];
  }),
);

const collectTexts = rememberObjects((row: Cells): ReadonlySet<string> => new Set(listTexts(row)));

type Match = Omit<OwnRow, 'own'>;

/** The transactions of the list of all, by their names and by the ids in those. */
interface Known {
  readonly rows: readonly Match[];
  readonly byId: ReadonlyMap<string, Match>;
}

const listKnown = rememberObjects((survey: Survey): Known => {
  const known = new Map<string, Match>();
  for (const read of survey.reads)
    for (const row of read.rows) {
      const name = nameRow(row, survey);
      if (!known.has(name)) known.set(name, { listed: row, name, read });
    }
  const byId = new Map<string, Match>();
  if (survey.idCell !== undefined)
    for (const [name, one] of known) for (const id of [name, ...splitLink(name).slice(-2)]) byId.set(id, one);
  return { rows: [...known.values()], byId };
});

/** Returns the share of the values of a transaction that a row shows; 0 if it has too few to compare. */
function rateLikeness(row: Cells, listed: Cells): number {
  const shown = collectTexts(row);
  const texts = listTexts(listed);
  return texts.length < FEWEST_VALUES ? 0 : texts.filter((text) => shown.has(text)).length / texts.length;
}

/**
 * Finds the transactions that the rows of another list show: by a column with their ids, or else by most of their values. Short numbers
 * of other columns may be ids by chance: the column whose transactions share most values with the rows counts, and no other transaction
 * may share more values with a row than the one with a short id.
 */
function matchRows(rows: readonly Cells[], { rows: all, byId }: Known): readonly (Match | undefined)[] {
  if (byId.size === 0)
    return rows.map((row) => {
      const alike = all.filter(({ listed }) => rateLikeness(row, listed) >= ALIKE && mayBeOfOneInstant(row, listed));
      return alike.length === 1 ? alike[0] : undefined;
    });
  const columns = listTextColumns(rows)
    .filter(({ values }) => new Set(values).size === values.length && values.some((value) => byId.has(value)))
    .map(({ cell }) => rows.map((row) => rateMatch(row, readName(row, cell) ?? '', byId)));
  const [best = []] = columns.toSorted((one, other) => sumRates(other) - sumRates(one));
  return rows.map((row, index) => {
    const { id = '', match, rate = 0 } = best[index] ?? {};
    if (match === undefined || rate < ALIKE_WITH_ID) return undefined;
    const isOther =
      !isUnmistakable(id) &&
      (!mayBeOfOneInstant(row, match.listed) || all.some(({ listed }) => rateLikeness(row, listed) > rate));
    return isOther ? undefined : match;
  });
}

/** Whether two rows may show one instant, in any time zones: also if one of them shows none that the kit can read. */
function mayBeOfOneInstant(row: Cells, listed: Cells): boolean {
  const [own, others] = [listInstants(row), listInstants(listed)];
  const isNear = (one: LocalInstant) => others.some((other) => mayBeSameInstant(one, other, 0));
  return own.length === 0 || others.length === 0 || own.some(isNear);
}

function rateMatch(row: Cells, id: string, byId: Known['byId']) {
  const match = byId.get(id);
  return { id, match, rate: match === undefined ? 0 : rateLikeness(row, match.listed) };
}

const sumRates = (column: readonly { readonly rate: number }[]): number =>
  column.reduce((sum, { rate }) => sum + rate, 0);

/** Reads the list of the terminal with the most rows with the limit that returns most: its last rows are on no other first page. */
async function readLongOwnList(survey: Survey, reader: Caller): Promise<OwnList[]> {
  const [terminal_id] = listAskedTerminals(survey);
  if (terminal_id === undefined || survey.widest.limit === undefined) return [];
  const long = await readIfRecorded(reader, 'listTerminalTransactions', { terminal_id, ...survey.widest });
  return long === undefined ? [] : findOwnLists(survey, [long]);
}

/** Reads the lists of some terminals, those with the fewest rows in the list of all first. */
export async function readOwnLists(survey: Survey, reader: Caller): Promise<OwnList[]> {
  const exchanges: Exchange[] = [];
  for (const terminal_id of listAskedTerminals(survey)) {
    if (exchanges.length >= MOST_LISTS) break;
    const exchange = await readIfRecorded(reader, 'listTerminalTransactions', { terminal_id });
    if (exchange !== undefined) exchanges.push(exchange);
  }
  return findOwnLists(survey, exchanges);
}

/** The terminals whose rows the survey has read. */
export const listAskedTerminals = ({ reads }: Survey): string[] =>
  [...new Set(reads.flatMap(({ parameters }) => parameters.terminal_id ?? []))].map(String);

/** Finds the transactions that the list of all shows too in responses of the lists of terminals. */
const findOwnLists = (survey: Survey, exchanges: readonly Exchange[]): OwnList[] =>
  exchanges.flatMap((exchange) => (isSuccess(exchange) && exchange.isReadable ? [findOwnList(survey, exchange)] : []));

/** The same for one response: several relations compare its rows with those of the list of all. */
const findOwnList = rememberPairs((survey: Survey, exchange: Exchange): OwnList => {
  const known = listKnown(survey);
  const found = [...listRowLists(exchange.json)]
    .map(([at, list]) => {
      const matches = matchRows(list.rows, known);
      const rows = list.rows.flatMap((own, index) => {
        const match = matches[index];
        return match === undefined ? [] : [{ own, ...match }];
      });
      return { at, list, rows };
    })
    .toSorted((one, other) => other.rows.length - one.rows.length || countCells(other.list) - countCells(one.list))[0];
  const rows = found?.rows ?? [];
  // an element unlike the transactions is no row, such as one with the totals
  const place = found && learnRowPlace(found.at, { ...found.list, rows: rows.map(({ own }) => own) });
  const all = place === undefined || rows.length === 0 ? [] : readRows(exchange.json, place).rows;
  const terminal = String(exchange.parameters.terminal_id);
  return { terminal, exchange, rows, all, length: all.length, isEmpty: isEmptyList(exchange.json) };
});

/** Rows without ids are of another terminal if at least this many are. */
const FEWEST_STRAYS = 3;

/**
 * Judges the lists below the paths of terminals: their rows are of that terminal, they leave out none between others, and some of them have
 * rows if the list shows some.
 */
export async function judgeOwnLists(survey: Survey, reader: Caller): Promise<Verdict> {
  const [control] = survey.reads;
  const { terminalCell } = survey;
  if (control === undefined || survey.terminals.length < 2)
    return untestable('needs two terminals with transactions', ...(control ? [control.exchange] : []));
  const lists = await readOwnLists(survey, reader);
  const ownerOf = findOwners(survey);
  for (const { terminal, rows, exchange } of [...lists, ...(await readLongOwnList(survey, reader))]) {
    const own = rows.find((row) => ownerOf(row) === terminal);
    const strays = rows.filter((row) => ownerOf(row) !== undefined && ownerOf(row) !== terminal);
    // without an id, some rows may be like those of another terminal
    const stray = survey.idCell === undefined && strays.length < FEWEST_STRAYS ? undefined : strays[0];
    const named = terminalCell === undefined ? [] : rows.map((row) => readName(row.own, terminalCell));
    const other = named.includes(terminal) ? named.find((one) => one !== undefined && one !== terminal) : undefined;
    if (other !== undefined)
      return fail(
        { expected: `rows of ${terminal} only`, actual: exchange, saw: `a row of ${other}` },
        control.exchange,
      );
    if (stray === undefined || own === undefined) continue;
    const saw = `${stray.name.slice(0, 120)}, which is a row of ${ownerOf(stray)} in the list of all`;
    return fail({ expected: `rows of ${terminal} only`, actual: exchange, saw }, stray.read.exchange);
  }
  const whole = lists.filter(({ rows, length }) => rows.length === length);
  for (const { terminal, rows, length, exchange } of whole) {
    const shown = rows.map(({ listed }) => listed);
    const longer = whole.filter((one) => one.length > length).flatMap((one) => one.rows.map(({ listed }) => listed));
    const between = findLeftOut(survey, terminal, { shown, covered: shown });
    const left = between ?? findLeftOut(survey, terminal, { shown, covered: longer });
    if (left === undefined) continue;
    const others = between === undefined ? 'longer lists of other terminals have' : 'it has';
    const saw = `not ${left.name.slice(0, 120)}, though ${others} earlier and later ones`;
    return fail({ expected: `the transactions of ${terminal}`, actual: exchange, saw }, left.read.exchange);
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

/** The rows that prove that a filter leaves out those of a terminal: single rows may be equal by chance. */
const FEWEST_UNFILTERED = 3;

/**
 * Judges terminals for which the filter returns nothing by their own lists: `undefined` unless those have rows that the list of all shows
 * without the filter too. An id that only the path accepts proves nothing, so several terminals must show it.
 */
export async function judgeEmptyFilter(survey: Survey, reader: Caller): Promise<Verdict | undefined> {
  const isEmpty = (terminal_id: string) => findBase(survey, { terminal_id })?.rows.length === 0;
  const lists = await readOwnLists(survey, reader);
  const empty = lists.filter(({ terminal, rows }) => rows.length > 0 && isEmpty(terminal));
  const [first, second] = empty;
  const [row] = first?.rows ?? [];
  const base = first && findBase(survey, { terminal_id: first.terminal });
  const shown = empty.reduce((sum, { rows }) => sum + rows.length, 0);
  if (first === undefined || second === undefined || row === undefined || base === undefined) return undefined;
  if (shown < FEWEST_UNFILTERED || (await acceptsAnotherName(survey, reader, [first, second]))) return undefined;
  const expected = `the rows of ${first.terminal}, such as ${row.name.slice(0, 120)}`;
  const saw = `no rows for ${empty.length} terminals`;
  return fail({ expected, actual: base.exchange, saw }, first.exchange, second.exchange, row.read.exchange);
}

const MOST_NAMES = 6;

/** Whether the filter takes another name of a terminal than its path: a value that all rows of the list below its path share, and no other terminal. */
async function acceptsAnotherName(
  survey: Survey,
  reader: Caller,
  [one, other]: readonly [OwnList, OwnList],
): Promise<boolean> {
  const listShared = ({ all }: OwnList): ReadonlySet<string> =>
    new Set(listTexts(all[0] ?? new Map()).filter((text) => all.every((row) => listTexts(row).includes(text))));
  const names = [...listShared(one)].filter((text) => text !== one.terminal && !listShared(other).has(text));
  for (const terminal_id of names.slice(0, MOST_NAMES)) {
    const filtered = await readIfRecorded(reader, 'listTransactions', { terminal_id, ...survey.widest });
    if (filtered === undefined || !isSuccess(filtered)) continue;
    if (readRows(filtered.json, survey.place).rows.length > 0) return true;
  }
  return false;
}

/** Returns a function that finds the terminal of a row: by the filter that returned it, or by the cell that names it. */
function findOwners(survey: Survey): (row: OwnRow) => string | undefined {
  const { reads, terminalCell } = survey;
  const owners = new Map<string, string>();
  for (const { parameters, rows } of reads)
    if (parameters.terminal_id !== undefined)
      for (const row of rows) owners.set(nameRow(row, survey), String(parameters.terminal_id));
  return ({ name, listed }) =>
    owners.get(name) ?? (terminalCell === undefined ? undefined : readName(listed, terminalCell));
}

/** Judges a later page of a terminal's own list: the rows that the list of all shows too are of that terminal. */
export function judgeOwnPages(
  survey: Survey,
  { first, later }: { readonly first: Exchange; readonly later: Exchange },
): Verdict {
  const ownerOf = findOwners(survey);
  const [before, after] = [findOwnLists(survey, [first])[0], findOwnLists(survey, [later])[0]];
  const isOwn = (row: OwnRow) => ownerOf(row) === String(first.parameters.terminal_id);
  const stray = after?.rows.find((row) => ownerOf(row) !== undefined && !isOwn(row));
  // without an id, a row that the list of all does not show may be like that of another terminal
  if (stray !== undefined && survey.idCell !== undefined && before?.rows.some(isOwn) === true) {
    const saw = `${stray.name.slice(0, 120)}, which is a row of ${ownerOf(stray)} in the list of all`;
    const expected = `only rows of ${first.parameters.terminal_id}`;
    return fail({ expected, actual: later, saw }, first, stray.read.exchange);
  }
  return stray === undefined && after?.rows.some(isOwn) === true
    ? pass(first, later)
    : untestable('the list of all transactions shows no row of the second page', first, later);
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

/** Whether two times without a stated zone may be one in the zones of two lists: they differ by quarters of an hour, and dates by a day. */
function mayBeSameTime(one: string, other: string): boolean {
  if (readInstants([one, other]).length > 0) return false;
  return readMoments(one).some((own) =>
    readMoments(other).some((listed) =>
      own.time === undefined || listed.time === undefined
        ? own.time === listed.time && Math.abs((own.day ?? 0) - (listed.day ?? 0)) <= DAY_MS
        : mayBeSameInstant(toInstant(own), toInstant(listed), 0),
    ),
  );
}

const DAY_MS = 86_400_000;

const toInstant = ({ day = 0, time = 0, isExact }: Moment): LocalInstant => ({ at: day + time * 1000, isExact });

/** Whether a number is that of another column of the same transaction: a name may mean the requested amount in one list only. */
const isOfOtherColumn = (value: string, row: Cells): boolean => {
  const [number] = readNumbers([value]);
  return (
    typeof number === 'number' && number !== 0 && [...row.values()].some((one) => readNumbers([one])[0] === number)
  );
};

/** The form of a value: two forms of one value are no difference. */
const formOf = (value: string): string => value.replaceAll(/\d+/g, '0');

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
    // a number may have another notation in each list, such as 410.9 and "410.90"
    const [own, listed] = [readNumbers(both.map(({ mine }) => mine)), readNumbers(both.map((one) => one.listedText))];
    const isEqual = both.map(
      ({ mine, listedText }, index) =>
        mine === listedText ||
        (typeof own[index] === 'number' && own[index] === listed[index]) ||
        mayBeSameTime(mine, listedText),
    );
    const differing = both.filter(
      (one, index) =>
        isEqual[index] === false &&
        formOf(one.mine) === formOf(one.listedText) &&
        !isOfOtherColumn(one.mine, one.listed),
    );
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
    const alike = new Set(both.flatMap(({ mine }, index) => (isEqual[index] === true ? [mine] : [])));
    const isOdd = differing.length <= both.length / 4 && alike.size >= FEWEST_PAIRS && survey.idCell !== undefined;
    const isOtherTime = areInOtherZones(both);
    if (!isShifted && !isOdd && !isOtherTime) continue;
    const expected = `${worst.listedText} at ${place} of ${worst.name.slice(0, 120)}, as in the list of all transactions`;
    const saw = isShifted ? `${worst.mine}: ${shift / 10_000} more in all ${both.length} rows` : worst.mine;
    return fail({ expected, actual: worst.list.exchange, saw }, worst.read.exchange);
  }
  return compared > 0
    ? pass(first.list.exchange, first.read.exchange)
    : untestable('the two lists have no column in common', first.list.exchange, first.read.exchange);
}

const QUARTER_MS = 15 * 60_000;
const MOST_OFFSET_MS = 14 * 3_600_000;

/** Whether two lists show other instants of the same rows, by offsets of time zones, although each of them states its zone. */
function areInOtherZones(both: readonly { readonly mine: string; readonly listedText: string }[]): boolean {
  const differences = both.map(({ mine, listedText }) => {
    const [own, listed] = [readPeriod(mine), readPeriod(listedText)];
    const areExact = own !== undefined && listed !== undefined && isExact(own) && isExact(listed);
    return areExact ? own.from - listed.from : Number.NaN;
  });
  return (
    differences.every((one) => one % QUARTER_MS === 0 && Math.abs(one) <= MOST_OFFSET_MS) &&
    differences.filter((one) => one !== 0).length >= FEWEST_PAIRS
  );
}

const isExact = ({ from, to }: Period): boolean => to - from < QUARTER_MS;

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

/** Returns the period of each column with times in some reads of the list of all transactions. */
function readTimes(reads: readonly ListRead[]): ReadonlyMap<string, Period> {
  const times = new Map<string, Period | undefined>();
  for (const { rows } of reads)
    for (const row of rows)
      for (const [place, value] of row) {
        const [before, period] = [times.get(place), readPeriod(value)];
        if (!times.has(place)) times.set(place, period);
        else
          times.set(
            place,
            before && period && { from: Math.min(before.from, period.to), to: Math.max(before.to, period.from) },
          );
      }
  return new Map([...times].flatMap(([place, period]) => (period === undefined ? [] : [[place, period] as const])));
}

const TIME_OF_DAY = /^\d\d?:\d\d(:\d\d)?(\.\d+)?$/;

/** A date in a notation that may have several readings, such as 08.03.2026. */
const ANY_DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$|^\d{8}$/;

const showsTimeOfDay = (row: Cells): boolean => [...row.values()].some((value) => TIME_OF_DAY.test(String(value)));

/** Whether a row shows a date that the kit cannot read. A time of day may belong to that date. */
const showsUnreadDate = (row: Cells): boolean =>
  [...row.values()].some((value) => ANY_DATE.test(String(value)) && readPeriod(value) === undefined);

/**
 * Whether a column may be the time of its rows: it has times of day, other columns have them, or its days ascend or descend. Other days
 * show nothing about the row.
 */
function mayBeTimeOfRow(rows: readonly Cells[], place: string): boolean {
  const periods = rows.flatMap((row) => readPeriod(row.get(place)) ?? []);
  if (!periods.some(isDay)) return true;
  if (rows.every((row) => showsTimeOfDay(row) && !showsUnreadDate(row))) return true;
  const steps = periods.slice(1).map(({ from }, index) => Math.sign(from - (periods[index]?.from ?? from)));
  return !(steps.includes(1) && steps.includes(-1));
}

/** The rows that prove that the list of all lacks a terminal, and those that show the time that it covers. */
const FEWEST_ABSENT = 2;
const FEWEST_COVERED = 6;
const MOST_ABSENT = 2;

/** Judges visible terminals that the list of all does not name, by their own lists: `undefined` unless it lacks their rows. */
async function judgeAbsent(survey: Survey, reader: Caller, visible: Iterable<string>): Promise<Verdict | undefined> {
  const { reads, terminalCell, idCell } = survey;
  const base = findBase(survey, {});
  if (terminalCell === undefined || idCell === undefined || base === undefined) return undefined;
  const named = new Set(reads.flatMap(({ rows }) => rows.map((row) => readName(row, terminalCell))));
  const absent = [...visible].filter((id) => !named.has(id)).slice(0, MOST_ABSENT);
  if (absent.length === 0) return undefined;
  const known = listKnown(survey);
  const inBase = new Set(base.rows.map((row) => nameRow(row, survey)));
  const covered = (await readOwnLists(survey, reader)).flatMap(({ rows }) =>
    rows.filter(({ name }) => inBase.has(name)).map(({ own }) => own),
  );
  if (covered.length < FEWEST_COVERED) return undefined;
  for (const terminal_id of absent) {
    const own = await readIfRecorded(reader, 'listTerminalTransactions', { terminal_id });
    if (own === undefined || !isSuccess(own)) continue;
    const rows = findMainList(own.json)?.rows ?? [];
    // another name of a terminal opens a list whose rows are known
    if (listWithin(rows, covered).length < FEWEST_ABSENT || matchRows(rows, known).some(Boolean)) continue;
    const filtered = await readIfRecorded(reader, 'listTransactions', { terminal_id, ...survey.widest });
    const isFiltered = filtered !== undefined && isSuccess(filtered) && isEmptyList(filtered.json);
    if (!isFiltered && !areInOrderOfTime(base.rows)) continue;
    const saw = `no row of ${terminal_id}, though its own list has ${rows.length}`;
    return fail({ expected: `the transactions of ${terminal_id}`, actual: base.exchange, saw }, own);
  }
  return undefined;
}

/** Judges that the list of all transactions has the rows of a terminal's own list, in the time that it covers. */
export async function judgeListed(
  survey: Survey,
  reader: Caller,
  visible: Iterable<string> = survey.terminals,
): Promise<Verdict> {
  const missing = await judgeAbsent(survey, reader, visible);
  if (missing !== undefined) return missing;
  const [control] = survey.reads;
  const known = listKnown(survey);
  const compared: OwnList[] = [];
  for (const list of await readOwnLists(survey, reader)) {
    const base = findBase(survey, { terminal_id: list.terminal });
    if (base === undefined || !isWhole(base, survey)) continue;
    // the list with this filter may cover less time than that of another terminal
    const times = readTimes([base]);
    const rows = findMainList(list.exchange.json)?.rows ?? [];
    const ofRows = new Set([...times.keys()].filter((place) => mayBeTimeOfRow(rows, place)));
    const isCovered = (row: Cells): boolean => {
      const shown = [...times].flatMap(([place, period]) =>
        row.has(place) ? [{ place, value: row.get(place), period }] : [],
      );
      return (
        shown.some(({ place }) => ofRows.has(place)) &&
        shown.every(({ value, period }) => {
          const own = readPeriod(value);
          return own !== undefined && own.from > period.from && own.to < period.to;
        })
      );
    };
    // a row between two that both lists show is of the time that both cover, unless a time of it states otherwise
    const matches = matchRows(rows, known);
    const isKnown = rows.map(
      (row, index) =>
        matches[index] !== undefined || known.byId.size === 0 || listTexts(row).some((id) => known.byId.has(id)),
    );
    const [first, last] = [isKnown.indexOf(true), isKnown.lastIndexOf(true)];
    const covered = rows.filter((row, index) => first >= 0 && index > first && index < last && isCovered(row));
    const lost = covered.filter((row) => isKnown[rows.indexOf(row)] === false);
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
