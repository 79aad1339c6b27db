import { RequestError, request } from './request.ts';
import type {
  BatchList,
  Derivation,
  DisputeCase,
  DisputeList,
  Page,
  SettlementBatch,
  TransactionList,
  TransactionRow,
  TransactionTimeline,
} from './types.ts';

/* Transactions, settlements and disputes. */

/** Order and filters that the server applies. Empty ones are omitted. */
export interface TransactionQuery {
  readonly terminalId: string;
  readonly groupId: string;
  readonly sortBy: string;
  readonly sortDir: string;
}

/** Reads the page of transactions after a cursor, with the totals of all pages. */
export function readTransactionPage(
  query: TransactionQuery,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Promise<TransactionList> {
  const { terminalId, groupId, sortBy, sortDir } = query;
  const members = {
    terminal_id: terminalId,
    group_id: groupId,
    sort_by: sortBy,
    sort_dir: sortDir,
    cursor: cursor ?? '',
  };
  return request(`/v1/transactions?${toQuery({ limit: String(limit), ...members })}`);
}

const toQuery = (members: Readonly<Record<string, string>>): string =>
  new URLSearchParams(Object.entries(members).filter(([, value]) => value !== '')).toString();

export interface FoundTransaction {
  readonly timeline: TransactionTimeline;
  /** Undefined if it is not among the rows that were searched. */
  readonly row: TransactionRow | undefined;
}

const SEARCHED_PAGES = 20;
const DAY_MS = 86_400_000;

/** Reads one transaction. The API has no operation for a single row, so it is searched in the list of its terminal. */
export async function readTransaction(id: string, known: TransactionRow | undefined): Promise<FoundTransaction> {
  const timeline = await request<TransactionTimeline>(`/v1/transactions/${encodeURIComponent(id)}/timeline`);
  return { timeline, row: known ?? (await findRow(timeline)) };
}

async function findRow({ transaction_id: id, terminal_id: terminalId, steps }: TransactionTimeline) {
  const startMs = Date.parse(steps[0]?.at ?? '') - DAY_MS; // the clock of a terminal may be wrong by hours
  let cursor = '';
  for (let count = 0; count < SEARCHED_PAGES; count += 1) {
    const query = toQuery({ limit: '500', cursor });
    const path = `/v1/terminals/${encodeURIComponent(terminalId)}/transactions?${query}`;
    const { data, page } = await request<Page<TransactionRow>>(path);
    const found = data.find(({ transaction_id: one }) => one === id);
    const oldest = data.at(-1);
    if (found !== undefined || oldest === undefined || page.next_cursor === null) return found;
    if (Date.parse(oldest.terminal_datetime) < startMs) return undefined;
    cursor = page.next_cursor;
  }
  return undefined;
}

export interface DisputeClaim {
  readonly transaction_id: string;
  readonly reason_code: string;
  readonly amount: string;
  readonly description: string | null;
  readonly is_new_account: boolean;
}

export const createDispute = (claim: DisputeClaim): Promise<DisputeCase> =>
  request('/v1/disputes', { method: 'POST', body: claim });

/** Filters that the server applies. Empty ones are omitted. */
export interface BatchQuery {
  readonly status: string;
  readonly from: string;
  readonly to: string;
}

const PAGE_ROWS = 200;

/** Reads the page of settlement batches after a cursor, with the totals of all pages. */
export function readBatchPage({ status, from, to }: BatchQuery, cursor: string | null): Promise<BatchList> {
  const members = { status, from_business_date: from, to_business_date: to, cursor: cursor ?? '' };
  return request(`/v1/settlements?${toQuery({ limit: String(PAGE_ROWS), ...members })}`);
}

/** Reads all batches that match, latest first. */
export const readBatches = ({ status, from, to }: BatchQuery) =>
  readAll<BatchList>('/v1/settlements', { status, from_business_date: from, to_business_date: to });

/** Reads one batch. The API has no operation for a single one, so it is searched in the list. `date` is its business date, if known. */
export async function readBatch(id: string, date = ''): Promise<SettlementBatch> {
  const query = { from_business_date: date, to_business_date: date };
  const all = await readAll<BatchList>('/v1/settlements', query);
  const found = all.rows.find(({ batch_id: one }) => one === id);
  if (found === undefined) throw notFound(`No settlement batch has the id ${id}.`);
  return found;
}

/** Reads all disputes that match, latest opened first. */
export const readDisputes = (query: Readonly<Record<'status' | 'reason_code' | 'terminal_id', string>>) =>
  readAll<DisputeList>('/v1/disputes', query);

/** Reads one dispute, which is searched in the list. */
export async function readDispute(id: string): Promise<DisputeCase> {
  const { rows } = await readAll<DisputeList>('/v1/disputes', {});
  const found = rows.find(({ dispute_id: one }) => one === id);
  if (found === undefined) throw notFound(`No dispute has the id ${id}.`);
  return found;
}

const notFound = (message: string): RequestError => new RequestError(404, 'not_found', { message });

/** Reads the pages of a list, at most `SEARCHED_PAGES`. */
export async function readAll<Reply extends Page<unknown>>(
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<AllRows<Reply>> {
  const read = (cursor: string): Promise<Reply> => request(`${path}?${toQuery({ ...query, limit: '500', cursor })}`);
  const first = await read('');
  const rows: Reply['data'][number][] = [...first.data];
  let next = first.page.next_cursor;
  for (let count = 1; next !== null && count < SEARCHED_PAGES; count += 1) {
    const { data, page } = await read(next);
    rows.push(...data);
    next = page.next_cursor;
  }
  return { first, rows, isComplete: next === null };
}

export interface AllRows<Reply extends Page<unknown>> {
  /** The first page, with the totals of all. */
  readonly first: Reply;
  readonly rows: readonly Reply['data'][number][];
  /** Whether there are no further ones. */
  readonly isComplete: boolean;
}

export interface DerivationOrder {
  readonly account_id?: string;
  readonly business_date?: string;
  readonly funding_type: string;
  readonly same_day: boolean;
  readonly include_adjustments: boolean;
  readonly memo?: string;
}

/** Derives the batch of one business date. A dry run stores nothing. */
export const deriveBatch = (order: DerivationOrder, isDryRun: boolean): Promise<Derivation> =>
  request('/v1/settlements/derive', { method: 'POST', body: { ...order, dry_run: isDryRun } });
