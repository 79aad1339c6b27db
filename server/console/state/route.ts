import { computed, signal } from '@preact/signals';
import { basePath } from '../api/base-path.ts';

/** The part of the address after `#`: the view and its parameters. */
const hash = signal(location.hash);

addEventListener('hashchange', () => {
  hash.value = location.hash;
});

/** The token in the address of an inbox, which browsers get as this page; undefined at other addresses. */
export const addressedInbox = /^\/sandbox\/inbox\/([\w-]+)$/.exec(location.pathname.slice(basePath.length))?.[1];

/** The segments of the route, such as `['fleet', 'NW104310']`. The address of an inbox is a route too. */
export const segments = computed((): readonly string[] => {
  const path = /^#?\/?([^?]*)/.exec(hash.value)?.[1] ?? '';
  const parts = path.split('/').filter((part) => part !== '');
  if (addressedInbox !== undefined && !hash.value.startsWith('#/')) return ['inbox', addressedInbox];
  return parts.map(decode);
});

export function navigate(...path: readonly string[]): void {
  location.assign(linkTo(...path));
}

/** Returns the link to a route. From the address of an inbox, it leads to the address of the console. */
export const linkTo = (...path: readonly string[]): string =>
  `${addressedInbox === undefined ? '' : `${basePath}/`}#/${path.map(encodeURIComponent).join('/')}`;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
