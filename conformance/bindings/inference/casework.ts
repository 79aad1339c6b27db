import type { Exchange } from '../../http/client.ts';
import { findEntries, findTexts, findValue, type ValuePointer } from '../../oracles/pointers.ts';
import type { Binding, Evidence } from '../bindings.ts';
import { LIST_SLOTS, type ListOperationId, type SlotOfKind } from '../slots.ts';
import { type ColumnCriteria, chooseColumn, type EvidenceByPointer, rateConfidence } from './choosing.ts';
import {
  type Column,
  hasFewValues,
  holdsAmounts,
  holdsInstants,
  holdsIntegers,
  holdsObjects,
  holdsScalars,
  holdsStrings,
  isInEverySample,
  isOutsideLists,
  listTexts,
} from './columns.ts';
import { findCreditDebitNet } from './difference.ts';
import { bindId, bindRows, findLargest } from './lists.ts';
import { collectRowColumns, createEvidence, type InferenceState, listDistinctRows, readWithAllKeys } from './look.ts';
import { type Concept, scoreLikeness, splitWords } from './words.ts';

/** Binds the rows and ids of a list, and returns the columns of its rows. */
export async function bindList(
  state: InferenceState,
  operation: ListOperationId,
  thing: Concept,
  evidenceByPointer?: EvidenceByPointer,
  answers?: readonly Exchange[],
): Promise<Column[]> {
  const read = answers ?? (await readWithAllKeys(state, operation));
  bindRows(state, operation, read);
  const columns = collectRowColumns(state, operation, listDistinctRows(state, operation, read));
  bindId(
    state,
    operation,
    thing,
    collectRowColumns(state, operation, listDistinctRows(state, operation, findLargest(read))),
    evidenceByPointer,
  );
  return columns;
}

/** Binds the members of a settlement batch. The three amounts are identified by credit - debit = payout. */
export async function bindSettlements(state: InferenceState): Promise<void> {
  const columns = await bindList(state, 'listSettlements', 'settlement');
  const amounts = columns.filter(
    (column) => holdsAmounts(column) && isOutsideLists(column) && isInEverySample(column) && column.values.length > 0,
  );
  const evidenceByPointer = findCreditDebitNet(amounts);
  bindColumn(state, columns, 'settlements.status', {
    names: [['settlement', 'status'], ['status']],
    fits: (column) => hasFewValues(column) && isInEverySample(column),
    isDiscriminating: true,
  });
  const [credit, debit, payout] = (['credit', 'debit', 'net'] as const).map(
    (role) => evidenceByPointer.get(role) ?? new Map(),
  );
  bindColumn(
    state,
    columns,
    'settlements.credit_total',
    { names: [['credit', 'total'], ['credit']], excludedConcepts: ['debit', 'count'], fits: holdsAmounts },
    credit,
  );
  bindColumn(
    state,
    columns,
    'settlements.debit_total',
    { names: [['debit', 'total'], ['debit']], excludedConcepts: ['credit', 'count'], fits: holdsAmounts },
    debit,
  );
  bindColumn(
    state,
    columns,
    'settlements.net_payout',
    { names: [['net', 'settlement'], ['net']], excludedConcepts: ['credit', 'debit', 'count'], fits: holdsAmounts },
    payout,
  );
  const taken = new Set([
    state.getValue('settlements.credit_total'),
    state.getValue('settlements.debit_total'),
    state.getValue('settlements.net_payout'),
  ]);
  const free = columns.filter(({ pointer }) => !taken.has(pointer));
  bindColumns(
    state,
    free,
    'settlements.entry_counts',
    ['count'],
    (column) => holdsIntegers(column) && holdsScalars(column),
    false,
  );
  bindColumns(state, free, 'settlements.timing', ['timing'], holdsInstants, true);
}

