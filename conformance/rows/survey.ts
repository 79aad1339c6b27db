import { findLargest } from '../../base/large-lists.ts';
import { type Concept, express, splitWords } from '../bindings/inference/words/synonyms.ts';
import { type Caller, type Exchange, isSuccess, type Parameters } from '../http/client.ts';
import { makeUpId } from '../oracles/made-up-id.ts';
import {
  type Cells,
  learnRowPlace,
  listRowLists,
  type RowList,
  type RowPlace,
  readOutside,
  readRows,
  type Scalar,
} from './cells.ts';

const LIST = 'listTransactions';

/** The documented order: the highest completed amount first. */
const BY_AMOUNT = { sort_by: 'amt_comp', sort_dir: 'desc' } as const;

/** A response of the transaction list. */
export interface ListRead extends RowList {
  readonly parameters: Parameters;
  readonly exchange: Exchange;
  readonly outside: ReadonlyMap<string, Scalar>;
}

/** How a row names its terminal: the cell, and the part of a link if the cell is one. */
export interface TerminalCell {
  readonly place: string;
  readonly segment: number | undefined;
}

/** The results of experiments with one key on the transaction list. */
export interface Survey {
  readonly place: RowPlace;
  /** The parameters of the longest response. */
  readonly widest: Parameters;
  readonly reads: readonly ListRead[];
  /** Requests with documented parameters that got no rows, though requests without them did. */
  readonly refused: readonly { readonly parameters: Parameters; readonly exchange: Exchange }[];
  /** The cell whose values are all different within each response, and which names the row; `undefined` if rows have none. */
  readonly idCell: string | undefined;
  /** The cell that names the terminal by its id; `undefined` if rows show none. */
  readonly terminalCell: TerminalCell | undefined;
  /** Ids of terminals, proven by a filter or a path that follows them. */
  readonly terminals: readonly string[];
  readonly groups: readonly string[];
}

/** The parts of a response's parameters that select rows. */
export const getFilter = ({ terminal_id, group_id }: Parameters): Parameters => ({
  ...(terminal_id === undefined ? {} : { terminal_id }),
  ...(group_id === undefined ? {} : { group_id }),
});

export const isSorted = ({ sort_by }: Parameters): boolean => sort_by === BY_AMOUNT.sort_by;

/** Returns the text by which a row is known in other responses: that of its id cell, or of all its cells. */
export const nameRow = (row: Cells, { idCell }: Pick<Survey, 'idCell'>): string =>
  String(
    (idCell === undefined ? undefined : row.get(idCell)) ??
      JSON.stringify([...row].sort(([a], [b]) => (a < b ? -1 : 1))),
  );

/** Returns the terminal that a row names. */
export const readTerminal = (row: Cells, cell: TerminalCell): string | undefined => {
  const value = row.get(cell.place);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return cell.segment === undefined ? String(value) : splitLink(String(value))[cell.segment];
};

