import type { Exchange } from '../../http/client.ts';
import { heldAt, type Pointer, textsAt, valueAt } from '../../oracles/pointers.ts';
import type { Binding, Support } from '../bindings.ts';
import { LIST_SLOTS, type ListOperationId, type SlotOf } from '../slots.ts';
import { choose, confidenceOf, type Shown, type Wanted } from './choosing.ts';
import {
  type Column,
  isAmount,
  isEverywhere,
  isInstant,
  isObject,
  isScalar,
  isSingle,
  isText,
  isVocabulary,
  isWhole,
  textsOf,
} from './columns.ts';
import { differenceAmong } from './difference.ts';
import { findId, findRows, fullest } from './lists.ts';
import { columnsOfRows, type Look, readAsAll, reason, rowsIn } from './look.ts';
import { type Concept, likeness, wordsOf } from './words.ts';

/** Binds the rows and ids of a list, and returns the columns of its rows. */
export async function findList(
  look: Look,
  operation: ListOperationId,
  thing: Concept,
  shown?: Shown,
  answers?: readonly Exchange[],
): Promise<Column[]> {
  const read = answers ?? (await readAsAll(look, operation));
  findRows(look, operation, read);
  const columns = columnsOfRows(look, operation, rowsIn(look, operation, read));
  findId(look, operation, thing, columnsOfRows(look, operation, rowsIn(look, operation, fullest(read))), shown);
  return columns;
}

/** Binds the members of a settlement batch. The three amounts are identified by credit - debit = payout. */
export async function findSettlements(look: Look): Promise<void> {
  const columns = await findList(look, 'listSettlements', 'settlement');
  const amounts = columns.filter(
    (column) => isAmount(column) && isSingle(column) && isEverywhere(column) && column.values.length > 0,
  );
  const shown = differenceAmong(amounts);
  note(look, columns, 'settlements.status', {
    called: [['settlement', 'status'], ['status']],
    looks: (column) => isVocabulary(column) && isEverywhere(column),
    isDiscriminating: true,
  });
  const [credit, debit, payout] = (['credit', 'debit', 'net'] as const).map((role) => shown.get(role) ?? new Map());
  note(
    look,
    columns,
    'settlements.credit_total',
    { called: [['credit', 'total'], ['credit']], not: ['debit', 'count'], looks: isAmount },
    credit,
  );
  note(
    look,
    columns,
    'settlements.debit_total',
    { called: [['debit', 'total'], ['debit']], not: ['credit', 'count'], looks: isAmount },
    debit,
  );
  note(
    look,
    columns,
    'settlements.net_payout',
    { called: [['net', 'settlement'], ['net']], not: ['credit', 'debit', 'count'], looks: isAmount },
    payout,
  );
  const taken = new Set([
    look.found('settlements.credit_total'),
    look.found('settlements.debit_total'),
    look.found('settlements.net_payout'),
  ]);
  const free = columns.filter(({ pointer }) => !taken.has(pointer));
  noteMany(look, free, 'settlements.entry_counts', ['count'], (column) => isWhole(column) && isScalar(column), false);
  noteMany(look, free, 'settlements.timing', ['timing'], isInstant, true);
}

