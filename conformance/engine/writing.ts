import type { Bindings } from '../bindings/bindings.ts';
import { type Caller, isSuccess } from '../http/client.ts';
import { listNamedAccounts, WITH_ACCOUNTS } from '../oracles/names/named-accounts.ts';
import { findTexts, findValue } from '../oracles/pointers.ts';
import { toFlag } from '../oracles/values/flags.ts';
import { readInstants } from '../oracles/values/instants.ts';
import type { AcceptedWrite, Write, WriteSubject } from './accepted-write.ts';
import type { Capabilities } from './check.ts';
import type { Principal } from './survey/principals.ts';
import { getWidestParameters, type ListRow, readAllPages, readTable, type WholeTable } from './survey/reading.ts';

const WRITE_SLOTS = {
  deriveSettlements: { flag: 'writes.derive_settlements_flag', body: 'writes.derive_settlements_body' },
  createDispute: { flag: 'writes.create_dispute_flag', body: 'writes.create_dispute_body' },
} as const;

export type WriteContext = Pick<Capabilities, 'readers' | 'bindings' | 'writes'>;

/** The day if no transaction shows one. */
const SOME_DAY = '2025-01-01';

const MOST_ATTEMPTS = 8;
/** Most days may be settled already. */
const MOST_DERIVATIONS = 16;

/** Returns the largest number of bodies to send until one is accepted. */
export const getMostAttempts = (write: Write): number =>
  write === 'deriveSettlements' ? MOST_DERIVATIONS : MOST_ATTEMPTS;

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

/** Whether the body of a write names a transaction, so that each body can be sent only once. */
export const needsTransaction = (write: Write, bindings: Bindings): boolean =>
  /\{transaction_(id|number)\}/.test(getTemplate(write, bindings));

/** Whether the body names a day or a terminal, so that different transactions lead to different bodies. */
const needsRow = (write: Write, bindings: Bindings): boolean =>
  /\{(business_day(_compact)?|terminal_id)\}/.test(getTemplate(write, bindings));

/** Returns the name of the member of the body that takes an account; `undefined` if none does. */
const findAccountMember = (write: Write, bindings: Bindings): string | undefined =>
  /"([^"]+)":\[?"\{account_id\}"/.exec(getTemplate(write, bindings))?.[1];

/** Returns an accepted write of this run, or sends writes as each reader that may have the privilege until one is accepted. */
export async function findAcceptedWrite(context: WriteContext, write: Write): Promise<AcceptedWrite | undefined> {
  const { readers, bindings, writes } = context;
  if (needsTransaction(write, bindings)) bindings.need('transactions.id');
  const known = writes.accepted.find((one) => one.write === write);
  const again = readers.find(({ name }) => name === known?.writer.name);
  if (known !== undefined && again !== undefined) return { ...known, writer: again };
  for (const writer of sortByScope(readers)) {
    if ((await readWritePermission(writer, bindings, write)) === false) continue;
    const accepted = await sendUntilAccepted(writer, context, write);
    if (accepted !== undefined) return accepted;
  }
  return undefined;
}

/** Returns the keys that see the fewest terminals first: what they write does not use up the rows of the others. */
export const sortByScope = (readers: readonly Principal[]): readonly Principal[] =>
  readers.toSorted((a, b) => a.sees.terminals.size - b.sees.terminals.size);

/**
 * Sends writes about different rows that the caller sees, until one is accepted. Returns the one that the target accepted
 * earlier in this run, if there is one: a target may have few rows to write about.
 */
export async function sendUntilAccepted(
  writer: Principal,
  { bindings, writes }: Omit<WriteContext, 'readers'>,
  write: Write,
): Promise<AcceptedWrite | undefined> {
  const known = writes.accepted.find((one) => one.write === write && one.writer.name === writer.name);
  if (known !== undefined) return { ...known, writer };
  const subjects = await listSubjects(writer, bindings, { write });
  for (const subject of subjects.slice(0, getMostAttempts(write))) {
    const body = createWriteBody(write, bindings, subject);
    const control = await writer.send(write, {}, { body });
    if (isSuccess(control)) {
      const accepted: AcceptedWrite = { write, writer, control, body, subject };
      writes.accepted.push(accepted);
      return accepted;
    }
    if (control.status === 401 || control.status === 403) return undefined;
  }
  return undefined;
}

/**
 * Returns the rows that a body may refer to, the most promising first: undisputed transactions of the kind that was accepted
 * before or of one with a payment, then one of each other kind. If the body names a day or a terminal, one row of each day, the
 * latest first; if it names neither, one row. If it names a group or an account, each of them with each one of the caller.
 */
