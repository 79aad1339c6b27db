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

function nameControls(node: HTMLElement): void {
  for (const row of node.querySelectorAll<HTMLElement>('tr[data-param-name]')) {
    const name = row.dataset.paramName ?? '';
    for (const control of row.querySelectorAll('input, select, textarea')) setLabel(control, name);
  }
}

function setLabel(control: Element, name: string): void {
  if (!control.hasAttribute('aria-label')) control.setAttribute('aria-label', name);
}
