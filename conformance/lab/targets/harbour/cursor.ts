/** Where a page begins: of whose list, at which standing of the data, and after how many rows. */
export interface Cursor {
  readonly userId: string;
  readonly arrivals: number;
  readonly start: number;
}

const PREFIX = 'pg_';

/** Writes a cursor so that it fits only the list that `url` asks for. */
export const writeCursor = ({ userId, arrivals, start }: Cursor, url: URL): string =>
  PREFIX + Buffer.from(JSON.stringify([userId, arrivals, start, listOf(url)])).toString('hex');

/** The cursor that was written for this list; `undefined` for anything else. */
export function readCursor(text: string, url: URL): Cursor | undefined {
  const held = parsed(Buffer.from(text.slice(PREFIX.length), 'hex').toString());
  if (!Array.isArray(held)) return undefined;
  const [userId, arrivals, start, list] = held;
  if (typeof userId !== 'string' || typeof arrivals !== 'number' || typeof start !== 'number') return undefined;
  const cursor = { userId, arrivals, start };
  return list === listOf(url) && writeCursor(cursor, url) === text ? cursor : undefined;
}

/** The path and what selects and orders rows: not where a page begins, nor how long it is. */
function listOf({ pathname, searchParams }: URL): string {
  const selecting = [...searchParams].filter(([name]) => name !== 'after' && name !== 'limit');
  return `${pathname}?${new URLSearchParams(selecting.sort())}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
