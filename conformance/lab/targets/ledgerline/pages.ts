import type { HeaderPair } from '../../../http/client.ts';
import { type Answer, type Ask, json, refusal } from './ask.ts';

/** The requested part of a list: the page size, and the page number from 1. */
export interface Cut {
  readonly size: number;
  readonly page: number;
}

const USUAL_SIZE = 25;
export const LARGEST_SIZE = 100;

/** Parses the requested page; the size parameter is `limit` for transactions and `size` elsewhere. */
export function cutOf({ query, broken }: Ask, sizeName: 'limit' | 'size'): Cut | Answer {
  const size = wholeNumber(query.get(sizeName), USUAL_SIZE);
  const page = wholeNumber(query.get('page'), 1);
  if (size === undefined || size > LARGEST_SIZE) {
    if (broken('errors-show-a-stack') && size === undefined) {
      return refusal(500, `RangeError: invalid size\n    at cutOf (/srv/ledgerline/pages.ts:17:11)`);
    }
    return refusal(400, `${sizeName} is a whole number from 1 to ${LARGEST_SIZE}`);
  }
  return page === undefined ? refusal(400, 'page is a whole number from 1') : { size, page };
}

function wholeNumber(text: string | null, otherwise: number): number | undefined {
  if (text === null) return otherwise;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** Returns the rows of one page. */
export function pageOf<Row>(rows: readonly Row[], { size, page }: Cut, { broken }: Ask): readonly Row[] {
  const start = (page - 1) * size;
  const from = broken('pages-overlap') && page > 1 ? start - 1 : start;
  const isLast = start + size >= rows.length;
  const end = broken('pages-lose-the-last-row') && isLast && page > 1 ? rows.length - 1 : from + size;
  return rows.slice(from, end);
}

/** Returns the header that links to the next page; none on the last page. */
export function linkToNext(ask: Ask, { size, page }: Cut, rowCount: number): readonly HeaderPair[] {
  const { address, query, broken } = ask;
  if (page * size >= rowCount) return [];
  if (broken('pages-end-after-the-second') && page === 2) return [];
  const next = new URLSearchParams(query);
  if (broken('pages-forget-the-filter')) next.delete('terminal_id');
  next.set('page', String(page + 1));
  return [['Link', `<${address}?${next}>; rel="next"`]];
}

/** Returns a page of a list as a bare array. */
export function bareList<Row>(ask: Ask, rows: readonly Row[], present: (row: Row) => unknown): Answer {
  const cut = cutOf(ask, 'size');
  if ('status' in cut) return cut;
  return json(pageOf(rows, cut, ask).map(present), 200, linkToNext(ask, cut, rows.length));
}
