import { rememberObjects, rememberPairs } from '../../../base/caches/remember-objects.ts';
import { findLargest } from '../../../base/large-lists.ts';
import { type Caller, formatParameters, isSuccess, type Parameters } from '../../http/client.ts';
import { makeUpId } from '../../reading/made-up-id.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { showsData } from '../../reading/served.ts';
import { isTimeText } from '../../reading/values/instants.ts';
import { haveSameMembers } from '../../reading/values/same-members.ts';
import { express, splitWords } from '../../reading/words/synonyms.ts';
import {
  type Cells,
  countCells,
  formatRow,
  learnRowPlace,
  listRowLists,
  type NameCell,
  type RowList,
  type RowPlace,
  splitLink,
  toText,
} from './cells.ts';
import { findDocumentedColumns } from './documented-columns.ts';
import type { GivenPlaces } from './given.ts';
import { findGroups } from './groups.ts';
import {
  BY_AMOUNT,
  createSession,
  getFilter,
  isSorted,
  type ListRead,
  type RefusedRead,
  type Session,
} from './session.ts';
import { findCellOf, findTerminals, sortByRows } from './terminals.ts';

/** The results of experiments with one key on the transaction list. */
export interface Survey {
  readonly place: RowPlace;
  /** The parameters of the longest response. */
  readonly widest: Parameters;
  readonly reads: readonly ListRead[];
  /** Requests with documented parameters that got no rows, though requests without them did. */
  readonly refused: readonly RefusedRead[];
  /** The cell whose values are all different within each response, and which names the row; `undefined` if rows have none. */
  readonly idCell: string | undefined;
  /** The cell that names the terminal by its id; `undefined` if rows show none. */
  readonly terminalCell: NameCell | undefined;
  /** Ids of terminals. A filter or a path that follows the first one proves it. */
  readonly terminals: readonly string[];
  /** An id in the form of those of terminals that no response shows. */
  readonly unknownTerminal: string | undefined;
  /** Ids of groups whose filter returns rows. */
  readonly groups: readonly string[];
  /** The cells of rows whose values belong to a response and not to the row, such as the cursor of each row. */
  readonly ofResponse?: ReadonlySet<string>;
  /** The places that lines of the config state; `undefined` for a survey that reads no config. */
  readonly given: GivenPlaces | undefined;
}

/** Returns the text by which a row is known in other responses: that of its id cell, or of all its filled cells that belong to it. */
export const nameRow = (row: Cells, { idCell, ofResponse }: Pick<Survey, 'idCell' | 'ofResponse'>): string =>
  String((idCell === undefined ? undefined : row.get(idCell)) ?? formatRow(row, ofResponse));

/** The names of the rows of a response: several relations compare them. */
export const nameRows = rememberPairs(
  (survey: Pick<Survey, 'idCell' | 'ofResponse'>, { rows }: ListRead): readonly string[] =>
    rows.map((row) => nameRow(row, survey)),
);

const LIMITS = [500, 200, 100, 50, 20] as const;
/** The limits that are tried without a filter. */
const FEW = [1, 2, 5, 10];
/** The limit that is tried with an order, and with a filter. */
const SOME = 5;
const FEWEST_ALIKE = 8;

/** How a survey is made. */
export interface SurveyOptions {
  /** The places that lines of the config state. */
  readonly given?: GivenPlaces | undefined;
  /**
   * The combinations of parameters that are read: `rows` sends what shows the rows and their names, `few` also orders and filters by terminal
   * and one group, `all` each combination. Each sends the requests of the ones before it.
   */
  readonly combinations?: 'rows' | 'few' | 'all';
}

