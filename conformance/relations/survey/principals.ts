import { type OperationId, operations } from '../../../spec/index.ts';
import {
  type Caller,
  type Exchange,
  findRecorded,
  formatParameters,
  ignoreUnreadable,
  isSuccess,
  type Parameters,
} from '../../http/client.ts';
import { containsData, isWebPage } from '../../http/response-kind.ts';
import {
  type AliasesByTerminal,
  chooseAliases,
  listTerminalScalars,
  type TerminalScalar,
} from '../../reading/names/terminal-aliases.ts';
import { findEntries, findTexts, type ValuePointer } from '../../reading/pointers.ts';
import { listScalars } from '../../reading/refusal.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { getWidestParameters, type ListRow, listIds, readTable, type Table } from '../../slots/read-lists.ts';
import { LIST_SLOTS, type ListOperationId, type SlotOfKind } from '../../slots/slots.ts';

/** The data that a key can see, as found by reading with it. */
export interface Visibility {
  readonly account: string | undefined;
  /** The customer of the key, if the user of the kit states it. */
  readonly customer?: string | undefined;
  /** Terminals that at least two responses name (or the only one available), so that one leak does not widen the scope. */
  readonly terminals: ReadonlySet<string>;
  /** Terminals that any response names. */
  readonly mentioned: ReadonlySet<string>;
  /** The terminals that each of some responses names, in the same order for each key. */
  readonly places: readonly (readonly string[])[];
  /**
   * The labels, serials and numbers that name each visible terminal beside its id. `discoverVisibility` compares the terminals of
   * one key; `keepUniqueAliases` compares those of all keys.
   */
  readonly aliases: AliasesByTerminal;
  /** Each visible group with its terminals, subgroups included. */
  readonly groups: ReadonlyMap<string, ReadonlySet<string>>;
  /** Groups without subgroups, for which it does not matter whether a filter includes subgroups. */
  readonly leafGroups: ReadonlySet<string>;
  readonly connectors: ReadonlySet<string>;
  readonly transactions: readonly ListRow[];
  /** Those transactions if the place of their terminals is known; otherwise none. */
  readonly placedTransactions: readonly ListRow[];
  /**
   * The successful reads, with their parameters; empty if every response was empty, because a service
   * that returns nothing to everyone grants nothing.
   */
  readonly reads: ReadonlyMap<OperationId, Parameters>;
  /** The responses to those reads: controls for checks that repeat them as another caller. */
  readonly responses: ReadonlyMap<OperationId, Exchange>;
}

/** A configured key, and what it can read. */
export interface Principal extends Caller {
  readonly sees: Visibility;
}

/** A principal with data hidden from a specific other one. */
export interface Insider extends Principal {
  /** The hidden terminal with the most transactions. */
  readonly aTerminal: { readonly terminal_id: string };
  readonly hidden: {
    readonly terminals: ReadonlySet<string>;
    /** Groups with hidden terminals; those with only hidden ones first. */
    readonly groups: readonly string[];
    readonly connectors: readonly string[];
    readonly transactions: readonly ListRow[];
  };
  /** Whether the two share no terminal and belong to different accounts. */
  readonly isStranger: boolean;
}

/** Two keys with different scopes, and what is hidden from the second. */
export interface Pair {
  readonly insider: string;
  readonly outsider: string;
  readonly hidden: Insider['hidden'];
  /** The hidden terminal with the most transactions; preferably one that no response shows to the outsider. */
  readonly terminal: string;
  readonly isStranger: boolean;
}

/** The protected reads, in the order in which one provides ids for the next. */
export const PROTECTED_READS: readonly OperationId[] = listOperationIds().filter(
  (id) => operations[id].method === 'GET' && !operations[id].isPublic,
);

/** The public operations. */
export const PUBLIC_READS: readonly OperationId[] = listOperationIds().filter((id) => operations[id].isPublic);

function listOperationIds(): OperationId[] {
  return Object.keys(operations) as OperationId[]; // the table's own keys
}

