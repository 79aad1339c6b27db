import type { Exchange, Parameters } from '../http/client.ts';
import { findValue, findValues, type ValuePointer } from './pointers.ts';
import { isTimeText } from './values/instants.ts';
import { hasIdsAsNames } from './values/maps-by-id.ts';

/** How to request the next page. */
export type Paging =
  | { readonly style: 'none' }
  /** The body contains a cursor to send in a parameter. */
  | { readonly style: 'cursor'; readonly at: ValuePointer; readonly parameter: string }
  /** The body contains the URL of the next page. */
  | { readonly style: 'next-url'; readonly at: ValuePointer }
  /** A `Link` header with `rel="next"` contains the URL of the next page. */
  | { readonly style: 'link' }
  /** A parameter selects the page by its number. */
  | { readonly style: 'page'; readonly parameter: string; readonly first: number }
  /** A parameter sets the number of rows to skip. */
  | { readonly style: 'offset'; readonly parameter: string };

/** A received page: its exchange and its number of rows. */
export interface ReceivedPage {
  readonly exchange: Exchange;
  readonly rows: { readonly length: number };
}

/** Returns the parameters of the page after `page`; `undefined` after the last one. `first` is the first page of the walk. */
export function getParametersAfter(page: ReceivedPage, first: ReceivedPage, paging: Paging): Parameters | undefined {
  const { parameters } = page.exchange;
  switch (paging.style) {
    case 'none':
      return undefined;
    case 'cursor': {
      const cursor = findValue(page.exchange.json, paging.at);
      return (typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number'
        ? { ...first.exchange.parameters, [paging.parameter]: cursor }
        : undefined;
    }
    case 'next-url':
      return parseNextUrl(findNextUrl(page.exchange.json, paging.at), page.exchange);
    case 'link':
      return parseNextUrl(findNextLink(page.exchange), page.exchange);
    case 'page': {
      const number = Number(parameters[paging.parameter] ?? paging.first);
      return isFull(page, first) ? { ...parameters, [paging.parameter]: number + 1 } : undefined;
    }
    case 'offset': {
      const offset = Number(parameters[paging.parameter] ?? 0);
      return isFull(page, first) ? { ...parameters, [paging.parameter]: offset + page.rows.length } : undefined;
    }
  }
}

// Returns the URL of the next page in a body. In a list of links (`/link/*/url`), that is the link with a member `next`.
export function findNextUrl(json: unknown, at: ValuePointer): unknown {
  const end = at.lastIndexOf('/*/');
  if (end === -1) return findValue(json, at);
  const link = findValues(json, at.slice(0, end + 2)).find((one) => Object.values(Object(one)).includes('next'));
  return findValue(link, at.slice(end + 2));
}

const isFull = (page: ReceivedPage, first: ReceivedPage): boolean =>
  page.rows.length > 0 && page.rows.length >= first.rows.length;

/**
 * Returns the query parameters in the URL of a next page. Ignores its host, because requests go only to the target. Returns
 * `undefined` for a URL with another path.
 */
function parseNextUrl(address: unknown, { request, parameters }: Exchange): Parameters | undefined {
  if (typeof address !== 'string' || address === '') return undefined;
  const next = URL.parse(address, request.url);
  const current = new URL(request.url);
  const isQueryOnly = address.startsWith('?');
  if (next === null || !(isQueryOnly || haveSameEnd(next.pathname, current.pathname))) return undefined;
  const sentNames = new Set(current.searchParams.keys());
  const ofPath = Object.entries(parameters).filter(([name]) => !sentNames.has(name));
  const ofQuery = [...new Set(next.searchParams.keys())].map((name): [string, string | readonly string[]] => {
    const [only, ...more] = next.searchParams.getAll(name);
    return [name, more.length === 0 ? (only ?? '') : [only ?? '', ...more]];
  });
  return Object.fromEntries([...ofPath, ...ofQuery]);
}

/** A link to another page of the same list, as a response contains it. */
export interface PageLink {
  readonly address: string;
  readonly parameters: Parameters;
  /** Whether the response names it as the link to the next page. */
  readonly isNext: boolean;
}

const MOST_LINKS = 4;
const DEEPEST = 6;

/**
 * Returns the different links in a page to other pages: addresses with the path of the request and another query, in the Link
 * header or in members outside arrays of objects.
 */
export function listPageLinks(page: Exchange): readonly PageLink[] {
  const next = findNextLink(page);
  const found = new Map<string, boolean>();
  for (const [name, value] of page.headers)
    if (name.toLowerCase() === 'link')
      for (const [, address = ''] of value.matchAll(/<([^<>]*)>/g)) found.set(address, address === next);
  const visit = (value: unknown, isNext: boolean, depth: number): void => {
    if (typeof value === 'string') found.set(value, isNext || found.get(value) === true);
    else if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < DEEPEST)
      for (const [name, one] of Object.entries(value)) visit(one, isNext || /^next/i.test(name), depth + 1);
  };
  visit(page.json, false, 0);
  const sent = new URL(page.request.url).search;
  return [...found]
    .filter(([text]) => /^(\?|\/|https?:\/\/)\S*[?&]\S+=/.test(text) && !text.endsWith(sent))
    .flatMap(([address, isNext]) => {
      const parameters = parseNextUrl(address, page);
      return parameters === undefined ? [] : [{ address, parameters, isNext }];
    })
    .slice(0, MOST_LINKS);
}

/** A text as services write cursors: letters with digits or of both cases, without spaces. A word, a date or a host is none. */
const CURSOR = /^(?=\S*(?:\d\S*[A-Za-z]|[A-Za-z]\S*\d|[a-z]\S*[A-Z]))[\w+/=~-]{12,}$/;
const DATE = /^\d{4}-\d\d-\d\d/;