/** Reads the transaction list with many combinations of its parameters. Returns `undefined` without rows to read. */
export async function surveyTransactions(
  reader: Caller,
  { given, combinations = 'all' }: SurveyOptions = {},
): Promise<Survey | undefined> {
  if (reader.listRecorded !== undefined)
    return surveyRecorded(reader, reader.listRequested?.('listTransactions') ?? [], given);
  const isShort = combinations === 'rows';
  const isWhole = combinations === 'all';
  const session = createSession(reader);
  const first = await session.get({});
  if (first === undefined) return undefined;
  const place = await findPlace(session);
  if (place === undefined) return undefined;
  session.place = place;
  const { widest, whole } = await findWidest(session);
  if (whole === undefined) return undefined;
  for (const limit of isWhole ? FEW : [2, SOME]) await session.read({ limit });
  // a list that is shorter than its limit, or than the highest one, shows what a lower limit of many rows does
  const many = whole.rows.length - 2;
  if (many > findLargest(FEW, 0) && isWhole) await session.read({ limit: many });
  await session.read({ ...BY_AMOUNT, ...widest });
  if (!isShort) {
    await session.read(BY_AMOUNT);
    await session.read({ ...BY_AMOUNT, limit: SOME });
  }
  const found = await findTerminals(session, whole, widest);
  const byRows = sortByRows(whole, found);
  const known = [...new Set([...byRows.slice(0, isShort ? 1 : 2), ...byRows.slice(-1)])];
  for (const terminal_id of known) {
    await session.read({ terminal_id, ...widest });
    if (!isShort && terminal_id !== known[1]) await session.read({ terminal_id, ...BY_AMOUNT, ...widest });
  }
  // the totals of lists that one response contains whole explain what a total is
  if (!isShort) for (const terminal_id of byRows.slice(2, -1).slice(-3)) await session.read({ terminal_id, ...widest });
  const groups = isShort ? [] : await readFiltered(session, { known, widest, isWhole });
  return share({
    place,
    widest,
    reads: session.reads,
    refused: session.refused,
    terminalCell: found.terminalCell,
    terminals: found.terminals,
    unknownTerminal: found.unknown,
    groups,
    given,
  });
}

/** Reads the lists of a terminal with limits and orders, and those of groups, alone and with terminals. Returns the groups. */
async function readFiltered(
  session: Session,
  {
    known,
    widest,
    isWhole,
  }: { readonly known: readonly string[]; readonly widest: Parameters; readonly isWhole: boolean },
): Promise<readonly string[]> {
  const [busiest] = known;
  if (busiest !== undefined) {
    for (const limit of isWhole ? [1, 2] : [2]) await session.read({ terminal_id: busiest, limit });
    await session.read({ terminal_id: busiest, ...BY_AMOUNT, limit: SOME });
  }
  const groups = await findGroups(session, widest);
  const combined = isWhole ? [...groups.slice(0, 1), ...groups.slice(-1)] : groups.slice(-1);
  for (const group_id of new Set(combined)) {
    await session.read({ group_id, limit: 2 });
    await session.read({ group_id, ...BY_AMOUNT, ...widest });
    let isLimited = false;
    for (const terminal_id of group_id === combined[0] ? known : known.slice(0, 1)) {
      const both = await session.read({ group_id, terminal_id, ...widest });
      if (isLimited || both === undefined || both.rows.length < 2) continue;
      await session.read({ group_id, terminal_id, limit: 1 });
      isLimited = true;
    }
  }
  return groups;
}

const MOST_RECORDED = 50;
const SURVEYED = ['limit', 'terminal_id', 'group_id', 'sort_by', 'sort_dir'];

/** Whether a recorded read has only parameters of the document, each with one value, and a documented order or none. */
const isSurveyed = (parameters: Parameters): boolean =>
  Object.entries(parameters).every(([name, value]) => SURVEYED.includes(name) && typeof value !== 'object') &&
  (parameters.limit === undefined || /^[1-9]\d{0,5}$/.test(String(parameters.limit))) &&
  (isSorted(parameters)
    ? parameters.sort_dir === BY_AMOUNT.sort_dir
    : parameters.sort_by === undefined && parameters.sort_dir === undefined);

/** Makes a survey of the recorded reads of the transaction list. Returns `undefined` without rows to read. */
async function surveyRecorded(
  reader: Caller,
  recorded: readonly Parameters[],
  given: GivenPlaces | undefined,
): Promise<Survey | undefined> {
  const session = createSession(reader);
  const surveyed = recorded.filter(isSurveyed);
  const getLimit = ({ limit }: Parameters) => Number(limit ?? Number.POSITIVE_INFINITY);
  const plain = surveyed
    .filter((one) => Object.keys(one).every((name) => name === 'limit'))
    .toSorted((one, other) => getLimit(one) - getLimit(other));
  const place = await findRecordedPlace(session, plain);
  if (place === undefined) return undefined;
  session.place = place;
  // the time to compare all responses grows with the square of their number
  for (const parameters of surveyed.slice(0, MOST_RECORDED)) await session.read(parameters);
  const [whole] = session.reads
    .filter(({ parameters }) => plain.includes(parameters))
    .toSorted(
      (one, other) => other.rows.length - one.rows.length || getLimit(other.parameters) - getLimit(one.parameters),
    );
  if (whole === undefined || whole.rows.length === 0) return undefined;
  const hasRows = (name: 'terminal_id' | 'group_id') => [
    ...new Set(session.reads.flatMap(({ parameters, rows }) => (rows.length > 0 ? (parameters[name] ?? []) : []))),
  ];
  const filtered = session.reads.filter(({ parameters }) => parameters.terminal_id !== undefined);
  return share({
    place,
    widest: whole.parameters,
    reads: session.reads,
    refused: session.refused,
    terminalCell: findFollowedCell(whole, filtered),
    terminals: hasRows('terminal_id').map(String),
    unknownTerminal: undefined,
    groups: hasRows('group_id').map(String),
    given,
  });
}

