import { type EnumName, getEnumValues } from '../../spec/index.ts';

/** A property whose values are in a closed list, and the names by which services call it. */
export interface Trait<Value> {
  /** Matches the path of its member, in lower case: `/location/site_type`. */
  readonly names: RegExp;
  /** Whether a value of the list is enough proof without a fitting name. */
  readonly isUnmistakable?: boolean;
  /** Returns the value of the list that a value of the deployment means. */
  parse(value: unknown): Value | undefined;
}

/** A row of a response, with the holder of its properties. */
export interface HeldRow {
  readonly holder: string;
  readonly value: unknown;
}

const normalise = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const LONGEST_WORD = 40;

/** A trait whose values are these words, in any letter case and with any separators. */
export function createTrait<Word extends string>(names: RegExp, words: readonly Word[]): Trait<Word> {
  const known = new Map(words.map((word) => [normalise(word), word]));
  return {
    names,
    parse: (value) => {
      if (typeof value === 'number') return known.get(String(value));
      return typeof value === 'string' && value.length <= LONGEST_WORD ? known.get(normalise(value)) : undefined;
    },
  };
}

/** A trait whose values are those of an enum of the contract. */
export const createEnumTrait = <Name extends EnumName>(names: RegExp, name: Name) =>
  createTrait(names, getEnumValues(name));

const zones = new Map<string, string | undefined>();
const MOST_ZONES = 2000;

/** The time zones of IANA. Their names are public. */
export const TIMEZONE: Trait<string> = {
  names: /zone|\btz\b|_tz/,
  isUnmistakable: true,
  parse(value) {
    if (typeof value !== 'string' || !/^[A-Z][A-Za-z]+(\/[A-Z][\w+-]+){1,2}$/.test(value)) return undefined;
    if (value.length > LONGEST_WORD) return undefined;
    if (zones.size > MOST_ZONES) zones.clear();
    if (!zones.has(value)) zones.set(value, findZone(value));
    return zones.get(value);
  },
};

const supported = new Set(Intl.supportedValuesOf('timeZone'));

/** Returns the name of a zone in the list of the runtime. */
function findZone(name: string): string | undefined {
  if (supported.has(name)) return name;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions();
    return supported.has(timeZone) ? timeZone : undefined;
  } catch {
    return undefined;
  }
}

/** A year of the last decades, from a date or an instant. */
export const INSTALLED_YEAR: Trait<number> = {
  names: /install|commissioned|deployed/,
  parse(value) {
    const [, year] = /^(19[89]\d|20[0-4]\d)-\d\d-\d\d/.exec(typeof value === 'string' ? value : '') ?? [];
    return year === undefined ? undefined : Number(year);
  },
};

const DEEPEST = 6;
const MOST_SCALARS = 2000;

interface PlacedScalar {
  readonly path: string;
  readonly value: unknown;
}

function listScalars(row: unknown): readonly PlacedScalar[] {
  const found: PlacedScalar[] = [];
  const visit = (value: unknown, path: string, depth: number): void => {
    if (found.length >= MOST_SCALARS || depth > DEEPEST) return;
    if (typeof value !== 'object' || value === null) found.push({ path, value });
    else
      for (const [name, one] of Object.entries(value))
        visit(one, `${path}/${Array.isArray(value) ? '*' : name}`, depth + 1);
  };
  visit(row, '', 0);
  return found;
}

/** The share of the values at a place that must be in the list, if its name does not fit. */
const ENOUGH = 0.8;

/**
 * Returns the value of a trait for each holder. It is read at one place of all rows: the one whose name fits and that has the
 * most values of the list, or else one where nearly all values are in the list.
 */
export function readTrait<Value>(rows: readonly HeldRow[], trait: Trait<Value>): ReadonlyMap<string, Value> {
  const places = new Map<string, { filled: number; readonly values: Map<string, Value> }>();
  for (const { holder, value: row } of rows)
    for (const { path, value } of listScalars(row)) {
      if (value === null || value === '') continue;
      const place = places.get(path) ?? { filled: 0, values: new Map<string, Value>() };
      places.set(path, place);
      place.filled += 1;
      const parsed = trait.parse(value);
      if (parsed !== undefined && !place.values.has(holder)) place.values.set(holder, parsed);
    }
  const isNamed = (path: string): boolean => trait.names.test(toLowerSnake(path));
  const usable = [...places].filter(
    ([path, { filled, values }]) =>
      values.size > 0 &&
      (isNamed(path) || trait.isUnmistakable === true || (isWordList(values) && values.size >= ENOUGH * filled)),
  );
  const [best] = usable.toSorted(
    ([onePath, one], [otherPath, other]) =>
      Number(isNamed(otherPath)) - Number(isNamed(onePath)) || other.values.size - one.values.size,
  );
  return best?.[1].values ?? new Map();
}

/** Whether the values are words: a year or a number without a fitting name may be anything. */
const isWordList = (values: ReadonlyMap<string, unknown>): boolean =>
  [...values.values()].every((value) => typeof value === 'string' && !/^\d+$/.test(value));

const toLowerSnake = (path: string): string => path.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
