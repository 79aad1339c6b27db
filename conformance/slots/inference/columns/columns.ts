import { getLastSegment, toSegment, type ValuePointer } from '../../../reading/pointers.ts';
import { detectTimeForm, isSecondsAndNanos } from '../../../reading/values/instants.ts';
import { isUnitsAndNanos, parseAmount } from '../../../reading/values/value-relations.ts';
import { splitWords } from '../../../reading/words/synonyms.ts';
import type { DescribedMembers } from './document.ts';
import { isValueMember, toLogicalPath } from './logical-path.ts';

/** A member in all samples of an object: its name, its description in the document, and its values. */
export interface Column {
  readonly pointer: ValuePointer;
  /** The segments of the pointer that carry meaning, from the contents of the response on. */
  readonly path: readonly string[];
  /** Whether it is the number of a value object, such as an amount beside its currency. */
  readonly isOfValueObject: boolean;
  readonly nameWords: readonly string[];
  /** The words of its title and description in the target's document. */
  readonly descriptionWords: readonly string[];
  /** The enum values in the document. */
  readonly enumValues: readonly string[];
  /** The meaning of values according to the document, by value. */
  readonly meanings: ReadonlyMap<string, string>;
  /** The values in each sample: none if absent, several inside a list. */
  readonly valuesBySample: readonly (readonly unknown[])[];
  /** All values except null and undefined. */
  readonly values: readonly unknown[];
}

/** Deep enough for the id of a resource in a list inside wrappers such as `data` and `relationships`. */
const DEEPEST = 8;
const MOST_COLUMNS = 600;

/** The structure of samples that carries no meaning. */
interface SampleStructure {
  /** The place of the contents in each sample. */
  readonly contents?: ValuePointer;
  /** The places of further wrappers, from the contents on. */
  readonly wrappers?: ReadonlySet<ValuePointer>;
}

/**
 * Returns every member of these samples and of their description in the document, scalars and objects. Paths begin at
 * `contents`, a place in the samples.
 */
export function collectColumns(
  samples: readonly unknown[],
  described: DescribedMembers,
  { contents = '', wrappers }: SampleStructure = {},
): Column[] {
  const held = new Map<ValuePointer, unknown[][]>();
  for (const [index, sample] of samples.entries()) collect(sample, '', index);
  for (const pointer of described.keys()) if (pointer !== '' && !held.has(pointer)) held.set(pointer, []);
  const members = new Map<ValuePointer, Set<string>>();
  for (const pointer of held.keys()) {
    const parent = getParent(pointer);
    members.set(parent, (members.get(parent) ?? new Set()).add(pointer.slice(parent.length + 1)));
  }
  return [...held]
    .filter(([pointer]) => !/\/_?links(\/|$)/.test(pointer) && !isPartOfAmount(getParent(pointer)))
    .map(([pointer, bySample]): Column => {
      const all = samples.map((_, index) => bySample[index] ?? []);
      const description = described.get(pointer);
      const siblings = members.get(getParent(pointer)) ?? [];
      const path = toLogicalPath(removePrefix(pointer, contents), siblings, wrappers);
      const isOfValueObject = isValueMember(pointer, siblings);
      return {
        pointer,
        path,
        isOfValueObject,
        nameWords: [...splitWords(path.join('/')), ...(isOfValueObject ? ['amount'] : [])],
        descriptionWords: splitWords(description?.text ?? ''),
        enumValues: description?.values ?? [],
        meanings: description?.meanings ?? new Map(),
        valuesBySample: all,
        values: all.flat().filter((value) => value !== null && value !== undefined),
      };
    })
    .flatMap((column) => (containsResourceNames(column) ? [column, takeLastSegments(column)] : [column]));

  /** Whether a value is an amount as an object, whose members the document also describes. */
  function isPartOfAmount(pointer: ValuePointer): boolean {
    const values = (held.get(pointer) ?? []).flat();
    return values.length > 0 && values.every(isUnitsAndNanos);
  }

  function collect(value: unknown, pointer: ValuePointer, index: number): void {
    if (countSegments(pointer) > DEEPEST || held.size > MOST_COLUMNS) return;
    if (pointer !== '') {
      const bySample = held.get(pointer) ?? [];
      bySample[index] = [...(bySample[index] ?? []), value];
      held.set(pointer, bySample);
    }
    if (typeof value !== 'object' || value === null || isUnitsAndNanos(value) || isSecondsAndNanos(value)) return;
    if (Array.isArray(value)) for (const one of value) collect(one, `${pointer}/*`, index);
    else for (const [name, one] of Object.entries(value)) collect(one, pointer + toSegment(name), index);
  }
}

/** A path with a collection: `terminals/48201`, `/v1/terminals/48201`, `https://api.example/v1/terminals/48201`. */
const RESOURCE_NAME = /^(https?:\/\/[^/\s]+)?\/?([A-Za-z][\w.~-]*\/)+[\w.~:%-]+$/;
const MEDIA_TYPE = /^(application|text|image|audio|video|multipart|font)\//;

