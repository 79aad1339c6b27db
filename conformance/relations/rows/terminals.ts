import { rememberObjects } from '../../../base/caches/remember-objects.ts';
import { isSuccess, type Parameters } from '../../http/client.ts';
import { isNamedAsId } from '../../reading/id-places.ts';
import { makeUpId } from '../../reading/made-up-id.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { type Concept, express, splitWords } from '../../reading/words/synonyms.ts';
import {
  type Cells,
  countCells,
  findMainList,
  isEmptyList,
  listRowLists,
  listTextColumns,
  type NameCell,
  readName,
  readRows,
  splitLink,
} from './cells.ts';
import type { ListRead, Session } from './session.ts';

/** The terminals that a key may ask for. */
export interface Terminals {
  /** Ids of terminals. A filter or a path that follows the first one proves it. */
  readonly terminals: readonly string[];
  /** The cell that names the terminal by its id; `undefined` if rows show none. */
  readonly terminalCell: NameCell | undefined;
  /** An id that no response shows; `undefined` without ids of terminals. */
  readonly unknown: string | undefined;
}

const MOST_TRIES = 14;
const MOST_LISTS = 12;
const FEWEST_ALIKE = 8;
const MOST_CONFIRMED = 3;
const MOST_OPENED = 8;
const MAX_LENGTH = 200;

/** A value that may be the id of a terminal, with the cell of the rows that shows it, and the other values of its column. */
interface Candidate {
  readonly value: string;
  readonly cell: NameCell | undefined;
  readonly values: readonly string[];
  readonly score: number;
}

const isOf = (place: string, concept: Concept): boolean => express(splitWords(place), concept);

const NO_ID = /^-?\d+[.,]\d+$|\d:\d\d|^(true|false)$|\d{4}-\d\d-\d\d|^\d\d?[/.]\d\d?[/.]\d{2,4}$/;

/** Lists the values of columns of transactions that may be ids of terminals: those that recur. */
const listInTransactions = rememberObjects((rows: readonly Cells[]) => listCandidates(rows, true));

/** Lists the values of columns of other lists that may be ids of terminals: those that differ. */
const listElsewhere = rememberObjects((rows: readonly Cells[]) => listCandidates(rows, false));

