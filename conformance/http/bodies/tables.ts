import { rememberObjects } from '../../../base/caches/remember-objects.ts';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text that may be the name of a member. */
const NAME = /^[\p{L}_@$][\p{L}\p{N}_.: $/-]{0,60}$/u;
/** Members with the name of a pair or a section. */
const KEYS = /^(key|k|name|field|label|code|property|attribute|section|title|member|column)$/i;
/** Members with the value of a pair, or the content of a section. */
const VALUES =
  /^(value|val|v|content|contents|body|data|items|rows|records|entries|elements|attributes|fields|properties|pairs)$/i;
const FEWEST_COLUMNS = 4;
/** The cells at the end of a row that may be missing. */
const MOST_MISSING = 3;
const DEEPEST = 40;

/**
 * Returns a parsed body in which rows and objects that are written as tables have members with names: rows of values with a header, arrays by
 * column, lists of names with values, and lists of named sections. Returns the same value if it has none. The same body gives the same object.
 */
export const readTables = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? readOnce(body) : body;

const readOnce = rememberObjects((body: object): unknown => convert(body, 0));

function convert(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  return Array.isArray(value) ? convertArray(value, depth) : convertObject(value as Node, depth); // an object, as just checked
}

function convertArray(values: readonly unknown[], depth: number): unknown {
  const [header, ...rows] = values;
  if (isHeader(header) && header.length >= FEWEST_COLUMNS && rows.length > 0 && areRows(rows, header))
    return rows.map((row) => convert(nameCells(header, row as readonly unknown[]), depth + 1)); // as just checked
  const pairs = readPairs(values);
  if (pairs !== undefined)
    return Object.fromEntries(pairs.map(([name, value]) => [name, convert(value, depth + 1)] as const));
  return mapIfChanged(values, (one) => convert(one, depth + 1));
}

function convertObject(node: Node, depth: number): unknown {
  const members = Object.entries(node);
  const columns = readColumns(members);
  if (columns !== undefined) return columns.map((row) => convert(row, depth + 1));
  const header = members.find(([, value]) => isHeader(value))?.[1] as readonly string[] | undefined; // as just found
  let isChanged = false;
  const converted = members.map(([name, value]): readonly [string, unknown] => {
    const isTable = header !== undefined && Array.isArray(value) && value.length > 0 && areRows(value, header);
    const read = isTable
      ? (value as readonly (readonly unknown[])[]).map((row) => convert(nameCells(header, row), depth + 1)) // rows, as just checked
      : convert(value, depth + 1);
    isChanged ||= read !== value;
    return [name, read];
  });
  return isChanged ? Object.fromEntries(converted) : node;
}

function mapIfChanged(values: readonly unknown[], change: (value: unknown) => unknown): readonly unknown[] {
  const changed = values.map(change);
  return changed.some((one, index) => one !== values[index]) ? changed : values;
}

const isHeader = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length >= 2 &&
  value.every((name) => typeof name === 'string' && NAME.test(name)) &&
  new Set(value).size === value.length;

/** Whether these are rows of values in the order of a header, whose last cells may be missing. */
const areRows = (rows: readonly unknown[], header: readonly string[]): rows is readonly (readonly unknown[])[] =>
  rows.every(
    (row) =>
      Array.isArray(row) &&
      row.length > 1 &&
      row.length <= header.length &&
      row.length >= Math.max(2, header.length - MOST_MISSING),
  ) && !(rows.length === 1 && isHeader(rows[0]));

const nameCells = (header: readonly string[], row: readonly unknown[]): Node =>
  Object.fromEntries(row.map((cell, index) => [header[index] ?? '', cell]));

/** Whether a cell is a scalar, or an object with nothing but a scalar value: `{ "value": 7 }`. */
function isPlainCell(cell: unknown): boolean {
  if (typeof cell !== 'object' || cell === null) return true;
  const [member, ...others] = Object.entries(cell);
  return (
    member !== undefined &&
    others.length === 0 &&
    /^(value|val|v)$/i.test(member[0]) &&
    (typeof member[1] !== 'object' || member[1] === null)
  );
}

/**
 * Returns the rows of an object of arrays that all have the same length, one for each column. Columns that few rows have may be objects with the
 * indexes of those rows.
 */
function readColumns(members: readonly (readonly [string, unknown])[]): Node[] | undefined {
  const columns = members.flatMap(([, column]) => (Array.isArray(column) ? [column as readonly unknown[]] : []));
  const [first] = columns;
  const length = first?.length ?? 0;
  const hasIndexes = (column: unknown) =>
    isNode(column) && Object.keys(column).every((index) => /^\d+$/.test(index) && Number(index) < length);
  const areColumns =
    length > 0 &&
    columns.every((column) => column.length === length) &&
    columns.filter((column) => column.every(isPlainCell)).length >= FEWEST_COLUMNS &&
    members.every(([, column]) => Array.isArray(column) || hasIndexes(column));
  if (!areColumns || first === undefined) return undefined;
  return first.map((_, index) =>
    Object.fromEntries(
      members.flatMap(([name, column]) => {
        const cells = column as Readonly<Record<number, unknown>>; // an array, or an object with indexes
        return index in cells ? [[name, cells[index]]] : [];
      }),
    ),
  );
}

/** Returns the names with the values of a list of pairs: arrays of two, or objects with a name and one other member. */
function readPairs(values: readonly unknown[]): (readonly [string, unknown])[] | undefined {
  if (values.length < 2) return undefined;
  const pairs = values.map((one) =>
    Array.isArray(one) ? readPairArray(one) : isNode(one) ? readPairObject(one) : undefined,
  );
  const known = pairs.filter((pair) => pair !== undefined);
  const areNamed = known.length === values.length && new Set(known.map(([name]) => name)).size === values.length;
  return areNamed ? known : undefined;
}

const readPairArray = ([name, value, ...others]: readonly unknown[]): readonly [string, unknown] | undefined =>
  typeof name === 'string' && NAME.test(name) && value !== undefined && others.length === 0 ? [name, value] : undefined;

function readPairObject(node: Node): readonly [string, unknown] | undefined {
  const [one, other, ...others] = Object.keys(node);
  if (one === undefined || other === undefined || others.length > 0) return undefined;
  const [key, value] = KEYS.test(one) ? [one, other] : [other, one];
  const name = node[key];
  return KEYS.test(key) && VALUES.test(value) && typeof name === 'string' && NAME.test(name)
    ? [name, node[value]]
    : undefined;
}
