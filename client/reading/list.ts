import { ContentError } from '../core/errors.ts';
import type { CallOptions } from '../core/options.ts';
import type { FleetRead } from './read.ts';

/** A page of a list, as the contract declares it. */
export interface ListPage {
  readonly data: readonly unknown[];
  readonly page: { readonly has_more: boolean; readonly next_cursor: string | null };
}

interface ListQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

/** A list with pages. */
export interface FleetList<Page extends ListPage, Query> {
  /** Reads one page. */
  page(query?: Query, call?: CallOptions): Promise<Page>;
  /** Returns one page as a read, to poll it. */
  read(query?: Query): FleetRead<Page>;
  /** Reads all pages, one after the other. */
  pages(query?: Query, call?: CallOptions): AsyncGenerator<Page, void, undefined>;
  /**
   * Reads the rows of all pages. A row that moves to a later page during the walk is yielded once.
   * @throws CursorExpiredError if the cursor expires during the walk. The rows so far are not all rows.
   */
  iterate(query?: Query, call?: CallOptions): AsyncGenerator<Page['data'][number], void, undefined>;
}

export interface ListSource<Page extends ListPage, Query> {
  readonly readPage: (query: Query) => FleetRead<Page>;
  readonly getId: (row: Page['data'][number]) => string;
}

/** Larger pages need fewer requests. */
const ROWS_PER_PAGE = 200;

export function createList<Page extends ListPage, Query extends ListQuery>({
  readPage,
  getId,
}: ListSource<Page, Query>): FleetList<Page, Query> {
  const read = (query?: Query): FleetRead<Page> => readPage(query ?? ({} as Query)); // all members are optional

  async function* pages(query?: Query, call?: CallOptions): AsyncGenerator<Page, void, undefined> {
    const cursors = new Set<string>();
    let next: Query = { limit: ROWS_PER_PAGE, ...query } as Query; // a query may have a limit
    for (;;) {
      const page = await readPage(next).get(call);
      yield page;
      const { has_more: hasMore, next_cursor: cursor } = page.page;
      if (!hasMore) return;
      if (typeof cursor !== 'string' || cursors.has(cursor))
        throw new ContentError(
          `the page has has_more and ${typeof cursor === 'string' ? 'the cursor of an earlier page' : 'no next_cursor'}; expected a new next_cursor`,
        );
      cursors.add(cursor);
      next = { ...next, cursor };
    }
  }

  return {
    read,
    pages,
    page: (query, call) => read(query).get(call),
    async *iterate(query, call) {
      const ids = new Set<string>();
      for await (const { data } of pages(query, call))
        for (const row of data) {
          const id = getId(row);
          if (ids.has(id)) continue;
          ids.add(id);
          yield row;
        }
    },
  };
}

/** Returns a list of a response. Throws a `ContentError` for another form. */
export function parsePage<Page extends ListPage>(data: unknown): Page {
  const { data: rows, page } = (data ?? {}) as Partial<ListPage>; // each member is checked below
  if (Array.isArray(rows) && typeof page?.has_more === 'boolean') return data as Page; // further members are trusted
  throw new ContentError('the response is no list; expected the members data, an array, and page with has_more');
}
