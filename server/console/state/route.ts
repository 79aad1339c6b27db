import { computed, signal } from '@preact/signals';
import { basePath } from '../api/base-path.ts';

/*
 * The part of the address after `#`: the view, its object, and parameters, such as `#/events?tab=events&user=usr_nw_admin`. All views keep
 * their tab, opened item, filters and order here, so that a reload, *Back* and a copied link show the same.
 */

const hash = signal(location.hash);

addEventListener('hashchange', () => {
  hash.value = location.hash;
});

/** The token in the address of an inbox, which browsers get as this page; undefined at other addresses. */
export const addressedInbox = /^\/sandbox\/inbox\/([\w-]+)$/.exec(location.pathname.slice(basePath.length))?.[1];

/** The segments of the route, such as `['fleet', 'NW104310']`. The address of an inbox is a route too. */
export const segments = computed((): readonly string[] => {
  const path = /^#\/([^?]*)/.exec(hash.value)?.[1];
  if (path === undefined) return addressedInbox === undefined ? [] : ['inbox', addressedInbox];
  return path
    .split('/')
    .filter((part) => part !== '')
    .map(decode);
});

/** Replaces the part after `#`, or removes it, without a new entry in the history. `route` begins with `#`. */
export function replaceRoute(route = ''): void {
  history.replaceState(null, '', `${location.pathname}${route}`);
  hash.value = route;
}

export type Parameters = Readonly<Record<string, string>>;

/** The parameters of the address. Anyone can write a link, so views check the values. */
export const parameters = computed((): Parameters => {
  const start = hash.value.indexOf('?');
  return start < 0 ? {} : Object.fromEntries(new URLSearchParams(hash.value.slice(start + 1)));
});

export function navigate(...path: readonly string[]): void {
  navigateTo(path);
}

/** Opens a route with parameters. */
export function navigateTo(path: readonly string[], next: Parameters = {}): void {
  location.assign(linkToItem(path, next));
}

/** Returns the link to a route. From the address of an inbox, it leads to the address of the console. */
export const linkTo = (...path: readonly string[]): string => linkToItem(path, {});

/** Returns the link to a route with parameters. Empty parameters are omitted. */
export function linkToItem(path: readonly string[], next: Parameters): string {
  const query = new URLSearchParams(Object.entries(next).filter(([, value]) => value !== '')).toString();
  const root = addressedInbox === undefined ? '' : `${basePath}/`;
  return `${root}#/${path.map(encodeURIComponent).join('/')}${query === '' ? '' : `?${query}`}`;
}

/** Returns the link to the present view with other parameters. An empty value removes a parameter. */
export const linkWith = (changes: Parameters): string =>
  linkToItem(segments.value, { ...parameters.value, ...changes });

/** Changes parameters of the address. `replace` keeps the number of entries in the history, for text while a person writes it. */
export function changeParameters(changes: Parameters, entry: 'push' | 'replace' = 'push'): void {
  const link = linkWith(changes);
  const next = link.slice(link.indexOf('#'));
  if (next === location.hash) return;
  if (entry === 'push') history.pushState(null, '', next);
  else history.replaceState(null, '', next);
  hash.value = next;
}

/** Returns the value of a parameter, and a function that changes it. The address omits `fallback`. */
export function useParameter(
  name: string,
  fallback = '',
  entry: 'push' | 'replace' = 'push',
): readonly [string, (value: string) => void] {
  return [
    parameters.value[name] ?? fallback,
    (value) => changeParameters({ [name]: value === fallback ? '' : value }, entry),
  ];
}

/** Like `useParameter`, for text while a person writes it. */
export const useTypedParameter = (name: string): readonly [string, (value: string) => void] =>
  useParameter(name, '', 'replace');

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
