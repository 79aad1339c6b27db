import { rememberObjects, rememberPairs } from '../../../base/caches/remember-objects.ts';
import { rememberTexts } from '../../../base/caches/remember-texts.ts';
import { type Place, sharePlaces } from '../../reading/values/place.ts';
/** A value without parts. */
export type Scalar = string | number | boolean | null;

/** The scalars of a row by their places: `/amount/value`, `/amounts[fee]/value`, and `@key` for the name of the row in an object. */
export type Cells = ReadonlyMap<string, Scalar>;

/** Returns the filled cells of a row as text, sorted by place: a response may leave out a column that is empty in all its rows. */
export const formatRow = (row: Cells, leftOut: ReadonlySet<string> = NONE): string =>
  JSON.stringify(
    [...row]
      .filter(([place, value]) => value !== null && value !== '' && !leftOut.has(place))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const NONE: ReadonlySet<string> = new Set();

/** A list of rows in a body. */
export interface RowList {
  readonly rows: readonly Cells[];
  /** The group of each row, where several lists hold rows: the order of rows is known only within a group. */
  readonly groups: readonly number[];
  /** Whether the order of rows has a meaning: members of an object have no order. */
  readonly isOrdered: boolean;
}

type Node = Readonly<Record<string, unknown>>;

const DEEPEST = 8;
/** A body with more lists is not read on. */
const MOST_LISTS = 400;
/** Objects with fewer scalars are values of a row, and no rows. */
const FEWEST_CELLS = 6;
/** Elements that have less in common with the others are no rows. */
const SAME = 0.5;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const getRoot = sharePlaces();

/** Returns the scalars of a value by their places. Elements of arrays are named by a word that differs, or else by their index. */
export function readCells(value: unknown, place = getRoot(), into = new Map<string, Scalar>()): Map<string, Scalar> {
  if (Array.isArray(value)) {
    const naming = findNamingMember(value);
    for (const [index, one] of value.entries())
      readCells(one, place.element(naming === undefined ? index : String((one as Node)[naming])), into); // an object, by `findNamingMember`
  } else if (isNode(value)) for (const name of Object.keys(value)) readCells(value[name], place.member(name), into);
  else into.set(place.text, value as Scalar); // neither an array nor an object
  return into;
}

/** Returns the cells of an element of a body: the rows of a response are read several times. Do not change them. */
const readElement = rememberObjects((value: Node): Cells => readCells(value));

/** Returns the member whose words differ between the elements of an array: `name` in `[{ name, value }]`. */
export function findNamingMember(elements: readonly unknown[]): string | undefined {
  if (elements.length < 2 || !elements.every(isNode)) return undefined;
  return Object.keys(elements[0] ?? {}).find((name) => {
    const texts = elements.map((one) => one[name]);
    return (
      texts.every((text) => typeof text === 'string' && /^[\p{L}_. $-][\p{L}\p{N}_. $-]{0,40}$/u.test(text)) &&
      new Set(texts).size === texts.length
    );
  });
}

/** Returns the lists of a body by their places: of objects, rows of values, objects by id, and lists within groups. */
export function listRowLists(body: unknown): ReadonlyMap<string, RowList> {
  return typeof body !== 'object' || body === null ? new Map() : findRowLists(body);
}

/** Many checks read the lists of the same response. */
const findRowLists = rememberObjects(listRows);

function listRows(body: object): ReadonlyMap<string, RowList> {
  const found = new Map<string, RowList>();
  visit(body, '', 0);
  return found;

  function add(place: string, rows: readonly Cells[], more: Partial<RowList> = {}): void {
    if (rows.length > 0 && !found.has(place) && found.size < MOST_LISTS)
      found.set(place, { rows, groups: rows.map(() => 0), isOrdered: true, ...more });
  }

  function visit(value: unknown, place: string, depth: number): void {
    if (depth > DEEPEST) return;
    if (Array.isArray(value)) visitArray(value, place, depth);
    else if (isNode(value)) visitObject(value, place, depth);
  }

  function visitArray(values: readonly unknown[], place: string, depth: number): void {
    if (values.every(isNode)) {
      addGrouped(values, place);
      add(`${place}[]`, values.map(readElement));
    } else if (values.every(Array.isArray)) addTable(values, place);
    for (const one of values.slice(0, 3)) visit(one, `${place}[]`, depth + 1);
  }

  /** Adds rows of values without a header. */
  function addTable(values: readonly (readonly unknown[])[], place: string): void {
    if (values.some((row) => row.length < 2)) return;
    add(
      `${place}[]`,
      values.map((row) => readCells(Object.fromEntries(row.map((cell, index) => [`#${index}`, cell])))),
    );
  }

  /** Adds the rows of groups: `[{ "terminal": "t1", "rows": [...] }]`, and of groups of groups. */
  function addGrouped(groups: readonly Node[], place: string): void {
    const path = findRowPath(groups);
    if (path.length === 0) return;
    const rows: Cells[] = [];
    const numbers: number[] = [];
    let count = 0;
    const collect = (group: Node, [member = '', ...deeper]: readonly string[], above: Cells): void => {
      const items = group[member];
      if (!Array.isArray(items)) return;
      const own = [...readCells({ ...group, [member]: null })].filter(([, cell]) => cell !== null);
      const around = new Map([...above, ...own.map(([at, cell]) => [`^${at}`, cell] as const)]);
      if (deeper.length > 0) for (const item of items.filter(isNode)) collect(item, deeper, around);
      else if (isRowArray(items)) {
        for (const item of items) {
          rows.push(new Map([...readCells(item), ...around]));
          numbers.push(count);
        }
        count += 1;
      }
    };
    for (const group of groups) collect(group, path, new Map());
    add(`${place}${path.map((member) => `[]/${member}`).join('')}[]`, rows, { groups: numbers });
  }

  function visitObject(node: Node, place: string, depth: number): void {
    const members = Object.entries(node);
    const isKeyed = members.length > 0 && members.every(([, one]) => isNode(one));
    if (isKeyed)
      add(
        `${place}{}`,
        members.map(([name, one]) => readCells(one).set('@key', name)),
        { isOrdered: false },
      );
    for (const [name, one] of members) visit(one, `${place}/${name}`, depth + 1);
  }
}

const DEEPEST_GROUP = 3;

/** Returns the members that lead from groups to their rows: the only one with rows, or with groups that have them; none without rows. */
function findRowPath(groups: readonly Node[], depth = 0): string[] {
  const names = [...new Set(groups.flatMap((one) => Object.keys(one)))];
  const lists = names.filter((name) => groups.some((one) => isRowArray(one[name])));
  const [member] = lists;
  if (member !== undefined || depth >= DEEPEST_GROUP) return member !== undefined && lists.length === 1 ? [member] : [];
  const nested = names.flatMap((name) => {
    const inner = groups.flatMap((one) => {
      const value = one[name];
      return Array.isArray(value) ? value.filter(isNode) : [];
    });
    const path = inner.length === 0 ? [] : findRowPath(inner, depth + 1);
    return path.length === 0 ? [] : [[name, ...path]];
  });
  const [only, ...others] = nested;
  return only !== undefined && others.length === 0 ? only : [];
}

const isRowArray = (value: unknown): value is readonly Node[] => {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isNode)) return false;
  const [first = {}] = value;
  return readElement(first).size >= FEWEST_CELLS && (countOwn(first) >= FEWEST_CELLS || !holdsRows(first));
};

