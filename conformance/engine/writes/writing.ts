import { type Caller, isSuccess } from '../../http/client.ts';
import { listNamedAccounts, WITH_ACCOUNTS } from '../../reading/names/named-accounts.ts';
import { findTexts, findValue } from '../../reading/pointers.ts';
import { findOpenapiDocument } from '../../reading/published-document.ts';
import { toFlag } from '../../reading/values/flags.ts';
import { readInstants } from '../../reading/values/instants.ts';
import type { KeyExpectations } from '../../relations/key-expectations.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { type PublishedDocument, readDocument } from '../../slots/inference/columns/document.ts';
import { getWidestParameters, type ListRow, readAllPages, readTable, type WholeTable } from '../../slots/read-lists.ts';
import type { Write, WriteSubject } from './accepted-write.ts';

const WRITE_SLOTS = {
  deriveSettlements: { flag: 'writes.derive_settlements_flag', body: 'writes.derive_settlements_body' },
  createDispute: { flag: 'writes.create_dispute_flag', body: 'writes.create_dispute_body' },
} as const;

/** The day if no transaction shows one. */
const SOME_DAY = '2025-01-01';

/** Returns the body of a write about this transaction, its day, its terminal, a group or an account, if the template refers to them. */
export function createWriteBody(
  write: Write,
  bindings: Bindings,
  { transaction, terminal, group, account, day }: WriteSubject,
): Readonly<Record<string, unknown>> {
  const template = getTemplate(write, bindings);
  const asNumber = Number.isSafeInteger(Number(transaction))
    ? String(Number(transaction))
    : JSON.stringify(transaction);
  return JSON.parse(
    template
      .replaceAll('"{transaction_number}"', asNumber)
      .replaceAll('"{account_id}"', () => JSON.stringify(account ?? null))
      .replaceAll('"{group_id}"', () => JSON.stringify(group ?? null))
      .replaceAll('"{terminal_id}"', () => JSON.stringify(terminal ?? null))
      .replaceAll('{transaction_id}', () => JSON.stringify(transaction).slice(1, -1))
      .replaceAll('{business_day}', day ?? SOME_DAY)
      .replaceAll('{business_day_compact}', (day ?? SOME_DAY).replaceAll('-', '')),
  );
}

const getTemplate = (write: Write, bindings: Bindings): string =>
  JSON.stringify(bindings.need(WRITE_SLOTS[write].body));

/** Whether the config or the public document of the target shows a body of a write. */
export const hasTemplate = (write: Write, bindings: Bindings): boolean =>
  bindings.find(WRITE_SLOTS[write].body) !== undefined;

/**
 * Returns the accounts that responses to a key show in members with this name, or in an object with a member that completes the
 * name: `account: { id }`.
 */
export async function listAccounts(caller: Caller, name: string): Promise<readonly (string | number)[]> {
  for (const operation of WITH_ACCOUNTS) {
    const accounts = listNamedAccounts((await caller.get(operation)).json, name);
    if (accounts.length > 0) return accounts;
  }
  return [];
}

/** Returns the transactions of a key whose ids are known. */
export const listTransactionRows = ({ sees }: Principal, bindings: Bindings): readonly ListRow[] =>
  bindings.find('transactions.id') === undefined ? [] : sees.transactions;

/** Returns the day of a transaction as its row shows it, or in UTC if it shows an instant without a date. */
export function readDay(value: unknown, bindings: Bindings): string | undefined {
  const pointer = bindings.find('transactions.terminal_date_and_time');
  const text = pointer === undefined ? undefined : findTexts(value, pointer)[0];
  if (text === undefined) return undefined;
  const [, year, month, day] = /^(20\d{2})-?(\d{2})-?(\d{2})(?!\d)/.exec(text) ?? [];
  if (year !== undefined) return `${year}-${month}-${day}`;
  const [instant] = readInstants([text]);
  return instant === undefined ? undefined : new Date(instant).toISOString().slice(0, 10);
}

/** Returns all items of the list to which a write adds, over all pages; `undefined` if they cannot be read. */
export async function readWritten(caller: Caller, write: Write, bindings: Bindings): Promise<WholeTable | undefined> {
  const list = write === 'createDispute' ? 'listDisputes' : 'listSettlements';
  const exchange = await caller.get(list);
  const first = readTable(exchange, bindings, list);
  if (first === undefined) return undefined;
  const granted = Number(getWidestParameters(bindings).limit ?? 50);
  return readAllPages({ reader: caller, bindings }, list, { first, granted });
}

/** The statements of the user about keys, in the config or by option. */
export interface StatedKeys {
  readonly bindings: Bindings;
  readonly expectations: KeyExpectations;
}

/** Returns whether a key may write according to the user, the config or its portal; `undefined` if none states it. */
export function readWritePermission(caller: Principal, stated: StatedKeys, write: Write): boolean | undefined {
  return isStatedReadOnly(caller, stated) ? false : readWriteFlag(caller, stated.bindings, write);
}

/** Whether the user or the config states that a key may only read. */
export const isStatedReadOnly = ({ name }: Pick<Caller, 'name'>, { bindings, expectations }: StatedKeys): boolean =>
  expectations.get(name)?.mayOnlyRead === true || bindings.find('writes.read_only_keys')?.includes(name) === true;

/** Returns the access flag of a key for a write, as its portal shows it; `undefined` without one. */
export function readWriteFlag({ sees }: Principal, bindings: Bindings, write: Write): boolean | undefined {
  const flag = bindings.find(WRITE_SLOTS[write].flag);
  const portal = sees.responses.get('getPortal');
  return flag === undefined || portal === undefined ? undefined : toFlag(findValue(portal.json, flag));
}

/** Returns the OpenAPI document of the target; `undefined` if it cannot be read. */
export async function readPublishedDocument(anonymous: Caller): Promise<PublishedDocument | undefined> {
  const answer = await anonymous.get('getPublicOpenapi');
  return isSuccess(answer) ? readDocument(findOpenapiDocument(answer.json) ?? answer.json) : undefined;
}
