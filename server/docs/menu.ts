/** Opens and closes the list of pages on narrow screens. */
export function enableMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('.menu');
  const side = document.querySelector<HTMLElement>('.side');
  if (button === null || side === null) return;
  const setOpen = (isOpen: boolean): void => {
    side.classList.toggle('side-open', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
  };
  button.hidden = false;
  document.documentElement.classList.add('has-menu');
  button.addEventListener('click', () => setOpen(button.getAttribute('aria-expanded') !== 'true'));
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return;
    setOpen(false);
    button.focus();
  });
  showCurrentPage(side);
}

/** Scrolls the list, and not the page, to the link of the current page. */
function showCurrentPage(side: HTMLElement): void {
  const current = side.querySelector<HTMLElement>('[aria-current]');
  if (current !== null && current.offsetTop > side.clientHeight - 60) side.scrollTop = current.offsetTop - 120;
}