/**
 * Whether a response may be one of several pages, wherever it shows this: as many rows as a usual page, a link to another page, a text
 * that looks like a cursor outside lists, or a header or a member outside lists that may count more rows. A value at a place that the
 * responses to all operations have shows nothing.
 */
export function mayHaveMorePages(page: Exchange, rows: number): boolean {
  if (isUsualLimit(rows) || findNextLink(page) !== undefined || (readCount(page) ?? 0) > rows) return true;
  const showsMore = (value: unknown, place: string, depth: number): boolean => {
    if (page.envelope.has(place)) return false;
    if (NAMES_NEXT.test(place) && statesMore(value)) return true;
    if (typeof value === 'string' && /^\d{1,5}$/.test(value)) return showsMore(Number(value), place, depth);
    if (typeof value === 'string') return CURSOR.test(value) && !DATE.test(value);
    if (typeof value === 'number') return NAMES_LIMIT.test(place) ? value === rows : mayCountMore(value, rows);
    if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > DEEPEST) return false;
    if (hasIdsAsNames(value)) return false;
    const own = Object.entries(value).filter(([name]) => !page.envelope.has(`${place}/${name}`));
    return mayNumberPages(own, rows) || own.some(([name, one]) => showsMore(one, `${place}/${name}`, depth + 1));
  };
  return showsMore(page.json, '', 0) || listPageLinks(page).length > 0 || page.headers.some(namesNextPage);
}

/** Names of members that state whether there are more pages, or the position of the next one. */
const NAMES_NEXT = /\/[^/]*(next|more|continu|suivant|weiter|siguiente|proxim|hay_?mas)[^/]*$/i;

/** Whether a scalar states something: neither empty nor a way to write no. */
const statesMore = (value: unknown): boolean =>
  value !== null && typeof value !== 'object' && !/^(0|n|no|non|nein|false|falso|null|none|-1)?$/i.test(String(value));

/** Whether members may be the number of a page and the number of pages, such as `{ "page": 1, "pages": 2 }`, in any language. */
function mayNumberPages(members: readonly (readonly [string, unknown])[], rows: number): boolean {
  const numbers = members.filter(([name]) => !NAMES_LIMIT.test(name)).map(([, value]) => value);
  const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 1 && value !== rows;
  return (numbers.includes(0) || numbers.includes(1)) && numbers.some(isCount);
}

/** Whether a header has the position of a further page, such as `X-Next-Cursor`. */
const namesNextPage = ([name, value]: readonly [string, string]): boolean =>
  /(^|-)(next|cursor|continuation|page-?token|marker)(-|$)/i.test(name) && value.trim() !== '';

const DECIMAL = /^\D{0,4}\d[\d.,' ]*[.,]\d{1,4}\D{0,4}$/;

/**
 * Whether a page may issue the position of a further page: a link, a header, or a text outside arrays that another page of the list has
 * not. Amounts and times change without being positions.
 */
export function mayIssuePosition(page: Exchange, other: Exchange): boolean {
  const sent = new URL(page.request.url).search;
  const isOwn = (text: string): boolean => sent !== '' && text.endsWith(sent);
  const differs = (value: unknown, second: unknown): boolean => {
    if (typeof value === 'string')
      return value !== second && !DECIMAL.test(value) && !isTimeText(value) && !isOwn(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value) || hasIdsAsNames(value)) return false;
    return Object.entries(value).some(([name, one]) => differs(one, Object(second)[name]));
  };
  return (
    findNextLink(page) !== undefined ||
    listPageLinks(page).length > 0 ||
    page.headers.some(namesNextPage) ||
    differs(page.json, other.json)
  );
}

const PAGE_SIZES: ReadonlySet<number> = new Set([10, 20, 25, 50, 100, 200, 250, 500, 1000]);

/** Whether a number of rows is also a usual limit, so that there may be more rows. */
export const isUsualLimit = (rows: number): boolean => PAGE_SIZES.has(rows);

/** Words of members with the size of a page, not the number of rows. */
const NAMES_LIMIT = /limit|size|per_?page|max/i;
/** A larger number is an amount, an id or a time. */
const MOST_ROWS = 1000;
const MOST_PAGES = 100;

const mayCountMore = (value: number, rows: number): boolean =>
  Number.isInteger(value) && value > rows && value <= Math.max(MOST_ROWS, rows * MOST_PAGES);

/** Compares paths from their version on, because a proxy may add or remove a prefix. */
const haveSameEnd = (path: string, other: string): boolean => trimToVersion(path) === trimToVersion(other);
const trimToVersion = (path: string): string => path.slice(Math.max(0, path.indexOf('/v1/')));

/** Returns the target of the link with `rel="next"` in the `Link` headers (RFC 8288). */
export function findNextLink({ headers }: Pick<Exchange, 'headers'>): string | undefined {
  const links = headers.filter(([name]) => name.toLowerCase() === 'link').map(([, value]) => value);
  for (const [, address, parameters] of links
    .join(', ')
    .matchAll(/<([^<>]*)>((?:\s*;\s*[\w!#$&+.^`|~-]+\*?(?:\s*=\s*(?:"[^"]*"|[^\s",;]+))?)*)/g)) {
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s";]+))/i.exec(parameters ?? '') ?? [];
    const relations = (quoted ?? bare ?? '').toLowerCase().split(/\s/);
    if (relations.includes('next')) return address;
  }
  return undefined;
}

const COUNTS = /^x-total(-count)?$/i;

/** Returns the number of all rows that a header states; `undefined` without such a header. */
export const readCount = ({ headers }: Pick<Exchange, 'headers'>): number | undefined => {
  const value = headers.find(([name]) => COUNTS.test(name))?.[1];
  return value === undefined ? undefined : Number(value);
};
