import { createHmac } from 'node:crypto';
import { formatInstant } from '../../spec/formats.ts';
import type { OperationId, Page } from '../../spec/index.ts';
import { type ProblemReply, problem } from '../problem.ts';
import type { Scope, Viewpoint } from '../world/tenant.ts';

/** One page of a walk through a list: from which viewpoint, from which row, how many. */
export interface Walk {
  /** The scope as the walk's first page saw it, so that its pages are one snapshot. */
  readonly scope: Scope;
  readonly limit: number;
  readonly offset: number;
  /** What was asked for besides limit and cursor; a cursor belongs to it. */
  readonly query: string;
}

interface PagedQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

const DEFAULT_LIMIT = 50;

/**
 * Reads `limit` and `cursor`. A cursor of another key is 400 `invalid_parameter`, one of another query 400
 * `cursor_mismatch`. Gap lists.cursor.
 */
export function openWalk(scope: Scope, operationId: OperationId, given: PagedQuery): Walk | ProblemReply<400> {
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = given;
  const query = JSON.stringify([operationId, Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))]);
  if (cursor === undefined) return { scope, limit, offset: 0, query };

  const place = readCursor(cursor, scope);
  if (place === undefined) return invalidCursor('Expected a next_cursor as this key was given it.');
  if (place.viewpoint.position < scope.since)
    return invalidCursor('The sandbox was reset after this walk began; start again without a cursor.');
  if (place.query !== fingerprint(query)) return mismatchedCursor();
  return { scope: scope.asSeenFrom(place.viewpoint), limit, offset: place.offset, query };
}

/** The envelope of a list: the walk's page of `items`, each presented. */
export function listReply<Item, Row, Summary = null>(
  walk: Walk,
  items: readonly Item[],
  present: (item: Item) => Row,
  summary: Summary = null as Summary, // a caller that gives no summary has Summary = null
): { status: 200; body: { object: 'list'; data: Row[]; page: Page; summary: Summary; as_of: string } } {
  const end = walk.offset + walk.limit;
  const data = items.slice(walk.offset, end).map(present);
  const hasMore = end < items.length;
  const page = {
    limit: walk.limit,
    returned: data.length,
    matched: items.length,
    has_more: hasMore,
    next_cursor: hasMore ? writeCursor(walk, end) : null,
  };
  return { status: 200, body: { object: 'list', data, page, summary, as_of: formatInstant(walk.scope.nowMs) } };
}

interface Place {
  readonly viewpoint: Viewpoint;
  readonly offset: number;
  readonly query: string;
}

const SEAL_LENGTH = 22;

function writeCursor({ scope, query }: Walk, offset: number): string {
  const place = [scope.nowMs, scope.position, offset, fingerprint(query)];
  const text = Buffer.from(JSON.stringify(place)).toString('base64url');
  return `${seal(text, scope)}${text}`;
}

/** A cursor that this user was given, or undefined: the seal covers the place and its holder. */
function readCursor(cursor: string, scope: Scope): Place | undefined {
  const text = cursor.slice(SEAL_LENGTH);
  if (cursor.slice(0, SEAL_LENGTH) !== seal(text, scope)) return undefined;
  const [nowMs, position, offset, query] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
    Viewpoint['nowMs'],
    Viewpoint['position'],
    number,
    string,
  ]; // sealed, so written by writeCursor
  return { viewpoint: { nowMs, position }, offset, query };
}

function seal(text: string, { seed, user, tenant }: Scope): string {
  const holder = `${tenant.tenantId} ${user.userId}`;
  return createHmac('sha256', `cursor ${seed}`).update(`${holder} ${text}`).digest('base64url').slice(0, SEAL_LENGTH);
}

const fingerprint = (query: string): string =>
  createHmac('sha256', 'query').update(query).digest('base64url').slice(0, 12);

function invalidCursor(detail: string): ProblemReply<400> {
  return problem(400, 'invalid_parameter', {
    detail,
    errors: [{ parameter: 'cursor', code: 'cursor_invalid', detail }],
  });
}

function mismatchedCursor(): ProblemReply<400> {
  const detail = 'Send the cursor with the same filters and the same order as the request that gave it.';
  return problem(400, 'cursor_mismatch', {
    detail,
    errors: [{ parameter: 'cursor', code: 'cursor_mismatch', detail }],
  });
}
