const DEEPEST = 8;
const FEWEST_MEMBERS = 2;

/**
 * Returns the rows of the longest list in a body: an array of objects, objects by key, a table of column names and rows, or an object of
 * columns. Empty without one.
 */
export function listPlainRows(body: unknown): readonly unknown[] {
  const found: (readonly unknown[])[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
    const rows = readRows(value);
    if (rows !== undefined) {
      found.push(rows);
      return;
    }
    for (const one of Object.values(value)) visit(one, depth + 1);
  };
  visit(body, 0);
  const names = new Set(found.flatMap((rows) => rows.flatMap((row) => Object.keys(Object(row)))));
  const lists = found.filter((rows) => !rows.every((row) => describesColumn(row, names)));
  return lists.reduce((longest, one) => (one.length > longest.length ? one : longest), []);
}

/** Whether an object only describes a member of rows: its texts are the name of the member, and its type. */
const describesColumn = (row: unknown, names: ReadonlySet<string>): boolean => {
  const values: unknown[] = Object.values(Object(row));
  return values.length <= 4 && values.every(isText) && values.some((value) => names.has(String(value)));
};

const isText = (value: unknown): boolean => typeof value === 'string';

/** Returns the rows of a value that is a list of some form; `undefined` for another value. */
function readRows(value: object): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value.some(isObject) ? value.filter(isObject) : undefined;
  return readTable(value) ?? readColumns(value) ?? readKeyed(value);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads `{ "columns": ["id", …], "rows": [["1", …], …] }`. */
function readTable(value: object): readonly unknown[] | undefined {
  const arrays: unknown[][] = Object.values(value).filter(Array.isArray);
  const names = arrays.find((one) => one.length >= FEWEST_MEMBERS && one.every((name) => typeof name === 'string'));
  const rows = arrays.find((one) => one !== names && one.length > 0 && one.every(Array.isArray));
  if (names === undefined || rows === undefined) return undefined;
  const cells: unknown[][] = rows.filter(Array.isArray);
  return cells.every((row) => row.length === names.length)
    ? cells.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])))
    : undefined;
}

/** Reads `{ "id": ["1", "2"], "status": ["open", "paid"] }`. */
function readColumns(value: object): readonly unknown[] | undefined {
  const members: [string, unknown][] = Object.entries(value);
  const columns = members.flatMap(([name, one]) => (Array.isArray(one) ? [[name, one] as const] : []));
  const [length = 0, ...others] = columns.map(([, one]) => one.length);
  if (columns.length <= FEWEST_MEMBERS || columns.length < members.length || length === 0) return undefined;
  if (others.some((one) => one !== length)) return undefined;
  return Array.from({ length }, (_, at) =>
    Object.fromEntries(columns.map(([name, one]): [string, unknown] => [name, one[at]])),
  );
}

/** Reads objects by key: at least two with the same members. */
function readKeyed(value: object): readonly unknown[] | undefined {
  const members: unknown[] = Object.values(value);
  const objects = members.filter(isObject);
  if (objects.length < FEWEST_MEMBERS || objects.length < members.length) return undefined;
  const [first = {}, ...others] = objects;
  const shared = Object.keys(first).filter((name) => others.every((one) => name in one));
  return shared.length >= FEWEST_MEMBERS ? objects : undefined;
}
