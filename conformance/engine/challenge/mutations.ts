import type { ClauseId } from '../../../spec/index.ts';
import type { HeaderPair, TransportResponse } from '../../http/client.ts';
import { findHeader } from '../../http/exchange.ts';
import { getParentPointer, type ValuePointer } from '../../reading/pointers.ts';
import { identify, type RecordedExchange } from './recorded-traffic.ts';

/** A change of one response that the document forbids, as a clause of a sentence: "would not have noticed …". */
export interface Mutation {
  readonly description: string;
  /** The request whose response changes. */
  readonly of: RecordedExchange;
  readonly response: TransportResponse;
}

/** How to change responses: to other real responses, or at the places that the check read. */
type Family = 'other caller' | 'other parameters' | 'other id' | 'order' | 'read places';

/**
 * The changes that a rule forbids, by the start of its id. Rules that no entry names forbid none of them: their checks are not
 * challenged.
 */
const FORBIDDEN: readonly (readonly [start: string, families: readonly Family[]])[] = [
  ['auth.required', ['other caller']],
  ['auth.header', ['other caller']],
  ['auth.scope', ['other caller']],
  ['scope.', ['other caller']],
  ['service.tenant_scoped', ['other caller']],
  ['feeds.visibility', ['other caller']],
  ['portal.', ['read places']],
  ['feeds.terminal.rows', ['other id']],
  ['transactions.limit', ['other parameters']],
  ['transactions.filter.terminal', ['other parameters']],
  ['transactions.filter.group', ['other parameters']],
  ['transactions.combine', ['other parameters']],
  ['transactions.sort', ['other parameters', 'order']],
  ['transactions.row', ['read places']],
  ['transactions.summary', ['read places']],
  ['transactions.timeline', ['other id']],
  ['terminals.', ['other id']],
  ['locations.get', ['other id']],
  ['connectors.status', ['other id']],
  ['settlements.', ['read places']],
  ['disputes.', ['read places']],
  ['catalog.members', ['read places']],
];

/** Returns the changes that some rules forbid. */
export const listForbiddenFamilies = (rules: readonly (ClauseId | string)[]): ReadonlySet<Family> =>
  new Set(rules.flatMap((rule) => FORBIDDEN.flatMap(([start, families]) => (rule.startsWith(start) ? families : []))));

/** Mutations of one check at most; each repeats the check without the target. */
const MOST = 24;

/** The exchanges of a check, and what it read in them. */
export interface MutationSource {
  readonly requested: readonly RecordedExchange[];
  /** All exchanges of the run. */
  readonly all: readonly RecordedExchange[];
  /** The places that the check read in a response, as pointers. */
  readonly listPlaces: (exchange: RecordedExchange) => readonly ValuePointer[];
}

/** Returns changes of the responses that a check used; at most 24, spread over the responses. */
export function listMutations(
  { requested, all, listPlaces }: MutationSource,
  families: ReadonlySet<Family>,
): Mutation[] {
  const distinct = [...new Map(requested.filter(isOfData).map((one) => [identify(one.request), one])).values()];
  const mutations = distinct.flatMap((of) => [
    ...(families.has('other caller') ? substitute(of, all, 'other caller') : []),
    ...(families.has('other parameters') ? substitute(of, all, 'other parameters') : []),
    ...(families.has('other id') ? substitute(of, all, 'other id') : []),
    ...listBodyMutations(of, listPlaces(of), families),
  ]);
  const step = Math.max(1, mutations.length / MOST);
  return Array.from({ length: Math.min(MOST, mutations.length) }, (_, at) => mutations[Math.floor(at * step)]).filter(
    (one) => one !== undefined,
  );
}

/** The published document has no rows and no data of a caller. */
const isOfData = ({ request }: RecordedExchange): boolean =>
  !new URL(request.url).pathname.endsWith('/public-openapi.json');

const describe = ({ request }: RecordedExchange): string => {
  const { pathname, search } = new URL(request.url);
  return `${request.method} ${pathname}${search}`;
};

const KEY = 'x-api-key';
const getKey = ({ request }: RecordedExchange): string | undefined => findHeader(request.headers, KEY);
const isSuccess = ({ response: { status } }: RecordedExchange): boolean => status >= 200 && status < 300;
const haveSameBody = (a: RecordedExchange, b: RecordedExchange): boolean =>
  Buffer.compare(a.response.body, b.response.body) === 0 && a.response.status === b.response.status;

/** The same request with another key, or without one. A caller that gets more than another shows what the other must not get. */
const isSameForOtherCaller = (of: RecordedExchange, other: RecordedExchange): boolean =>
  of.request.method === other.request.method &&
  of.request.url === other.request.url &&
  getKey(of) !== getKey(other) &&
  other.response.body.length >= of.response.body.length;