/** Finds the list of rows in recorded reads, shortest limit first: the one that is longer with a higher limit, or else the longest one. */
async function findRecordedPlace(session: Session, plain: readonly Parameters[]): Promise<RowPlace | undefined> {
  const lists: ReadonlyMap<string, RowList>[] = [];
  for (const parameters of plain) {
    const answer = await session.get(parameters);
    if (answer !== undefined) lists.push(listRowLists(answer.json));
  }
  return chooseRowPlace(lists, lists);
}

/**
 * Returns the cell that names the terminal by its id in all rows of the filtered responses, and another one in other rows. Few rows may have a
 * code that is equal to a short id, so most filters with short ids must show it.
 */
function findFollowedCell(whole: ListRead, filtered: readonly ListRead[]): NameCell | undefined {
  const followed = new Map<string, { readonly cell: NameCell; readonly ids: Set<string> }>();
  const filled = filtered.filter(({ rows }) => rows.length > 0);
  for (const { rows, parameters } of filled) {
    const id = String(parameters.terminal_id);
    const cell = findCellOf(whole, rows, id);
    if (cell === undefined) continue;
    const known = followed.get(JSON.stringify(cell)) ?? { cell, ids: new Set() };
    known.ids.add(id);
    followed.set(JSON.stringify(cell), known);
  }
  const all = new Set(filled.map(({ parameters }) => String(parameters.terminal_id)));
  const [best] = [...followed.values()].toSorted((one, other) => other.ids.size - one.ids.size);
  if (best === undefined) return undefined;
  const areSeveral = best.ids.size > 1 && best.ids.size * 2 > all.size;
  return areSeveral || [...best.ids].some(isUnmistakable) ? best.cell : undefined;
}

/** Returns the survey with these results: the same object as before if each is the same, because checks remember what they compute from it. */
function share(results: Omit<Survey, 'idCell' | 'ofResponse'>): Survey {
  const { reads, refused, ...values } = results;
  const written = JSON.stringify({ ...values, place: values.place.at, refused: refused.map((one) => one.parameters) });
  const known = getSurveys(values.place);
  const before = known.find(
    ({ survey, key }) =>
      key === written &&
      areSame(survey.reads, reads) &&
      areSame(
        survey.refused.map(({ exchange }) => exchange),
        refused.map(({ exchange }) => exchange),
      ),
  );
  if (before !== undefined) return before.survey;
  const ofResponse = findCellsOfResponses(reads);
  const survey = { ...results, idCell: findIdCell(reads, ofResponse), ofResponse };
  known.push({ survey, key: written });
  return survey;
}

const getSurveys = rememberObjects((_place: RowPlace): { readonly survey: Survey; readonly key: string }[] => []);

