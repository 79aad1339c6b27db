import { CATALOG_MEMBERS, EVENTS_BY_FAMILY } from './documented-values.ts';

/** A service group of the catalog: its documented members, and the texts that may be its name. */
export interface ServiceGroup {
  /** The members by their documented name, with the name under which each was found. */
  readonly members: ReadonlyMap<string, { readonly name: string; readonly value: unknown }>;
  readonly titles: readonly string[];
}

/** Returns the letters and digits of a text, in lower case. */
export const simplify = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');

const DOCUMENTED_BY_LETTERS = new Map(CATALOG_MEMBERS.map((name) => [simplify(name), name]));
const findMember = (key: string): string | undefined => DOCUMENTED_BY_LETTERS.get(simplify(key));

/** With this number of documented members, an object is a part of a service group. */
const FEWEST_MEMBERS = 2;
const LONGEST_TITLE = 80;

type Counts = ReadonlyMap<string, number>;

/**
 * Returns the service groups of a catalog in any layout. A group is the widest container in which each of its members occurs
 * once, so that its members may be spread over several objects.
 */
export function listServiceGroups(catalog: unknown): ServiceGroup[] {
  const json = joinPairs(catalog);
  const counts = new Map<object, Counts>();
  countMembers(json, counts);
  const groups = new Map<object, ServiceGroup>();
  const visit = (value: unknown, chain: readonly object[], keys: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    const own = Array.isArray(value) ? [] : Object.keys(value).flatMap((key) => findMember(key) ?? []);
    if (own.length < FEWEST_MEMBERS) {
      for (const [key, one] of Object.entries(value)) visit(one, [...chain, value], [...keys, key]);
      return;
    }
    const inside = chain.toReversed();
    const isShared = (container: object) => own.some((name) => (counts.get(container)?.get(name) ?? 0) > 1);
    const end = inside.findIndex(isShared);
    const within = end < 0 ? inside : inside.slice(0, end);
    const unit = within.at(-1) ?? value;
    if (groups.has(unit)) return;
    const titles = [...keys.slice(keys.length - within.length - 1), ...listTitles(unit, 0)];
    groups.set(unit, { members: collectMembers(unit, new Map()), titles });
  };
  visit(json, [], []);
  return [...groups.values()];
}

/** Rewrites arrays of objects that each hold the name of a member and its value as objects with these members. */
function joinPairs(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, joinPairs(one)]));
  const pairs = value.map((one) => readPair(one));
  const named = pairs.flatMap((pair) => (pair === undefined ? [] : [pair]));
  const isOfMembers = named.length === pairs.length && named.some(([name]) => findMember(name) !== undefined);
  return isOfMembers ? Object.fromEntries(named.map(([name, one]) => [name, joinPairs(one)])) : value.map(joinPairs);
}

function readPair(value: unknown): readonly [name: string, value: unknown] | undefined {
  const [first, second, ...rest] = Object.values(typeof value === 'object' && value !== null ? value : {});
  if (rest.length > 0 || second === undefined) return undefined;
  if (typeof first === 'string') return [first, second];
  return typeof second === 'string' ? [second, first] : undefined;
}

/** Counts how often each documented member occurs in each container. */
function countMembers(value: unknown, into: Map<object, Counts>): Counts {
  const found = new Map<string, number>();
  if (typeof value !== 'object' || value === null) return found;
  const add = (name: string, count: number) => found.set(name, (found.get(name) ?? 0) + count);
  for (const [key, one] of Object.entries(value)) {
    const member = Array.isArray(value) ? undefined : findMember(key);
    if (member !== undefined) add(member, 1);
    for (const [name, count] of countMembers(one, into)) add(name, count);
  }
  into.set(value, found);
  return found;
}

function collectMembers(
  value: unknown,
  into: Map<string, { readonly name: string; readonly value: unknown }>,
): Map<string, { readonly name: string; readonly value: unknown }> {
  if (typeof value !== 'object' || value === null) return into;
  for (const [key, one] of Object.entries(value)) {
    const member = Array.isArray(value) ? undefined : findMember(key);
    if (member === undefined) collectMembers(one, into);
    else if (!into.has(member)) into.set(member, { name: key, value: one });
  }
  return into;
}