/** Surveys what `caller` can see: the portal and the lists first, then one item of each kind by id. */
export async function discoverVisibility(caller: Caller, bindings: Bindings): Promise<Visibility> {
  const reads = new Map<OperationId, Parameters>();
  const answers = new Map<OperationId, Exchange>();
  let hasContent = false;
  const read = async (operation: OperationId, wanted: Parameters = {}): Promise<Exchange | undefined> => {
    const parameters = chooseRecorded(caller, operation, wanted);
    const exchange = await ignoreUnreadable(async () => {
      const response = await caller.get(operation, parameters);
      response.json; // throws if it is nested too deep
      return response;
    });
    if (exchange === undefined || !isSuccess(exchange) || isWebPage(exchange)) return undefined;
    reads.set(operation, parameters);
    answers.set(operation, exchange);
    hasContent ||= containsData(exchange);
    return exchange;
  };
  const list = async (operation: ListOperationId, parameters: Parameters = {}): Promise<Table | undefined> => {
    const exchange = await read(operation, parameters);
    return exchange && bindings.find(LIST_SLOTS[operation].rows) !== undefined
      ? readTable(exchange, bindings, operation)
      : undefined;
  };

  const portal = await read('getPortal');
  const transactions = await list('listTransactions', getWidestParameters(bindings));
  const locations = await list('listLocations');
  const groups = await list('listTerminalGroups');
  const connectors = await list('listConnectors');
  const places = [
    portal && readPortalTerminals(portal, bindings).map(({ terminal }) => terminal),
    listTerminals(locations, 'locations.terminal', bindings),
    listTerminals(groups, 'terminal_groups.terminals', bindings),
    listTerminals(transactions, 'transactions.terminal', bindings),
  ];
  const { agreed, mentioned } = countMentions(places.filter((place) => place !== undefined));
  const rows = transactions?.rows ?? [];
  const knowsTerminals = bindings.find('transactions.terminal') !== undefined;

  const listed = bindings.find('transactions.id') === undefined ? undefined : rows[0]?.id;
  const parameters: Parameters = {
    terminal_id: findBusiestTerminal(agreed.size > 0 ? agreed : mentioned, knowsTerminals ? rows : []) ?? '',
    transaction_id: listed ?? '',
    connector_id: bindings.find('connectors.id') === undefined ? '' : (connectors?.rows[0]?.id ?? ''),
  };
  for (const operation of PROTECTED_READS.filter((id) => !reads.has(id))) {
    const named = findRecorded(caller, operation) ?? pickPathParameters(operation, parameters);
    if (Object.values(named).every((value) => value !== '')) await read(operation, named);
  }
  // the ids of the list may be those of its rows, or it may have none
  const timeline = 'getTransactionTimeline';
  const disputed = reads.has(timeline) ? undefined : findDisputedTransaction(await list('listDisputes'), bindings);
  if (disputed !== undefined) await read(timeline, { transaction_id: disputed });
  return {
    account: portal && readText(portal.json, bindings.find('portal.account_id')),
    terminals: agreed,
    mentioned,
    places: places.map((place = []) => place),
    aliases: chooseAliases(listNames(answers, bindings), new Set()),
    ...readGroups({ groups, locations, portal }, bindings),
    connectors: new Set(connectors && bindings.find('connectors.id') !== undefined ? listIds(connectors) : []),
    transactions: rows,
    placedTransactions: knowsTerminals ? rows : [],
    reads: hasContent ? reads : new Map(),
    responses: hasContent ? answers : new Map(),
  };
}

/** Returns the wanted parameters, or recorded ones for a caller that can only repeat recorded reads and has no read with the wanted. */
function chooseRecorded(caller: Caller, operation: OperationId, wanted: Parameters): Parameters {
  const recorded = caller.listRecorded?.(operation);
  if (recorded === undefined) return wanted;
  const others = Object.keys(wanted).length === 0 || operation.startsWith('list') ? ['limit'] : Object.keys(wanted);
  return (
    recorded.find((one) => formatParameters(one) === formatParameters(wanted)) ??
    recorded.findLast((one) => Object.keys(one).every((name) => others.includes(name))) ??
    wanted
  );
}

/** Returns the transaction of the first dispute that names one: a list of transactions may have no ids, or be empty. */
function findDisputedTransaction(disputes: Table | undefined, bindings: Bindings): string | undefined {
  const transaction = bindings.find('disputes.transaction');
  return transaction === undefined
    ? undefined
    : disputes?.rows.flatMap(({ value }) => findTexts(value, transaction))[0];
}

/** Returns the scalars of the terminals in the portal, and of the locations with one terminal. */
function listNames(answers: ReadonlyMap<OperationId, Exchange>, bindings: Bindings): TerminalScalar[] {
  const places = [
    { operation: 'getPortal', rows: 'portal.terminal_rows', terminal: 'portal.terminal_id' },
    { operation: 'listLocations', rows: 'locations.rows', terminal: 'locations.terminal' },
  ] as const;
  return places.flatMap(({ operation, ...slots }) => {
    const [answer, rows, id] = [answers.get(operation), bindings.find(slots.rows), bindings.find(slots.terminal)];
    if (answer === undefined || rows === undefined || id === undefined) return [];
    return findEntries(answer.json, rows).flatMap(({ value, key }) => {
      const [terminal, ...others] = new Set(findTexts(value, id, key));
      return terminal === undefined || others.length > 0
        ? []
        : listTerminalScalars(terminal, value, `${operation}${rows}`);
    });
  });
}

