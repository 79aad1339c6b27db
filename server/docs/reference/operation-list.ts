/* The list of operations beside the reference. Without scripts it is complete, except that it follows nothing. */

/** An operation whose beginning is above this line of the window is being read, in pixels. A link scrolls its operation above it. */
const READING_LINE = 260;

/** Filters the list, opens the operation of a link, and marks the operation that is being read. */
export function followOperations(list: HTMLElement, open: () => void): void {
  const links = [...list.querySelectorAll<HTMLAnchorElement>('a')];
  enableFilter(list, links);
  list.addEventListener('click', ({ target }) => {
    // The address does not change when it is the present one, and then no event follows.
    if (target instanceof Element && target.closest('a')?.hash === location.hash) open();
  });
  let isPlanned = false;
  const follow = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      markCurrent(list, links);
    });
  };
  document.addEventListener('scroll', follow, { passive: true });
  follow();
}

function enableFilter(list: HTMLElement, links: readonly HTMLAnchorElement[]): void {
  const field = list.querySelector<HTMLInputElement>('input');
  const output = list.querySelector('output');
  if (field === null) return;
  field.closest<HTMLElement>('.operation-filter')?.removeAttribute('hidden');
  field.addEventListener('input', () => {
    const words = field.value.trim().toLowerCase().split(/\s+/);
    for (const link of links) {
      const text = (link.textContent ?? '').toLowerCase();
      const item = link.closest('li');
      if (item !== null) item.hidden = !words.every((word) => text.includes(word));
    }
    for (const group of list.querySelectorAll<HTMLElement>('section'))
      group.hidden = group.querySelector('li:not([hidden])') === null;
    const shown = links.filter((link) => link.closest('li')?.hidden === false).length;
    if (output !== null) output.textContent = `${shown} of ${links.length}`;
  });
}

function markCurrent(list: HTMLElement, links: readonly HTMLAnchorElement[]): void {
  const blocks = [...document.querySelectorAll<HTMLElement>('#reference .opblock')];
  const read = blocks.findLast((block) => block.getBoundingClientRect().top < READING_LINE) ?? blocks[0];
  const current = links.find(({ hash }) => read?.id === toBlockId(hash));
  for (const link of links) {
    if (link !== current) link.removeAttribute('aria-current');
    else if (link.getAttribute('aria-current') !== 'true') {
      link.setAttribute('aria-current', 'true');
      keepVisible(list, link);
    }
  }
}

/** Returns the id of the operation that an address such as `#/clock/getClock` names. */
export const toBlockId = (hash: string): string => {
  const [, tag = '', id = ''] = hash.split('/');
  return `operations-${tag}-${id}`;
};

/** Scrolls the list, and not the page. */
function keepVisible(list: HTMLElement, link: HTMLElement): void {
  const { top, bottom } = list.getBoundingClientRect();
  const place = link.getBoundingClientRect();
  if (place.top < top || place.bottom > bottom) list.scrollTop += place.top - top - (bottom - top) / 2;
}
