import type { Bindings } from './bindings.ts';
import { type Caller, type Exchange, isSuccess, type Parameters } from './client.ts';
import { parametersAfter } from './paging.ts';
import { heldAt, holderOf, type Pointer, textsAt, valueAt } from './pointers.ts';
import { centsOf } from './relations.ts';
import { LIST_SLOTS, type ListOperationId } from './slots.ts';
import { Concluded, fail, inconclusive, untestable } from './verdict.ts';

/** A row of a list, with what the bindings say of it. */
export interface Row {
  /** The id of the thing; where rows have none that is known, the text of the whole row, by which rows can be compared. */
  readonly id: string;
  /** The terminals that the row is of. Ends the check as untestable when it is not known where rows say that. */
  readonly terminals: readonly string[];
  readonly value: unknown;
}

/** The rows of one answer. */
export interface Table {
  readonly exchange: Exchange;
  readonly rows: readonly Row[];
}

/** The rows of a successful answer; `undefined` when it is no success, or has no rows where the bindings say. */
export function tableOf(exchange: Exchange, bindings: Bindings, operation: ListOperationId): Table | undefined {
  const slots = LIST_SLOTS[operation];
  const pointer = bindings.need(slots.rows);
  if (!isSuccess(exchange) || !holdsRows(exchange.json, pointer)) return undefined;
  const idAt = bindings.find(slots.id);
  const { terminal } = slots;
  const rows: Row[] = [];
  for (const { value, key } of heldAt(exchange.json, pointer)) {
    const id = idAt === undefined ? JSON.stringify(value) : textsAt(value, idAt, key)[0];
    if (id === undefined) return undefined;
    rows.push({
      id,
      value,
      get terminals() {
        return terminal === undefined ? [] : textsAt(value, bindings.need(terminal), key);
      },
    });
  }
  return { exchange, rows };
}

/** Whether there are rows, or the answer is an object that leaves out what it has none of. */
function holdsRows(json: unknown, pointer: Pointer): boolean {
  const holder = valueAt(json, holderOf(pointer));
  if (typeof holder === 'object' && holder !== null) return true;
  return holder === undefined && typeof json === 'object' && json !== null && Object.keys(json).length > 0;
}

/** Reads a list that must be readable before anything can be said. Ends the check as untestable when it is not. */
export async function control(
  caller: Caller,
  bindings: Bindings,
  operation: ListOperationId,
  parameters: Parameters = {},
): Promise<Table> {
  const exchange = await caller.get(operation, parameters);
  const table = tableOf(exchange, bindings, operation);
  if (table !== undefined) return table;
  throw new Concluded(untestable(`${operation} gave ${caller.name} no rows to look at (${exchange.status})`, exchange));
}

/** Reads a list with a parameter that the document states. Ends the check as failed when it is refused. */
export async function probe(
  caller: Caller,
  bindings: Bindings,
  operation: ListOperationId,
  parameters: Parameters,
): Promise<Table> {
  const exchange = await caller.get(operation, parameters);
  const table = tableOf(exchange, bindings, operation);
  if (table !== undefined) return table;
  throw new Concluded(
    fail({ expected: 'a success with rows: the document states these parameters', actual: exchange }),
  );
}

/** The rows of all pages of an answer, as far as they were followed. */
export interface WholeTable extends Table {
  readonly isComplete: boolean;
}

const MOST_PAGES = 12;

/**
 * Follows the pages after `first`, if the bindings say how. Without a way to the next page, an answer counts as complete
 * when it is shorter than `granted`, a number of rows that the target was seen to give at once.
 */