/** Binds the members of a dispute. Members that occur only in resolved disputes are identified by that. */
export async function findDisputes(look: Look): Promise<void> {
  const columns = await findList(look, 'listDisputes', 'dispute');
  const known = await knownTransactions(look);
  const byTransaction = await transactionColumns(look, columns, known);
  const terminals = new Set(await knownTerminals(look));
  const byTerminal = valuesAmong(columns, terminals, 'its values are known terminal ids');
  note(
    look,
    columns,
    'disputes.transaction',
    { called: [['transaction', 'id'], ['transaction']], looks: (column) => byTransaction.has(column.pointer) },
    byTransaction,
  );
  note(
    look,
    columns,
    'disputes.terminal',
    { called: [['terminal', 'id'], ['terminal']], looks: (column) => byTerminal.has(column.pointer) },
    byTerminal,
  );
  note(look, columns, 'disputes.status', {
    called: [['dispute', 'status'], ['status']],
    not: ['resolution', 'assignment'],
    looks: (column) => isVocabulary(column) && isEverywhere(column) && depthOf(column) === 1,
  });
  note(look, columns, 'disputes.reason_code', {
    called: [['reason', 'id'], ['dispute', 'reason'], ['reason']],
    not: ['resolution'],
    looks: (column) => isText(column) && isEverywhere(column),
  });
  note(look, columns, 'disputes.amount', {
    called: [['dispute', 'amount'], ['amount']],
    not: ['resolution', 'count'],
    looks: isAmount,
    isDiscriminating: true,
  });
  note(look, columns, 'disputes.due_date', {
    called: [['due', 'date'], ['due']],
    not: ['resolution', 'reviewer'],
    looks: isInstant,
  });
  noteMany(look, columns, 'disputes.assignment', ['assignment'], () => true, false);
  const status = look.found('disputes.status');
  const late =
    status === undefined
      ? []
      : comingLate(
          columns,
          columns.find(({ pointer }) => pointer === status),
        );
  const reviewer: Shown = new Map(
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
  const isTop = (column: Column) => depthOf(column) === 1 && isSingle(column);
  note(
    look,
    columns.filter(isTop),
    'disputes.reviewer',
    { called: [['reviewer']], looks: (column) => !isInstant(column) || column.values.length === 0 },
    onlyNamed(columns, reviewer, 'reviewer'),
  );
  const taken = look.found('disputes.reviewer');
  noteMany(
    look,
    columns.filter((column) => column.pointer !== taken && isTop(column)),
    'disputes.resolution',
    ['resolution'],
    () => true,
    false,
  );
  noteResolved(look, columns, late);
}

const depthOf = ({ pointer }: Column): number => pointer.split('/').length - 1;

/** Keeps the evidence for columns whose name or description fits: several columns may share the same behaviour. */
const onlyNamed = (columns: readonly Column[], shown: Shown, concept: Concept): Shown =>
  new Map(
    [...shown].filter(([pointer]) =>
      columns.some(
        (column) =>
          column.pointer === pointer && (likeness(column.words, [concept]) > 0 || likeness(column.said, [concept]) > 0),
      ),
    ),
  );

interface Late {
  readonly column: Column;
  /** The statuses of the rows with this column. */
  readonly when: ReadonlySet<string>;
}

/** Returns the columns that occur in all rows of some statuses, and in no row of the other statuses. */
function comingLate(columns: readonly Column[], status: Column | undefined): Late[] {
  const statusAt = (row: number) => String(status?.held[row]?.[0]);
  return columns
    .filter(({ pointer }) => pointer !== status?.pointer)
    .flatMap((column) => {
      const there = column.held.map((values) => values.some((value) => value !== null && value !== undefined));
      const when = new Set(there.flatMap((is, row) => (is ? [statusAt(row)] : [])));
      const never = new Set(there.flatMap((is, row) => (is ? [] : [statusAt(row)])));
      return when.size > 0 && never.size > 0 && [...when].every((one) => !never.has(one)) ? [{ column, when }] : [];
    });
}

const RESOLVED = /^(resolved|closed|won|lost|upheld|rejected|denied|accepted|refunded|settled|completed|done|decided)$/;

/** Binds the statuses of resolved disputes: by their names, by the presence of resolution fields, or by both. */
function noteResolved(look: Look, columns: readonly Column[], late: readonly Late[]): void {
  const column = columns.find(({ pointer }) => pointer === look.found('disputes.status'));
  if (column === undefined) return;
  const statuses = [...new Set([...textsOf(column), ...column.allowed])];
  const named = statuses.filter((status) => wordsOf(status).some((word) => RESOLVED.test(word)));
  const resolution = new Set(look.found('disputes.resolution'));
  const shown = late.find((one) => resolution.has(one.column.pointer))?.when;
  const seen = new Set(textsOf(column));
  const agree = shown !== undefined && [...seen].every((status) => shown.has(status) === named.includes(status));
  const value = agree || named.length > 0 ? named : [...(shown ?? [])];
  if (value.length === 0) return;
  const isContradicted = shown !== undefined && !agree && named.length > 0;
  const support = [
    ...(named.length > 0 ? [reason('names', `the statuses are ${statuses.join(', ')}`)] : []),
    ...(shown !== undefined && !isContradicted
      ? [reason('shape', 'disputes in these statuses have resolution fields')]
      : []),
  ];
  look.note('disputes.resolved_statuses', {
    value,
    confidence: isContradicted ? 'guess' : confidenceOf(support),
    support,
  });
}

async function knownTransactions(look: Look): Promise<Set<string>> {
  const id = look.found('transactions.id');
  const wide = look.found('transactions.widest_limit');
  const answers = await readAsAll(look, 'listTransactions', wide === undefined ? {} : { limit: wide });
  return new Set(id === undefined ? [] : rowsIn(look, 'listTransactions', answers).flatMap((row) => textsAt(row, id)));
}

/** Returns evidence for columns with transaction ids: the ids are known, or the timeline of one can be read. */
async function transactionColumns(look: Look, columns: readonly Column[], known: ReadonlySet<string>): Promise<Shown> {
  const direct = valuesAmong(columns, known, 'its values are known transaction ids');
  if (direct.size > 0) return direct;
  const [caller] = look.callers;
  const shown = new Map<Pointer, readonly Support[]>();
  for (const column of columns
    .filter(
      (one) =>
        isScalar(one) &&
        isEverywhere(one) &&
        (likeness(one.words, ['transaction']) > 0 || likeness(one.said, ['transaction']) > 0),
    )
    .slice(0, 3)) {
    const ids = textsOf(column).slice(0, 3);
    for (const transaction_id of ids) {
      if (caller === undefined || (await look.read(caller, 'getTransactionTimeline', { transaction_id })) === undefined)
        continue;
      shown.set(column.pointer, [reason('experiment', 'one of its values opens the timeline of a transaction')]);
      break;
    }
  }
  return shown;
}

/** Returns all terminal ids in the transactions of all keys. */
export async function knownTerminals(look: Look): Promise<string[]> {
  const terminal = look.found('transactions.terminal');
  const wide = look.found('transactions.widest_limit');
  if (terminal === undefined) return [];
  const answers = await readAsAll(look, 'listTransactions', wide === undefined ? {} : { limit: wide });
  return [...new Set(rowsIn(look, 'listTransactions', answers).flatMap((row) => textsAt(row, terminal)))];
}

/** Returns evidence for the columns of which at least half of the distinct values are known. */
export const valuesAmong = (
  columns: readonly Column[],
  known: ReadonlySet<string>,
  evidence: string,
): Map<Pointer, Support[]> =>
  new Map(
    columns.flatMap((column) => {
      const texts = isScalar(column) ? [...new Set(textsOf(column))] : [];
      const among = texts.filter((text) => known.has(text)).length;
      return among > 0 && among * 2 >= texts.length ? [[column.pointer, [reason('shape', evidence)]] as const] : [];
    }),
  );

export function note(
  look: Look,
  columns: readonly Column[],
  slot: SlotOf<'pointer'>,
  wanted: Wanted,
  shown?: Shown,
): Binding<Pointer> | undefined {
  const binding = choose(columns, wanted, shown);
  look.note(slot, binding);
  return binding;
}

/**
 * Binds a slot with several pointers: to an object whose name fits, or else to all members whose name fits or, with
 * `byLooks`, whose values fit. Binds members of one object as that object.
 */
function noteMany(
  look: Look,
  columns: readonly Column[],
  slot: SlotOf<'pointers'>,
  called: readonly Concept[],
  looks: (column: Column) => boolean,
  byLooks: boolean,
): void {
  const isCalled = (column: Column) =>
    likeness(column.words, called) > 0.7 || likeness(column.said, called, 0.05) > 0.5;
  const top = columns.filter((column) => isSingle(column) && depthOf(column) === 1);
  const object = top.filter((column) => isObject(column) && isCalled(column));
  const leaves = columns.filter(
    (column) =>
      isSingle(column) &&
      isScalar(column) &&
      column.values.length > 0 &&
      looks(column) &&
      (byLooks || isCalled(column)),
  );
  const parents = new Set(leaves.map(({ pointer }) => pointer.split('/').slice(0, 2).join('/')));
  const inside = columns.filter((column) => parents.has(column.pointer));
  const chosen = object.length > 0 ? object : leaves.length > 0 ? inside : top.filter(isCalled);
  if (chosen.length === 0) return;
  const byName = chosen.filter(isCalled).length > 0;
  const support = [
    ...(byName ? [reason('names', `${chosen.map(({ pointer }) => pointer).join(', ')} has a fitting name`)] : []),
    ...(byLooks && leaves.length > 0 ? [reason('shape', 'its values are dates and times')] : []),
  ];
  if (support.length > 0)
    look.note(slot, { value: chosen.map(({ pointer }) => pointer), confidence: confidenceOf(support), support });
}

/** Binds the rows of the lists of one terminal: transactions and commands. */
export async function findOfTerminals(look: Look): Promise<void> {
  const [caller] = look.callers;
  const terminals = await knownTerminals(look);
  if (caller === undefined) return;
  for (const [operation, thing, slot] of [
    ['listTerminalTransactions', 'transaction', 'terminal_transactions.terminal'],
    ['listTerminalCommands', 'command', 'commands.terminal'],
  ] as const) {
    const answers: Exchange[] = [];
    for (const terminal_id of terminals.slice(0, 8)) {
      const answer = await look.read(caller, operation, { terminal_id });
      if (answer !== undefined) answers.push(answer);
      if (answers.length > 3) break;
    }
    const sameAsAll: Shown = operation === 'listTerminalTransactions' ? sameId(look) : new Map();
    const columns = await findList(look, operation, thing, sameAsAll, answers);
    const asked = new Set(answers.map(({ parameters }) => String(parameters.terminal_id)));
    const shown = terminalsAmong(look, columns, asked);
    note(
      look,
      columns,
      slot,
      { called: [['terminal', 'id'], ['terminal']], looks: (column) => shown.has(column.pointer) },
      shown,
    );
    if (operation === 'listTerminalCommands')
      note(look, columns, 'commands.state', {
        called: [['command', 'status'], ['status']],
        looks: (column) => isVocabulary(column) && isEverywhere(column),
        isDiscriminating: false,
      });
  }
}

/** Returns evidence for columns with the terminal ids of the requests. */
function terminalsAmong(look: Look, columns: readonly Column[], asked: ReadonlySet<string>): Shown {
  const same = look.found('transactions.terminal');
  const evidence = 'it equals the terminal id of the request';
  const shown: [Pointer, Support[]][] = [...valuesAmong(columns, asked, evidence).keys()].map((pointer) => [
    pointer,
    [
      { from: 'shape', evidence, restsOn: ['terminals.transactions'] },
      ...(pointer === same ? [reason('names', 'the list of all transactions has it at the same place')] : []),
    ],
  ]);
  return new Map(shown);
}

const sameId = (look: Look): Shown => {
  const id = look.found('transactions.id');
  return new Map(
    id === undefined ? [] : [[id, [reason('shape', 'the list of all transactions has it at the same place')]]],
  );
};

/** Binds the ids, terminals and parents of locations, groups and connectors. */
export async function findPlaces(look: Look): Promise<void> {
  const [caller] = look.callers;
  const terminals = new Set(await knownTerminals(look));
  const locations = await findList(look, 'listLocations', 'location');
  noteTerminals(look, locations, terminals, 'locations.terminal');
  const groups = await findList(look, 'listTerminalGroups', 'group');
  noteTerminals(look, groups, terminals, 'terminal_groups.terminals');
  const groupIds = new Set(idsOf(look, groups, 'terminal_groups.id'));
  const ofGroups = valuesAmong(
    groups.filter(({ pointer }) => pointer !== look.found('terminal_groups.id')),
    groupIds,
    'its values are known group ids',
  );
  note(
    look,
    groups,
    'terminal_groups.parent',
    {
      called: [['parent', 'group'], ['parent']],
      looks: (column) => ofGroups.has(column.pointer),
      isDiscriminating: true,
    },
    ofGroups,
  );
  const inLocations = valuesAmong(locations, groupIds, 'its values are known group ids');
  note(
    look,
    locations,
    'locations.group',
    { called: [['group', 'id'], ['group']], looks: (column) => inLocations.has(column.pointer), isMany: true },
    inLocations,
  );

  const answers = await readAsAll(look, 'listConnectors');
  findRows(look, 'listConnectors', answers);
  const connectors = columnsOfRows(look, 'listConnectors', rowsIn(look, 'listConnectors', fullest(answers)));
  const shown = new Map<Pointer, readonly Support[]>();
  for (const column of connectors
    .filter((one) => isText(one) && isEverywhere(one) && isSingle(one) && !isInstant(one))
    .slice(0, 6)) {
    const [value] = textsOf(column);
    if (caller === undefined || value === undefined) continue;
    if ((await look.read(caller, 'getConnectorStatus', { connector_id: value })) !== undefined)
      shown.set(column.pointer, [reason('experiment', 'one of its values opens the status of a connector')]);
  }
  findId(look, 'listConnectors', 'connector', connectors, shown);
}

/** Binds the terminals of a row: known terminal ids in one member or in a list. */
function noteTerminals(
  look: Look,
  columns: readonly Column[],
  known: ReadonlySet<string>,
  slot: SlotOf<'pointer'>,
): void {
  const shown = valuesAmong(columns, known, 'its values are known terminal ids');
  note(
    look,
    columns,
    slot,
    { called: [['terminal', 'id'], ['terminal']], looks: (column) => shown.has(column.pointer), isMany: true },
    shown,
  );
}

/** Returns the strings in the column that a slot is bound to. */
export const idsOf = (look: Look, columns: readonly Column[], slot: SlotOf<'pointer'>): string[] => {
  const pointer = look.found(slot);
  return columns.filter((column) => column.pointer === pointer).flatMap(textsOf);
};

/** Returns the ids of all rows of a list that any key can read. */
export async function idsIn(look: Look, operation: ListOperationId): Promise<Set<string>> {
  const { rows, id } = LIST_SLOTS[operation];
  const [at, idAt] = [look.found(rows), look.found(id)];
  if (at === undefined || idAt === undefined) return new Set();
  const answers = await readAsAll(look, operation);
  return new Set(
    answers.flatMap(({ json }) => heldAt(json, at).flatMap(({ value, key }) => textsAt(value, idAt, key))),
  );
}

/** Binds the job in a provisioning payload. */
export async function findProvisioning(look: Look): Promise<void> {
  const terminals = await knownTerminals(look);
  const bodies: unknown[] = [];
  for (const terminal_id of terminals.slice(0, 3)) {
    for (const { json } of await readAsAll(look, 'getProvisioningPayload', { terminal_id })) bodies.push(json);
  }
  const names = [...new Set(bodies.flatMap((body) => Object.keys(Object(body))))];
  const columns = names.map((name): Column => {
    const held = bodies.map((body) => [valueAt(body, `/${name}`)]);
    return {
      pointer: `/${name}`,
      words: wordsOf(name),
      said: [],
      allowed: [],
      held,
      values: held.flat().filter((value) => value !== null && value !== undefined),
    };
  });
  note(look, columns, 'provisioning.job', { called: [['job']], looks: () => true });
}
