import type { Exchange } from '../../http/client.ts';
import type { ValuePointer } from '../../reading/pointers.ts';
import type { BindingEvidence } from '../bindings.ts';
import { bindColumn, bindDeclaredId, bindList, findColumnsAmong } from './bind-columns.ts';
import type { EvidenceByPointer } from './columns/choose-column.ts';
import { type Column, hasFewValues, isInMostSamples } from './columns/columns.ts';
import { createEvidence, type InferenceState } from './columns/inference-state.ts';
import { readTerminalIds } from './known-ids.ts';

/** Binds the rows of the lists of one terminal: transactions and commands. */
export async function bindTerminalLists(state: InferenceState): Promise<void> {
  const [caller] = state.callers;
  const terminals = await readTerminalIds(state);
  if (caller === undefined) return;
  for (const [operation, slot] of [
    ['listTerminalTransactions', 'terminal_transactions.terminal'],
    ['listTerminalCommands', 'commands.terminal'],
  ] as const) {
    const answers: Exchange[] = [];
    for (const terminal_id of terminals.slice(0, 8)) {
      const answer = await state.read(caller, operation, { terminal_id });
      if (answer !== undefined) answers.push(answer);
      if (answers.length > 3) break;
    }
    const sameAsAll: EvidenceByPointer = operation === 'listTerminalTransactions' ? findSameId(state) : new Map();
    const columns = await bindList(state, operation, { evidenceByPointer: sameAsAll, answers });
    const requestedIds = new Set(answers.map(({ parameters }) => String(parameters.terminal_id)));
    const evidenceByPointer = findTerminalColumns(state, columns, requestedIds);
    bindColumn(state, slot, {
      columns,
      names: [['terminal', 'id'], ['terminal']],
      fits: (column) => evidenceByPointer.has(column.pointer),
      evidenceByPointer,
    });
    bindDeclaredId(state, slot, { columns, thing: 'terminal' });
    if (operation === 'listTerminalCommands')
      bindColumn(state, 'commands.state', {
        columns,
        names: [['command', 'status'], ['status']],
        fits: (column) => hasFewValues(column) && isInMostSamples(column),
        isDiscriminating: false,
      });
  }
}

/** Returns evidence for columns with the terminal ids of the requests. */
function findTerminalColumns(
  state: InferenceState,
  columns: readonly Column[],
  requestedIds: ReadonlySet<string>,
): EvidenceByPointer {
  const same = state.getValue('transactions.terminal');
  const evidence = 'it equals the terminal id of the request';
  const evidenceByPointer: [ValuePointer, BindingEvidence[]][] = [
    ...findColumnsAmong(columns, requestedIds, evidence).keys(),
  ].map((pointer) => [
    pointer,
    [
      { source: 'shape', observation: evidence, assumedRules: ['terminals.transactions'] },
      ...(pointer === same ? [createEvidence('names', 'the list of all transactions has it at the same place')] : []),
    ],
  ]);
  return new Map(evidenceByPointer);
}

const findSameId = (state: InferenceState): EvidenceByPointer => {
  const id = state.getValue('transactions.id');
  return new Map(
    id === undefined ? [] : [[id, [createEvidence('shape', 'the list of all transactions has it at the same place')]]],
  );
};
