import type { SearchDialog } from './search.ts';

/** Opens the search with its button, with `/` and with Ctrl+K. Its script and its records are loaded on first use. */
export function enableSearch(): void {
  const button = document.querySelector<HTMLButtonElement>('.search-button');
  if (button === null) return;
  button.hidden = false;
  let loading: Promise<SearchDialog> | undefined;
  const open = async (): Promise<void> => {
    loading ??= load();
    await loading.then(
      (dialog) => dialog.open(),
      () => {
        loading = undefined; // the next click tries again
        button.querySelector('span')?.replaceChildren('Search is not available');
      },
    );
  };
  button.addEventListener('click', () => void open());
  document.addEventListener('keydown', (event) => {
    const isShortcut =
      (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isTyping(event));
    if (!isShortcut) return;
    event.preventDefault();
    void open();
  });
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], dialog') !== null;

async function load(): Promise<SearchDialog> {
  const { search = '', records = '' } = document.body.dataset;
  const { createSearch } = (await import(search)) as typeof import('./search.ts');
  return createSearch(records);
}
