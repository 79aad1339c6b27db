import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type ProblemReply, problem } from '../../problems/problem.ts';

/** The place of an item in an ordered stream. */
export interface StreamPlace {
  readonly atMs: number;
  /** Order of items with the same instant. */
  readonly rank: number;
  readonly id: string;
}

/** A growing stream. `since` is the position of the latest reset. */
export interface Stream<Item> {
  readonly since: number;
  readonly items: readonly Item[];
  readonly getPlace: (item: Item) => StreamPlace;
}

/** A page of a growing stream: the items after a cursor, and the cursors to continue with. */
export interface StreamPage<Item> {
  readonly items: readonly Item[];
  readonly page: SandboxSchemas['StreamPage'];
}

export interface StreamQuery {
  readonly limit?: number;
  readonly cursor?: string;
  /** Only items at or after this instant. Default: all. */
  readonly fromMs?: number;
}

const DEFAULT_LIMIT = 50;
const BEFORE_ALL: StreamPlace = { atMs: -1, rank: 0, id: '' };

/** Returns the place before all items at an instant. */
const getPlaceBefore = (atMs: number): StreamPlace => ({ atMs, rank: -1, id: '' });

/**
 * The items after `cursor` and from `fromMs` on, oldest first. `poll_cursor` names the last returned item, so it also leads
 * to future items. `next_cursor` is the same, or null if there are no further items now. Returns 400 for an invalid cursor and for one from before a reset.
 */
export function paginateStream<Item>(
  { since, items, getPlace: placeOf }: Stream<Item>,
  { limit = DEFAULT_LIMIT, cursor, fromMs }: StreamQuery,
): StreamPage<Item> | ProblemReply<400> {
  const start = fromMs === undefined ? BEFORE_ALL : getPlaceBefore(fromMs);
  const given = cursor === undefined ? { since, ...start } : readCursor(cursor);
  if (given === undefined) return rejectCursor('Expected an unchanged next_cursor or poll_cursor.');
  if (given.since !== since)
    return rejectCursor('The sandbox was reset after this cursor was made. Start again without a cursor.');
  const after: StreamPlace = comparePlaces(given, start) < 0 ? start : given;

  const rest = items
    .map((item) => ({ item, place: placeOf(item) }))
    .filter(({ place }) => comparePlaces(place, after) > 0)
    .sort((one, other) => comparePlaces(one.place, other.place));
  const entries = rest.slice(0, limit);
  const last = entries.at(-1)?.place;
  const next = last ?? after;
  const hasMore = rest.length > entries.length;
  const pollCursor = Buffer.from(JSON.stringify([since, next.atMs, next.rank, next.id])).toString('base64url');
  return {
    items: entries.map(({ item }) => item),
    page: {
      limit,
      returned: entries.length,
      has_more: hasMore,
      next_cursor: hasMore ? pollCursor : null,
      poll_cursor: pollCursor,
    },
  };
}

/** Returns the earliest instant of items after `cursor`. */
export const readStartMs = (cursor: string | undefined): number =>
  (cursor === undefined ? undefined : readCursor(cursor)?.atMs) ?? BEFORE_ALL.atMs;

const comparePlaces = (a: StreamPlace, b: StreamPlace): number =>
  a.atMs - b.atMs || a.rank - b.rank || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

function readCursor(cursor: string): ({ readonly since: number } & StreamPlace) | undefined {
  try {
    const [since, atMs, rank, id, ...rest] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const areNumbers = isInteger(since) && isInteger(atMs) && isInteger(rank);
    return areNumbers && typeof id === 'string' && rest.length === 0 ? { since, atMs, rank, id } : undefined;
  } catch {
    return undefined;
  }
}

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);

function rejectCursor(detail: string): ProblemReply<400> {
  return problem(400, 'invalid_parameter', {
    detail,
    errors: [{ parameter: 'cursor', code: 'cursor_invalid', detail }],
  });
}
