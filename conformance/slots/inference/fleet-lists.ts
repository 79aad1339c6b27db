import type { ValuePointer } from '../../reading/pointers.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { express, scoreLikeness } from '../../reading/words/synonyms.ts';
import type { BindingEvidence } from '../bindings.ts';
import type { SlotOfKind } from '../slots.ts';
import { bindColumn, bindList, findColumnsAmong } from './bind-columns.ts';
import { haveSameValues } from './columns/choose-column.ts';
import {
  type Column,
  containsInstants,
  containsScalars,
  isInEverySample,
  isOutsideLists,
  listTexts,
} from './columns/columns.ts';
import {
  collectRowColumns,
  createEvidence,
  type InferenceState,
  listDistinctRows,
  readWithAllKeys,
} from './columns/inference-state.ts';
import { listBoundIds, readTerminalIds } from './known-ids.ts';
import { bindId, bindRows, findLargest } from './lists.ts';

/** Binds the ids, terminals and parents of locations, groups and connectors. */
export async function bindLocationsGroupsConnectors(state: InferenceState): Promise<void> {
  const [caller] = state.callers;
  const terminals = new Set(await readTerminalIds(state));
  const locations = await bindList(state, 'listLocations');
  bindTerminals(state, 'locations.terminal', { columns: locations, terminals });
  const groups = await bindList(state, 'listTerminalGroups');
  // the id of a group may be equal to that of a terminal
  const references = (columns: readonly Column[], id: SlotOfKind<'pointer'>) =>
    columns.filter(({ pointer }) => pointer !== state.getValue(id));
  bindTerminals(state, 'terminal_groups.terminals', { columns: references(groups, 'terminal_groups.id'), terminals });
  const groupIds = new Set(listBoundIds(state, groups, 'terminal_groups.id'));
  const ownId = groups.find(({ pointer }) => pointer === state.getValue('terminal_groups.id'));
  const ofGroups = findColumnsAmong(
    groups.filter((column) => column !== ownId && (ownId === undefined || !haveSameValues(column, ownId))),
    groupIds,
    'its values are known group ids',
  );
  bindColumn(state, 'terminal_groups.parent', {
    columns: groups,
    names: [['parent', 'group'], ['parent']],
    fits: (column) => ofGroups.has(column.pointer) && mayNameGroups(column, groupIds),
    isDiscriminating: true,
    evidenceByPointer: ofGroups,
  });
  const inLocations = findColumnsAmong(
    references(locations, 'locations.id'),
    groupIds,
    'its values are known group ids',
  );
  bindColumn(state, 'locations.group', {
    columns: locations,
    names: [['group', 'id'], ['group']],
    fits: (column) => inLocations.has(column.pointer) && mayNameGroups(column, groupIds),
    isInsideList: true,
    evidenceByPointer: inLocations,
  });

  const answers = await readWithAllKeys(state, 'listConnectors');
  bindRows(state, 'listConnectors', { answers });
  const connectors = collectRowColumns(
    state,
    'listConnectors',
    listDistinctRows(state, 'listConnectors', findLargest(answers)),
  );
  const evidenceByPointer = new Map<ValuePointer, readonly BindingEvidence[]>();
  const candidates = connectors.filter(
    (one) => containsScalars(one) && isInEverySample(one) && isOutsideLists(one) && !containsInstants(one),
  );
  const rate = ({ nameWords }: Column) =>
    Math.max(scoreLikeness(nameWords, ['connector', 'id']), scoreLikeness(nameWords, ['id']));
  for (const column of [...candidates].sort((a, b) => rate(b) - rate(a)).slice(0, 6)) {
    const [value] = listTexts(column);
    if (caller === undefined || value === undefined) continue;
    if ((await state.read(caller, 'getConnectorStatus', { connector_id: value })) !== undefined)
      evidenceByPointer.set(column.pointer, [
        createEvidence('experiment', 'one of its values opens the status of a connector'),
      ]);
    if (evidenceByPointer.size > 0) break;
  }
  bindId(state, 'listConnectors', { columns: connectors, evidenceByPointer });
}

/** Whether a column with ids of groups may name groups: numbers of other things are equal to short ids, so that these need a name. */
export const mayNameGroups = ({ nameWords }: Column, ids: ReadonlySet<string>): boolean =>
  [...ids].some(isUnmistakable) || express(nameWords, 'group') || express(nameWords, 'parent');

/** Whether a column of short numbers may count terminals: it has one for each row, and some rows have the same. */
function mayBeCount(column: Column): boolean {
  const texts = listTexts(column);
  return isOutsideLists(column) && !texts.some(isUnmistakable) && new Set(texts).size < texts.length;
}

/** Binds the terminals of a row: known terminal ids in one member or in a list. */
function bindTerminals(
  state: InferenceState,
  slot: SlotOfKind<'pointer'>,
  { columns, terminals }: { readonly columns: readonly Column[]; readonly terminals: ReadonlySet<string> },
): void {
  const evidenceByPointer = findColumnsAmong(
    columns.filter((column) => !mayBeCount(column)),
    terminals,
    'its values are known terminal ids',
  );
  bindColumn(state, slot, {
    columns,
    names: [['terminal', 'id'], ['terminal']],
    fits: (column) => evidenceByPointer.has(column.pointer),
    isInsideList: true,
    evidenceByPointer,
  });
}
