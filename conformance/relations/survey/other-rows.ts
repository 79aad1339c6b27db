import { occursIn } from '../../reading/names/terminal-aliases.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { listPlacedTexts } from '../../reading/served.ts';
import { isSubset } from '../../reading/values/set-relations.ts';
import { expressExactly, splitWords } from '../../reading/words/synonyms.ts';

/** A member of the elements of one array: the texts of each element that no other element has, by its value there. */
interface Column {
  /** The place in the element. */
  readonly place: string;
  readonly rows: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface KnownRows {
  /** The terminals of the key. */
  readonly terminals: ReadonlySet<string>;
  /** Other responses to the key: one of them may show how the service numbers things. */
  readonly bodies?: readonly unknown[];
}

/** Fewer equal ids may be a coincidence. */
const FEWEST_EQUAL = 2;

/**
 * Whether a body shows an id only as that of other things, which the service numbers like its terminals: the list of these things has elements
 * with ids of these terminals as well, in a member of the same name, and they share no other value with the elements of the same ids in
 * a list of the terminals alone.
 */
export function isIdOfOtherRows(body: unknown, id: string, { terminals, bodies = [] }: KnownRows): boolean {
  const shownColumns = listColumns(body);
  const columns = [...shownColumns, ...bodies.flatMap(listColumns)];
  const own = columns.filter(({ rows }) => rows.size === terminals.size && isSubset(rows.keys(), terminals));
  const isApart = ({ rows }: Column, fewest: number): boolean =>
    [...rows.values()].every((texts) => texts.size > 1) &&
    own.some((known) => {
      const equal = [...known.rows].filter(([name]) => rows.has(name));
      const shared = equal.filter(([name, texts]) => sharesText(texts, rows.get(name), name));
      return equal.length >= fewest && shared.length <= equal.length / 2;
    });
  const isId = ({ place, rows }: Column) =>
    own.some((known) => haveSameName(known.place, place)) || isSubset(terminals, new Set(rows.keys()));
  const others = columns.filter((column) => isId(column) && isApart(column, FEWEST_EQUAL));
  // then further things may have such ids too
  const isOfOthers = (column: Column) =>
    others.some(({ place }) => haveSameName(place, column.place)) && isApart(column, 0);
  const shown = shownColumns.filter(({ rows }) => rows.has(id));
  const times = listPlacedTexts(body).filter(({ text }) => text === id).length;
  return shown.length > 0 && shown.length === times && shown.every(isOfOthers);
}

const getLastName = (place: string): string => place.slice(place.lastIndexOf('/') + 1);
const haveSameName = (one: string, other: string): boolean =>
  getLastName(one).toLowerCase() === getLastName(other).toLowerCase();

const sharesText = (one: ReadonlySet<string>, other: ReadonlySet<string> | undefined, except: string): boolean =>
  [...one].some((text) => text !== except && other?.has(text) === true);

/** Returns the members of the elements of each array in a value, if their values differ. */
function listColumns(value: unknown): Column[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(listColumns);
  if (!Array.isArray(value)) return inner;
  const rows = value.map((element: unknown) => listPlacedTexts(element));
  const counts = Map.groupBy(
    rows.flatMap((row) => [...new Set(row.map(({ text }) => text))]),
    String,
  );
  const texts = rows.map(
    (row) => new Set(row.map(({ text }) => text).filter((text) => counts.get(text)?.length === 1)),
  );
  const columns = [...new Set(rows.flatMap((row) => row.map(({ place }) => place)))].flatMap((place): Column[] => {
    const names = rows.map((row) => row.find((one) => one.place === place)?.text);
    const byName = names.flatMap((name, index) =>
      name === undefined ? [] : [[name, texts[index] ?? new Set<string>()] as const],
    );
    const found = new Map(byName);
    return found.size === value.length ? [{ place, rows: found }] : [];
  });
  // rows with an own id name their terminals by another member
  const hasOwnId = columns.some(
    ({ place, rows: found }) => !namesTerminals(place) && [...found.keys()].every(isUnmistakable),
  );
  return [...columns.filter(({ place }) => !(hasOwnId && namesTerminals(place))), ...inner];
}

/** Whether the last name on the way to a place means terminals, or their ids: `/terminal/id`. */
export function namesTerminals(place: string): boolean {
  const [outer, last = []] = place.split('/').slice(-2).map(splitWords);
  return (
    expressExactly(last, 'terminal') ||
    (outer !== undefined && expressExactly(last, 'id') && expressExactly(outer, 'terminal'))
  );
}

/**
 * Returns the texts beside an id in a body: the scalars of each object or row that has the id, or of an object that is a member of this
 * name, and of the objects in it.
 */
export function listTextsBeside(body: unknown, id: string): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const hasId = Object.values(body).some((one) => typeof one !== 'object' && String(one) === id);
  const inner = Object.entries(body).flatMap(([name, one]) => [
    ...(name === id && typeof one === 'object' && one !== null ? listNearTexts(one) : []),
    ...listTextsBeside(one, id),
  ]);
  return hasId ? [...listNearTexts(body), ...inner] : inner;
}

/** Whether a text is beside an id in a body; values in an array of an object with the id are not. */
export const isBeside = (body: unknown, id: string, text: string): boolean =>
  listTextsBeside(body, id).some((one) => occursIn(one, text));

/** Returns the scalars of an object and of the objects in it, without those in arrays. */
const listNearTexts = (object: object): string[] =>
  Object.values(object).flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return [String(one)];
    return Array.isArray(one) ? [] : listNearTexts(one);
  });