/** Binds the members of a dispute. Members that occur only in resolved disputes are identified by that. */
export async function bindDisputes(state: InferenceState): Promise<void> {
  const columns = await bindList(state, 'listDisputes', 'dispute');
  const known = await readTransactionIds(state);
  const byTransaction = await findTransactionColumns(state, columns, known);
  const terminals = new Set(await readTerminalIds(state));
  const byTerminal = findColumnsAmong(columns, terminals, 'its values are known terminal ids');
  bindColumn(
    state,
    columns,
    'disputes.transaction',
    { names: [['transaction', 'id'], ['transaction']], fits: (column) => byTransaction.has(column.pointer) },
    byTransaction,
  );
  bindColumn(
    state,
    columns,
    'disputes.terminal',
    { names: [['terminal', 'id'], ['terminal']], fits: (column) => byTerminal.has(column.pointer) },
    byTerminal,
  );
  bindColumn(state, columns, 'disputes.status', {
    names: [['dispute', 'status'], ['status']],
    excludedConcepts: ['resolution', 'assignment'],
    fits: (column) => hasFewValues(column) && isInEverySample(column) && getDepth(column) === 1,
  });
  bindColumn(state, columns, 'disputes.reason_code', {
    names: [['reason', 'id'], ['dispute', 'reason'], ['reason']],
    excludedConcepts: ['resolution'],
    fits: (column) => holdsStrings(column) && isInEverySample(column),
  });
  bindColumn(state, columns, 'disputes.amount', {
    names: [['dispute', 'amount'], ['amount']],
    excludedConcepts: ['resolution', 'count'],
    fits: holdsAmounts,
    isDiscriminating: true,
  });
  bindColumn(state, columns, 'disputes.due_date', {
    names: [['due', 'date'], ['due']],
    excludedConcepts: ['resolution', 'reviewer'],
    fits: holdsInstants,
  });
  bindColumns(state, columns, 'disputes.assignment', ['assignment'], () => true, false);
  const status = state.getValue('disputes.status');
  const late =
    status === undefined
      ? []
      : findConditionalColumns(
          columns,
          columns.find(({ pointer }) => pointer === status),
        );
  const reviewer: EvidenceByPointer = new Map(
    late.map(({ column }) => [
      column.pointer,
      [
        {
          from: 'experiment',
          evidence: 'it occurs in some statuses and never in others',
          restsOn: ['disputes.reviewer_only_when_resolved'],
        } as const,
      ],
    ]),
  );
  const isTop = (column: Column) => getDepth(column) === 1 && isOutsideLists(column);
  bindColumn(
    state,
    columns.filter(isTop),
    'disputes.reviewer',
    { names: [['reviewer']], fits: (column) => !holdsInstants(column) || column.values.length === 0 },
    filterByName(columns, reviewer, 'reviewer'),
  );
  const taken = state.getValue('disputes.reviewer');
  bindColumns(
    state,
    columns.filter((column) => column.pointer !== taken && isTop(column)),
    'disputes.resolution',
    ['resolution'],
    () => true,
    false,
  );
  bindResolvedStatuses(state, columns, late);
}

const getDepth = ({ pointer }: Column): number => pointer.split('/').length - 1;

/** Keeps the evidence for columns whose name or description fits: several columns may share the same behaviour. */
const filterByName = (
  columns: readonly Column[],
  evidenceByPointer: EvidenceByPointer,
  concept: Concept,
): EvidenceByPointer =>
  new Map(
    [...evidenceByPointer].filter(([pointer]) =>
      columns.some(
        (column) =>
          column.pointer === pointer &&
          (scoreLikeness(column.nameWords, [concept]) > 0 || scoreLikeness(column.descriptionWords, [concept]) > 0),
      ),
    ),
  );

interface ConditionalColumn {
  readonly column: Column;
  /** The statuses of the rows with this column. */
  readonly when: ReadonlySet<string>;
}

/** Returns the columns that occur in all rows of some statuses, and in no row of the other statuses. */
function findConditionalColumns(columns: readonly Column[], status: Column | undefined): ConditionalColumn[] {
  const statusAt = (row: number) => String(status?.valuesBySample[row]?.[0]);
  return columns
    .filter(({ pointer }) => pointer !== status?.pointer)
    .flatMap((column) => {
      const there = column.valuesBySample.map((values) =>
        values.some((value) => value !== null && value !== undefined),
      );
      const when = new Set(there.flatMap((is, row) => (is ? [statusAt(row)] : [])));
      const never = new Set(there.flatMap((is, row) => (is ? [] : [statusAt(row)])));
      return when.size > 0 && never.size > 0 && [...when].every((one) => !never.has(one)) ? [{ column, when }] : [];
    });
}

const RESOLVED = /^(resolved|closed|won|lost|upheld|rejected|denied|accepted|refunded|settled|completed|done|decided)$/;

/** Binds the statuses of resolved disputes: by their names, by the presence of resolution fields, or by both. */
function bindResolvedStatuses(
  state: InferenceState,
  columns: readonly Column[],
  late: readonly ConditionalColumn[],
): void {
  const column = columns.find(({ pointer }) => pointer === state.getValue('disputes.status'));
  if (column === undefined) return;
  const statuses = [...new Set([...listTexts(column), ...column.enumValues])];
  const named = statuses.filter((status) => splitWords(status).some((word) => RESOLVED.test(word)));
  const resolution = new Set(state.getValue('disputes.resolution'));
  const evidenceByPointer = late.find((one) => resolution.has(one.column.pointer))?.when;
  const seen = new Set(listTexts(column));
  const agree =
    evidenceByPointer !== undefined &&
    [...seen].every((status) => evidenceByPointer.has(status) === named.includes(status));
  const value = agree || named.length > 0 ? named : [...(evidenceByPointer ?? [])];
  if (value.length === 0) return;
  const isContradicted = evidenceByPointer !== undefined && !agree && named.length > 0;
  const support = [
    ...(named.length > 0 ? [createEvidence('names', `the statuses are ${statuses.join(', ')}`)] : []),
    ...(evidenceByPointer !== undefined && !isContradicted
      ? [createEvidence('shape', 'disputes in these statuses have resolution fields')]
      : []),
  ];
  state.bind('disputes.resolved_statuses', {
    value,
    confidence: isContradicted ? 'guess' : rateConfidence(support),
    support,
  });
}

