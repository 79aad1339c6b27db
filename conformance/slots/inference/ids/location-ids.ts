import { findTexts, findValues } from '../../../reading/pointers.ts';
import { listJsonScalars, listScalars } from '../../../reading/refusal.ts';
import type { InferenceState } from '../columns/inference-state.ts';
import type { FoundIds } from './find-ids.ts';
import type { IdColumn } from './leaves.ts';

const MOST_ROWS = 3;
const SHORTEST_NAME = 4;

/**
 * Leaves out the columns of the list of locations whose values open the locations of other terminals: numbers of locations, or counts, may
 * be equal to short ids of terminals. The location of a terminal repeats a text that only its row has.
 */
export async function confirmLocationIds(
  state: InferenceState,
  found: FoundIds | undefined,
): Promise<FoundIds | undefined> {
  if (found === undefined) return undefined;
  const columns: IdColumn[] = [];
  for (const column of found.columns)
    if (column.operation !== 'listLocations' || (await showsRows(state, column))) columns.push(column);
  return { ...found, columns };
}

async function showsRows(state: InferenceState, { pointer }: IdColumn): Promise<boolean> {
  const [caller] = state.callers;
  const list = caller && (await state.read(caller, 'listLocations'));
  const at = pointer.indexOf('/*') + '/*'.length;
  if (caller === undefined || list === undefined || at < '/*'.length) return true;
  const rows = findValues(list.json, pointer.slice(0, at));
  for (const row of rows.slice(0, MOST_ROWS)) {
    const [id] = findTexts(row, pointer.slice(at));
    const others = new Set(rows.flatMap((one) => (one === row ? [] : listJsonScalars(one))));
    const names = listJsonScalars(row).filter((one) => one.length >= SHORTEST_NAME && one !== id && !others.has(one));
    const location = id === undefined ? undefined : await state.read(caller, 'getLocation', { terminal_id: id });
    if (location === undefined || names.length === 0) continue;
    const shown = new Set(listScalars(location));
    if (!names.some((name) => shown.has(name))) return false;
  }
  return true;
}
