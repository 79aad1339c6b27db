import { computed, signal } from '@preact/signals';

/** The part of the address after `#`: the view and its parameters. */
const hash = signal(location.hash);

addEventListener('hashchange', () => {
  hash.value = location.hash;
});

/** The segments of the route, such as `['fleet', 'NW104310']`. */
export const segments = computed(
  () =>
    hash.value
      .replace(/^#\/?/, '')
      .split('?')[0]
      ?.split('/')
      .filter((part) => part !== '')
      .map(decode) ?? [],
);

export function navigate(...path: readonly string[]): void {
  location.hash = linkTo(...path);
}

export const linkTo = (...path: readonly string[]): string => `#/${path.map(encodeURIComponent).join('/')}`;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
