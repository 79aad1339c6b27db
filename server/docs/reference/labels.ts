/* Swagger UI leaves some controls without a name for screen readers. */

/** Adds the missing names, now and after each change of the reference. */
export function completeLabels(node: HTMLElement): void {
  const complete = (): void => nameControls(node);
  let isPlanned = false;
  new MutationObserver(() => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      complete();
    });
  }).observe(node, { childList: true, subtree: true });
  complete();
}

const NAMES: readonly (readonly [selector: string, name: string])[] = [
  ['.examples-select-element', 'Example'],
  ['.body-param__text', 'Request body'],
  ['select.content-type', 'Media type'],
];

function nameControls(node: HTMLElement): void {
  for (const row of node.querySelectorAll<HTMLElement>('tr[data-param-name]'))
    for (const control of row.querySelectorAll('input, select, textarea'))
      setLabel(control, row.dataset.paramName ?? '');
  for (const [selector, name] of NAMES) for (const control of node.querySelectorAll(selector)) setLabel(control, name);
  // Webhooks are at the level of the groups of operations.
  node.querySelector('.webhooks h2')?.setAttribute('aria-level', '3');
  for (const code of node.querySelectorAll('pre:not([tabindex])')) code.setAttribute('tabindex', '0');
}

function setLabel(control: Element, name: string): void {
  if (!control.hasAttribute('aria-label')) control.setAttribute('aria-label', name);
}