export async function listSubjects(
  caller: Principal,
  bindings: Bindings,
  options: CandidateOptions,
): Promise<readonly WriteSubject[]> {
  const rows = await listCandidates(caller, bindings, options);
  const isTerminalKnown = bindings.find('transactions.terminal') !== undefined;
  const subjects = rows.map(
    ({ id, value, terminals }): WriteSubject => ({
      transaction: id,
      terminal: isTerminalKnown ? terminals[0] : undefined,
      day: readDay(value, bindings),
    }),
  );
  const different =
    needsTransaction(options.write, bindings) || needsRow(options.write, bindings) ? subjects : subjects.slice(0, 1);
  const ofGroups = getTemplate(options.write, bindings).includes('"{group_id}"')
    ? different.flatMap((subject) => [...caller.sees.groups.keys()].map((group) => ({ ...subject, group })))
    : different;
  const member = findAccountMember(options.write, bindings);
  if (member === undefined) return ofGroups;
  const accounts = await listAccounts(options.accountsOf ?? caller, member);
  return ofGroups.flatMap((subject) => accounts.map((account) => ({ ...subject, account })));
}

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

interface CandidateOptions {
  readonly write: Write;
  /** The rows to choose from. By default, those that the caller sees. */
  readonly seenBy?: readonly ListRow[];
  /** A transaction whose kind comes first. */
  readonly like?: ListRow | undefined;
  /** Whose accounts the bodies name. By default, those of the caller. */
  readonly accountsOf?: Caller | undefined;
}

async function listCandidates(
  caller: Principal,
  bindings: Bindings,
  { write, seenBy = caller.sees.transactions, like }: CandidateOptions,
): Promise<readonly ListRow[]> {
  if (!needsTransaction(write, bindings)) {
    const byDay = [...Map.groupBy(seenBy, ({ value }) => readDay(value, bindings) ?? '')];
    const latestFirst = byDay.toSorted(([a], [b]) => compareTexts(b, a));
    return needsRow(write, bindings) ? latestFirst.flatMap(([, rows]) => rows.slice(0, 1)) : seenBy;
  }
  const kind = like === undefined ? undefined : readKind(like, bindings);
  const rank = (one: string) => (one === kind ? 2 : one.endsWith('+') ? 1 : 0);
  const free = await filterUndisputed(caller, bindings, seenBy);
  const [first = [], ...others] = [...Map.groupBy(free, (row) => readKind(row, bindings))]
    .toSorted(([a], [b]) => rank(b) - rank(a))
    .map(([, rows]) => rows);
  return [...first.slice(0, 3), ...others.flatMap((rows) => rows.slice(0, 1)), ...first.slice(3)];
}

const compareTexts = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Returns the type and the response of a transaction, and `+` if money was paid out. */
function readKind({ value }: ListRow, bindings: Bindings): string {
  const read = (slot: 'transactions.transaction_type' | 'transactions.response'): string => {
    const pointer = bindings.find(slot);
    return pointer === undefined ? '' : findTexts(value, pointer).join();
  };
  const amount = bindings.find('transactions.amount_completed');
  const isPaid = amount !== undefined && findTexts(value, amount).some((text) => Number.parseFloat(text) > 0);
  return `${read('transactions.transaction_type')} ${read('transactions.response')} ${isPaid ? '+' : ''}`;
}

/** Returns the day of a transaction as its row shows it, or in UTC if it shows an instant without a date. */
function readDay(value: unknown, bindings: Bindings): string | undefined {
  const pointer = bindings.find('transactions.terminal_date_and_time');
  const text = pointer === undefined ? undefined : findTexts(value, pointer)[0];
  if (text === undefined) return undefined;
  const [, year, month, day] = /^(20\d{2})-?(\d{2})-?(\d{2})(?!\d)/.exec(text) ?? [];
  if (year !== undefined) return `${year}-${month}-${day}`;
  const [instant] = readInstants([text]);
  return instant === undefined ? undefined : new Date(instant).toISOString().slice(0, 10);
}

/** Returns the rows without a dispute that this caller can read. */
async function filterUndisputed(
  caller: Caller,
  bindings: Bindings,
  rows: readonly ListRow[],
): Promise<readonly ListRow[]> {
  const disputes = await readWritten(caller, 'createDispute', bindings);
  const about = bindings.find('disputes.transaction');
  if (disputes === undefined || about === undefined) return rows;
  const taken = new Set(disputes.rows.flatMap(({ value }) => findTexts(value, about)));
  return rows.filter(({ id }) => !taken.has(id));
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
  return isSuccess(portal) ? toFlag(findValue(portal.json, flag)) : undefined;
}
