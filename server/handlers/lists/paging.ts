import { hash, timingSafeEqual } from 'node:crypto';
import { rememberObjects } from '../../../base/caches/remember-objects.ts';
import { rememberTexts } from '../../../base/caches/remember-texts.ts';
import { formatInstant } from '../../../base/formats.ts';
import type { SerialisedOnce } from '../../../base/serialised-row.ts';
import type { OperationId, Page } from '../../../spec/index.ts';
import type { RowSource } from '../../contract.ts';
import { type ProblemReply, problem } from '../../problems/problem.ts';
import type { RowList } from '../../world/books/rows/ledger-types.ts';
import type { Scope, Snapshot } from '../../world/scope/scope-types.ts';
import { position } from '../../world/state/facts.ts';
import { sandboxMs } from '../../world/state/time.ts';

/** A requested page of a list. */
export interface PageRequest {
  /** The scope at the snapshot of the first page, so that all pages show the same snapshot. */
  readonly scope: Scope;
  readonly limit: number;
  readonly offset: number;
  /** The operation and its filters. A cursor is valid only for the same query. */
  readonly query: string;
}

interface PagedQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

const DEFAULT_LIMIT = 50;

/**
 * Reads `limit` and `cursor`. Returns 400 `cursor_mismatch` for a cursor of another query, and 400
 * `invalid_parameter` for a cursor of another user, a malformed one, or one that points to a snapshot before a reset
 * or in the future.
 * @see gap lists.cursor
 */
export function readPageRequest(
  scope: Scope,
  operationId: OperationId,
  given: PagedQuery,
): PageRequest | ProblemReply<400> {
  const { limit = DEFAULT_LIMIT, cursor } = given;
  const query = formatQuery(operationId, given);
  if (cursor === undefined) return { scope, limit, offset: 0, query };

  const place = readCursor(cursor, scope);
  if (place === undefined) return rejectCursor('Expected a next_cursor from this sandbox, returned for this API key.');
  const { nowMs, position: seenAt } = place.snapshot;
  if (seenAt < scope.since)
    return rejectCursor('The sandbox was reset after this cursor was created. Start again without a cursor.');
  if (seenAt > scope.position || nowMs < scope.startMs || nowMs > scope.nowMs) return rejectOutOfBounds();
  if (place.query !== hashQuery(query)) return rejectMismatchedCursor();
  return { scope: scope.atSnapshot(place.snapshot), limit, offset: place.offset, query };
}

/**
 * Returns a page of `items` as a list reply. Returns 400 `invalid_parameter` if the page begins after the last item.
 */
export function buildListReply<Item, Row, Summary = null>(
  pageRequest: PageRequest,
  list: RowList<Item>,
  { present, summary = null as Summary }: ListParts<Item, Row, Summary>, // a caller without a summary has Summary = null
): ListReply<Row, Summary> | ProblemReply<400> {
  if (pageRequest.offset > list.length) return rejectOutOfBounds();
  const { items, page } = readPage(pageRequest, list);
  const data = items.map((item) => present(item));
  return {
    status: 200,
    body: { object: 'list', data, page, summary, as_of: formatInstant(pageRequest.scope.nowMs) },
  };
}

/** A list whose rows keep their JSON texts, and the means to present what has none. */
export interface TextList<Item extends SerialisedOnce, Row extends object, Summary> {
  readonly list: RowList<Item>;
  /** Keeps the text of the members after `page`. */
  readonly end: SerialisedOnce;
  readonly present: (item: Item) => Row;
  readonly presentSummary: () => Summary;
}

/** Like `buildListReply`, for a list that keeps its JSON texts. */
export function buildReplyOfTexts<Item extends SerialisedOnce, Row extends object, Summary>(
  pageRequest: PageRequest,
  texts: TextList<Item, Row, Summary>,
): (ListReply<Row, Summary> & { readonly rows: RowSource }) | ProblemReply<400> {
  if (pageRequest.offset > texts.list.length) return rejectOutOfBounds();
  const body = new ListOfTexts(pageRequest, texts);
  return { status: 200, body, rows: body };
}

/**
 * A list body whose rows and summary are presented when they are read. A class, because V8 creates a hidden class for each object
 * literal with a getter, and keeps it with the items in memory until the next full collection.
 */
class ListOfTexts<Item extends SerialisedOnce, Row extends object, Summary> implements RowSource {
  readonly object = 'list';
  readonly page: Page;
  readonly rows: readonly Item[];
  readonly #scope: Scope;
  readonly #texts: TextList<Item, Row, Summary>;

  constructor(pageRequest: PageRequest, texts: TextList<Item, Row, Summary>) {
    const { items, page } = readPage(pageRequest, texts.list);
    this.rows = items;
    this.page = page;
    this.#scope = pageRequest.scope;
    this.#texts = texts;
  }

