import { type Caller, type ClientSession, findRecorded, ignoreUnreadable, isSuccess } from '../../http/client.ts';
import { findValue } from '../../reading/pointers.ts';
import { type Bindings, createBindings } from '../bindings.ts';
import { builtinBindings } from '../builtin-bindings.ts';
import { LIST_SLOTS, type ListOperationId, slots } from '../slots.ts';
import { bindCatalog } from './catalog.ts';
import { readDocument } from './columns/document.ts';
import { createInferenceState, type InferenceState } from './columns/inference-state.ts';
import { bindDisputes } from './disputes.ts';
import { bindLocationsGroupsConnectors } from './fleet-lists.ts';
import { bindFoundIds } from './ids/bind-ids.ts';
import { CONNECTORS, type FoundIds, findIds, TERMINALS, TRANSACTIONS } from './ids/find-ids.ts';
import { bindGroupIds } from './ids/group-ids.ts';
import { confirmLocationIds } from './ids/location-ids.ts';
import { bindOtherPaging, bindPaging, correctWidestLimit } from './paging.ts';
import { bindPortal } from './portal.ts';
import { bindProvisioning } from './provisioning.ts';
import { bindSettlements } from './settlements.ts';
import { bindTerminalLists } from './terminal-lists.ts';
import { bindTotals } from './totals.ts';
import { bindTransactions } from './transactions.ts';
import { bindWriteBodies } from './write-bodies.ts';

/** The share of the built-in contract's members that responses must contain to count as having its form. */
const ENOUGH = 0.7;

/**
 * Infers where a target stores the values that the document names only in words, by reading with the given keys. Returns
 * the built-in bindings for a target whose responses have the form of the built-in contract.
 */
export async function inferFromSession(session: ClientSession, keys: Iterable<string>): Promise<Bindings> {
  const callers = [...keys].map((name) => session.withKey(name));
  const published = await readPublished(session, callers);
  const state = createInferenceState(await findReaders(callers), readDocument(published));
  if (state.callers.length === 0 || (await fitsBuiltinContract(state))) return builtinBindings;
  const [terminals, transactions, connectors] = await findAllIds(state);
  await bindTransactions(state);
  const ofTransactions = { operation: 'listTransactions', rows: 'transactions.rows' } as const;
  bindFoundIds(state, transactions, { ...ofTransactions, id: 'transactions.id', thing: 'transaction', isOwn: true });
  bindFoundIds(state, terminals, { ...ofTransactions, id: 'transactions.terminal', thing: 'terminal' });
  await bindPaging(state);
  await correctWidestLimit(state);
  await bindTotals(state);
  await bindTerminalLists(state);
  await bindSettlements(state);
  await bindDisputes(state);
  const ofDisputes = { operation: 'listDisputes', rows: 'disputes.rows' } as const;
  bindFoundIds(state, terminals, { ...ofDisputes, id: 'disputes.terminal', thing: 'terminal' });
  bindFoundIds(state, transactions, { ...ofDisputes, id: 'disputes.transaction', thing: 'transaction' });
  await bindLocationsGroupsConnectors(state);
  const ofConnectors = { operation: 'listConnectors', rows: 'connectors.rows', id: 'connectors.id' } as const;
  bindFoundIds(state, connectors, { ...ofConnectors, thing: 'connector', isOwn: true });
  const ofLocations = { operation: 'listLocations', rows: 'locations.rows', id: 'locations.terminal' } as const;
  bindFoundIds(state, await confirmLocationIds(state, terminals), { ...ofLocations, thing: 'terminal' });
  const ofGroups = {
    operation: 'listTerminalGroups',
    rows: 'terminal_groups.rows',
    id: 'terminal_groups.terminals',
    idOfRows: 'terminal_groups.id',
  } as const;
  bindFoundIds(state, terminals, { ...ofGroups, thing: 'terminal' });
  await bindGroupIds(state);
  await bindOtherPaging(state);
  await bindProvisioning(state);
  await bindPortal(state);
  const ofPortal = { operation: 'getPortal', rows: 'portal.terminal_rows', id: 'portal.terminal_id' } as const;
  bindFoundIds(state, terminals, { ...ofPortal, thing: 'terminal', isOwn: true });
  await bindCatalog(state);
  await bindWriteBodies(state);
  return createBindings(state.entries, 'inferred');
}

/** Finds the ids of each kind by trying values, and keeps them for the bindings of other lists. */
async function findAllIds(state: InferenceState): Promise<(FoundIds | undefined)[]> {
  const all: (FoundIds | undefined)[] = [];
  for (const kind of [TERMINALS, TRANSACTIONS, CONNECTORS]) {
    const found = await findIds(state, kind);
    if (found !== undefined) state.foundIds.set(kind.thing, found.proven.texts);
    all.push(found);
  }
  return all;
}

/** Returns the published document, which a faulty service may show only to keys. */
async function readPublished(session: ClientSession, [first]: readonly Caller[]): Promise<unknown> {
  for (const caller of [session.withoutKey(), first]) {
    const published = await ignoreUnreadable(async () => caller?.get('getPublicOpenapi'));
    if (published !== undefined && isSuccess(published)) return published.isReadable ? published.json : undefined;
    if (published?.status !== 401 && published?.status !== 403) return undefined;
  }
  return undefined;
}

/** Returns the callers that can list transactions, the one with the largest response first. */
async function findReaders(callers: readonly Caller[]): Promise<Caller[]> {
  const evidenceByPointer: { readonly caller: Caller; readonly size: number }[] = [];
  for (const caller of callers) {
    const parameters = findRecorded(caller, 'listTransactions', (one) => Object.keys(one).join() === '');
    const other = findRecorded(caller, 'listTransactions', (one) => Object.keys(one).join() === 'limit');
    const answer = await ignoreUnreadable(() => caller.get('listTransactions', parameters ?? other));
    if (answer !== undefined && isSuccess(answer)) evidenceByPointer.push({ caller, size: answer.bytes.length });
  }
  return evidenceByPointer.sort((a, b) => b.size - a.size).map(({ caller }) => caller);
}

/** Whether most members of the built-in contract occur in the responses. */
async function fitsBuiltinContract(state: InferenceState): Promise<boolean> {
  const [caller] = state.callers;
  if (caller === undefined) return false;
  const seen: boolean[] = [];
  for (const operation of Object.keys(LIST_SLOTS) as ListOperationId[]) {
    // the table's own keys
    const { rows, id } = LIST_SLOTS[operation];
    const topic = rows.split('.')[0];
    const answer = /Terminal(Transactions|Commands)$/.test(operation) ? undefined : await state.read(caller, operation);
    const row = answer && findValue(answer.json, builtinBindings.need(rows));
    if (answer !== undefined && row === undefined && findValue(answer.json, '/data') === undefined)
      seen.push(false, false, false);
    if (row === undefined) continue;
    for (const [name, { kind }] of Object.entries(slots)) {
      const isOfRow = name.startsWith(`${topic}.`) && kind === 'pointer' && !name.startsWith('transactions.total_');
      const pointer = isOfRow && builtinBindings.find(name as typeof id); // a pointer slot, as just checked
      if (typeof pointer === 'string' && name !== rows) seen.push(findValue(row, pointer) !== undefined);
    }
  }
  return seen.length > 0 && seen.filter(Boolean).length >= ENOUGH * seen.length;
}
