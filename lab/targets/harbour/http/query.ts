import type { User } from '../data/model.ts';
import type { HarbourFaultName } from '../faults.ts';
import { type Cursor, decodeCursor } from './cursor.ts';

export const DEFAULT_LIMIT = 20;
export const GREATEST_LIMIT = 50;
export const SORT_COLUMNS = ['amt_comp', 'amt_req', 'stamp'] as const;
export const SORT_DIRECTIONS = ['asc', 'desc'] as const;

/** The parsed query string. */
export interface ListQuery {
  readonly limit: number;
  readonly cursor: Cursor | undefined;
  readonly terminalId: string | undefined;
  readonly groupId: string | undefined;
  readonly sortBy: (typeof SORT_COLUMNS)[number] | undefined;
  readonly sortDir: (typeof SORT_DIRECTIONS)[number] | undefined;
}

/** The part of a request that contains its query. */
interface QueryRequest {
  readonly route: { readonly parameters: readonly string[] };
  readonly url: URL;
  readonly hasFault: (fault: HarbourFaultName) => boolean;
}

/** Parses the query of a request, or returns the error as a sentence. */
export function parseQuery({ route, url, hasFault }: QueryRequest, user: User): ListQuery | string {
  const names = [...url.searchParams.keys()].filter(
    (name) => !(hasFault('auth-key-in-the-query') && name === 'api_key'),
  );
  if (names.some((name) => !route.parameters.includes(name))) {
    return `Parameters here: ${route.parameters.join(', ') || 'none'}.`;
  }
  if (new Set(names).size < names.length) return 'Each parameter may stand once.';
  const given = (name: string) => url.searchParams.get(name) ?? undefined;

  const limit = given('limit');
  if (limit !== undefined && !/^0*[1-9]\d*$/.test(limit)) return 'limit takes a whole number from 1.';
  const sortBy = SORT_COLUMNS.find((column) => column === given('sort_by'));
  if (sortBy === undefined && given('sort_by') !== undefined) return `sort_by takes ${SORT_COLUMNS.join(', ')}.`;
  const sortDir = SORT_DIRECTIONS.find((direction) => direction === given('sort_dir'));
  if (sortDir === undefined && given('sort_dir') !== undefined) return `sort_dir takes ${SORT_DIRECTIONS.join(', ')}.`;
  const after = given('after');
  const cursor = after === undefined ? undefined : decodeCursor(after, url);
  const isOwn = cursor?.userId === user.id || hasFault('scope-a-cursor-opens-its-makers-rows');
  if (after !== undefined && (cursor === undefined || !isOwn))
    return 'after takes what a next link held, with its query.';
  return {
    limit: Math.min(Number(limit ?? DEFAULT_LIMIT), GREATEST_LIMIT),
    cursor,
    terminalId: given('terminal_id'),
    groupId: given('group_id'),
    sortBy,
    sortDir,
  };
}