function listCandidates(rows: readonly Cells[], isOfRows: boolean): Candidate[] {
  return listTextColumns(rows).flatMap(({ cell, values }) => {
    const counts = new Map<string, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    const fits = isOfRows
      ? counts.size >= 2 && (counts.size <= values.length / 2 || values.length < 12)
      : counts.size >= 2;
    if (!fits || (!isNamedAsId(cell.place) && values.every((one) => NO_ID.test(one)))) return [];
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

/** Reads the lists of other responses that name terminals, and raises the candidates that several of them show. */
async function collectCandidates(session: Session, whole: ListRead): Promise<Candidate[]> {
  const found = [listInTransactions(whole.rows)];
  for (const operation of ['listLocations', 'getPortal', 'listTerminalGroups', 'listDisputes'] as const) {
    const answer = await session.reader.get(operation);
    if (!isSuccess(answer) || !answer.isReadable) continue;
    const lists = [...listRowLists(answer.json).values()].sort((one, other) => countCells(other) - countCells(one));
    found.push(lists.slice(0, MOST_LISTS).flatMap(({ rows }) => listElsewhere(rows)));
  }
  const surfaces = found.map((all) => new Set(all.flatMap(({ values }) => values)));
  return found
    .flat()
    .map((one) => ({ ...one, score: one.score + surfaces.filter((values) => values.has(one.value)).length }))
    .sort((one, other) => other.score - one.score);
}

/**
 * Finds the ids of terminals by trying values: one is an id if the filter, or the list below its path, returns rows that all name it,
 * fewer rows, rows that share a cell which others have not, or rows at all where it refuses a made-up value or returns none for it.
 */
export async function findTerminals(session: Session, whole: ListRead, widest: Parameters): Promise<Terminals> {
  const tried = new Set<string>();
  const filter = async (terminal_id: string): Promise<readonly Cells[]> => {
    const filtered = await session.get({ terminal_id, ...widest });
    return filtered === undefined || session.place === undefined ? [] : readRows(filtered.json, session.place).rows;
  };
  const candidates = await collectCandidates(session, whole);
  // all rows of a terminal may have a type or a flag that is equal to a short id
  const follows = async (cell: NameCell | undefined, id: string, rows: readonly Cells[]): Promise<boolean> => {
    if (cell === undefined || (rows.length >= FEWEST_ALIKE && isUnmistakable(id))) return true;
    const others = new Set(whole.rows.flatMap((row) => readName(row, cell) ?? []));
    others.delete(id);
    for (const other of [...others].slice(0, MOST_CONFIRMED)) {
      const found = await filter(other);
      if (found.length > 0) return found.every((row) => readName(row, cell) === other);
    }
    return false;
  };
  const unfiltered: Terminals[] = [];
  for (const { value, values, cell } of candidates) {
    if (tried.has(value) || tried.size >= MOST_TRIES) continue;
    tried.add(value);
    const rows = await filter(value);
    // another response may show the id of a terminal too
    const inRows = cell ?? candidates.find((one) => one.value === value && one.cell !== undefined)?.cell;
    const names = (row: Cells) => inRows !== undefined && readName(row, inRows) === value;
    const isNamed = rows.length > 0 && rows.every(names) && (await follows(inRows, value, rows));
    const unknown = makeUpId([value, ...values], 1) ?? lengthen(value, values);
    const found = { terminals: [value, ...values.filter((one) => one !== value)], unknown };
    if (isNamed) return { ...found, terminalCell: inRows };
    const isNarrower = isFewer(rows, whole.rows) || sharesCell(rows, whole.rows);
    if (isNarrower || (rows.length > 0 && unknown !== undefined && (await filter(unknown)).length === 0)) {
      const named = findCellOf(whole, rows, value);
      return { ...found, terminalCell: (await follows(named, value, rows)) ? named : undefined };
    }
    // a filter without effect proves nothing, nor does one that returns nothing
    if (inRows !== undefined && (await opensPath(session, value, names))) return { ...found, terminalCell: inRows };
    if (rows.length === 0) unfiltered.push({ ...found, terminalCell: inRows });
  }
  // the rows below the path of a terminal may not name it
  for (const { terminalCell, ...found } of unfiltered.slice(0, MOST_OPENED)) {
    const isNamed = (row: Cells) => terminalCell !== undefined && readName(row, terminalCell) !== undefined;
    if (await opensPath(session, found.terminals[0] ?? '', (row) => !isNamed(row)))
      return { ...found, terminalCell: undefined };
  }
  return { terminalCell: undefined, terminals: [], unknown: undefined };
}

/** Returns a longer id, where all ids of the usual length exist. */
function lengthen(value: string, known: readonly string[]): string {
  let longer = value + value.slice(-1);
  while (known.includes(longer)) longer += value.slice(-1);
  return longer;
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
export function findCellOf(whole: ListRead, rows: readonly Cells[], id: string): NameCell | undefined {
  const [first] = rows;
  const cells = [...(first ?? [])].flatMap(([place, value]): NameCell[] => {
    const segment = splitLink(String(value)).indexOf(id);
    if (String(value) === id) return [{ place, segment: undefined }];
    return segment >= 0 ? [{ place, segment }] : [];
  });
  // a cell that is the same in all rows of the whole list may repeat the request
  const differs = ({ place }: NameCell): boolean => new Set(whole.rows.map((row) => row.get(place))).size > 1;
  return cells.find(
    (cell) =>
      rows.every((row) => readName(row, cell) === id) &&
      whole.rows.some((row) => readName(row, cell) !== id) &&
      differs(cell),
  );
}

/**
 * Whether the list below the path of a terminal has rows that mostly fit, such as by its name, while that of a made-up id is refused or
 * empty. A sequence number is equal to a short id in single rows.
 */
async function opensPath(session: Session, id: string, fits: (row: Cells) => boolean): Promise<boolean> {
  if (id.length > MAX_LENGTH || /^\.{0,2}$/.test(id)) return false;
  const read = async (terminal_id: string): Promise<readonly Cells[]> => {
    const answer = await session.reader.get('listTerminalTransactions', { terminal_id });
    const isFilled = isSuccess(answer) && answer.isReadable && !isEmptyList(answer.json);
    return isFilled ? (findMainList(answer.json)?.rows ?? []) : [];
  };
  const rows = await read(id);
  if (rows.filter(fits).length * 2 <= rows.length) return false;
  const other = makeUpId([id], 7);
  return other === undefined || (await read(other)).length === 0;
}

/** Returns the terminals by their number of rows, the most first. */
export function sortByRows(whole: ListRead, { terminals, terminalCell }: Terminals): string[] {
  if (terminalCell === undefined) return [...terminals];
  const counts = new Map<string, number>();
  for (const row of whole.rows) {
    const terminal = readName(row, terminalCell);
    if (terminal !== undefined) counts.set(terminal, (counts.get(terminal) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([id]) => id);
}
