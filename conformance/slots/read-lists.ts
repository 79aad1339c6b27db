import { appendAll } from '../../base/large-lists.ts';
import { type Caller, type Exchange, isSuccess, type Parameters } from '../http/client.ts';
import { formatRows } from '../reading/names/row-texts.ts';
import { findNextLink, getParametersAfter, mayHaveMorePages, type Paging } from '../reading/paging.ts';
import {
  findEntries,
  findTexts,
  findValue,
  getParentPointer,
  type PointerEntry,
  type ValuePointer,
} from '../reading/pointers.ts';
import { toCents } from '../reading/values/value-relations.ts';
import { Concluded, inconclusive, untestable } from '../reading/verdicts/verdict.ts';
import type { Bindings } from './bindings.ts';
import { LIST_SLOTS, type ListOperationId } from './slots.ts';

/** A row of a list, with the values that the bindings find in it. */
export interface ListRow {
  /** The id of the row; if no binding names it, the text of the whole row, for comparisons. */
  readonly id: string;
  /** The terminals of the row. Ends the check as untestable without a binding for them. */
  readonly terminals: readonly string[];
  readonly value: unknown;
}

/** The rows of one response. */
export interface Table {
  readonly exchange: Exchange;
  readonly rows: readonly ListRow[];
}

/** Returns the rows of a successful response; `undefined` for other responses and for rows missing at the bound place. */
export function readTable(exchange: Exchange, bindings: Bindings, operation: ListOperationId): Table | undefined {
  const slots = LIST_SLOTS[operation];
  const pointer = bindings.need(slots.rows);
  if (!isSuccess(exchange) || !hasRows(exchange.json, pointer)) return undefined;
  const idAt = bindings.find(slots.id);
  const { terminal } = slots;
  const rows: ListRow[] = [];
  const entries = findEntries(exchange.json, pointer);
  for (const { value, key } of entries) {
    const named = idAt === undefined ? undefined : findTexts(value, idAt, key)[0];
    if (named === undefined && isOfOtherKind(value, entries)) continue;
    const id = idAt === undefined ? JSON.stringify(value) : named;
    if (id === undefined) return undefined;
    let terminals: readonly string[] | undefined;
    rows.push({
      id,
      value,
      get terminals() {
        terminals ??= terminal === undefined ? [] : findTexts(value, bindings.need(terminal), key);
        return terminals;
      },
    });
  }
  return { exchange, rows };
}

/** Whether an element has no member in common with the others, which are alike: a list of rows may have an element for the totals. */
function isOfOtherKind(value: unknown, entries: readonly PointerEntry[]): boolean {
  if (!isRecord(value) || entries.some((one) => one.value !== value && isAlike(value, one.value))) return false;
  const [first, ...others] = entries.flatMap((one) => (one.value === value ? [] : [one.value]));
  // of two elements, the first one is the row
  return others.length === 0
    ? isRecord(first) && first === entries[0]?.value
    : others.some((one) => isAlike(first, one));
}

const isAlike = (one: unknown, other: unknown): boolean =>
  isRecord(one) && isRecord(other) && Object.keys(one).some((name) => name in other);

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether there are rows, or the response is an object that omits its empty list. */
function hasRows(json: unknown, pointer: ValuePointer): boolean {
  const holder = findValue(json, getParentPointer(pointer));
  if (typeof holder === 'object' && holder !== null) return true;
  return holder === undefined && typeof json === 'object' && json !== null && Object.keys(json).length > 0;
}

/** The caller that reads lists, and the bindings that find the rows in its responses. */
export interface ReadContext<Reader extends Caller = Caller> {
  readonly reader: Reader;
  readonly bindings: Bindings;
}

/** Returns the rows of a response that the check depends on. Ends the check as untestable if there are none to read. */
export function requireTable(exchange: Exchange, bindings: Bindings, operation: ListOperationId): Table {
  const table = readTable(exchange, bindings, operation);
  if (table !== undefined) return table;
  const { caller } = exchange.request;
  throw new Concluded(untestable(`${operation} returned no readable rows to ${caller} (${exchange.status})`, exchange));
}

/** Reads a list that the check depends on. Ends the check as untestable if it cannot be read. */
export const readControl = async (
  { reader, bindings }: ReadContext,
  operation: ListOperationId,
  parameters: Parameters = {},
): Promise<Table> => requireTable(await reader.get(operation, parameters), bindings, operation);

/** The rows of all pages that were followed. */
export interface WholeTable extends Table {
  readonly isComplete: boolean;
}

const MOST_PAGES = 12;

/** Where a walk over the pages of a list begins and ends. */
interface PageWalk {
  readonly first: Table;
  /** A number of rows that the target has returned in one page. */
  readonly granted: number;
  readonly mostPages?: number;
  /** Whether the rows read so far suffice, so that no further page is read. */
  readonly isEnough?: (rows: readonly ListRow[]) => boolean;
}

