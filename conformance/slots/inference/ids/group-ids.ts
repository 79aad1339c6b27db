import type { Caller } from '../../../http/client.ts';
import { findEntries, findTexts } from '../../../reading/pointers.ts';
import { intersects, isSubset } from '../../../reading/values/set-relations.ts';
import { containsInstants, containsScalars, isOutsideLists, listTexts } from '../columns/columns.ts';
import {
  collectRowColumns,
  createEvidence,
  type InferenceState,
  listDistinctRows,
} from '../columns/inference-state.ts';

const GROUPS = 'listTerminalGroups';
const MOST_COLUMNS = 4;
const MOST_TRIES = 3;
const FEWEST_GROUPS = 2;

/**
 * Binds the id of a terminal group if no name shows it: a column with another value in each row, whose values keep just the transactions
 * of the terminals in their row if they are sent as `group_id`. Two groups must do so.
 */
export async function bindGroupIds(state: InferenceState): Promise<void> {
  const [rows, terminals] = [state.getValue('terminal_groups.rows'), state.getValue('terminal_groups.terminals')];
  const [caller] = state.callers;
  const known = state.getValue('terminal_groups.id') !== undefined;
  if (known || rows === undefined || terminals === undefined || caller === undefined) return;
  const list = await state.read(caller, GROUPS);
  if (list === undefined) return;
  const all = new Set(await readTerminals(state, caller));
  const values = listDistinctRows(state, GROUPS, [list]);
  const columns = collectRowColumns(state, GROUPS, values).filter(
    (column) =>
      containsScalars(column) &&
      isOutsideLists(column) &&
      !containsInstants(column) &&
      new Set(listTexts(column)).size === values.length,
  );
  for (const { pointer } of columns.slice(0, MOST_COLUMNS)) {
    const groups = findEntries(list.json, rows).map(({ value, key }) => ({
      id: findTexts(value, pointer, key)[0] ?? '',
      members: new Set(findTexts(value, terminals, key)),
    }));
    // a group with all terminals shows nothing, and one without transactions has no rows
    const partial = groups.filter(({ members }) => intersects(all, members) && !isSubset(all, members));
    const kept: string[] = [];
    for (const { id, members } of partial.slice(0, MOST_TRIES)) {
      const found = await readTerminals(state, caller, id);
      if (found.length > 0 && found.every((one) => members.has(one))) kept.push(id);
      else if (found.length > 0) break;
    }
    if (kept.length < FEWEST_GROUPS) continue;
    state.bind('terminal_groups.id', {
      value: pointer,
      confidence: 'certain',
      evidence: [createEvidence('experiment', KEPT)],
    });
    return;
  }
}

const KEPT = 'as `group_id`, its values keep just the transactions of the terminals of their group';

/** Returns the terminals of the rows in the list of transactions, of all or of one group. */
async function readTerminals(state: InferenceState, caller: Caller, group_id?: string): Promise<readonly string[]> {
  const [rows, terminal] = [state.getValue('transactions.rows'), state.getValue('transactions.terminal')];
  if (rows === undefined || terminal === undefined) return [];
  const parameters = group_id === undefined ? {} : { group_id };
  const list = await state.read(caller, 'listTransactions', parameters);
  return list === undefined
    ? []
    : findEntries(list.json, rows).flatMap(({ value, key }) => findTexts(value, terminal, key));
}
