import type { Bindings } from '../../bindings/bindings.ts';
import { LIST_SLOTS } from '../../bindings/slots.ts';
import { type Caller, type Exchange, isSuccess } from '../../http/client.ts';
import { isDistinctive, listPlacedTexts, type PlacedText } from '../../oracles/served.ts';
import type { Write } from '../accepted-write.ts';
import { getWidestParameters, readAllPages, readTable } from '../survey/reading.ts';

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
  if (first === undefined) return { exchange, rows: findRows(exchange.json).map(toWrittenRow), isComplete: false };
  const granted = Number(getWidestParameters(bindings).limit ?? 50);
  const whole = await readAllPages({ reader: caller, bindings }, list, { first, granted });
  return { exchange, rows: whole.rows.map(({ value }) => toWrittenRow(value)), isComplete: whole.isComplete };
}

const toWrittenRow = (value: unknown): WrittenRow => ({
  text: JSON.stringify(value),
  values: listPlacedTexts(value),
});

const DEEPEST = 6;

/** Returns the objects of the outermost array, or of the outermost object with ids as names. */
function findRows(json: unknown, depth = 0): readonly unknown[] {
  if (typeof json !== 'object' || json === null || depth > DEEPEST) return [];
  const members = Object.entries(json);
  const areObjects =
    members.length > 0 && members.every(([, one]) => typeof one === 'object' && one !== null && !Array.isArray(one));
  if (areObjects && (Array.isArray(json) || members.every(([name]) => /\d/.test(name))))
    return members.map(([, one]) => one);
  const below = members.map(([, one]) => findRows(one, depth + 1));
  return below.reduce((most, one) => (JSON.stringify(one).length > JSON.stringify(most).length ? one : most), []);
}

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
