import { createHash, randomBytes } from 'node:crypto';
import { formatHundredths, parseHundredths } from '../../../../conformance/client/core/decimal.ts';
import type { Mark } from '../../../../conformance/client/core/evidence.ts';
import { createJson, createProblem, type Handler, type Incoming, markReply, type Reply, type Wrap } from './reply.ts';
import type { Row, World } from './world.ts';

/*
 * The lists of a lesson. The gateway reads a list of the sandbox to its end, changes its rows, and pages it with its own cursors, so
 * that pages can have any size.
 */

/** How the lists of a lesson deviate from those of the sandbox. */
export interface ListPlan {
  /** Changes the rows of a list, for each path. */
  readonly changeRows?: (rows: readonly Row[], path: string) => readonly Row[];
  /** Changes the envelope of each page. */
  readonly changeEnvelope?: (envelope: Row) => Row;
  /** The number of rows of the page with this number, from 1. Default: 25, or the limit if it is lower. */
  readonly pageSize?: (limit: number, page: number) => number;
  /** Whether the cursor of this page is refused when it is first used. */
  readonly expires?: (page: number) => boolean;
  /** Whether each page begins with the last row of the page before. */
  readonly repeatsRow?: boolean;
  /** Marks of a response with these rows. */
  readonly marks?: (rows: readonly Row[], page: number) => readonly Mark[];
}

const USUAL_SIZE = 25;
const MOST = 500;

/** The paths of lists that lessons page. */
export const isListPath = (path: string): boolean =>
  /^\/v1\/(locations|transactions|terminals\/[^/]+\/transactions)$/.test(path);

/** One walk through a list: its rows at the time of its first page. */
interface Walk {
  readonly rows: readonly Row[];
  readonly envelope: Row;
  readonly limit: number;
}

interface Position {
  readonly walk: Walk;
  readonly offset: number;
  readonly page: number;
  readonly query: string;
}

/** Serves the lists of a world with the plan, and everything else as the sandbox does. */
export const pageLists =
  (world: World, plan: ListPlan): Wrap =>
  (next) => {
    const positions = new Map<string, Position>();
    const walksWithExpiry = new Set<number>();
    return async (incoming) => {
      const { method, path, query, hasKey } = incoming;
      if (method !== 'GET' || !hasKey || !isListPath(path)) return next(incoming);
      const cursor = query.get('cursor');
      if (cursor === null) {
        const first = await next(incoming);
        if (first.status !== 200 && first.status !== 304) return first;
        const limit = Number(query.get('limit') ?? 50);
        const walk = { ...(await readList(world, { path, query, plan })), limit };
        return servePage({ walk, offset: 0, page: 1, query: toFilter(query) });
      }
      const position = positions.get(cursor);
      if (position === undefined || position.query !== toFilter(query))
        return createProblem(400, 'cursor_invalid', 'The cursor is not valid for this query.');
      if (plan.expires?.(position.page) === true && !walksWithExpiry.has(position.page)) {
        walksWithExpiry.add(position.page);
        for (const [token, { walk }] of positions) if (walk === position.walk) positions.delete(token);
        const refusal = createProblem(400, 'cursor_expired', 'The cursor has expired. Start the list again.');
        return markReply(refusal, 'expired-cursor', 'the cursor has expired');
      }
      return servePage(position);

      function servePage({ walk, offset, page, query: filter }: Position): Reply {
        const size = plan.pageSize?.(walk.limit, page) ?? Math.min(USUAL_SIZE, walk.limit);
        const start = plan.repeatsRow === true && page > 1 ? Math.max(0, offset - 1) : offset;
        const rows = walk.rows.slice(start, offset + size);
        const hasMore = offset + size < walk.rows.length;
        let nextCursor: string | null = null;
        if (hasMore) {
          nextCursor = randomBytes(18).toString('base64url');
          positions.set(nextCursor, { walk, offset: offset + size, page: page + 1, query: filter });
        }
        const body: Row = {
          ...walk.envelope,
          data: rows,
          page: {
            limit: walk.limit,
            returned: rows.length,
            matched: walk.rows.length,
            has_more: hasMore,
            next_cursor: nextCursor,
          },
        };
        const marks = [...(page > 1 ? (['later-page'] as const) : []), ...(plan.marks?.(rows, page) ?? [])];
        return withTag(
          {
            ...createJson(200, plan.changeEnvelope?.(body) ?? body),
            marks,
            note: `page ${page} with ${rows.length} rows`,
          },
          { incoming, content: { rows, filter, page } },
        );
      }
    };
  };