/** Whether all values are names of resources in one kind of collection, with different ids at their ends. */
function containsResourceNames({ values }: Column): boolean {
  const names = values.filter((value) => typeof value === 'string');
  if (names.length === 0 || names.length < values.length) return false;
  const collections = new Set(names.map((name) => name.slice(0, name.lastIndexOf('/')).replaceAll(/[\d-]+/g, '#')));
  return collections.size === 1 && names.every((name) => RESOURCE_NAME.test(name) && !MEDIA_TYPE.test(name));
}

/** Members that hold the name or address of the object itself. */
const NAMES_NOTHING = /\/(name|self|href|url|uri|resource|resource_?name)$/i;

/** Returns the last word of the collection in resource names: `group` for `terminalGroups/7`. */
function getCollectionWords({ values: [name] }: Column): readonly string[] {
  const collection = String(name).split('/').at(-2) ?? '';
  return splitWords(collection.replace(/(?<=[a-z])s$/, '')).slice(-1);
}

/** Returns the column of the ids at the ends of resource names. */
function takeLastSegments(column: Column): Column {
  const take = (value: unknown) => (typeof value === 'string' ? getLastSegment(value) : value);
  return {
    ...column,
    pointer: `${column.pointer}/$`,
    path: NAMES_NOTHING.test(column.pointer) ? [...column.path.slice(0, -1), 'id'] : column.path,
    nameWords: [
      ...new Set([...(NAMES_NOTHING.test(column.pointer) ? getCollectionWords(column) : column.nameWords), 'id']),
    ],
    valuesBySample: column.valuesBySample.map((values) => values.map(take)),
    values: column.values.map(take),
  };
}

const countSegments = (pointer: ValuePointer): number => pointer.split('/').length - 1;
const getParent = (pointer: ValuePointer): ValuePointer => pointer.slice(0, pointer.lastIndexOf('/'));
const removePrefix = (pointer: ValuePointer, prefix: ValuePointer): ValuePointer =>
  pointer.startsWith(`${prefix}/`) ? pointer.slice(prefix.length) : pointer;

/** Returns the strings and numbers of a column as strings. */
export const listTexts = ({ values }: Column): string[] =>
  values.flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [String(value)] : []));

export const containsScalars = ({ values }: Column): boolean =>
  values.every((value) => typeof value === 'string' || typeof value === 'number');
export const containsStrings = ({ values }: Column): boolean => values.every((value) => typeof value === 'string');
export const containsObjects = ({ values }: Column): boolean =>
  values.length > 0 && values.every((value) => typeof value === 'object' && !Array.isArray(value));
export const containsBooleans = ({ values }: Column): boolean => values.every((value) => typeof value === 'boolean');
export const containsInstants = (column: Column): boolean =>
  column.values.every((value) => detectTimeForm(value) !== undefined);
/** Whether all values are instants with a time of day. */
export const containsTimesOfDay = (column: Column): boolean =>
  containsInstants(column) && column.values.every((value) => !/^\d{4}-?\d\d-?\d\d$/.test(String(value)));
export const containsIntegers = ({ values }: Column): boolean =>
  values.every((value) => Number.isInteger(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value));
export const containsAmounts = (column: Column): boolean =>
  column.values.every(
    (value) => (typeof value !== 'object' || isUnitsAndNanos(value)) && parseAmount(value) !== undefined,
  ) && !containsEpochInstants(column);
/** Whether a sample has at most one value: the column is not inside a list. */
export const isOutsideLists = ({ pointer }: Column): boolean => !pointer.includes('*');
/** Whether many samples all have the same value, which then distinguishes nothing. */
export const isConstant = (column: Column): boolean =>
  column.values.length >= 10 && containsScalars(column) && new Set(listTexts(column)).size === 1;
export const isInEverySample = ({ valuesBySample: held }: Column): boolean =>
  held.every((values) => values.some((value) => value !== null && value !== undefined));
/** Whether at least half of the samples have a value: a member that some rows lack may be a fault. */
export const isInMostSamples = ({ valuesBySample: held }: Column): boolean =>
  held.filter((values) => values.some((value) => value !== null && value !== undefined)).length * 2 >= held.length;
export const hasUniqueValues = (column: Column): boolean =>
  new Set(listTexts(column)).size === column.valuesBySample.length;
/** Whether the column has few distinct values, like an enum. */
export const hasFewValues = (column: Column): boolean =>
  containsStrings(column) && new Set(listTexts(column)).size <= Math.max(3, Math.min(12, column.values.length / 2));

const containsEpochInstants = (column: Column): boolean =>
  column.values.length > 0 &&
  column.values.every((value) => detectTimeForm(value) !== undefined && Number(value) > 1e9);
