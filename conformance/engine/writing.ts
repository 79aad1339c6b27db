import type { Bindings } from '../bindings/bindings.ts';
import { type Caller, type Exchange, isSuccess, type Parameters } from '../http/client.ts';
import { findTexts, findValue } from '../oracles/pointers.ts';
import type { Capabilities } from './check.ts';
import type { Principal } from './principals.ts';
import { getWidestParameters, type ListRow, readAllPages, readTable } from './reading.ts';
import { Concluded, untestable } from './verdict.ts';

export const WRITES = ['deriveSettlements', 'createDispute'] as const;
export type Write = (typeof WRITES)[number];

const WRITE_SLOTS = {
  deriveSettlements: { flag: 'writes.derive_settlements_flag', body: 'writes.derive_settlements_body' },
  createDispute: { flag: 'writes.create_dispute_flag', body: 'writes.create_dispute_body' },
} as const;

export type WriteContext = Pick<Capabilities, 'readers' | 'bindings' | 'writes'>;

/** An accepted write: its operation, its caller, its body, and the transaction that its body names, if any. */
export interface AcceptedWrite {
  readonly write: Write;
  readonly writer: Principal;
  readonly control: Exchange;
  readonly body: unknown;
  readonly transaction: string | undefined;
}

const MOST_ATTEMPTS = 8;

/** Returns the body of a write, for this transaction if the body names one. */
export function createWriteBody(
  write: Write,
  bindings: Bindings,
  transaction: string,
): Readonly<Record<string, unknown>> {
  const template = JSON.stringify(bindings.need(WRITE_SLOTS[write].body));
  const asNumber = Number.isSafeInteger(Number(transaction))
    ? String(Number(transaction))
    : JSON.stringify(transaction);
  return JSON.parse(
    template
      .replaceAll('"{transaction_number}"', asNumber)
      .replaceAll('{transaction_id}', () => JSON.stringify(transaction).slice(1, -1)),
  );
}

/** Whether the body of a write names a transaction, so that each body can be sent only once. */
export const needsTransaction = (write: Write, bindings: Bindings): boolean =>
  /\{transaction_(id|number)\}/.test(JSON.stringify(bindings.need(WRITE_SLOTS[write].body)));

/** Sends a write as each reader that may have the privilege, until one is accepted. */
export async function findAcceptedWrite(
  { readers, bindings }: WriteContext,
  write: Write,
): Promise<AcceptedWrite | undefined> {
  if (needsTransaction(write, bindings)) bindings.need('transactions.id');
  for (const writer of readers) {
    if ((await readWritePermission(writer, bindings, write)) === false) continue;
    const accepted = await sendUntilAccepted(writer, bindings, write);
    if (accepted !== undefined) return accepted;
  }
  return undefined;
}

/** Sends writes about the caller's undisputed transactions until one is accepted. */
export async function sendUntilAccepted(
  writer: Principal,
  bindings: Bindings,
  write: Write,
): Promise<AcceptedWrite | undefined> {
  const names = needsTransaction(write, bindings);
  const rows = names ? await filterUndisputed(writer, bindings, writer.sees.transactions) : writer.sees.transactions;
  for (const { id } of rows.slice(0, MOST_ATTEMPTS)) {
    const body = createWriteBody(write, bindings, id);
    const control = await writer.send(write, {}, { body });
    if (isSuccess(control)) return { write, writer, control, body, transaction: names ? id : undefined };
    if (control.status === 401 || control.status === 403) return undefined;
  }
  return undefined;
}

/** Returns a new acceptable body: for another undisputed transaction that both callers can see. */
export async function createFreshBody(
  { write, writer, body, transaction }: AcceptedWrite,
  bindings: Bindings,
  seenBy: readonly ListRow[] = writer.sees.transactions,
): Promise<{ readonly body: unknown; readonly transaction: string | undefined }> {
  if (transaction === undefined) return { body, transaction };
  const [free] = await filterUndisputed(writer, bindings, seenBy);
  if (free === undefined)
    throw new Concluded(untestable('needs an undisputed transaction; all transactions read are disputed'));
  return { body: createWriteBody(write, bindings, free.id), transaction: free.id };
}

/** Returns the rows without a dispute that this caller can read. */
async function filterUndisputed(
  caller: Caller,
  bindings: Bindings,
  rows: readonly ListRow[],
): Promise<readonly ListRow[]> {
  const disputes = await readAllDisputes(caller, bindings);
  const about = bindings.find('disputes.transaction');
  if (disputes === undefined || about === undefined) return rows;
  const taken = new Set(disputes.rows.flatMap(({ value }) => findTexts(value, about)));
  return rows.filter(({ id }) => !taken.has(id));
}

/** Returns all disputes of a caller over all pages; `undefined` if they cannot be read. */
export async function readAllDisputes(
  caller: Caller,
  bindings: Bindings,
): Promise<{ readonly exchange: Exchange; readonly rows: readonly ListRow[] } | undefined> {
  const parameters: Parameters = {};
  const exchange = await caller.get('listDisputes', parameters);
  const first = readTable(exchange, bindings, 'listDisputes');
  if (first === undefined) return undefined;
  return readAllPages({ reader: caller, bindings }, 'listDisputes', {
    first,
    granted: Number(getWidestParameters(bindings).limit ?? 50),
  });
}

/** Returns whether this caller may write according to the config or the portal; `undefined` if neither states it. */
export async function readWritePermission(
  caller: Caller,
  bindings: Bindings,
  write: Write,
): Promise<boolean | undefined> {
  if (bindings.find('writes.read_only_keys')?.includes(caller.name)) return false;
  const flag = bindings.find(WRITE_SLOTS[write].flag);
  if (flag === undefined) return undefined;
  const portal = await caller.get('getPortal');
  const value = isSuccess(portal) ? findValue(portal.json, flag) : undefined;
  return typeof value === 'boolean' ? value : undefined;
}
