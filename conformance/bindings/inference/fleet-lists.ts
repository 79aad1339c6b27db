import type { ValuePointer } from '../../oracles/pointers.ts';
import type { BindingEvidence } from '../bindings.ts';
import type { SlotOfKind } from '../slots.ts';
import { bindColumn, bindList, findColumnsAmong } from './bind-columns.ts';
import { type Column, holdsInstants, holdsScalars, isInEverySample, isOutsideLists, listTexts } from './columns.ts';
import {
  collectRowColumns,
  createEvidence,
  type InferenceState,
  listDistinctRows,
  readWithAllKeys,
} from './inference-state.ts';
import { listBoundIds, readTerminalIds } from './known-ids.ts';
import { bindId, bindRows, findLargest } from './lists.ts';

/** Binds the ids, terminals and parents of locations, groups and connectors. */
export async function bindLocationsGroupsConnectors(state: InferenceState): Promise<void> {
  const [caller] = state.callers;
  const terminals = new Set(await readTerminalIds(state));
  const locations = await bindList(state, 'listLocations', 'location');
  bindTerminals(state, locations, terminals, 'locations.terminal');
  const groups = await bindList(state, 'listTerminalGroups', 'group');
  bindTerminals(state, groups, terminals, 'terminal_groups.terminals');
  const groupIds = new Set(listBoundIds(state, groups, 'terminal_groups.id'));
  const ofGroups = findColumnsAmong(
    groups.filter(({ pointer }) => pointer !== state.getValue('terminal_groups.id')),
    groupIds,
    'its values are known group ids',
  );
  bindColumn(
    state,
    groups,
    'terminal_groups.parent',
    {
      names: [['parent', 'group'], ['parent']],
      fits: (column) => ofGroups.has(column.pointer),
      isDiscriminating: true,
    },
    ofGroups,
  );
  const inLocations = findColumnsAmong(locations, groupIds, 'its values are known group ids');
  bindColumn(
    state,
    locations,
    'locations.group',
    { names: [['group', 'id'], ['group']], fits: (column) => inLocations.has(column.pointer), isInsideList: true },
    inLocations,
  );

  const answers = await readWithAllKeys(state, 'listConnectors');
  bindRows(state, 'listConnectors', answers);
  const connectors = collectRowColumns(
    state,
    'listConnectors',
    listDistinctRows(state, 'listConnectors', findLargest(answers)),
  );
  const evidenceByPointer = new Map<ValuePointer, readonly BindingEvidence[]>();
  for (const column of connectors
    .filter((one) => holdsScalars(one) && isInEverySample(one) && isOutsideLists(one) && !holdsInstants(one))
    .slice(0, 6)) {
    const [value] = listTexts(column);
    if (caller === undefined || value === undefined) continue;
    if ((await state.read(caller, 'getConnectorStatus', { connector_id: value })) !== undefined)
      evidenceByPointer.set(column.pointer, [
        createEvidence('experiment', 'one of its values opens the status of a connector'),
      ]);
  }
  bindId(state, 'listConnectors', 'connector', connectors, evidenceByPointer);
}

/** Binds the terminals of a row: known terminal ids in one member or in a list. */
function bindTerminals(
  state: InferenceState,
  columns: readonly Column[],
  known: ReadonlySet<string>,
  slot: SlotOfKind<'pointer'>,
): void {
  const evidenceByPointer = findColumnsAmong(columns, known, 'its values are known terminal ids');
  bindColumn(
    state,
    columns,
    slot,
    {
      names: [['terminal', 'id'], ['terminal']],
      fits: (column) => evidenceByPointer.has(column.pointer),
      isInsideList: true,
    },
    evidenceByPointer,
  );
}