/** The filters and the order of a query. */
function toFilter(query: URLSearchParams): string {
  const filter = new URLSearchParams(query);
  filter.delete('cursor');
  filter.delete('limit');
  filter.sort();
  return filter.toString();
}

/** Adds an entity tag of the content, and answers 304 if the client has it. */
export function withTag(
  reply: Reply,
  { incoming, content }: { readonly incoming: Incoming; readonly content: unknown },
): Reply {
  const etag = `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 24)}"`;
  const given = (incoming.headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  const { 'content-type': mediaType = '', ...others } = reply.headers;
  const headers = { ...others, etag, 'cache-control': 'private, no-cache' };
  const tagged = { ...reply, headers: { ...headers, 'content-type': mediaType } };
  if (!given.includes(etag)) return markReply(tagged, 'tagged');
  return markReply(markReply({ ...tagged, status: 304, headers, body: Buffer.alloc(0) }, 'tagged'), 'not-modified');
}

/** Reads a list of the sandbox to its end, and changes its rows. Returns them with the envelope of its first page. */
export async function readList(
  world: World,
  {
    path,
    query = new URLSearchParams(),
    plan,
  }: { readonly path: string; readonly query?: URLSearchParams; readonly plan: ListPlan },
): Promise<{ readonly rows: readonly Row[]; readonly envelope: Row }> {
  const rows: Row[] = [];
  let envelope: Row | undefined;
  for (let cursor: string | null = null; envelope === undefined || cursor !== null; ) {
    const own = new URLSearchParams(query);
    own.delete('cursor');
    own.set('limit', String(MOST));
    if (cursor !== null) own.set('cursor', cursor);
    const page = await world.read(path, own);
    envelope ??= page;
    rows.push(...(page.data as Row[])); // the data of a list are rows
    cursor = (page.page as { readonly next_cursor: string | null }).next_cursor;
  }
  const changed = plan.changeRows?.(rows, path) ?? rows;
  if (plan.changeRows === undefined) return { rows: changed, envelope };
  return {
    rows: query.get('sort_by') === 'amt_comp' ? sortByAmount(changed, query.get('sort_dir') ?? 'desc') : changed,
    envelope: { ...envelope, summary: sumRows(envelope.summary, changed) },
  };
}

/** Returns the completed amount of a row, in hundredths. */
export const readCompleted = (row: Row): bigint => parseHundredths(String(row.amt_comp)) ?? 0n;

/** Whether a row dispensed cash, so that its completed amount was withdrawn. */
export const isWithdrawal = ({ transaction_type: type }: Row): boolean =>
  type === 'withdrawal' || type === 'cash_advance';

export const sumWithdrawn = (rows: readonly Row[]): bigint =>
  rows.filter(isWithdrawal).reduce((sum, row) => sum + readCompleted(row), 0n);

export const sortByAmount = (rows: readonly Row[], direction: string): readonly Row[] =>
  rows.toSorted((one, other) => {
    const difference = readCompleted(one) - readCompleted(other);
    const order = difference < 0n ? -1 : difference > 0n ? 1 : 0;
    return direction === 'asc' ? order : -order;
  });

function sumRows(summary: unknown, rows: readonly Row[]): unknown {
  if (typeof summary !== 'object' || summary === null || !('total_withdrawn' in summary)) return summary;
  return { ...summary, total_withdrawn: formatHundredths(sumWithdrawn(rows)), row_count: rows.length };
}

/** Serves everything as the sandbox does. */
export const serveSandbox =
  (world: World): Handler =>
  (incoming) =>
    world.forward(incoming);
