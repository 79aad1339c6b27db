import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { formatInstant } from '../../spec/formats.ts';
import type { OperationId, Page } from '../../spec/index.ts';
import { type ProblemReply, problem } from '../problem.ts';
import type { Scope, Snapshot } from '../world/scope/scope-types.ts';
import { position } from '../world/state/facts.ts';
import { sandboxMs } from '../world/state/time.ts';

/** One page of a list: the snapshot it is read from, its first row and its size. */
export interface PageRequest {
  /** The scope as the first page saw it, so that all pages of one walk show one snapshot. */
  readonly scope: Scope;
  readonly limit: number;
  readonly offset: number;
  /** The operation and its filters. A cursor belongs to exactly one of these. */
  readonly query: string;
}

interface PagedQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

const DEFAULT_LIMIT = 50;

/**
 * Reads `limit` and `cursor`. Returns 400 `cursor_mismatch` for a cursor of another query, and 400 `invalid_parameter`
 * for any other cursor that this user was not given, or that points outside the sandbox's present history.
 * @see gap lists.cursor
 */
export function readPageRequest(
  scope: Scope,
  operationId: OperationId,
  given: PagedQuery,
): PageRequest | ProblemReply<400> {
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = given;
  const query = JSON.stringify([operationId, Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))]);
  if (cursor === undefined) return { scope, limit, offset: 0, query };

  const place = readCursor(cursor, scope);
  if (place === undefined) return invalidCursor('Expected a next_cursor that this sandbox gave to this key.');
  const { nowMs, position: seenAt } = place.viewpoint;
  if (seenAt < scope.since)
    return invalidCursor('The sandbox was reset after this cursor was made. Start again without a cursor.');
  if (seenAt > scope.position || nowMs < scope.epochMs || nowMs > scope.nowMs) return outOfBounds();
  if (place.query !== fingerprint(query)) return mismatchedCursor();
  return { scope: scope.atSnapshot(place.viewpoint), limit, offset: place.offset, query };
}

/**
 * Makes the envelope of a list: the walk's page of `items`, each presented. Returns 400 `invalid_parameter` when the
 * page begins after the last item.
 */
export function listReply<Item, Row, Summary = null>(
  pageRequest: PageRequest,
  items: readonly Item[],
  present: (item: Item) => Row,
  summary: Summary = null as Summary, // a caller that gives no summary has Summary = null
): ListReply<Row, Summary> | ProblemReply<400> {
  if (pageRequest.offset > items.length) return outOfBounds();
  const end = pageRequest.offset + pageRequest.limit;
  const data = items.slice(pageRequest.offset, end).map(present);
  const hasMore = end < items.length;
  const page = {
    limit: pageRequest.limit,
    returned: data.length,
    matched: items.length,
    has_more: hasMore,
    next_cursor: hasMore ? writeCursor(pageRequest, end) : null,
  };
  return { status: 200, body: { object: 'list', data, page, summary, as_of: formatInstant(pageRequest.scope.nowMs) } };
}

interface ListReply<Row, Summary> {
  readonly status: 200;
  readonly body: { object: 'list'; data: Row[]; page: Page; summary: Summary; as_of: string };
}

interface Place {
  readonly viewpoint: Snapshot;
  readonly offset: number;
  readonly query: string;
}

/** Characters of base64url: 132 bits of the HMAC. */
const SIGNATURE_LENGTH = 22;

/** A cursor is a signature over the place and its user, followed by the place. */
function writeCursor({ scope, query }: PageRequest, offset: number): string {
  const place = [scope.nowMs, scope.position, offset, fingerprint(query)];
  const text = Buffer.from(JSON.stringify(place)).toString('base64url');
  return `${signatureOf(text, scope)}${text}`;
}

/** Returns undefined for a cursor with a wrong signature or a wrong shape. The caller checks the bounds. */
function readCursor(cursor: string, scope: Scope): Place | undefined {
  const text = cursor.slice(SIGNATURE_LENGTH);
  return isEqual(cursor.slice(0, SIGNATURE_LENGTH), signatureOf(text, scope)) ? parsePlace(text) : undefined;
}

/**
 * The signature alone is not trusted: a secret that is kept in a data directory outlives the version that signed, and it
 * can leak.
 */
function parsePlace(text: string): Place | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed) || parsed.length !== 4) return undefined;
  const [nowMs, at, offset, query] = parsed as readonly unknown[];
  if (!isCount(nowMs) || !isCount(at) || !isCount(offset) || typeof query !== 'string') return undefined;
  return { viewpoint: { nowMs: sandboxMs(nowMs), position: position(at) }, offset, query };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function signatureOf(text: string, { cursorSecret, user, tenant }: Scope): string {
  if (cursorSecret === undefined) throw new Error('a list is served from a world without a cursor secret');
  const signed = JSON.stringify([tenant.tenantId, user.userId, text]);
  return createHmac('sha256', cursorSecret).update(signed).digest('base64url').slice(0, SIGNATURE_LENGTH);
}

/** Compares in a time that does not depend on where the texts differ. */
function isEqual(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const fingerprint = (query: string): string => createHash('sha256').update(query).digest('base64url').slice(0, 12);

function outOfBounds(): ProblemReply<400> {
  return invalidCursor('The cursor points outside the list. Start again without a cursor.');
}

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