export async function throughAllPages(
  caller: Caller,
  bindings: Bindings,
  operation: ListOperationId,
  first: Table,
  granted: number,
  mostPages = MOST_PAGES,
): Promise<WholeTable> {
  const paging = bindings.find(LIST_SLOTS[operation].nextPage) ?? { style: 'none' };
  if (paging.style === 'none') return { ...first, isComplete: first.rows.length < granted };
  const rows = [...first.rows];
  let page = first;
  for (let pages = 1; pages < mostPages; pages += 1) {
    const parameters = parametersAfter(page, first, paging);
    if (parameters === undefined) return { exchange: first.exchange, rows, isComplete: true };
    const exchange = await caller.get(operation, parameters);
    const next = tableOf(exchange, bindings, operation);
    if (next === undefined) break;
    rows.push(...next.rows);
    page = next;
  }
  return { exchange: first.exchange, rows, isComplete: parametersAfter(page, first, paging) === undefined };
}

/** The parameters of the widest reading of transactions that the bindings know to be granted. */
export function widest(bindings: Bindings): Parameters {
  const limit = bindings.find('transactions.widest_limit');
  return limit === undefined ? {} : { limit };
}

const TRIES_WHEN_MOVING = 4;

/**
 * Reads a table, does the follow-up, and reads the table again. Only what was found between two equal readings can be
 * compared; on data that move, the whole is tried again, and in the end the check is inconclusive.
 */
export async function bracketed<Before extends Table, Found>(
  read: () => Promise<Before>,
  followUp: (before: Before) => Promise<Found>,
): Promise<{ readonly before: Before; readonly found: Found }> {
  let before = await read();
  for (let tried = 1; ; tried += 1) {
    const found = await followUp(before);
    const after = await read();
    if (fingerprint(before) === fingerprint(after)) return { before, found };
    if (tried === TRIES_WHEN_MOVING) {
      throw new Concluded(
        inconclusive('the rows kept moving between two equal reads', before.exchange, after.exchange),
      );
    }
    before = after;
  }
}

/** The same for the same rows in any order: an order that changes is a finding of its own, not a movement. */
export const fingerprint = ({ rows }: Table): string =>
  rows
    .map(({ value }) => JSON.stringify(value))
    .sort()
    .join('\n');

/** The ids of the rows, in their order. */
export const idsOf = ({ rows }: Pick<Table, 'rows'>): string[] => rows.map(({ id }) => id);

/** The rows that are of one of these terminals. */
export const rowsOf = ({ rows }: Pick<Table, 'rows'>, terminals: ReadonlySet<string>): readonly Row[] =>
  rows.filter((row) => row.terminals.some((terminal) => terminals.has(terminal)));

const LONGEST_NAME = 300;

/** Some ids in words: the first three, and how many more. */
export function few(names: Iterable<string>): string {
  const all = [...new Set(names)].map((name) =>
    name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name,
  );
  return all.length <= 3 ? all.join(', ') : `${all.slice(0, 3).join(', ')} and ${all.length - 3} more`;
}

/** The one sort that the document states: the greatest completed amount first. */
export const BY_AMOUNT = { sort_by: 'amt_comp', sort_dir: 'desc' } as const;

/** The completed amounts of transaction rows in hundredths, in their order; NaN for what is no amount. */
export function completedAmounts({ rows }: Pick<Table, 'rows'>, bindings: Bindings): number[] {
  const pointer = bindings.need('transactions.amount_completed');
  const form = bindings.find('money.form');
  return rows.map(({ value }) => centsOf(valueAt(value, pointer), form) ?? Number.NaN);
}

/** The terminal with the fewest rows, but at least so many; only where rows of so many terminals are at hand. */
export function rarestTerminal(rows: readonly Row[], atLeast: number, ofTerminals = 2): string | undefined {
  const counts = new Map<string, number>();
  for (const terminal of rows.flatMap(({ terminals }) => terminals))
    counts.set(terminal, (counts.get(terminal) ?? 0) + 1);
  if (counts.size < ofTerminals) return undefined;
  return [...counts].filter(([, count]) => count >= atLeast).sort(([, a], [, b]) => a - b)[0]?.[0];
}

/** `1 row`, `2 rows`. */
export const rowsInWords = (count: number): string => `${count} row${count === 1 ? '' : 's'}`;
