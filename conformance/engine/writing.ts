import type { Bindings } from '../bindings/bindings.ts';
import { type Caller, type Exchange, isSuccess, type Parameters } from '../http/client.ts';
import { textsAt, valueAt } from '../oracles/pointers.ts';
import type { Capabilities } from './check.ts';
import type { Principal } from './principals.ts';
import { type Row, tableOf, throughAllPages, widest } from './reading.ts';
import { Concluded, untestable } from './verdict.ts';

export const WRITES = ['deriveSettlements', 'createDispute'] as const;
export type Write = (typeof WRITES)[number];

const SLOTS = {
  deriveSettlements: { flag: 'writes.derive_settlements_flag', body: 'writes.derive_settlements_body' },
  createDispute: { flag: 'writes.create_dispute_flag', body: 'writes.create_dispute_body' },
} as const;

export type WriteContext = Pick<Capabilities, 'readers' | 'bindings' | 'writes'>;

/** An accepted write: its caller, its body, and the transaction that its body names, if any. */
export interface Accepted {
  readonly writer: Principal;
  readonly control: Exchange;
  readonly body: unknown;
  readonly transaction: string | undefined;
}

const MOST_ATTEMPTS = 8;

/** Returns the body of a write, for this transaction if the body names one. */
export function bodyAbout(write: Write, bindings: Bindings, transaction: string): Readonly<Record<string, unknown>> {
  const template = JSON.stringify(bindings.need(SLOTS[write].body));
  return JSON.parse(template.replaceAll('{transaction_id}', () => JSON.stringify(transaction).slice(1, -1)));
}

/** Whether the body of a write names a transaction, so that each body can be sent only once. */
export const namesATransaction = (write: Write, bindings: Bindings): boolean =>
  JSON.stringify(bindings.need(SLOTS[write].body)).includes('{transaction_id}');

/** Sends a write as each reader that may have the privilege, until one is accepted. */
export async function acceptedWrite({ readers, bindings }: WriteContext, write: Write): Promise<Accepted | undefined> {
  if (namesATransaction(write, bindings)) bindings.need('transactions.id');
  for (const writer of readers) {
    if ((await saysOf(writer, bindings, write)) === false) continue;
    const accepted = await acceptedBy(writer, bindings, write);
    if (accepted !== undefined) return accepted;
  }
  return undefined;
}

/** Sends writes about the caller's undisputed transactions until one is accepted. */
export async function acceptedBy(writer: Principal, bindings: Bindings, write: Write): Promise<Accepted | undefined> {
  const names = namesATransaction(write, bindings);
  const rows = names ? await undisputed(writer, bindings, writer.sees.transactions) : writer.sees.transactions;
  for (const { id } of rows.slice(0, MOST_ATTEMPTS)) {
    const body = bodyAbout(write, bindings, id);
    const control = await writer.send(write, {}, { body });
    if (isSuccess(control)) return { writer, control, body, transaction: names ? id : undefined };
    if (control.status === 401 || control.status === 403) return undefined;
  }
  return undefined;
}

/** Returns a new acceptable body: for another undisputed transaction that both callers can see. */
export async function freshBody(
  { writer, body, transaction }: Accepted,
  write: Write,
  bindings: Bindings,
  seenBy: readonly Row[] = writer.sees.transactions,
): Promise<{ readonly body: unknown; readonly transaction: string | undefined }> {
  if (transaction === undefined) return { body, transaction };
  const [free] = await undisputed(writer, bindings, seenBy);
  if (free === undefined)
    throw new Concluded(untestable('needs an undisputed transaction; all transactions read are disputed'));
  return { body: bodyAbout(write, bindings, free.id), transaction: free.id };
}

/** Returns the rows without a dispute that this caller can read. */
async function undisputed(caller: Caller, bindings: Bindings, rows: readonly Row[]): Promise<readonly Row[]> {
  const disputes = await disputesOf(caller, bindings);
  const about = bindings.find('disputes.transaction');
  if (disputes === undefined || about === undefined) return rows;
  const taken = new Set(disputes.rows.flatMap(({ value }) => textsAt(value, about)));
  return rows.filter(({ id }) => !taken.has(id));
}

/** Returns all disputes of a caller over all pages; `undefined` if they cannot be read. */
export async function disputesOf(
  caller: Caller,
  bindings: Bindings,
): Promise<{ readonly exchange: Exchange; readonly rows: readonly Row[] } | undefined> {
  const parameters: Parameters = {};
  const exchange = await caller.get('listDisputes', parameters);
  const first = tableOf(exchange, bindings, 'listDisputes');
  if (first === undefined) return undefined;
  return throughAllPages(caller, bindings, 'listDisputes', first, Number(widest(bindings).limit ?? 50));
}

/** Returns whether this caller may write according to the config or the portal; `undefined` if neither states it. */
export async function saysOf(caller: Caller, bindings: Bindings, write: Write): Promise<boolean | undefined> {
  if (bindings.find('writes.read_only_keys')?.includes(caller.name)) return false;
  const flag = bindings.find(SLOTS[write].flag);
  if (flag === undefined) return undefined;
  const portal = await caller.get('getPortal');
  const said = isSuccess(portal) ? valueAt(portal.json, flag) : undefined;
  return typeof said === 'boolean' ? said : undefined;
}