const areSame = (one: readonly object[], other: readonly object[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

/** A shorter list that is the same with every limit may be something else, such as the totals of a list without rows. */
const FEWEST_ROWS = 3;

/** Finds the list of rows: the one whose length follows the limit, or else the one with the most cells. */
async function findPlace(session: Session): Promise<RowPlace | undefined> {
  const limited: ReadonlyMap<string, RowList>[] = [];
  for (const limit of [1, 2, SOME]) {
    const answer = await session.get({ limit });
    if (answer !== undefined) limited.push(listRowLists(answer.json));
  }
  const lists = [...limited];
  const [highest, next] = LIMITS;
  const wide = (await session.get({ limit: highest })) ?? (await session.get({ limit: next }));
  for (const answer of [await session.get({}), wide]) if (answer !== undefined) lists.push(listRowLists(answer.json));
  return chooseRowPlace(limited, lists);
}

/** Chooses the list of rows among those of several responses. `limited` are those with rising limits. */
function chooseRowPlace(
  limited: readonly ReadonlyMap<string, RowList>[],
  lists: readonly ReadonlyMap<string, RowList>[],
): RowPlace | undefined {
  const most = lists.reduce((best, one) => (countAll(one) > countAll(best) ? one : best), new Map<string, RowList>());
  const follows = ([at, { rows }]: readonly [string, RowList]) => {
    const lengths = [...limited.map((one) => one.get(at)?.rows.length ?? 0), rows.length];
    return lengths.some((length, index) => index > 0 && length > (lengths[index - 1] ?? length));
  };
  const all = [...most];
  const following = all.filter(follows);
  const [best] = (following.length > 0 ? following : all.filter(([, { rows }]) => rows.length >= FEWEST_ROWS)).sort(
    ([at, one], [other, two]) =>
      Number(other.startsWith(`${at}/`)) - Number(at.startsWith(`${other}/`)) || countCells(two) - countCells(one),
  );
  return best && countCells(best[1]) >= 6 * best[1].rows.length ? learnRowPlace(best[0], best[1]) : undefined;
}

const countAll = (lists: ReadonlyMap<string, RowList>): number => findLargest([...lists.values()].map(countCells), 0);

async function findWidest(session: Session): Promise<{ widest: Parameters; whole: ListRead | undefined }> {
  let [widest, whole]: [Parameters, ListRead | undefined] = [{}, await session.read({})];
  for (const limit of LIMITS) {
    const read = await session.read({ limit });
    if (read === undefined || read.rows.length === 0) continue;
    if (whole === undefined || read.rows.length >= whole.rows.length) [widest, whole] = [{ limit }, read];
    break;
  }
  return { widest, whole: whole !== undefined && whole.rows.length > 0 ? whole : undefined };
}

/** Returns the cell that names the rows: its values differ within each response, and rows with the same one are alike in all responses. */
function findIdCell(reads: readonly ListRead[], ofResponse: ReadonlySet<string>): string | undefined {
  const filled = reads.filter(({ rows }) => rows.length > 0);
  const candidates = [...new Set(filled.flatMap(({ rows }) => rows.slice(0, 5).flatMap((row) => [...row.keys()])))];
  const rate = (place: string): number =>
    (place === '@key' ? 3 : 0) + (/(^|[/_])(id|kennung|identifier|identifiant)$|href$/i.test(place) ? 2 : 0);
  // a number may be an amount, which is different in each row by chance
  const isText = (place: string) =>
    rate(place) > 0 || filled.every(({ rows }) => rows.every((row) => /\p{L}|\p{Nd}{7}/u.test(String(row.get(place)))));
  // two transactions may have the same time
  const isTime = (place: string) =>
    rate(place) === 0 && filled.every(({ rows }) => rows.every((row) => isTimeText(String(row.get(place)))));
  return candidates
    .toSorted((one, other) => rate(other) - rate(one))
    .find(
      (place) => !ofResponse.has(place) && isText(place) && !isTime(place) && isNaming(filled, { place, ofResponse }),
    );
}

/** The number of rows that show that a cell belongs to their response. */
const FEWEST_MOVED = 3;

/**
 * Whether a cell has one value in each response, and another one in other responses: the range of a sheet, the instant of the read, or the
 * parameters of the request. A cell of the rows, such as their terminal, may differ with the filter.
 */
function isOfEnvelope(reads: readonly ListRead[], place: string): boolean {
  const values = reads.map(({ rows }) => new Set(rows.map((row) => row.get(place))));
  if (values.some(({ size }) => size !== 1)) return false;
  const isOutside = place.startsWith('^') || isTimeText(String(reads[0]?.rows[0]?.get(place)));
  const byFilter = Map.groupBy(reads, ({ parameters }) => (isOutside ? '' : formatParameters(getFilter(parameters))));
  return [...byFilter.values()].some((alike) => new Set(alike.map(({ rows: [row] }) => row?.get(place))).size > 1);
}

/**
 * Returns the cells that belong to a response and not to its rows: members around all of them, and cells that differ in all rows of each
 * response and that count them, or differ where rows are otherwise equal.
 */
function findCellsOfResponses(reads: readonly ListRead[]): ReadonlySet<string> {
  const filled = reads.filter(({ rows }) => rows.length >= FEWEST_MOVED);
  const [first] = filled.toSorted((one, other) => other.rows.length - one.rows.length);
  const places = [...(first?.rows[0]?.keys() ?? [])].filter((place) =>
    filled.every(({ rows }) => new Set(rows.map((row) => row.get(place))).size === rows.length),
  );
  const found = new Set(
    places.filter((place) => {
      const isAt = ({ rows }: ListRead) =>
        rows.every((row, index) => row.get(place) === (first?.rows[index] ?? row).get(place));
      const alone = new Set([place]);
      const hasOthers = ({ rows }: ListRead) =>
        rows.some((row, index) => formatRow(row, alone) !== formatRow(first?.rows[index] ?? row, alone));
      return filled.every(isAt) && filled.some(hasOthers);
    }),
  );
  for (const place of first?.rows[0]?.keys() ?? []) if (isOfEnvelope(filled, place)) found.add(place);
  const [sorted, plain] = [filled.filter(isSortedRead), filled.filter((read) => !isSortedRead(read))];
  for (const place of places) {
    // most cells of a transaction are the same in another order: names of all rows take more time
    if (found.has(place) || countShared(sorted, plain, place) >= FEWEST_MOVED) continue;
    const leftOut = new Set([...found, place]);
    // equal transactions are in one response, and a row with another value is in another response
    const byName = new Map<string, { readonly values: Set<unknown>; isTwice: boolean }>();
    for (const { rows } of filled)
      for (const [name, alike] of Map.groupBy(rows, (row) => formatRow(row, leftOut))) {
        const known = byName.get(name) ?? { values: new Set(), isTwice: false };
        byName.set(name, known);
        known.isTwice ||= alike.length > 1;
        for (const row of alike) known.values.add(row.get(place));
      }
    const several = [...byName.values()].filter(({ values }) => values.size > 1);
    if (several.length >= FEWEST_MOVED && several.every(({ isTwice }) => !isTwice)) found.add(place);
  }
  return found;
}

const isSortedRead = ({ parameters }: ListRead): boolean => isSorted(parameters);

/** Returns the number of values at a place that responses with an order and responses without one have in common. */
function countShared(sorted: readonly ListRead[], plain: readonly ListRead[], place: string): number {
  const listValues = (reads: readonly ListRead[]) =>
    new Set(reads.flatMap(({ rows }) => rows.map((row) => row.get(place))));
  const known = listValues(plain);
  return [...listValues(sorted)].filter((value) => known.has(value)).length;
}

/** Two transactions differ in at least this many columns: terminal, time and number, though all amounts may be equal. */
const FEWEST_DIFFERENT = 3;
/** The share of comparisons in which a column that belongs to the transaction is the same. */
const MOST_SAME = 0.9;

function isNaming(
  reads: readonly ListRead[],
  { place, ofResponse }: { readonly place: string; readonly ofResponse: ReadonlySet<string> },
): boolean {
  const known = new Map<string, { readonly row: Cells; readonly json: unknown }>();
  const changed: string[][] = [];
  let recurring = 0;
  for (const { rows, exchange } of reads) {
    const { json } = exchange;
    const texts = rows.map((row) => toText(row.get(place)));
    if (texts.some((one) => one === undefined || one === '') || new Set(texts).size < texts.length) return false;
    for (const row of rows) {
      const name = String(row.get(place));
      const before = known.get(name);
      if (before === undefined) known.set(name, { row, json });
      // equal bodies are one, and their rows confirm nothing
      if (before === undefined || before.json === json) continue;
      recurring += 1;
      const different: string[] = [];
      for (const [at, value] of row)
        if (before.row.get(at) !== value && !at.startsWith('^') && !ofResponse.has(at)) different.push(at);
      if (different.length * 4 > row.size) return false;
      changed.push(different);
    }
  }
  return recurring >= 3 && areEqual(changed) && known.size >= 3 && !namesTwo(changed, recurring);
}

/**
 * Whether most rows with one name are equal, apart from one or two columns that differ in many of them, such as a running total: two
 * transactions differ in more columns.
 */
function areEqual(changed: readonly (readonly string[])[]): boolean {
  const volatile = [...Map.groupBy(changed.flat(), (at) => at)].filter(([, all]) => all.length * 4 > changed.length);
  const left = volatile.length < FEWEST_DIFFERENT ? new Set(volatile.map(([at]) => at)) : new Set();
  return changed.filter((places) => places.every((at) => left.has(at))).length >= changed.length / 2;
}

/** Whether two rows with one name differ in several columns that are the same in nearly all other rows with one name. */
function namesTwo(changed: readonly (readonly string[])[], recurring: number): boolean {
  const counts = Map.groupBy(changed.flat(), (at) => at);
  const isStable = (at: string) => (counts.get(at)?.length ?? 0) <= (1 - MOST_SAME) * recurring;
  return changed.some((places) => places.filter(isStable).length >= FEWEST_DIFFERENT);
}

/** A value of a row that another response shows otherwise. */
export interface ChangedValue {
  readonly name: string;
  readonly place: string;
  readonly one: ListRead;
  readonly other: ListRead;
}

/**
 * Finds a value that differs between two responses in the same row, though it is the same in other rows. Other columns than the documented
 * ones may describe the place of a row in its response, such as the row before it or a balance: they must differ at the same place.
 */
export function findChangedValue({ reads, idCell, ofResponse }: Survey): ChangedValue | undefined {
  if (idCell === undefined) return undefined;
  const known = new Map<string, { readonly row: Cells; readonly read: ListRead; readonly around: string }>();
  const changed: (ChangedValue & { readonly isAtSamePlace: boolean })[] = [];
  const same = new Map<string, number>();
  for (const read of reads) {
    const names = read.rows.map((row) => nameRow(row, { idCell }));
    for (const [index, row] of read.rows.entries()) {
      const name = names[index] ?? '';
      const around = [index, names[index - 1], names[index + 1]].join(' ');
      const before = known.get(name);
      if (before === undefined) known.set(name, { row, read, around });
      for (const [place, value] of before === undefined ? [] : row) {
        if (place.startsWith('^') || ofResponse?.has(place) === true || before?.row.has(place) !== true) continue;
        // a flag other than of EMV may be about the place of the row in the response: whether it is the last one, or the highest
        if (typeof value === 'boolean' && !express(splitWords(place), 'emv')) continue;
        const isAtSamePlace = before.around === around;
        if (before.row.get(place) === value) same.set(place, (same.get(place) ?? 0) + 1);
        else changed.push({ name, place, one: before.read, other: read, isAtSamePlace });
      }
    }
  }
  if (changed.length === 0) return undefined;
  const counts = Map.groupBy(changed, ({ place }) => place);
  const longest = reads.reduce((best, one) => (one.rows.length > best.rows.length ? one : best));
  const documented = new Set(
    [...findDocumentedColumns(longest.rows).values()].flatMap((one) => (one.kind === 'shown' ? one.places : [])),
  );
  // what differs in most comparisons is volatile, such as an age, and no column of the transaction; nor is the place in the list
  return changed.find(
    ({ place, isAtSamePlace }) =>
      (isAtSamePlace || documented.has(place)) &&
      (counts.get(place)?.length ?? 0) < (same.get(place) ?? 0) &&
      !isPosition(reads, place),
  );
}

/** Whether a column counts the rows of every response with several rows. */
function isPosition(reads: readonly ListRead[], place: string): boolean {
  const long = reads.filter(({ rows }) => rows.length >= FEWEST_ALIKE);
  return (
    long.length > 0 &&
    long.every(({ rows }) =>
      rows.every((row, index) => index === 0 || Number(row.get(place)) === Number(rows[index - 1]?.get(place)) + 1),
    )
  );
}

/**
 * Whether the name of a row opens a timeline, so that rows with it are the same transaction. The status does not show it: an unknown id
 * may have a success too.
 */
export async function opensTimeline(reader: Caller, name: string): Promise<boolean> {
  const read = (transaction_id: string) => reader.get('getTransactionTimeline', { transaction_id });
  const segments = splitLink(name);
  for (const transaction_id of segments.length > 0 ? segments.slice(-2) : [name]) {
    const answer = await read(transaction_id);
    if (!isSuccess(answer)) continue;
    const unknown = makeUpId([transaction_id], 1);
    const blank = unknown === undefined ? undefined : await read(unknown);
    if (blank === undefined || !isSuccess(blank) || !haveSameMembers(answer.json, blank.json)) return true;
    // the invented id may be that of another transaction
    if (showsData(answer, blank)) return true;
  }
  return false;
}