/** Returns the decoded segments of a path or URL; none for other texts. */
function splitLink(text: string): string[] {
  if (!/^(https?:\/)?\/\S+\/\S/.test(text)) return [];
  return text
    .replace(/[?#].*$/, '')
    .split('/')
    .map((one) => {
      try {
        return decodeURIComponent(one);
      } catch {
        return one;
      }
    });
}

const LIMITS = [500, 200, 100, 50, 20];
/** The limits that are tried without a filter. */
const FEW = [1, 2, 3, 5, 10];
const MOST_TRIES = 14;
const MOST_LISTS = 12;
const FEWEST_ALIKE = 8;
const MOST_GROUPS = 4;

/** Reads the transaction list with many combinations of its parameters. Returns `undefined` without rows to read. */
export async function surveyTransactions(reader: Caller): Promise<Survey | undefined> {
  const session = createReader(reader);
  const first = await session.get({});
  if (first === undefined) return undefined;
  const place = await findPlace(session);
  if (place === undefined) return undefined;
  session.place = place;
  const { widest, whole } = await findWidest(session);
  if (whole === undefined) return undefined;
  for (const limit of FEW) await session.read({ limit });
  await session.read({ ...BY_AMOUNT, ...widest });
  await session.read(BY_AMOUNT);
  await session.read({ ...BY_AMOUNT, limit: 3 });
  const { terminals, terminalCell } = await findTerminals(session, whole, widest);
  const byRows = sortByRows(whole, { terminals, terminalCell });
  const known = [...new Set([...byRows.slice(0, 2), ...byRows.slice(-1)])];
  for (const terminal_id of known) {
    await session.read({ terminal_id, ...widest });
    await session.read({ terminal_id, ...BY_AMOUNT, ...widest });
  }
  // the totals of lists that one response contains whole explain what a total is
  for (const terminal_id of byRows.slice(2).slice(-4)) await session.read({ terminal_id, ...widest });
  const [busiest] = known;
  if (busiest !== undefined) {
    for (const limit of [1, 2]) await session.read({ terminal_id: busiest, limit });
    await session.read({ terminal_id: busiest, ...BY_AMOUNT, limit: 3 });
  }
  const groups = await findGroups(session, widest);
  for (const group_id of groups.slice(0, 2)) {
    await session.read({ group_id, limit: 2 });
    await session.read({ group_id, ...BY_AMOUNT, ...widest });
    for (const terminal_id of known.slice(0, 2)) {
      const both = await session.read({ group_id, terminal_id, ...widest });
      if (both !== undefined && both.rows.length > 1) await session.read({ group_id, terminal_id, limit: 1 });
    }
  }
  return {
    place,
    widest,
    reads: session.reads,
    refused: session.refused,
    idCell: findIdCell(session.reads),
    terminalCell,
    terminals,
    groups,
  };
}

/** Reads with one key, each request once. */
interface Session {
  place: RowPlace | undefined;
  readonly reads: ListRead[];
  readonly refused: Survey['refused'][number][];
  get(parameters: Parameters): Promise<Exchange | undefined>;
  read(parameters: Parameters): Promise<ListRead | undefined>;
  readonly reader: Caller;
}

function createReader(reader: Caller): Session {
  const exchanges = new Map<string, Promise<Exchange>>();
  const known = new Map<string, ListRead>();
  const reads: ListRead[] = [];
  const refused: Survey['refused'][number][] = [];
  const send = (parameters: Parameters): Promise<Exchange> => {
    const key = JSON.stringify(Object.entries(parameters).sort());
    const sent = exchanges.get(key) ?? reader.get(LIST, parameters);
    exchanges.set(key, sent);
    return sent;
  };
  const session: Session = {
    place: undefined,
    reads,
    refused,
    reader,
    async get(parameters) {
      const exchange = await send(parameters);
      return isSuccess(exchange) && exchange.isReadable && exchange.json !== undefined ? exchange : undefined;
    },
    async read(parameters) {
      const key = JSON.stringify(Object.entries(parameters).sort());
      const before = known.get(key);
      if (before !== undefined) return before;
      const exchange = await session.get(parameters);
      if (exchange === undefined || session.place === undefined) {
        refused.push({ parameters, exchange: await send(parameters) });
        return undefined;
      }
      const read: ListRead = {
        ...readRows(exchange.json, session.place),
        parameters,
        exchange,
        outside: readOutside(exchange.json, session.place),
      };
      known.set(key, read);
      reads.push(read);
      return read;
    },
  };
  return session;
}

const countCells = ({ rows }: RowList): number => rows.reduce((sum, row) => sum + row.size, 0);

/** Finds the list of rows: the one whose length follows the limit, or else the one with the most cells. */
async function findPlace(session: Session): Promise<RowPlace | undefined> {
  const answers: Exchange[] = [];
  for (const parameters of [{ limit: 2 }, { limit: 5 }, {}, { limit: LIMITS[1] ?? 0 }]) {
    const answer = await session.get(parameters);
    if (answer !== undefined) answers.push(answer);
  }
  const lists = answers.map(({ json }) => listRowLists(json));
  const most = lists.reduce((best, one) => (countAll(one) > countAll(best) ? one : best), new Map<string, RowList>());
  const [few, more] = lists;
  const follows = ([at, { rows }]: readonly [string, RowList]) => {
    const [two, five] = [few?.get(at)?.rows.length ?? 0, more?.get(at)?.rows.length ?? 0];
    return two < five && five <= rows.length;
  };
  const all = [...most];
  const following = all.filter(follows);
  const [best] = (following.length > 0 ? following : all).sort(
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
function findIdCell(reads: readonly ListRead[]): string | undefined {
  const filled = reads.filter(({ rows }) => rows.length > 0);
  const candidates = [...new Set(filled.flatMap(({ rows }) => rows.slice(0, 5).flatMap((row) => [...row.keys()])))];
  const rate = (place: string): number =>
    (place === '@key' ? 3 : 0) + (/(^|[/_])(id|kennung|identifier|identifiant)$|href$/i.test(place) ? 2 : 0);
  // a number may be an amount, which is different in each row by chance
  const isText = (place: string) =>
    rate(place) > 0 || filled.every(({ rows }) => rows.every((row) => /\p{L}|\p{Nd}{7}/u.test(String(row.get(place)))));
  return candidates
    .filter((place) => isText(place) && isNaming(filled, place))
    .sort((one, other) => rate(other) - rate(one))[0];
}

function isNaming(reads: readonly ListRead[], place: string): boolean {
  const known = new Map<string, Cells>();
  let [recurring, equal] = [0, 0];
  for (const { rows } of reads) {
    const texts = rows.map((row) => text(row.get(place)));
    if (texts.some((one) => one === undefined || one === '') || new Set(texts).size < texts.length) return false;
    for (const row of rows) {
      const name = String(row.get(place));
      const before = known.get(name) ?? row;
      known.set(name, before);
      if (before === row) continue;
      recurring += 1;
      const different = [...row].filter(([at, value]) => !at.startsWith('^') && before.get(at) !== value).length;
      if (different * 4 > row.size) return false;
      if (different === 0) equal += 1;
    }
  }
  return recurring >= 3 && equal >= recurring / 2 && known.size >= 3;
}

/** A value that may be the id of a terminal, with the cell of the rows that shows it, and the other values of its column. */
interface Candidate {
  readonly value: string;
  readonly cell: TerminalCell | undefined;
  readonly values: readonly string[];
  readonly score: number;
}

const text = (value: Scalar | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const isOf = (place: string, concept: Concept): boolean => express(splitWords(place), concept);

/** The columns of some rows, parts of links apart. Elements of arrays are one column. */
function listTextColumns(rows: readonly Cells[]): { readonly cell: TerminalCell; readonly values: string[] }[] {
  const byCell = new Map<string, { readonly cell: TerminalCell; readonly values: string[] }>();
  for (const row of rows)
    for (const [at, value] of row) {
      const whole = text(value);
      if (whole === undefined || whole === '' || whole.length > 200) continue;
      const place = at.replaceAll(/\[\d+\]/g, '[]');
      const link = splitLink(whole);
      for (const [segment, part] of link.length > 0 ? [...link.entries()] : [[undefined, whole] as const]) {
        const key = `${place} ${segment}`;
        const known = byCell.get(key) ?? { cell: { place, segment }, values: [] };
        if (part !== '') known.values.push(part);
        byCell.set(key, known);
      }
    }
  return [...byCell.values()];
}

const NO_ID = /^-?\d+[.,]\d+$|\d:\d\d|^(true|false)$|\d{4}-\d\d-\d\d|^\d\d?[/.]\d\d?[/.]\d{2,4}$/;

/** Lists the values of columns that may be ids of terminals: in transactions those that recur, elsewhere those that differ. */
function listCandidates(rows: readonly Cells[], isOfRows: boolean): Candidate[] {
  return listTextColumns(rows).flatMap(({ cell, values }) => {
    const counts = new Map<string, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    const fits = isOfRows
      ? counts.size >= 2 && (counts.size <= values.length / 2 || values.length < 12)
      : counts.size >= 2;
    if (!fits || values.every((one) => NO_ID.test(one))) return [];
    const digits = values.filter((one) => /\p{Nd}/u.test(one)).length / values.length;
    const score =
      (isOf(cell.place, 'terminal') ? 3 : 0) +
      (cell.place.startsWith('^') ? 2 : 0) +
      (cell.segment !== undefined ? 1 : 0) +
      (/id$|id\/value$|@key/i.test(cell.place) ? 1 : 0) +
      (cell.place.endsWith('[]') ? 1 : 0) +
      digits * 2 +
      Math.min(1, values.join('').length / values.length / 8) -
      (isOfRows ? 0 : 2);
    return [...counts]
      .sort(([, one], [, other]) => other - one)
      .slice(0, 2)
      .map(([value], index) => ({
        value,
        cell: isOfRows ? cell : undefined,
        values: [...counts.keys()],
        score: score - index * 2.5,
      }));
  });
}

/** Returns the list of a body with the most cells. */
export const findMainList = (body: unknown): RowList | undefined =>
  [...listRowLists(body).values()].sort((one, other) => countCells(other) - countCells(one))[0];

/** Reads the lists of other responses that name terminals, and raises the candidates that several of them show. */
async function collectCandidates(session: Session, whole: ListRead): Promise<Candidate[]> {
  const found = [listCandidates(whole.rows, true)];
  for (const operation of ['listLocations', 'getPortal', 'listTerminalGroups'] as const) {
    const answer = await session.reader.get(operation);
    if (!isSuccess(answer) || !answer.isReadable) continue;
    const lists = [...listRowLists(answer.json).values()].sort((one, other) => countCells(other) - countCells(one));
    found.push(lists.slice(0, MOST_LISTS).flatMap(({ rows }) => listCandidates(rows, false)));
  }
  const surfaces = found.map((all) => new Set(all.flatMap(({ values }) => values)));
  return found
    .flat()
    .map((one) => ({ ...one, score: one.score + surfaces.filter((values) => values.has(one.value)).length }))
    .sort((one, other) => other.score - one.score);
}

/**
 * Finds the ids of terminals by trying values: one is an id if the filter, or the list below its path, returns rows that all name it,
 * or fewer rows that share a cell which others have not.
 */
async function findTerminals(
  session: Session,
  whole: ListRead,
  widest: Parameters,
): Promise<Pick<Survey, 'terminals' | 'terminalCell'>> {
  const tried = new Set<string>();
  for (const { value, cell, values } of await collectCandidates(session, whole)) {
    if (tried.has(value) || tried.size >= MOST_TRIES) continue;
    tried.add(value);
    const filtered = await session.get({ terminal_id: value, ...widest });
    const rows =
      filtered === undefined || session.place === undefined ? [] : readRows(filtered.json, session.place).rows;
    const names = (row: Cells) => cell !== undefined && readTerminal(row, cell) === value;
    const isNamed = rows.length > 0 && rows.every(names);
    const isNarrower = cell === undefined && (isFewer(rows, whole.rows) || sharesCell(rows, whole.rows));
    if (isNamed || (cell !== undefined && (await opensPath(session, value, names))))
      return { terminalCell: cell, terminals: values };
    if (isNarrower)
      return {
        terminalCell: findCellOf(whole, rows, value),
        terminals: [value, ...values.filter((one) => one !== value)],
      };
  }
  return { terminalCell: undefined, terminals: [] };
}

const isFewer = (rows: readonly Cells[], whole: readonly Cells[]): boolean =>
  rows.length > 0 && rows.length < whole.length;

/** Whether rows have the same text at a place at which others differ. */
function sharesCell(rows: readonly Cells[], whole: readonly Cells[]): boolean {
  const [first] = rows;
  return (
    rows.length >= FEWEST_ALIKE &&
    [...(first ?? [])].some(
      ([place, value]) =>
        typeof value === 'string' &&
        rows.every((row) => row.get(place) === value) &&
        new Set(whole.map((row) => row.get(place))).size >= 3,
    )
  );
}

/** Returns the cell that holds an id in all of these rows, and other ids elsewhere. */
function findCellOf(whole: ListRead, rows: readonly Cells[], id: string): TerminalCell | undefined {
  const [first] = rows;
  const cells = [...(first ?? [])].flatMap(([place, value]): TerminalCell[] => {
    const segment = splitLink(String(value)).indexOf(id);
    if (String(value) === id) return [{ place, segment: undefined }];
    return segment >= 0 ? [{ place, segment }] : [];
  });
  return cells.find(
    (cell) =>
      rows.every((row) => readTerminal(row, cell) === id) && whole.rows.some((row) => readTerminal(row, cell) !== id),
  );
}

/** Whether the list below the path of a terminal has rows that all name it, while that of a made-up id is refused or empty. */
async function opensPath(session: Session, id: string, names: (row: Cells) => boolean): Promise<boolean> {
  if (!/^[^/]{1,200}$/.test(id)) return false;
  const read = async (terminal_id: string): Promise<readonly Cells[]> => {
    const answer = await session.reader.get('listTerminalTransactions', { terminal_id });
    return isSuccess(answer) && answer.isReadable ? (findMainList(answer.json)?.rows ?? []) : [];
  };
  const rows = await read(id);
  if (rows.length === 0 || !rows.some(names)) return false;
  const other = makeUpId([id], 7);
  return other === undefined || (await read(other)).length === 0;
}

/** Returns the terminals by their number of rows, the most first. */
function sortByRows(
  whole: ListRead,
  { terminals, terminalCell }: Pick<Survey, 'terminals' | 'terminalCell'>,
): string[] {
  if (terminalCell === undefined) return [...terminals];
  const counts = new Map<string, number>();
  for (const row of whole.rows) {
    const terminal = readTerminal(row, terminalCell);
    if (terminal !== undefined) counts.set(terminal, (counts.get(terminal) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([id]) => id);
}

/** Finds the ids of groups by trying values of the list of groups: a filter by one returns fewer rows, or a made-up one none. */
async function findGroups(session: Session, widest: Parameters): Promise<string[]> {
  const answer = await session.reader.get('listTerminalGroups');
  const list = isSuccess(answer) && answer.isReadable ? findMainList(answer.json) : undefined;
  if (list === undefined) return [];
  const places = [...new Set(list.rows.flatMap((row) => [...row.keys()]))].filter((place) => {
    const texts = list.rows.map((row) => text(row.get(place)));
    return (
      !place.includes('[') &&
      texts.every((one) => one !== undefined && one !== '') &&
      new Set(texts).size === texts.length
    );
  });
  const rate = (place: string): number =>
    (place === '@key' ? 2 : 0) +
    (/id$|identifier|kennung|identifiant/i.test(place) ? 1 : 0) -
    (/count|name|num/i.test(place) ? 1 : 0);
  for (const place of places.toSorted((one, other) => rate(other) - rate(one)).slice(0, 6)) {
    const ids = list.rows.flatMap((row) => text(row.get(place)) ?? []).slice(0, MOST_GROUPS);
    let isAccepted = false;
    for (const group_id of ids) {
      const read = await session.get({ group_id, ...widest });
      const rows = read === undefined || session.place === undefined ? [] : readRows(read.json, session.place).rows;
      isAccepted ||= rows.length > 0;
      if (rows.length === 0 && ids.length > 1 && !isAccepted) break;
    }
    if (!isAccepted) continue;
    for (const group_id of ids) await session.read({ group_id, ...widest });
    return ids;
  }
  return [];
}

/** Returns the scalars of a list that a key reads, by item, for comparisons with rows. */
export async function readItems(
  reader: Caller,
  operation: 'listTerminalGroups' | 'listLocations',
): Promise<readonly Cells[]> {
  const answer = await reader.get(operation);
  return isSuccess(answer) && answer.isReadable ? (findMainList(answer.json)?.rows ?? []) : [];
}

/** A value of a row that another response shows otherwise. */
export interface ChangedValue {
  readonly name: string;
  readonly place: string;
  readonly one: ListRead;
  readonly other: ListRead;
}

/** Finds a value that differs between two responses in the same row, though it is the same in other rows. */
export function findChangedValue({ reads, idCell }: Survey): ChangedValue | undefined {
  if (idCell === undefined) return undefined;
  const known = new Map<string, { readonly row: Cells; readonly read: ListRead }>();
  const changed: ChangedValue[] = [];
  const same = new Map<string, number>();
  for (const read of reads)
    for (const row of read.rows) {
      const name = nameRow(row, { idCell });
      const before = known.get(name);
      if (before === undefined) known.set(name, { row, read });
      for (const [place, value] of before === undefined ? [] : row) {
        if (place.startsWith('^') || before?.row.has(place) !== true) continue;
        if (before.row.get(place) === value) same.set(place, (same.get(place) ?? 0) + 1);
        else changed.push({ name, place, one: before.read, other: read });
      }
    }
  const counts = Map.groupBy(changed, ({ place }) => place);
  // what differs in most comparisons is volatile, such as an age, and no column of the transaction; nor is the place in the list
  return changed.find(
    ({ place }) =>
      (counts.get(place)?.length ?? 0) < (same.get(place) ?? 0) && !reads.some((read) => isPosition(read, place)),
  );
}

/** Whether a column counts the rows of a response. */
const isPosition = ({ rows }: ListRead, place: string): boolean =>
  rows.length >= FEWEST_ALIKE &&
  rows.every((row, index) => index === 0 || Number(row.get(place)) === Number(rows[index - 1]?.get(place)) + 1);

/** Whether the name of a row opens a timeline, so that rows with it are the same transaction. */
export async function opensTimeline(reader: Caller, name: string): Promise<boolean> {
  const segments = splitLink(name);
  for (const transaction_id of segments.length > 0 ? segments.slice(-2) : [name]) {
    const answer = await reader.get('getTransactionTimeline', { transaction_id });
    if (isSuccess(answer)) return true;
  }
  return false;
}