const hasLessParameters = (of: RecordedExchange, other: RecordedExchange): boolean => {
  if (of.request.method !== 'GET' || other.request.method !== 'GET' || getKey(of) !== getKey(other)) return false;
  const [mine, theirs] = [new URL(of.request.url), new URL(other.request.url)];
  const missing = [...mine.searchParams.keys()].filter((name) => !theirs.searchParams.has(name));
  const areSame = [...theirs.searchParams].every(([name, value]) => mine.searchParams.get(name) === value);
  return mine.pathname === theirs.pathname && missing.length === 1 && areSame;
};

/** The same path with another segment in one place. */
const hasOtherId = (of: RecordedExchange, other: RecordedExchange): boolean => {
  if (of.request.method !== other.request.method || getKey(of) !== getKey(other)) return false;
  const [mine, theirs] = [new URL(of.request.url), new URL(other.request.url)];
  const [a, b] = [mine.pathname.split('/'), theirs.pathname.split('/')];
  const different = a.filter((segment, at) => segment !== b[at]);
  return a.length === b.length && a.length > 3 && different.length === 1 && mine.search === theirs.search;
};

/** Returns the first real response that differs from that of an exchange and fits. */
function substitute(
  of: RecordedExchange,
  all: readonly RecordedExchange[],
  kind: keyof typeof SUBSTITUTES,
): Mutation[] {
  const { fits, name } = SUBSTITUTES[kind];
  const other = all.find((one) => isSuccess(one) && fits(of, one) && !haveSameBody(of, one));
  return other === undefined ? [] : [{ description: `${name} at ${describe(of)}`, of, response: other.response }];
}

const SUBSTITUTES = {
  'other caller': { fits: isSameForOtherCaller, name: 'the response to another caller' },
  'other parameters': { fits: hasLessParameters, name: 'a parameter without effect' },
  'other id': { fits: hasOtherId, name: 'the response for another id' },
} as const;

type Change = readonly [description: string, value: unknown];

/** Returns an exchange with changed places and rows, if its body is JSON. */
function listBodyMutations(
  of: RecordedExchange,
  places: readonly ValuePointer[],
  families: ReadonlySet<Family>,
): Mutation[] {
  if (!isSuccess(of)) return [];
  const json = parse(of.response);
  if (json === undefined) return [];
  const changes: Change[] = [
    ...(families.has('order')
      ? places.filter(isRows).map((rows): Change => ['rows in another order', rotate(json, rows)])
      : []),
    ...(families.has('read places')
      ? places.filter((place) => !isRows(place)).flatMap((place) => listPlaceChanges(json, place))
      : []),
  ];
  return changes.map(([description, value]) => ({
    description: `${description} at ${describe(of)}`,
    of,
    response: { ...of.response, headers: withoutLength(of.response.headers), body: Buffer.from(JSON.stringify(value)) },
  }));
}

const isRows = (pointer: ValuePointer): boolean => pointer.endsWith('/*');

const rotate = (json: unknown, rows: ValuePointer): unknown =>
  changeAt(json, listSegments(getParentPointer(rows)), (list) =>
    Array.isArray(list) && list.length > 1 ? [...list.slice(1), list[0]] : list,
  );

function listPlaceChanges(json: unknown, place: ValuePointer): Change[] {
  if (place === '' || /\/[#$][a-z-]*$/.test(place)) return [];
  const segments = listSegments(place);
  return [
    [`no "${place}"`, changeAt(json, segments, () => undefined)],
    [`another value of "${place}"`, changeAt(json, segments, createOtherValue)],
  ];
}

/** Returns another value of the same type. */
function createOtherValue(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(value * 1.1 + 1);
  if (typeof value === 'string')
    return /^-?\d+[.,]\d+$/.test(value) ? (Number(value.replace(',', '.')) * 1.1 + 1).toFixed(2) : `${value}x`;
  return typeof value === 'boolean' ? !value : value;
}

const listSegments = (pointer: ValuePointer): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Returns a copy of a value with a change at every place of a pointer; a member that becomes undefined is left out. */
function changeAt(value: unknown, [name, ...rest]: readonly string[], change: (value: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((one, at) => (name === '*' || String(at) === name ? changeAt(one, rest, change) : one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, one]) => [
      member,
      name === '*' || member === name ? changeAt(one, rest, change) : one,
    ]),
  );
}

const withoutLength = (headers: readonly HeaderPair[]): HeaderPair[] =>
  headers.filter(([name]) => !/^(content-length|content-encoding|etag)$/i.test(name));

function parse({ body }: TransportResponse): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
