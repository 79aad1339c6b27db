/** Enables the filters of a register: words, and a value for each choice. Entries that do not match are hidden. */
export function enableFilter(): void {
  const form = document.querySelector<HTMLFormElement>('.filter');
  if (form === null) return;
  form.hidden = false;
  form.addEventListener('input', () => apply(form));
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => {
    history.replaceState(null, '', location.pathname);
    requestAnimationFrame(() => apply(form));
  });
  apply(form);
}

/** The ids that the address selects; undefined: all. */
const readSelectedIds = (): readonly string[] | undefined =>
  new URLSearchParams(location.search).get('ids')?.split(',').filter(Boolean);

function apply(form: HTMLFormElement): void {
  const values = [...new FormData(form)].map(([name, value]) => [name, String(value).trim().toLowerCase()] as const);
  const words = (values.find(([name]) => name === 'words')?.[1] ?? '').split(/\s+/);
  const choices = values.filter(([name, value]) => name !== 'words' && value !== '');
  const selected = readSelectedIds();
  const entries = [...document.querySelectorAll<HTMLElement>('.entry')];
  for (const entry of entries) {
    const text = (entry.textContent ?? '').toLowerCase();
    const isWanted =
      (selected?.includes(entry.id) ?? true) &&
      words.every((word) => text.includes(word)) &&
      choices.every(([name, value]) => entry.dataset[name] === value);
    entry.hidden = !isWanted;
  }
  for (const group of document.querySelectorAll<HTMLElement>('.entries'))
    group.hidden = group.querySelector('.entry:not([hidden])') === null;
  const shown = entries.filter((entry) => !entry.hidden).length;
  const output = form.querySelector('output');
  if (output !== null) output.textContent = `${shown} of ${entries.length}`;
}
