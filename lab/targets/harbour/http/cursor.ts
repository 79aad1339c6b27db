/**
 * The start of a page: the user of the list, the number of arrivals at the first page, and the number of rows before
 * it.
 */
export interface Cursor {
  readonly userId: string;
  readonly arrivals: number;
  readonly start: number;
}

const PREFIX = 'pg_';

/** Encodes a cursor, bound to the list that `url` requests. */
export const encodeCursor = ({ userId, arrivals, start }: Cursor, url: URL): string =>
  PREFIX + Buffer.from(JSON.stringify([userId, arrivals, start, describeList(url)])).toString('hex');

/** Decodes a cursor of this list; `undefined` for anything else. */
export function decodeCursor(text: string, url: URL): Cursor | undefined {
  const values = parseJson(Buffer.from(text.slice(PREFIX.length), 'hex').toString());
  if (!Array.isArray(values)) return undefined;
  const [userId, arrivals, start, list] = values;
  if (typeof userId !== 'string' || typeof arrivals !== 'number' || typeof start !== 'number') return undefined;
  const cursor = { userId, arrivals, start };
  return list === describeList(url) && encodeCursor(cursor, url) === text ? cursor : undefined;
}

/** Returns the path and the parameters that select and order rows, without the position and size of the page. */
function describeList({ pathname, searchParams }: URL): string {
  const selecting = [...searchParams].filter(([name]) => name !== 'after' && name !== 'limit');
  return `${pathname}?${new URLSearchParams(selecting.sort())}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