/**
 * Returns the visibility of all keys, in which terminals count as visible if two responses name them. A response that names no terminal to
 * any key does not count: the kit may read it at a wrong place.
 */
export function agreeOnTerminals(visibility: ReadonlyMap<string, Visibility>): Map<string, Visibility> {
  const all = [...visibility.values()];
  const isUsed = (at: number) => all.some(({ places }) => (places[at]?.length ?? 0) > 0);
  return new Map(
    [...visibility].map(([name, sees]) => {
      const { agreed } = countMentions(sees.places.filter((_, at) => isUsed(at)));
      return [name, { ...sees, terminals: agreed }];
    }),
  );
}

const SURVEYED = ['getPortal', 'listTransactions', 'listLocations', 'listTerminalGroups', 'listConnectors'] as const;

/**
 * Returns the visibility of all keys with the aliases that name one terminal among the terminals of all of them, and that no
 * response shows to a key without that terminal.
 */
export function keepUniqueAliases(
  visibility: ReadonlyMap<string, Visibility>,
  bindings: Bindings,
): Map<string, Visibility> {
  const all = [...visibility.values()];
  const others = new Set(all.flatMap(({ groups, connectors }) => [...groups.keys(), ...connectors]));
  const aliases = chooseAliases(
    all.flatMap(({ responses }) => listNames(responses, bindings)),
    others,
  );
  const shown = all.map(({ responses, mentioned }) => ({
    mentioned,
    scalars: new Set(SURVEYED.flatMap((operation) => listResponseScalars(responses.get(operation)))),
  }));
  const isHiddenElsewhere = (terminal: string, alias: string): boolean =>
    shown.every(({ mentioned, scalars }) => mentioned.has(terminal) || !scalars.has(alias));
  return new Map(
    [...visibility].map(([name, sees]) => [
      name,
      {
        ...sees,
        aliases: new Map(
          [...aliases].flatMap(([terminal, texts]) =>
            sees.mentioned.has(terminal)
              ? [[terminal, new Set([...texts].filter((text) => isHiddenElsewhere(terminal, text)))] as const]
              : [],
          ),
        ),
      },
    ]),
  );
}

const listResponseScalars = (exchange: Exchange | undefined): string[] =>
  exchange === undefined ? [] : listScalars(exchange);

