import { request } from './request.ts';
import type { DisputeCase, Page, TransactionList, TransactionRow, TransactionTimeline } from './types.ts';

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
