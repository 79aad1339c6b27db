import { type Caller, isSuccess, type Session } from '../../http/client.ts';
import { valueAt } from '../../oracles/pointers.ts';
import { type Bindings, bindingsOf } from '../bindings.ts';
import { builtin } from '../builtin-bindings.ts';
import { LIST_SLOTS, type ListOperationId, slots } from '../slots.ts';
import { findDisputes, findOfTerminals, findPlaces, findProvisioning, findSettlements } from './casework.ts';
import { findCatalog } from './catalog.ts';
import { readDocument } from './document.ts';
import { type Look, lookOf } from './look.ts';
import { findPaging, settleWidestLimit } from './pages.ts';
import { findPortal } from './portal.ts';
import { findTotals } from './totals.ts';
import { findTransactions } from './transactions.ts';
import { findBodies } from './writes.ts';

/** The share of the built-in contract's members that responses must contain to count as having its form. */
const ENOUGH = 0.7;

/**
 * Infers where a target stores the values that the document names only in words, by reading with the given keys. Returns
 * the built-in bindings for a target whose responses have the form of the built-in contract.
 */
export async function infer(session: Session, keys: Iterable<string>): Promise<Bindings> {
  const callers = [...keys].map((name) => session.withKey(name));
  const published = await session.withoutKey().get('getPublicOpenapi');
  const look = lookOf(await opening(callers), readDocument(isSuccess(published) ? published.json : undefined));
  if (look.callers.length === 0 || (await fitsBuiltin(look))) return builtin;
  await findTransactions(look);
  await findPaging(look);
  await settleWidestLimit(look);
  await findTotals(look);
  await findOfTerminals(look);
  await findSettlements(look);
  await findDisputes(look);
  await findPlaces(look);
  await findProvisioning(look);
  await findPortal(look);
  await findCatalog(look);
  findBodies(look);
  return bindingsOf(look.entries, 'inferred');
}

/** Returns the callers that can list transactions, the one with the largest response first. */
async function opening(callers: readonly Caller[]): Promise<Caller[]> {
  const shown: { readonly caller: Caller; readonly size: number }[] = [];
  for (const caller of callers) {
    const answer = await caller.get('listTransactions');
    if (isSuccess(answer)) shown.push({ caller, size: answer.bytes.length });
  }
  return shown.sort((a, b) => b.size - a.size).map(({ caller }) => caller);
}

/** Whether most members of the built-in contract occur in the responses. */
async function fitsBuiltin(look: Look): Promise<boolean> {
  const [caller] = look.callers;
  if (caller === undefined) return false;
  const seen: boolean[] = [];
  for (const operation of Object.keys(LIST_SLOTS) as ListOperationId[]) {
    // the table's own keys
    const { rows, id } = LIST_SLOTS[operation];
    const topic = rows.split('.')[0];
    const answer = /Terminal(Transactions|Commands)$/.test(operation) ? undefined : await look.read(caller, operation);
    const row = answer && valueAt(answer.json, builtin.need(rows));
    if (answer !== undefined && row === undefined && valueAt(answer.json, '/data') === undefined)
      seen.push(false, false, false);
    if (row === undefined) continue;
    for (const [name, { kind }] of Object.entries(slots)) {
      const isOfRow = name.startsWith(`${topic}.`) && kind === 'pointer' && !name.startsWith('transactions.total_');
      const pointer = isOfRow && builtin.find(name as typeof id); // a pointer slot, as just checked
      if (typeof pointer === 'string' && name !== rows) seen.push(valueAt(row, pointer) !== undefined);
    }
  }
  return seen.length > 0 && seen.filter(Boolean).length >= ENOUGH * seen.length;
}
