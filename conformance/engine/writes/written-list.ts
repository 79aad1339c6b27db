import { type Caller, type Exchange, isSuccess } from '../../http/client.ts';
import { isDistinctive, listPlacedTexts, type PlacedText } from '../../reading/served.ts';
import { findMainList, splitLink } from '../../relations/rows/cells.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { getWidestParameters, readAllPages, readTable } from '../../slots/read-lists.ts';
import { LIST_SLOTS } from '../../slots/slots.ts';
import type { Write } from './accepted-write.ts';

/** The list to which a write adds, as one key sees it. */
export interface WrittenList {
  readonly exchange: Exchange;
  readonly rows: readonly WrittenRow[];
  /** Whether all pages were read. */
  readonly isComplete: boolean;
}

export interface WrittenRow {
  /** The row as JSON. */
  readonly text: string;
  readonly values: readonly PlacedText[];
}

export const LIST_OF = { createDispute: 'listDisputes', deriveSettlements: 'listSettlements' } as const;

/** Reads the list to which a write adds, anew: all pages if the bindings name its rows. `undefined` if the key may not read it. */
export async function readWrittenList(
  caller: Caller,
  write: Write,
  bindings: Bindings,
): Promise<WrittenList | undefined> {
  const list = LIST_OF[write];
  const exchange = await caller.get(list, {}, { isFresh: true });
  if (!isSuccess(exchange) || exchange.json === undefined) return undefined;
  const first = bindings.find(LIST_SLOTS[list].rows) === undefined ? undefined : readTable(exchange, bindings, list);
  if (first === undefined) return { exchange, rows: findRows(exchange.json), isComplete: false };
  const granted = Number(getWidestParameters(bindings).limit ?? 50);
  const whole = await readAllPages({ reader: caller, bindings }, list, { first, granted });
  return { exchange, rows: whole.rows.map(({ value }) => toWrittenRow(value)), isComplete: whole.isComplete };
}

const toWrittenRow = (value: unknown): WrittenRow => ({
  text: JSON.stringify(value),
  values: addLinkParts(listPlacedTexts(value)),
});

/** Adds the decoded parts of links: a row may name its transaction by the link to it. */
const addLinkParts = (values: readonly PlacedText[]): PlacedText[] =>
  values.flatMap((one) => [
    one,
    ...splitLink(one.text).flatMap((text, at) => (text === '' ? [] : [{ place: `${one.place}#${at}`, text }])),
  ]);

/** Returns the rows of the largest list of a body in any form: objects, tables, arrays by column, objects by id. */
const findRows = (json: unknown): WrittenRow[] =>
  (findMainList(json)?.rows ?? []).map((row) => ({
    text: JSON.stringify([...row]),
    values: addLinkParts(
      [...row].flatMap(([place, cell]) =>
        typeof cell === 'string' || typeof cell === 'number' ? [{ place, text: String(cell) }] : [],
      ),
    ),
  }));

/** Returns the place in the rows where each of them has the id of a known transaction; `undefined` if there is none. */
export function findTransactionPlace({ rows }: WrittenList, transactions: ReadonlySet<string>): string | undefined {
  const counts = new Map<string, number>();
  for (const { values } of rows)
    for (const place of new Set(values.flatMap((one) => (transactions.has(one.text) ? [one.place] : []))))
      counts.set(place, (counts.get(place) ?? 0) + 1);
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a);
  return best === undefined || best[1] < Math.min(2, rows.length) ? undefined : best[0];
}

/** Returns the rows about a transaction. Without a known place, only an id that is not found by chance counts. */
export const findRowsAbout = (
  { rows }: WrittenList,
  transaction: string,
  place: string | undefined,
): readonly WrittenRow[] =>
  rows.filter(({ values }) =>
    values.some((one) =>
      isDistinctive(transaction)
        ? one.text === transaction || one.text.split(/[/?#=&]/).includes(encodeURIComponent(transaction.toWellFormed()))
        : one.place === place && one.text === transaction,
    ),
  );

/** Returns the rows of a later list that an earlier one does not have. */
export const listNewRows = (before: WrittenList, after: WrittenList): readonly WrittenRow[] => {
  const known = new Set(before.rows.map(({ text }) => text));
  return after.rows.filter(({ text }) => !known.has(text));
};