const DEEPEST_TITLE = 2;

/** Returns the short texts of a group outside its documented members. */
function listTitles(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return value.length <= LONGEST_TITLE ? [value] : [];
  if (typeof value !== 'object' || value === null || depth > DEEPEST_TITLE) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    findMember(key) === undefined ? listTitles(one, depth + 1) : [],
  );
}

/** Returns all texts of a value: its strings and the names of its members. */
export function listAllTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(listAllTexts);
  return Object.entries(value).flatMap(([name, one]) => [name, ...listAllTexts(one)]);
}

/** Whether a value is empty: null, an empty text or list, false, or only such values. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  value === 0 ||
  (typeof value === 'object' && Object.values(value).every(isEmptyValue));

/** The documented event names by their letters. */
export const EVENTS_BY_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.values(EVENTS_BY_FAMILY).flatMap((events) => events.map((name) => [simplify(name), name] as const)),
);

/** Returns the documented event that a text names, also with a prefix as in `fleet.cash_out`. */
export const findEvent = (text: string): string | undefined =>
  EVENTS_BY_LETTERS.get(simplify(text)) ?? EVENTS_BY_LETTERS.get(simplify(text.split(/[./:]/).at(-1) ?? ''));

/** An endpoint of the catalog. Without a method, the catalog states none. */
export interface ListedEndpoint {
  readonly method: string | undefined;
  /** The path from its version on, with `{}` for placeholders. */
  readonly path: string;
}

const METHOD = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i;
const PLACEHOLDER = /\{[^{}/]*\}|<[^<>/]*>|\[[^\][/]*\]|(?<=\/):[A-Za-z_]\w*/g;

/** Returns the endpoints in a value of any form: texts with paths, objects with a method, or objects by path or method. */
export function listEndpoints(value: unknown, methods: readonly string[] = []): ListedEndpoint[] {
  if (typeof value === 'string') return readEndpoint(value, methods);
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    const own = value.flatMap(listMethods);
    return value
      .filter((one) => listMethods(one).length === 0)
      .flatMap((one) => listEndpoints(one, own.length > 0 ? own : methods));
  }
  const own = Object.entries(value).flatMap(([key, one]) => (key.includes('/') ? [] : listMethods(one)));
  return Object.entries(value).flatMap(([key, one]) => {
    if (METHOD.test(key)) return listEndpoints(one, [key]);
    const inner = [...listMethods(one), ...(typeof one === 'object' && one !== null ? listMethodsOf(one) : [])];
    const named = key.includes('/') ? readEndpoint(key, inner) : [];
    return named.length > 0 ? named : listEndpoints(one, own.length > 0 ? own : methods);
  });
}

const listMethods = (value: unknown): string[] => {
  const words = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[\s,|/]+/) : [];
  return words.length > 0 && words.every((word) => typeof word === 'string' && METHOD.test(word))
    ? words.map(String)
    : [];
};
const listMethodsOf = (value: object): string[] =>
  Object.entries(value).flatMap(([key, one]) => [...(METHOD.test(key) ? [key] : []), ...listMethods(one)]);

function readEndpoint(text: string, methods: readonly string[]): ListedEndpoint[] {
  const [, before, written = ''] = /^(?:([A-Za-z]+(?:[,|/][A-Za-z]+)*)[\s:]+)?(\S+)$/.exec(text.trim()) ?? [];
  const own = before === undefined ? [...methods] : listMethods(before);
  const version = written.lastIndexOf('/v1/');
  if (version < 0 || (before !== undefined && own.length === 0)) return [];
  const path = written
    .slice(version)
    .replace(/[?#].*/s, '')
    .replaceAll(PLACEHOLDER, '{}')
    .replace(/\/$/, '');
  return own.length === 0
    ? [{ method: undefined, path }]
    : own.map((method) => ({ method: method.toUpperCase(), path }));
}