  get data(): Row[] {
    return this.rows.map((item) => this.#texts.present(item));
  }

  get summary(): Summary {
    return this.#texts.presentSummary();
  }

  get as_of(): string {
    return formatInstant(this.#scope.nowMs);
  }

  get end(): SerialisedOnce {
    return this.#texts.end;
  }

  presentAt(index: number): Row {
    return this.#texts.present(this.rows[index] as Item); // the index is in range
  }

  presentEnd(): object {
    const { summary, as_of } = this;
    return { summary, as_of };
  }

  toJSON(): ListReply<Row, Summary>['body'] {
    const { object, data, page, summary, as_of } = this;
    return { object, data, page, summary, as_of };
  }
}

function readPage<Item>(pageRequest: PageRequest, list: RowList<Item>) {
  const { offset, limit } = pageRequest;
  const end = offset + limit;
  const items = list.slice(offset, end);
  const hasMore = end < list.length;
  const page: Page = {
    limit,
    returned: items.length,
    matched: list.length,
    has_more: hasMore,
    next_cursor: hasMore ? writeCursor(pageRequest, end) : null,
  };
  return { items, page };
}

interface ListParts<Item, Row, Summary> {
  readonly present: (item: Item) => Row;
  readonly summary?: Summary;
}

interface ListReply<Row, Summary> {
  readonly status: 200;
  readonly body: { object: 'list'; data: Row[]; page: Page; summary: Summary; as_of: string };
}

interface Place {
  readonly snapshot: Snapshot;
  readonly offset: number;
  readonly query: string;
}

/** Length of the signature in base64url characters: 132 bits. */
const SIGNATURE_LENGTH = 22;
/** Length of the offset at the end of a cursor, in base 36. */
const OFFSET_LENGTH = 8;

/** The parts that all cursors of a scope share. */
interface CursorParts {
  /** Signs places: an HMAC for the user. */
  readonly key: string;
  /** The encoded snapshot and query of each list. Clients request many pages of few lists. */
  readonly heads: (query: string) => string;
}

const getCursorParts = rememberObjects((scope: Scope): CursorParts => {
  const encode = (query: string): string =>
    Buffer.from(JSON.stringify([scope.nowMs, scope.position, hashQuery(query)])).toString('base64url');
  return { key: scope.sign(''), heads: rememberTexts(encode, 2000) };
});

/**
 * Creates a cursor: a signature, the snapshot and the query, and the offset. An HMAC for each page would take several times as long as a
 * hash of the key of the user and the place, because Node.js creates objects for it. The hash is truncated, so that no one can extend
 * the place.
 */
function writeCursor({ scope, query }: PageRequest, offset: number): string {
  const { key, heads } = getCursorParts(scope);
  const place = heads(query) + offset.toString(36).padStart(OFFSET_LENGTH, '0');
  return signPlace(key, place) + place;
}

const signPlace = (key: string, place: string): string =>
  hash('sha256', key + place, 'base64url').slice(0, SIGNATURE_LENGTH);

/** Returns the place, or undefined for a cursor with an invalid signature or shape. The caller checks the bounds. */
function readCursor(cursor: string, scope: Scope): Place | undefined {
  const signature = cursor.slice(0, SIGNATURE_LENGTH);
  const place = cursor.slice(SIGNATURE_LENGTH);
  if (isEqual(signature, signPlace(getCursorParts(scope).key, place)))
    return parsePlace(place.slice(0, -OFFSET_LENGTH), Number.parseInt(place.slice(-OFFSET_LENGTH), 36));
  return isEqual(signature, scope.sign(place).slice(0, SIGNATURE_LENGTH)) ? parsePlace(place) : undefined;
}

/**
 * Parses a signed place. Validates it too: a cursor may come from an earlier version that used the same stored secret, and the secret
 * may leak. Up to version 0.2, the text also had the offset.
 */
function parsePlace(text: string, after?: number): Place | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed)) return undefined;
  const members: readonly unknown[] = after === undefined ? parsed : parsed.toSpliced(2, 0, after);
  const [nowMs, at, offset, query] = members;
  if (members.length !== 4 || !isCount(nowMs) || !isCount(at) || !isCount(offset) || typeof query !== 'string')
    return undefined;
  return { snapshot: { nowMs: sandboxMs(nowMs), position: position(at) }, offset, query };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Compares in constant time. */
function isEqual(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns a text that is equal for equal filters, in any order. */
function formatQuery(operationId: OperationId, given: PagedQuery): string {
  let query: string = operationId;
  const names = Object.keys(given);
  if (names.some((name, index) => index > 0 && name < (names[index - 1] ?? ''))) names.sort();
  for (const name of names)
    if (name !== 'limit' && name !== 'cursor') query += ` ${name}=${JSON.stringify(Reflect.get(given, name))}`;
  return query;
}

/** The pages of a list have the same hash, and clients send few different queries. */
const hashQuery = rememberTexts((query) => hash('sha256', query, 'base64url').slice(0, 12), 2000);

function rejectOutOfBounds(): ProblemReply<400> {
  return rejectCursor('The cursor points outside the list. Start again without a cursor.');
}

function rejectCursor(detail: string): ProblemReply<400> {
  return problem(400, 'invalid_parameter', {
    detail,
    errors: [{ parameter: 'cursor', code: 'cursor_invalid', detail }],
  });
}

function rejectMismatchedCursor(): ProblemReply<400> {
  const detail = 'Send the cursor with the same filters and sort order as the request that returned it.';
  return problem(400, 'cursor_mismatch', {
    detail,
    errors: [{ parameter: 'cursor', code: 'cursor_mismatch', detail }],
  });
}
