import { encodeCursor } from './cursor.ts';
import type { ScopedRequest } from './request.ts';
import { type HarbourResponse, jsonResponse } from './response.ts';

/** A list before it is split into pages. */
export interface Listing<Row> {
  /** The name of the rows under `_embedded`. */
  readonly embedded: string;
  readonly rows: readonly Row[];
  present(row: Row, index: number): object;
  /** Returns members about the rows of the page, next to their count. */
  aggregate?(rows: readonly Row[]): object;
}

/** Returns one page of a list in the HAL format. Totals cover the page. */
export function respondWithPage<Row>(
  request: ScopedRequest,
  { embedded, rows, present, aggregate }: Listing<Row>,
): HarbourResponse {
  const { url, view, query, dataState, hasFault } = request;
  const start = query.cursor?.start ?? 0;
  const end = start + readPageSize(request);
  const from =
    start + (start > 0 && hasFault('paging-repeats-a-row') ? -1 : start > 0 && hasFault('paging-skips-a-row') ? 1 : 0);
  const page = rows.slice(from, from + end - start);
  const next = { userId: view.user.id, arrivals: query.cursor?.arrivals ?? dataState.arrivals, start: end };
  return jsonResponse({
    _embedded: { [embedded]: page.map(present) },
    _links: {
      self: { href: url.href },
      ...(end < rows.length ? { next: { href: addParameter(url, 'after', encodeCursor(next, url)) } } : {}),
    },
    aggregate: { Rows: page.length, ...aggregate?.(page) },
  });
}

function readPageSize({ query, hasFault, url }: ScopedRequest): number {
  if (hasFault('limit-one-more-when-large') && query.limit > 10 && url.searchParams.has('limit'))
    return query.limit + 1;
  if (hasFault('limit-ignored-with-both-filters') && query.terminalId !== undefined && query.groupId !== undefined)
    return 1000;
  return query.limit;
}

function addParameter(url: URL, name: string, value: string): string {
  const next = new URL(url);
  next.searchParams.set(name, value);
  return next.href;
}
