import type { HeaderPair } from '../../../../conformance/http/client.ts';
import { type HandlerRequest, type HandlerResponse, json, respondWithError } from './request.ts';

/** The requested part of a list: the page size, and the page number from 1. */
export interface PageSelection {
  readonly size: number;
  readonly page: number;
}

const USUAL_SIZE = 25;
export const LARGEST_SIZE = 100;

/** Parses the requested page; the size parameter is `limit` for transactions and `size` elsewhere. */
export function parsePage(
  { query, hasFault }: HandlerRequest,
  sizeName: 'limit' | 'size',
): PageSelection | HandlerResponse {
  const size = parseWholeNumber(query.get(sizeName), USUAL_SIZE);
  const page = parseWholeNumber(query.get('page'), 1);
  if (size === undefined || size > LARGEST_SIZE) {
    if (hasFault('errors-show-a-stack') && size === undefined) {
      return respondWithError(500, `RangeError: invalid size\n    at cutOf (/srv/ledgerline/pages.ts:17:11)`);
    }
    return respondWithError(400, `${sizeName} is a whole number from 1 to ${LARGEST_SIZE}`);
  }
  return page === undefined ? respondWithError(400, 'page is a whole number from 1') : { size, page };
}

function parseWholeNumber(text: string | null, otherwise: number): number | undefined {
  if (text === null) return otherwise;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** Returns the rows of one page. */
export function slicePage<Row>(
  rows: readonly Row[],
  { size, page }: PageSelection,
  { hasFault }: HandlerRequest,
): readonly Row[] {
  const start = (page - 1) * size;
  const from = hasFault('pages-overlap') && page > 1 ? start - 1 : start;
  const isLast = start + size >= rows.length;
  const end = hasFault('pages-lose-the-last-row') && isLast && page > 1 ? rows.length - 1 : from + size;
  return rows.slice(from, end);
}

/** Returns the header that links to the next page; none on the last page. */
export function linkNextPage(
  request: HandlerRequest,
  { size, page }: PageSelection,
  rowCount: number,
): readonly HeaderPair[] {
  const { address, query, hasFault } = request;
  if (page * size >= rowCount) return [];
  if (hasFault('pages-end-after-the-second') && page === 2) return [];
  const next = new URLSearchParams(query);
  if (hasFault('pages-forget-the-filter')) next.delete('terminal_id');
  next.set('page', String(page + 1));
  return [['Link', `<${address}?${next}>; rel="next"`]];
}

/** Returns a page of a list as a bare array. */
export function respondWithList<Row>(
  request: HandlerRequest,
  rows: readonly Row[],
  present: (row: Row) => unknown,
): HandlerResponse {
  const pageRequest = parsePage(request, 'size');
  if ('status' in pageRequest) return pageRequest;
  return json(slicePage(rows, pageRequest, request).map(present), 200, linkNextPage(request, pageRequest, rows.length));
}
