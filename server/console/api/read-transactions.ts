import { request } from './request.ts';
import type { Page, TransactionRow } from './types.ts';

export interface TransactionSample {
  /** Newest first. */
  readonly rows: readonly TransactionRow[];
  /** Whether there are no older ones. */
  readonly isComplete: boolean;
}

/** Reads the latest transactions, newest first: all after `sinceMs`, at most `pages` pages. */
export async function readTransactions(
  path: string,
  { sinceMs, pages }: { readonly sinceMs: number; readonly pages: number },
): Promise<TransactionSample> {
  const rows: TransactionRow[] = [];
  let cursor: string | null = null as string | null;
  for (let count = 0; count < pages; count += 1) {
    const query: string = new URLSearchParams({ limit: '500', ...(cursor === null ? {} : { cursor }) }).toString();
    const { data, page } = await request<Page<TransactionRow>>(`${path}?${query}`);
    rows.push(...data);
    cursor = page.next_cursor;
    if (!page.has_more) return { rows, isComplete: true };
    const oldest = data.at(-1);
    if (oldest !== undefined && Date.parse(oldest.terminal_datetime) < sinceMs) break;
  }
  return { rows, isComplete: false };
}