/**
 * Returns the paging style of a list: that of its binding, or the link to the next page in the `Link` header of a page (RFC 8288).
 * A list that had one page during inference may have more after a write.
 */
export const findPaging = (bindings: Bindings, operation: ListOperationId, page: Exchange): Paging | undefined =>
  bindings.find(LIST_SLOTS[operation].nextPage) ?? (findNextLink(page) === undefined ? undefined : { style: 'link' });

/**
 * Follows the pages after `first`, if a binding names the next page. Without one, a response counts as complete
 * if it has fewer rows than `granted`.
 */
export async function readAllPages(
  { reader, bindings }: ReadContext,
  operation: ListOperationId,
  { first, granted, mostPages = MOST_PAGES, isEnough = () => false }: PageWalk,
): Promise<WholeTable> {
  const paging = findPaging(bindings, operation, first.exchange);
  if (paging === undefined || paging.style === 'none') {
    const isComplete = first.rows.length < granted && !mayHaveMorePages(first.exchange, first.rows.length);
    return { ...first, isComplete };
  }
  const rows = [...first.rows];
  let page = first;
  for (let pages = 1; pages < mostPages; pages += 1) {
    const parameters = getParametersAfter(page, first, paging);
    if (parameters === undefined) return { exchange: first.exchange, rows, isComplete: true };
    if (isEnough(rows)) break;
    const exchange = await reader.get(operation, parameters);
    const next = readTable(exchange, bindings, operation);
    if (next === undefined) break;
    appendAll(rows, next.rows);
    page = next;
  }
  return { exchange: first.exchange, rows, isComplete: getParametersAfter(page, first, paging) === undefined };
}

/** Returns the parameters for the largest page of transactions that the bindings allow. */
export function getWidestParameters(bindings: Bindings): Parameters {
  const limit = bindings.find('transactions.widest_limit');
  return limit === undefined ? {} : { limit };
}

const TRIES_WHEN_MOVING = 4;

/**
 * Reads a table, runs the follow-up, and reads the table again. Only results between two equal reads are
 * comparable; if the data change, everything is retried, and finally the check is inconclusive.
 */
export async function readUnchanged<Before extends Table, Found>(
  read: () => Promise<Before>,
  followUp: (before: Before) => Promise<Found>,
): Promise<{ readonly before: Before; readonly found: Found }> {
  let before = await read();
  for (let tried = 1; ; tried += 1) {
    const found = await followUp(before);
    const after = await read();
    if (fingerprintRows(before) === fingerprintRows(after)) return { before, found };
    if (tried === TRIES_WHEN_MOVING) {
      throw new Concluded(
        inconclusive('the rows changed between two identical reads', before.exchange, after.exchange),
      );
    }
    before = after;
  }
}

/** A key of the rows in any order: a changed order is a separate finding, not a change of data. */
export const fingerprintRows = ({ rows }: Table): string =>
  formatRows(rows.map(({ value }) => value))
    .sort()
    .join('\n');

/** Returns the ids of the rows, in order. */
export const listIds = ({ rows }: Pick<Table, 'rows'>): string[] => rows.map(({ id }) => id);

const LONGEST_NAME = 300;
const MOST_NAMES = 25;
const MOST_CHARACTERS = 1200;

/** Formats a list of ids: all, or the first ones and the number of others if they are many or long. */
export function formatNames(names: Iterable<string>): string {
  const all = [...new Set(names)].map((name) =>
    name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name,
  );
  let characters = 0;
  const first = all.slice(0, MOST_NAMES).filter((name, place) => {
    characters += name.length;
    return place === 0 || characters <= MOST_CHARACTERS;
  });
  const rest = all.length - first.length;
  return first.join(', ') + (rest === 0 ? '' : ` and ${rest} more`);
}

/** The documented sort: highest completed amount first. */
export const BY_AMOUNT = { sort_by: 'amt_comp', sort_dir: 'desc' } as const;

/** Returns the completed amounts of transaction rows in hundredths, in order; NaN for anything that is not an amount. */
export function readCompletedAmounts({ rows }: Pick<Table, 'rows'>, bindings: Bindings): number[] {
  const pointer = bindings.need('transactions.amount_completed');
  const form = bindings.find('money.form');
  return rows.map(({ value }) => toCents(findValue(value, pointer), form) ?? Number.NaN);
}

/** Returns the terminal with the fewest rows, if rows of enough terminals are known. */
export function findRarestTerminal(rows: readonly ListRow[], atLeast: number, ofTerminals = 2): string | undefined {
  const counts = new Map<string, number>();
  for (const terminal of rows.flatMap(({ terminals }) => terminals))
    counts.set(terminal, (counts.get(terminal) ?? 0) + 1);
  if (counts.size < ofTerminals) return undefined;
  return [...counts].filter(([, count]) => count >= atLeast).sort(([, a], [, b]) => a - b)[0]?.[0];
}

/** `1 row`, `2 rows`. */
export const formatRowCount = (count: number): string => `${count} row${count === 1 ? '' : 's'}`;
