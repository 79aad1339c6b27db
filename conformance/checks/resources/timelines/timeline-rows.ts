import { type Exchange, isSuccess } from '../../../http/client.ts';
import { type Cells, readCells, splitLink } from '../../../relations/rows/cells.ts';
import { readTransactions, type SurveyedTransactions } from '../../../relations/rows/transactions.ts';
import type { Principal } from '../../../relations/survey/principals.ts';
import type { Bindings } from '../../../slots/bindings.ts';
import type { ListRow } from '../../../slots/read-lists.ts';
import { coverKinds, listVariedTransactions } from './varied-transactions.ts';

/** A transaction whose timeline can be read. */
export interface TimelineRow {
  /** The id in the path of the timeline. */
  readonly id: string;
  readonly cells: Cells;
  /** The row as the bindings find it; absent if the list was found by experiments. */
  readonly bound?: ListRow;
  readonly exchange?: Exchange;
}

/** The transactions of a key whose timelines can be read. */
export interface TimelineRows {
  readonly reader: Principal;
  readonly rows: readonly TimelineRow[];
  /** Rows of many kinds, in the order in which the checks read their timelines. */
  readonly varied: readonly TimelineRow[];
}

/** The reason of a check that needs timelines where rows have no ids that open them. */
export const NO_IDS =
  'no value of the rows opens a timeline as the id of its transaction; set bindings.transactions.id in the config';

const MOST_READERS = 4;

/** Returns the transactions of the first key that lists some with ids of timelines: at bound places, or found by trying. */
export async function findTimelineRows(
  readers: readonly Principal[],
  bindings: Bindings,
): Promise<TimelineRows | undefined> {
  const isBound = bindings.find('transactions.id') !== undefined;
  // a value that several rows share is not the id of one of them
  const haveIds = (rows: readonly ListRow[]) =>
    rows.length > 0 && new Set(rows.map(({ id }) => id)).size === rows.length;
  const bound = isBound ? readers.find(({ sees }) => haveIds(sees.transactions)) : undefined;
  if (bound !== undefined) {
    const toRow = (row: ListRow): TimelineRow => ({ id: row.id, cells: readCells(row.value), bound: row });
    const rows = bound.sees.transactions.map(toRow);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const varied = listVariedTransactions(bound.sees.transactions, bindings).flatMap(({ id }) => byId.get(id) ?? []);
    return { reader: bound, rows, varied };
  }
  let tried = 0;
  for (const reader of readers) {
    const list = tried < MOST_READERS ? await readTransactions(reader) : undefined;
    if (list === undefined || list.rows.length === 0) continue;
    tried += 1;
    const found = await openTimelines(reader, list);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the rows with the part of their names that opens a timeline. */
async function openTimelines(reader: Principal, { rows }: SurveyedTransactions): Promise<TimelineRows | undefined> {
  const [first] = rows;
  if (first === undefined) return undefined;
  const segments = splitLink(first.id);
  const parts = segments.length === 0 ? [undefined] : [segments.length - 2, segments.length - 1];
  for (const part of parts) {
    const toId = (name: string): string => (part === undefined ? name : (splitLink(name)[part] ?? name));
    if (new Set(rows.map(({ id }) => toId(id))).size < rows.length) continue;
    if (!isSuccess(await reader.get('getTransactionTimeline', { transaction_id: toId(first.id) }))) continue;
    const found = rows.map(({ id, row, exchange }): TimelineRow => ({ id: toId(id), cells: row, exchange }));
    const byId = new Map(found.map((row) => [row.id, row]));
    const varied = coverKinds(new Map(found.map(({ id, cells }) => [id, [cells]]))).flatMap((id) => byId.get(id) ?? []);
    return { reader, rows: found, varied: [...new Set([...varied, ...found])].slice(0, MOST_VARIED) };
  }
  return undefined;
}

const MOST_VARIED = 12;