/** Returns the values that the path of `operation` needs. */
export function pickPathParameters(operation: OperationId, values: Parameters): Parameters {
  const names = [...operations[operation].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
}

/** Returns the terminal with the most of these rows, or the first one if there are none. */
export function findBusiestTerminal(terminals: ReadonlySet<string>, rows: readonly ListRow[]): string | undefined {
  const counts = new Map([...terminals].map((terminal) => [terminal, 0]));
  for (const terminal of rows.flatMap(getTerminals)) {
    const count = counts.get(terminal);
    if (count !== undefined) counts.set(terminal, count + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

const getTerminals = ({ terminals }: ListRow): readonly string[] => terminals;

/** Counts how many places name each terminal. A terminal that two places name, or the only place, is agreed. */
export function countMentions(places: readonly (readonly string[])[]): { agreed: Set<string>; mentioned: Set<string> } {
  const votes = new Map<string, number>();
  for (const terminal of places.flatMap((place) => [...new Set(place)])) {
    votes.set(terminal, (votes.get(terminal) ?? 0) + 1);
  }
  const enough = Math.min(2, places.length);
  return {
    agreed: new Set([...votes].flatMap(([terminal, count]) => (count >= enough ? [terminal] : []))),
    mentioned: new Set(votes.keys()),
  };
}

/** Returns the terminals that the rows of a list name; `undefined` without a binding. */
const listTerminals = (
  table: Table | undefined,
  slot: SlotOfKind<'pointer'>,
  bindings: Bindings,
): readonly string[] | undefined =>
  table === undefined || bindings.find(slot) === undefined ? undefined : table.rows.flatMap(getTerminals);

/** Returns the terminals in a portal snapshot, each with its group id, if any. */
export function readPortalTerminals(
  portal: Exchange,
  bindings: Bindings,
): { readonly terminal: string; readonly group: string | undefined }[] {
  const rows = bindings.find('portal.terminal_rows');
  const id = bindings.find('portal.terminal_id');
  if (rows === undefined || id === undefined) return [];
  const group = bindings.find('portal.terminal_group');
  return findEntries(portal.json, rows).flatMap(({ value, key }) =>
    findTexts(value, id, key).map((terminal) => ({ terminal, group: readText(value, group) })),
  );
}

const readText = (value: unknown, pointer: ValuePointer | undefined): string | undefined =>
  pointer === undefined ? undefined : findTexts(value, pointer)[0];

interface Places {
  readonly groups: Table | undefined;
  readonly locations: Table | undefined;
  readonly portal: Exchange | undefined;
}

/** A group, with the group that contains it. */
export interface GroupRow extends Pick<ListRow, 'id' | 'terminals'> {
  readonly parent: string | undefined;
}

const DEEPEST_GROUP = 12;

/** Returns the groups of the list, and those nested in their rows: objects in arrays with an id at the same place. */
function listGroupRows(rows: readonly ListRow[], bindings: Bindings): readonly GroupRow[] {
  const [idAt, parentAt] = [bindings.need('terminal_groups.id'), bindings.find('terminal_groups.parent')];
  const terminalsAt = bindings.find('terminal_groups.terminals');
  // a group may list its terminals as objects with ids at the same place
  const members = new Set(terminalsAt === undefined ? [] : rows.flatMap(({ value }) => findTexts(value, terminalsAt)));
  const listNested = (value: unknown, parent: string, depth: number): GroupRow[] => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST_GROUP) return [];
    return Object.values(value).flatMap((member) =>
      (Array.isArray(member) ? member : []).flatMap((one): GroupRow[] => {
        const [id] = findTexts(one, idAt);
        if (id === undefined || members.has(id)) return [];
        const terminals = terminalsAt === undefined ? [] : findTexts(one, terminalsAt);
        return [{ id, terminals, parent }, ...listNested(one, id, depth + 1)];
      }),
    );
  };
  const isNestable = !idAt.includes('*') && !idAt.endsWith('#');
  return rows.flatMap(({ id, value }) => [
    {
      id,
      terminals: terminalsAt === undefined ? [] : findTexts(value, terminalsAt),
      parent: readText(value, parentAt),
    },
    ...(isNestable ? listNested(value, id, 0) : []),
  ]);
}

/** Returns the groups with their direct members: from the groups, or else from locations or the terminals of the portal. */
export function readDirectGroups({ groups, locations, portal }: Places, bindings: Bindings): readonly GroupRow[] {
  const rows = bindings.find('terminal_groups.id') === undefined ? [] : listGroupRows(groups?.rows ?? [], bindings);
  if (bindings.find('terminal_groups.terminals') !== undefined) return rows;
  const members = new Map(rows.map(({ id }) => [id, new Set<string>()]));
  const groupOfLocation = bindings.find('locations.group');
  const named =
    groupOfLocation === undefined || bindings.find('locations.terminal') === undefined
      ? portal === undefined
        ? []
        : readPortalTerminals(portal, bindings)
      : (locations?.rows ?? []).flatMap((row) =>
          row.terminals.map((terminal) => ({ terminal, group: readText(row.value, groupOfLocation) })),
        );
  for (const { terminal, group } of named) members.get(group ?? '')?.add(terminal);
  return rows.map((row) => ({ ...row, terminals: [...(members.get(row.id) ?? [])] }));
}

/** Returns the groups with their terminals, those of subgroups included. */
function readGroups(places: Places, bindings: Bindings): Pick<Visibility, 'groups' | 'leafGroups'> {
  const rows = readDirectGroups(places, bindings);
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]));
  const isBelow = (id: string | undefined, ancestor: string, depth = 0): boolean =>
    id !== undefined && depth < rows.length + 1 && (id === ancestor || isBelow(parents.get(id), ancestor, depth + 1));
  const above = new Set(parents.values());
  return {
    groups: new Map(
      rows.map(({ id }) => [id, new Set(rows.filter((row) => isBelow(row.id, id)).flatMap((row) => row.terminals))]),
    ),
    leafGroups: new Set(rows.map(({ id }) => id).filter((id) => !above.has(id))),
  };
}

/** Returns the key that sees the most transactions, the first of several: for checks whose result does not depend on the key. */
export const findWidestReader = ([first, ...others]: readonly [Principal, ...Principal[]]): Principal =>
  others.reduce((most, one) => (one.sees.transactions.length > most.sees.transactions.length ? one : most), first);
