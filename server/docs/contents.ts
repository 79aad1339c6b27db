/** Marks the heading that is being read in the list "On this page". */
export function followHeadings(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')];
  if (links.length === 0) return;
  const headings = links
    .map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))))
    .filter((heading) => heading !== null);
  const update = (): void => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 120);
    const current = passed.at(-1) ?? headings[0];
    for (const link of links) {
      if (link.hash === `#${current?.id}`) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  let isPlanned = false;
  document.addEventListener(
    'scroll',
    () => {
      if (isPlanned) return;
      isPlanned = true;
      requestAnimationFrame(() => {
        isPlanned = false;
        update();
      });
    },
    { passive: true },
  );
  update();
}
