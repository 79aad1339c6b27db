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
/** Members that describe a pair or a column, beside its name and its value. */
const DESCRIBING =
  /^(prompt|type|datatype|data_type|title|label|caption|description|unit|format|mode|kind|order|position|index|nullable|required|scale|precision|length|size)$/i;
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
  if (Array.isArray(value)) return convertArray(value, depth);
  const node = value as Node; // an object, as just checked
  const scalar = readScalar(node);
  return scalar === undefined ? convertObject(node, depth) : convert(scalar.value, depth + 1);
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
  const indexed = readIndexed(members);
  if (indexed !== undefined) return indexed.map((row) => convert(row, depth + 1));
  const header = findHeader(members, MOST_NESTED_HEADER);
  let isChanged = false;
  const converted = members.map(([name, value]): readonly [string, unknown] => {
    const rows: readonly unknown[] | undefined =
      header && Array.isArray(value) && value.length > 0 ? value.map(readCells) : undefined;
    const read =
      header !== undefined && rows !== undefined && areRows(rows, header)
        ? rows.map((row) => convert(nameCells(header, row), depth + 1))
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

/** A header may be in a description of the result beside the rows, such as its schema. */
const MOST_NESTED_HEADER = 2;

/** Returns the names of a header: texts, or objects with a name and a description of the column. */
function findHeader(members: readonly (readonly [string, unknown])[], nested: number): readonly string[] | undefined {
  for (const [, value] of members) {
    if (isHeader(value)) return value;
    const names = Array.isArray(value) ? value.map(readColumnName) : [];
    if (isHeader(names)) return names;
  }
  for (const [, value] of nested > 0 ? members : []) {
    const found = isNode(value) ? findHeader(Object.entries(value), nested - 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the name in the description of a column; `undefined` for an object with members of other kinds. */
function readColumnName(column: unknown): unknown {
  if (!isNode(column)) return undefined;
  const name = Object.keys(column).find((member) => KEYS.test(member) && !DESCRIBING.test(member));
  const isDescription = Object.entries(column).every(
    ([member, value]) => member === name || (DESCRIBING.test(member) && typeof value !== 'object'),
  );
  return name !== undefined && isDescription ? column[name] : undefined;
}

/** Returns the cells of a row: an array, or an object with nothing but the array. A cell may be an object with nothing but its value. */
function readCells(row: unknown): unknown {
  const [only, ...others] = isNode(row) ? Object.values(row) : [];
  const cells = Array.isArray(only) && others.length === 0 ? only : row;
  if (!Array.isArray(cells)) return row;
  return cells.every((cell) => cell === null || (isNode(cell) && 'v' in cell))
    ? cells.map((cell: Node | null) => cell?.v ?? null)
    : cells;
}

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

/** Whether these are the parts of one time, such as `[2026, 12, 1, 3, 0, 54]`. */
export function areTimeParts(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 3 || value.length > 7 || !value.every(Number.isInteger)) return false;
  const [year, month, day] = value as readonly number[]; // as just checked
  return isBetween(year, 1900, 2200) && isBetween(month, 1, 12) && isBetween(day, 1, 31);
}

const isBetween = (value = 0, least: number, most: number): boolean => value >= least && value <= most;

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
    !columns.every(areTimeParts) &&
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

/** A name that is the id of a row. */
const ROW_ID = /^_?id$|_id$|[a-z]Id$/;

/**
 * Returns the rows of an object with numbers as names, each with an id of its kind: what a filter leaves of an array in some languages. Rows whose
 * names are their ids have no order.
 */
function readIndexed(members: readonly (readonly [string, unknown])[]): Node[] | undefined {
  const rows = members.flatMap(([, row]) => (isNode(row) ? [row] : []));
  const areIndexes = members.every(
    ([index], at) => /^(0|[1-9]\d*)$/.test(index) && (at === 0 || Number(index) > Number(members[at - 1]?.[0])),
  );
  const ids = Object.keys(rows[0] ?? {}).filter((name) => ROW_ID.test(name));
  const areNamedById = ids.some((name) => rows.every((row, at) => String(row[name]) === members[at]?.[0]));
  const haveIds = ids.some((name) => rows.every((row) => name in row));
  return areIndexes && rows.length === members.length && haveIds && !areNamedById ? rows : undefined;
}

/** Names of the member that has the text of a value whose other members are its attributes, such as its type. */
const CONTENTS = /^(\$t?|_|#text|_text|__text|@value|\$value)$/;
const ATTRIBUTE = /^[@$_]|^(xsi:)?type$/;
/** Names of the only member of a value of a type. */
const TYPED =
  /^(\$(oid|date|uuid|number(Int|Long|Decimal|Double))|(string|int|integer|double|bool|boolean|decimal|number|timestamp|VarChar)Value)$/i;
/** The types of DynamoDB, with the values that they have. */
const DYNAMO: Readonly<Record<string, (value: unknown) => boolean>> = {
  S: (value) => typeof value === 'string',
  N: (value) => typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)),
  BOOL: (value) => typeof value === 'boolean',
  NULL: (value) => value === true,
  M: isNode,
  L: Array.isArray,
  SS: Array.isArray,
  NS: Array.isArray,
};

/** Returns the value of an object that writes one value together with its type or its attributes. */
function readScalar(node: Node): { readonly value: unknown } | undefined {
  const names = Object.keys(node);
  const [name = ''] = names;
  if (names.length === 1 && DYNAMO[name]?.(node[name])) return { value: name === 'NULL' ? null : node[name] };
  if (names.length === 1 && TYPED.test(name)) return { value: node[name] };
  if (node.type === 'Property' && 'value' in node) return { value: node.value };
  if (node.type === 'Relationship' && 'object' in node) return { value: node.object };
  const content = names.find((one) => CONTENTS.test(one));
  const isText = content !== undefined && typeof node[content] !== 'object';
  return isText && names.every((one) => one === content || ATTRIBUTE.test(one)) ? { value: node[content] } : undefined;
}

/** Returns the names with the values of a list of pairs: arrays of two, or objects with a name, a value and what describes them. */
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
  const names = Object.keys(node);
  const key = names.find((one) => KEYS.test(one) && (!DESCRIBING.test(one) || names.length === 2));
  const value = names.find((one) => one !== key && VALUES.test(one));
  if (key === undefined || value === undefined) return undefined;
  const isPair = names.every(
    (one) => one === key || one === value || (DESCRIBING.test(one) && typeof node[one] !== 'object'),
  );
  const name = node[key];
  return isPair && typeof name === 'string' && NAME.test(name) ? [name, node[value]] : undefined;
}