/** The number of scalars of an element outside the arrays in it. */
const countOwn = (node: Node): number =>
  Object.values(node).reduce<number>(
    (count, one) => count + (Array.isArray(one) ? 0 : isNode(one) ? countOwn(one) : 1),
    0,
  );

/** Whether an element contains a list of rows, so that it is a group. */
const holdsRows = (node: Node): boolean =>
  Object.values(node).some(
    (one) =>
      Array.isArray(one) && one.some((item) => isNode(item) && (countOwn(item) >= FEWEST_CELLS || holdsRows(item))),
  );

/** How the rows of a list are found in other responses. */
export interface RowPlace {
  readonly at: string;
  /** The places that rows have. */
  readonly cells: ReadonlySet<string>;
}

/** Returns the place of a list, learned from a response with rows; the same object for the same list. */
export function learnRowPlace(at: string, list: RowList): RowPlace {
  const places = getPlaces(list);
  const place = places.get(at) ?? { at, cells: findUsualCells(list) };
  places.set(at, place);
  return place;
}

const getPlaces = rememberObjects((_list: RowList) => new Map<string, RowPlace>());

function findUsualCells({ rows }: RowList): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const row of rows) for (const place of row.keys()) counts.set(place, (counts.get(place) ?? 0) + 1);
  // what one of several elements has may be of a sum at the end, which has fewer cells than a row
  const [largest] = rows.toSorted((one, other) => other.size - one.size);
  if (rows.length < 3) return new Set(largest?.keys());
  const fewest = Math.max(2, rows.length / 4);
  return new Set([...counts].filter(([, count]) => count >= fewest).map(([place]) => place));
}