async function readTransactionIds(state: InferenceState): Promise<Set<string>> {
  const id = state.getValue('transactions.id');
  const wide = state.getValue('transactions.widest_limit');
  const answers = await readWithAllKeys(state, 'listTransactions', wide === undefined ? {} : { limit: wide });
  return new Set(
    id === undefined ? [] : listDistinctRows(state, 'listTransactions', answers).flatMap((row) => findTexts(row, id)),
  );
}

/** Returns evidence for columns with transaction ids: the ids are known, or the timeline of one can be read. */
async function findTransactionColumns(
  state: InferenceState,
  columns: readonly Column[],
  known: ReadonlySet<string>,
): Promise<EvidenceByPointer> {
  const direct = findColumnsAmong(columns, known, 'its values are known transaction ids');
  if (direct.size > 0) return direct;
  const [caller] = state.callers;
  const evidenceByPointer = new Map<ValuePointer, readonly Evidence[]>();
  for (const column of columns
    .filter(
      (one) =>
        holdsScalars(one) &&
        isInEverySample(one) &&
        (scoreLikeness(one.nameWords, ['transaction']) > 0 || scoreLikeness(one.descriptionWords, ['transaction']) > 0),
    )
    .slice(0, 3)) {
    const ids = listTexts(column).slice(0, 3);
    for (const transaction_id of ids) {
      if (
        caller === undefined ||
        (await state.read(caller, 'getTransactionTimeline', { transaction_id })) === undefined
      )
        continue;
      evidenceByPointer.set(column.pointer, [
        createEvidence('experiment', 'one of its values opens the timeline of a transaction'),
      ]);
      break;
    }
  }
  return evidenceByPointer;
}

/** Returns all terminal ids in the transactions of all keys. */
export async function readTerminalIds(state: InferenceState): Promise<string[]> {
  const terminal = state.getValue('transactions.terminal');
  const wide = state.getValue('transactions.widest_limit');
  if (terminal === undefined) return [];
  const answers = await readWithAllKeys(state, 'listTransactions', wide === undefined ? {} : { limit: wide });
  return [...new Set(listDistinctRows(state, 'listTransactions', answers).flatMap((row) => findTexts(row, terminal)))];
}

/** Returns evidence for the columns of which at least half of the distinct values are known. */
export const findColumnsAmong = (
  columns: readonly Column[],
  known: ReadonlySet<string>,
  evidence: string,
): Map<ValuePointer, Evidence[]> =>
  new Map(
    columns.flatMap((column) => {
      const texts = holdsScalars(column) ? [...new Set(listTexts(column))] : [];
      const among = texts.filter((text) => known.has(text)).length;
      return among > 0 && among * 2 >= texts.length
        ? [[column.pointer, [createEvidence('shape', evidence)]] as const]
        : [];
    }),
  );

export function bindColumn(
  state: InferenceState,
  columns: readonly Column[],
  slot: SlotOfKind<'pointer'>,
  criteria: ColumnCriteria,
  evidenceByPointer?: EvidenceByPointer,
): Binding<ValuePointer> | undefined {
  const binding = chooseColumn(columns, criteria, evidenceByPointer);
  state.bind(slot, binding);
  return binding;
}

/**
 * Binds a slot with several pointers: to an object whose name fits, or else to all members whose name fits or, with
 * `byLooks`, whose values fit. Binds members of one object as that object.
 */
