import { timeFormOf } from '../../oracles/instants.ts';
import { type Pointer, segmentOf } from '../../oracles/pointers.ts';
import { amountOf } from '../../oracles/value-relations.ts';
import type { Described } from './document.ts';
import { wordsOf } from './words.ts';

/** A member in all samples of an object: its name, its description in the document, and its values. */
export interface Column {
  readonly pointer: Pointer;
  readonly words: readonly string[];
  /** The words of its title and description in the target's document. */
  readonly said: readonly string[];
  /** The enum values in the document. */
  readonly allowed: readonly string[];
  /** The values in each sample: none if absent, several inside a list. */
  readonly held: readonly (readonly unknown[])[];
  /** All values except null and undefined. */
  readonly values: readonly unknown[];
}

const DEEPEST = 5;
const MOST_COLUMNS = 400;

/** Returns every member of these samples and of their description in the document, scalars and objects. */
export function columnsOf(samples: readonly unknown[], described: ReadonlyMap<Pointer, Described>): Column[] {
  const held = new Map<Pointer, unknown[][]>();
  for (const [index, sample] of samples.entries()) collect(sample, '', index, 0);
  for (const pointer of described.keys()) if (pointer !== '' && !held.has(pointer)) held.set(pointer, []);
  return [...held]
    .filter(([pointer]) => !/\/_?links(\/|$)/.test(pointer))
    .map(([pointer, bySample]): Column => {
      const all = samples.map((_, index) => bySample[index] ?? []);
      const said = described.get(pointer);
      return {
        pointer,
        words: wordsOf(pointer),
        said: wordsOf(said?.text ?? ''),
        allowed: said?.values ?? [],
        held: all,
        values: all.flat().filter((value) => value !== null && value !== undefined),
      };
    });

  function collect(value: unknown, pointer: Pointer, index: number, depth: number): void {
    if (depth > DEEPEST || held.size > MOST_COLUMNS) return;
    if (pointer !== '') {
      const bySample = held.get(pointer) ?? [];
      bySample[index] = [...(bySample[index] ?? []), value];
      held.set(pointer, bySample);
    }
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) for (const one of value) collect(one, `${pointer}/*`, index, depth + 1);
    else for (const [name, one] of Object.entries(value)) collect(one, pointer + segmentOf(name), index, depth + 1);
  }
}

/** Returns the strings and numbers of a column as strings. */
export const textsOf = ({ values }: Column): string[] =>
  values.flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [String(value)] : []));

export const isScalar = ({ values }: Column): boolean =>
  values.every((value) => typeof value === 'string' || typeof value === 'number');
export const isText = ({ values }: Column): boolean => values.every((value) => typeof value === 'string');
export const isObject = ({ values }: Column): boolean =>
  values.length > 0 && values.every((value) => typeof value === 'object' && !Array.isArray(value));
export const isFlag = ({ values }: Column): boolean => values.every((value) => typeof value === 'boolean');
export const isInstant = (column: Column): boolean =>
  isScalar(column) && column.values.every((value) => timeFormOf(value) !== undefined);
/** Whether all values are instants with a time of day. */
export const isTimeOfDay = (column: Column): boolean =>
  isInstant(column) && column.values.every((value) => !/^\d{4}-?\d\d-?\d\d$/.test(String(value)));
export const isWhole = ({ values }: Column): boolean =>
  values.every((value) => Number.isInteger(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value));
export const isAmount = (column: Column): boolean =>
  isScalar(column) && column.values.every((value) => amountOf(value) !== undefined) && !isInstantOnly(column);
/** Whether a sample has at most one value: the column is not inside a list. */
export const isSingle = ({ pointer }: Column): boolean => !pointer.includes('*');
export const isEverywhere = ({ held }: Column): boolean =>
  held.every((values) => values.some((value) => value !== null && value !== undefined));
export const isUnique = (column: Column): boolean => new Set(textsOf(column)).size === column.held.length;
/** Whether the column has few distinct values, like an enum. */
export const isVocabulary = (column: Column): boolean =>
  isText(column) && new Set(textsOf(column)).size <= Math.max(3, Math.min(12, column.values.length / 2));

const isInstantOnly = (column: Column): boolean =>
  column.values.length > 0 && column.values.every((value) => timeFormOf(value) !== undefined && Number(value) > 1e9);