const isLike = (row: Cells, { cells }: RowPlace): boolean => {
  let common = 0;
  for (const place of row.keys()) if (cells.has(place)) common += 1;
  return common > 0 && common >= SAME * Math.min(row.size, cells.size);
};

/** Returns the rows of a body at a known place; elements unlike rows, such as a sum at the end, are left out. */
export const readRows = (body: unknown, place: RowPlace): RowList =>
  selectRows(listRowLists(body).get(place.at) ?? readSingle(body, place.at) ?? NO_ROWS, place);

/** Reads a list that is an object because it has one element, as in JSON that was converted from XML. */
function readSingle(body: unknown, at: string): RowList | undefined {
  if (!isNode(body) || !at.endsWith('[]')) return undefined;
  return readSingleList(body, at.slice(0, -'[]'.length));
}

const singles = rememberObjects((_body: Node) => new Map<string, RowList | undefined>());

function readSingleList(body: Node, at: string): RowList | undefined {
  const known = singles(body);
  if (known.has(at)) return known.get(at);
  const value = findMember(body, at);
  const list = isNode(value) ? { rows: [readElement(value)], groups: [0], isOrdered: true } : undefined;
  known.set(at, list);
  return list;
}

/** Returns the value at a place such as `/response/rows`, where names may have slashes; `undefined` without one. */
function findMember(body: Node, at: string): unknown {
  for (const [name, value] of Object.entries(body)) {
    if (at === `/${name}`) return value;
    const found =
      at.startsWith(`/${name}/`) && isNode(value) ? findMember(value, at.slice(name.length + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const NO_ROWS: RowList = { rows: [], groups: [], isOrdered: true };

const selectRows = rememberPairs(({ rows, groups, isOrdered }: RowList, place: RowPlace): RowList => {
  const kept = rows.map((row) => isLike(row, place));
  return {
    rows: rows.filter((_, index) => kept[index]),
    groups: groups.filter((_, index) => kept[index]),
    isOrdered,
  };
});

/** Returns the scalars of a body outside its rows. Do not change them. */
export const readOutside = (body: unknown, place: RowPlace): ReadonlyMap<string, Scalar> =>
  typeof body === 'object' && body !== null ? collectOutside(body, place) : new Map([['', body as Scalar]]);

const collectOutside = rememberPairs(findOutside);

function findOutside(body: object, { at, cells }: RowPlace): ReadonlyMap<string, Scalar> {
  const into = new Map<string, Scalar>();
  walk(body, '', getRoot());
  return into;

  function walk(value: unknown, known: string, place: Place): void {
    if (Array.isArray(value)) {
      const isAtList = at === `${known}[]` || at.startsWith(`${known}[]/`);
      const naming = findNamingMember(value);
      for (const [index, one] of value.entries()) {
        // the only container of rows may have the totals beside them
        const isGroup = value.length > 1 && isNode(one) && holdsLike(one, { at, cells });
        const isRow = isAtList && (!isNode(one) || isGroup || isLike(readElement(one), { at, cells }));
        if (isRow) continue;
        const step = naming === undefined ? (isAtList ? '' : index) : String((one as Node)[naming]); // an object, by `findNamingMember`
        walk(one, `${known}[]`, place.element(step));
      }
    } else if (isNode(value)) {
      if (at === `${known}{}`) return;
      if (at === `${known}[]` && isLike(readElement(value), { at, cells })) return; // the only row
      for (const name of Object.keys(value)) walk(value[name], `${known}/${name}`, place.member(name));
    } else into.set(place.text, value as Scalar); // neither an array nor an object
  }
}

/** Whether a list within a container has rows. The table of the totals may be in a container beside that of the rows. */
const holdsLike = (value: Node, place: RowPlace): boolean =>
  Object.values(value).some((member) =>
    Array.isArray(member)
      ? member.some((one) => isNode(one) && (isLike(readElement(one), place) || holdsLike(one, place)))
      : isNode(member) && holdsLike(member, place),
  );

/** Returns the decoded segments of a path or URL; none for other texts. */
export function splitLink(text: string): string[] {
  if (!text.includes('/') || !/^(https?:\/)?\/\S+\/\S/.test(text)) return [];
  return text
    .replace(/[?#].*$/, '')
    .split('/')
    .map((one) => {
      try {
        return decodeURIComponent(one);
      } catch {
        return one;
      }
    });
}

/** The number of scalars in a list. */
export const countCells = ({ rows }: RowList): number => rows.reduce((sum, row) => sum + row.size, 0);

/** The share of the cells of a list that a list within its rows must have to be the list that is meant. */
const MOST = 0.6;

/** Returns the list of a body with the most cells; that within a container, which is no row. */
export function findMainList(body: unknown): RowList | undefined {
  const lists = [...listRowLists(body)]
    .filter(([at, list]) => !(at.endsWith('{}') && isEnvelope(list)))
    .sort(([, one], [, other]) => countCells(other) - countCells(one));
  const [first] = lists;
  if (first === undefined) return undefined;
  const [at, outer] = first;
  const within = at.replace(/\{\}$/, '/');
  const inner = lists.find(
    ([place, one]) =>
      place !== at &&
      place.startsWith(within) &&
      one.rows.length > outer.rows.length &&
      countCells(one) >= MOST * countCells(outer),
  );
  return inner?.[1] ?? outer;
}

/** Whether the members of an object have no place in common, so that they are parts of a response and not its items. */
function isEnvelope({ rows }: RowList): boolean {
  const places = rows.flatMap((row) => [...row.keys()].filter((place) => place !== '@key'));
  return rows.length > 1 && new Set(places).size === places.length;
}

/** Returns an id as text; `undefined` for other values. */
export const toText = (value: Scalar | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** How a row names a thing: the cell, and the part of a link if the cell is one. */
export interface NameCell {
  readonly place: string;
  readonly segment: number | undefined;
}

/** Returns the name of a thing in a row. */
export function readName(row: Cells, { place, segment }: NameCell): string | undefined {
  const value = toText(row.get(place));
  return value === undefined || segment === undefined ? value : splitLink(value)[segment];
}

/** Returns a place without the positions of elements. */
const nameColumn = rememberTexts((place) => place.replaceAll(/\[\d+\]/g, '[]'));

/** The columns of some rows, parts of links apart. Elements of arrays are one column. */
export function listTextColumns(rows: readonly Cells[]): { readonly cell: NameCell; readonly values: string[] }[] {
  const byCell = new Map<string, { readonly cell: NameCell; readonly values: string[] }>();
  const add = (cell: NameCell, value: string) => {
    const key = cell.segment === undefined ? cell.place : `${cell.place} ${cell.segment}`;
    const known = byCell.get(key) ?? { cell, values: [] };
    if (value !== '') known.values.push(value);
    byCell.set(key, known);
  };
  for (const row of rows)
    for (const [at, value] of row) {
      const whole = toText(value);
      if (whole === undefined || whole === '' || whole.length > 200) continue;
      const place = nameColumn(at);
      const link = splitLink(whole);
      if (link.length === 0) add({ place, segment: undefined }, whole);
      else for (const [segment, part] of link.entries()) add({ place, segment }, part);
    }
  return [...byCell.values()];
}

/** Whether a response shows a list without rows: all its arrays are empty, and it has fewer values than a row. */
export function isEmptyList(body: unknown): boolean {
  let values = 0;
  const isEmpty = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.length === 0 || (value.every(isNode) && value.every(isEmpty));
    if (isNode(value)) return Object.values(value).every(isEmpty);
    const isNothing = value === null || value === '' || typeof value === 'boolean' || Number(value) === 0;
    values += isNothing ? 0 : 1;
    return typeof value !== 'string' || value.length <= LONGEST_VALUE;
  };
  return body !== undefined && isEmpty(body) && values < FEWEST_CELLS;
}

/** A longer text may hold rows in another form. */
const LONGEST_VALUE = 200;

/**
 * Whether a response certainly has no rows: it is as `isEmptyList` expects, contains an empty list or object, and no list with
 * elements, which may be rows of few values.
 */
export function showsNoRows(body: unknown): boolean {
  let hasEmpty = false;
  const lacksElements = (value: unknown): boolean => {
    if (Array.isArray(value)) {
      hasEmpty ||= value.length === 0;
      return value.length === 0;
    }
    if (!isNode(value)) return true;
    const members = Object.values(value);
    hasEmpty ||= members.length === 0;
    return members.every(lacksElements);
  };
  return isEmptyList(body) && lacksElements(body) && hasEmpty;
}
