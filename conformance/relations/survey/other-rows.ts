import { listPlacedTexts } from '../../reading/served.ts';
import { isSubset } from '../../reading/values/set-relations.ts';

/** A member of the elements of one array: the texts of each element that no other element has, by its value there. */
type Column = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Whether a body shows an id only in lists of other things, which the service numbers like its terminals: such a list also has an element
 * for each of these terminals, and another list has elements for them alone, which share no other value with those of the same id.
 */
export function isIdOfOtherRows(body: unknown, id: string, terminals: ReadonlySet<string>): boolean {
  const columns = listColumns(body);
  const own = columns.filter((column) => column.size === terminals.size && isSubset(terminals, new Set(column.keys())));
  const isOfOthers = (column: Column): boolean =>
    isSubset(terminals, new Set(column.keys())) &&
    [...column.values()].every((texts) => texts.size > 1) &&
    own.some((known) => [...known].every(([name, texts]) => !sharesText(texts, column.get(name), name)));
  const shown = columns.filter((column) => column.has(id));
  const times = listPlacedTexts(body).filter(({ text }) => text === id).length;
  return shown.length > 0 && shown.length === times && shown.every(isOfOthers);
}

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
  const columns = [...new Set(rows.flatMap((row) => row.map(({ place }) => place)))].flatMap((place) => {
    const names = rows.map((row) => row.find((one) => one.place === place)?.text);
    const column = new Map(
      names.flatMap((name, index) => (name === undefined ? [] : [[name, texts[index] ?? new Set<string>()]])),
    );
    return column.size === value.length ? [column] : [];
  });
  return [...columns, ...inner];
}
