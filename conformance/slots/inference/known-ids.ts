import { findEntries, findTexts } from '../../reading/pointers.ts';
import { LIST_SLOTS, type ListOperationId, type SlotOfKind } from '../slots.ts';
import { type Column, listTexts } from './columns/columns.ts';
import { type InferenceState, listDistinctRows, readWithAllKeys } from './columns/inference-state.ts';

export async function readTransactionIds(state: InferenceState): Promise<Set<string>> {
  const id = state.getValue('transactions.id');
  const wide = state.getValue('transactions.widest_limit');
  const answers = await readWithAllKeys(state, 'listTransactions', wide === undefined ? {} : { limit: wide });
  return new Set(
    id === undefined ? [] : listDistinctRows(state, 'listTransactions', answers).flatMap((row) => findTexts(row, id)),
  );
}

/**
 * Returns all terminal ids in the transactions of all keys. If the place of the terminals is unknown, returns those that were
 * found by trying values: the rows may name terminals by labels, or there may be no transactions.
 */
export async function readTerminalIds(state: InferenceState): Promise<readonly string[]> {
  const terminal = state.getValue('transactions.terminal');
  const wide = state.getValue('transactions.widest_limit');
  if (terminal === undefined) return state.foundIds.get('terminal') ?? [];
  const answers = await readWithAllKeys(state, 'listTransactions', wide === undefined ? {} : { limit: wide });
  return [...new Set(listDistinctRows(state, 'listTransactions', answers).flatMap((row) => findTexts(row, terminal)))];
}

/** Returns the strings in the column that a slot is bound to. */
export const listBoundIds = (
  state: InferenceState,
  columns: readonly Column[],
  slot: SlotOfKind<'pointer'>,
): string[] => {
  const pointer = state.getValue(slot);
  return columns.filter((column) => column.pointer === pointer).flatMap(listTexts);
};

/** Returns the ids of all rows of a list that any key can read. */
export async function readListIds(state: InferenceState, operation: ListOperationId): Promise<Set<string>> {
  const { rows, id } = LIST_SLOTS[operation];
  const [at, idAt] = [state.getValue(rows), state.getValue(id)];
  if (at === undefined || idAt === undefined) return new Set();
  const answers = await readWithAllKeys(state, operation);
  return new Set(
    answers.flatMap(({ json }) => findEntries(json, at).flatMap(({ value, key }) => findTexts(value, idAt, key))),
  );
}