function bindColumns(
  state: InferenceState,
  columns: readonly Column[],
  slot: SlotOfKind<'pointers'>,
  concepts: readonly Concept[],
  fits: (column: Column) => boolean,
  byLooks: boolean,
): void {
  const isCalled = (column: Column) =>
    scoreLikeness(column.nameWords, concepts) > 0.7 || scoreLikeness(column.descriptionWords, concepts, 0.05) > 0.5;
  const top = columns.filter((column) => isOutsideLists(column) && getDepth(column) === 1);
  const object = top.filter((column) => holdsObjects(column) && isCalled(column));
  const leaves = columns.filter(
    (column) =>
      isOutsideLists(column) &&
      holdsScalars(column) &&
      column.values.length > 0 &&
      fits(column) &&
      (byLooks || isCalled(column)),
  );
  const parents = new Set(leaves.map(({ pointer }) => pointer.split('/').slice(0, 2).join('/')));
  const inside = columns.filter((column) => parents.has(column.pointer));
  const chosen = object.length > 0 ? object : leaves.length > 0 ? inside : top.filter(isCalled);
  if (chosen.length === 0) return;
  const byName = chosen.filter(isCalled).length > 0;
  const support = [
    ...(byName
      ? [createEvidence('names', `${chosen.map(({ pointer }) => pointer).join(', ')} has a fitting name`)]
      : []),
    ...(byLooks && leaves.length > 0 ? [createEvidence('shape', 'its values are dates and times')] : []),
  ];
  if (support.length > 0)
    state.bind(slot, { value: chosen.map(({ pointer }) => pointer), confidence: rateConfidence(support), support });
}

/** Binds the rows of the lists of one terminal: transactions and commands. */
export async function bindTerminalLists(state: InferenceState): Promise<void> {
  const [caller] = state.callers;
  const terminals = await readTerminalIds(state);
  if (caller === undefined) return;
  for (const [operation, thing, slot] of [
    ['listTerminalTransactions', 'transaction', 'terminal_transactions.terminal'],
    ['listTerminalCommands', 'command', 'commands.terminal'],
  ] as const) {
    const answers: Exchange[] = [];
    for (const terminal_id of terminals.slice(0, 8)) {
      const answer = await state.read(caller, operation, { terminal_id });
      if (answer !== undefined) answers.push(answer);
      if (answers.length > 3) break;
    }
    const sameAsAll: EvidenceByPointer = operation === 'listTerminalTransactions' ? findSameId(state) : new Map();
    const columns = await bindList(state, operation, thing, sameAsAll, answers);
    const asked = new Set(answers.map(({ parameters }) => String(parameters.terminal_id)));
    const evidenceByPointer = findTerminalColumns(state, columns, asked);
    bindColumn(
      state,
      columns,
      slot,
      { names: [['terminal', 'id'], ['terminal']], fits: (column) => evidenceByPointer.has(column.pointer) },
      evidenceByPointer,
    );
    if (operation === 'listTerminalCommands')
      bindColumn(state, columns, 'commands.state', {
        names: [['command', 'status'], ['status']],
        fits: (column) => hasFewValues(column) && isInEverySample(column),
        isDiscriminating: false,
      });
  }
}

/** Returns evidence for columns with the terminal ids of the requests. */
function findTerminalColumns(
  state: InferenceState,
  columns: readonly Column[],
  asked: ReadonlySet<string>,
): EvidenceByPointer {
  const same = state.getValue('transactions.terminal');
  const evidence = 'it equals the terminal id of the request';
  const evidenceByPointer: [ValuePointer, Evidence[]][] = [...findColumnsAmong(columns, asked, evidence).keys()].map(
    (pointer) => [
      pointer,
      [
        { from: 'shape', evidence, restsOn: ['terminals.transactions'] },
        ...(pointer === same ? [createEvidence('names', 'the list of all transactions has it at the same place')] : []),
      ],
    ],
  );
  return new Map(evidenceByPointer);
}

const findSameId = (state: InferenceState): EvidenceByPointer => {
  const id = state.getValue('transactions.id');
  return new Map(
    id === undefined ? [] : [[id, [createEvidence('shape', 'the list of all transactions has it at the same place')]]],
  );
};

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
  const evidenceByPointer = new Map<ValuePointer, readonly Evidence[]>();
  for (const column of connectors
    .filter((one) => holdsStrings(one) && isInEverySample(one) && isOutsideLists(one) && !holdsInstants(one))
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

/** Binds the job in a provisioning payload. */
export async function bindProvisioning(state: InferenceState): Promise<void> {
  const terminals = await readTerminalIds(state);
  const bodies: unknown[] = [];
  for (const terminal_id of terminals.slice(0, 3)) {
    for (const { json } of await readWithAllKeys(state, 'getProvisioningPayload', { terminal_id })) bodies.push(json);
  }
  const names = [...new Set(bodies.flatMap((body) => Object.keys(Object(body))))];
  const columns = names.map((name): Column => {
    const held = bodies.map((body) => [findValue(body, `/${name}`)]);
    return {
      pointer: `/${name}`,
      nameWords: splitWords(name),
      descriptionWords: [],
      enumValues: [],
      valuesBySample: held,
      values: held.flat().filter((value) => value !== null && value !== undefined),
    };
  });
  bindColumn(state, columns, 'provisioning.job', { names: [['job']], fits: () => true });
}
