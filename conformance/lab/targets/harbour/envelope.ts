import { type Answer, json } from './answer.ts';
import type { Scoped } from './asked.ts';
import { writeCursor } from './cursor.ts';

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
export function listAnswer<Row>(asked: Scoped, { embedded, rows, present, aggregate }: Listing<Row>): Answer {
  const { url, view, query, standing, broken } = asked;
  const start = query.cursor?.start ?? 0;
  const end = start + sizeOf(asked);
  const from =
    start + (start > 0 && broken('paging-repeats-a-row') ? -1 : start > 0 && broken('paging-skips-a-row') ? 1 : 0);
  const page = rows.slice(from, from + end - start);
  const next = { userId: view.user.id, arrivals: query.cursor?.arrivals ?? standing.arrivals, start: end };
  return json({
    _embedded: { [embedded]: page.map(present) },
    _links: {
      self: { href: url.href },
      ...(end < rows.length ? { next: { href: hrefWith(url, 'after', writeCursor(next, url)) } } : {}),
    },
    aggregate: { Rows: page.length, ...aggregate?.(page) },
  });
}

function sizeOf({ query, broken, url }: Scoped): number {
  if (broken('limit-one-more-when-large') && query.limit > 10 && url.searchParams.has('limit')) return query.limit + 1;
  if (broken('limit-ignored-with-both-filters') && query.terminalId !== undefined && query.groupId !== undefined)
    return 1000;
  return query.limit;
}

function hrefWith(url: URL, name: string, value: string): string {
  const next = new URL(url);
  next.searchParams.set(name, value);
  return next.href;
}
