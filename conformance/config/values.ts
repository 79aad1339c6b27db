import { closest } from 'fastest-levenshtein';
import { listReadings } from '../../spec/index.ts';
import { findPointerProblem } from '../reading/pointers.ts';
import { EXTENTS, MONEY_FORMS, type Paging, type Slot, type SlotValues, slots, TIME_FORMS } from '../slots/slots.ts';
import { ConfigFault } from './config.ts';

type Path = readonly (string | number)[];
type Members = Readonly<Record<string, unknown>>;

/** Parses the value of a slot. Throws a `ConfigFault` if it is invalid. */
export function parseValue(name: Slot, value: unknown, path: Path): SlotValues[keyof SlotValues] {
  const { kind, example } = slots[name];
  switch (kind) {
    case 'pointer':
      return parsePointer(value, path, example);
    case 'pointers':
      return Array.isArray(value) && value.length > 0
        ? value.map((one, index) => parsePointer(one, [...path, index], example))
        : [parsePointer(value, path, example)];
    case 'words':
      return parseWords(value, path, example);
    case 'number':
      if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
      throw new ConfigFault(`must be a positive integer, for example ${example}`, path);
    case 'paging':
      return parsePaging(value, path);
    case 'money':
      return parseWord(MONEY_FORMS, value, path);
    case 'time':
      return parseWord(TIME_FORMS, value, path);
    case 'extent':
      return parseWord(EXTENTS, value, path);
    case 'body':
      return parseMembers(value, path, example);
  }
}

/** Returns the members of a mapping. Throws a `ConfigFault` for other values. */
export function parseMembers(value: unknown, path: Path, example: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new ConfigFault(`must be a mapping, for example ${example}`, path);
}

/** Throws a `ConfigFault` for an unknown member, with the closest known name. */
export function rejectUnknownMembers(of: Members, known: readonly string[], path: Path): void {
  const unknown = Object.keys(of).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const nearest = closest(unknown, [...known]);
  throw new ConfigFault(`unknown member "${unknown}"; did you mean "${nearest}"?`, [...path, unknown], true);
}

/** Returns the value if it is one of the known words. Throws a `ConfigFault` for other values. */
export function parseWord<Word extends string>(known: readonly Word[], value: unknown, path: Path): Word {
  const found = known.find((word) => word === value);
  if (found !== undefined) return found;
  throw new ConfigFault(
    `must be one of ${known.join(', ')}; did you mean "${closest(String(value), [...known])}"?`,
    path,
  );
}

/** Returns a non-empty string. Throws a `ConfigFault` for other values. */
export function parseText(value: unknown, path: Path, example: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new ConfigFault(`must be a non-empty string, for example ${example}`, path);
}

function parsePointer(value: unknown, path: Path, example: string): string {
  if (typeof value !== 'string') throw new ConfigFault(`must be a JSON pointer, for example ${example}`, path);
  const problem = findPointerProblem(value);
  if (problem !== undefined) throw new ConfigFault(`"${value}" is not a JSON pointer: ${problem}`, path);
  return value;
}

function parseWords(value: unknown, path: Path, example: string): readonly string[] {
  const isWord = (one: unknown) => typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean';
  if (Array.isArray(value) && value.length > 0 && value.every(isWord)) return value.map(String);
  throw new ConfigFault(`must be a list of strings, for example ${example}`, path);
}

const STYLES: readonly Paging['style'][] = listReadings('lists.cursor');

function parsePaging(value: unknown, path: Path): Paging {
  const given = parseMembers(value, path, '{ style: link }');
  const style = parseWord(STYLES, given.style, [...path, 'style']);
  const take = (...names: string[]) => rejectUnknownMembers(given, ['style', ...names], path);
  const parameter = () => parseText(given.parameter, [...path, 'parameter'], 'cursor');
  const at = () => parsePointer(given.at, [...path, 'at'], '/page/next');
  switch (style) {
    case 'none':
    case 'link':
      take();
      return { style };
    case 'cursor':
      take('at', 'parameter');
      return { style, at: at(), parameter: parameter() };
    case 'next-url':
      take('at');
      return { style, at: at() };
    case 'page':
      take('parameter', 'first');
      return {
        style,
        parameter: parameter(),
        first: given.first === undefined ? 1 : parseInteger(given.first, [...path, 'first']),
      };
    case 'offset':
      take('parameter');
      return { style, parameter: parameter() };
  }
}

/** Returns a non-negative integer. Throws a `ConfigFault` for other values. */
export function parseInteger(value: unknown, path: Path): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new ConfigFault('must be a non-negative integer', path);
}
