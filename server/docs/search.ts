import type MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import { basePath } from './base-path.ts';
import { createIndex, type SearchRecord, searchRecords } from './search-index.ts';

export interface SearchDialog {
  open(): void;
}

const MAX_RESULTS = 30;

/** Loads the records and creates the dialog. */
export async function createSearch(records: string): Promise<SearchDialog> {
  const response = await fetch(records);
  if (!response.ok) throw new Error(`${records} was answered with ${response.status}.`);
  const index = createIndex((await response.json()) as readonly SearchRecord[]);
  const { dialog, input, list, status } = createDialog();
  input.addEventListener('input', () => showResults({ index, query: input.value, list, status }));
  dialog.addEventListener('keydown', (event) => moveFocus(event, input, list));
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  list.addEventListener('click', () => dialog.close());
  return {
    open() {
      dialog.showModal();
      input.select();
    },
  };
}

interface Parts {
  readonly dialog: HTMLDialogElement;
  readonly input: HTMLInputElement;
  readonly list: HTMLElement;
  readonly status: HTMLElement;
}

function createDialog(): Parts {
  const dialog = document.createElement('dialog');
  dialog.className = 'search';
  dialog.setAttribute('aria-label', 'Search the documentation');
  const input = document.createElement('input');
  Object.assign(input, {
    type: 'search',
    placeholder: 'Search guides, operations, problems, choices',
    autocomplete: 'off',
  });
  input.setAttribute('aria-label', 'Search for');
  const close = document.createElement('button');
  Object.assign(close, { type: 'button', className: 'search-close', textContent: 'Close' });
  close.addEventListener('click', () => dialog.close());
  const bar = document.createElement('div');
  bar.className = 'search-bar';
  bar.append(input, close);
  const status = document.createElement('p');
  status.className = 'search-status';
  status.setAttribute('role', 'status');
  status.textContent = 'Enter one or more words.';
  const list = document.createElement('ul');
  list.className = 'search-results';
  dialog.append(bar, status, list);
  document.body.append(dialog);
  return { dialog, input, list, status };
}

interface Showing {
  readonly index: MiniSearch;
  readonly query: string;
  readonly list: HTMLElement;
  readonly status: HTMLElement;
}

function showResults({ index, query, list, status }: Showing): void {
  const found = searchRecords(index, query);
  const results = found.slice(0, MAX_RESULTS);
  list.replaceChildren(...results.map(createResult));
  if (query.trim() === '') status.textContent = 'Enter one or more words.';
  else if (found.length === 0) status.textContent = `Nothing found for “${query}”. Try fewer or shorter words.`;
  else status.textContent = found.length === 1 ? '1 result' : `${found.length} results`;
}

function createResult(result: SearchResult): HTMLElement {
  const { path, page, title, text, kind } = result as unknown as SearchRecord; // the stored fields
  const link = document.createElement('a');
  link.href = `${basePath}${path}`;
  const head = document.createElement('strong');
  head.append(...mark(title === page ? page : `${page} › ${title}`, result.terms));
  const label = document.createElement('span');
  label.className = 'search-kind';
  label.textContent = kind;
  const excerpt = document.createElement('span');
  excerpt.className = 'search-text';
  excerpt.append(...mark(cutAround(text, result.terms), result.terms));
  link.append(label, head, excerpt);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** Returns the part of a text around the first term. */
function cutAround(text: string, terms: readonly string[]): string {
  const places = terms.map((term) => text.toLowerCase().indexOf(term)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - 60);
  const from = start === 0 || places.length === 0 ? 0 : text.indexOf(' ', start) + 1;
  const part = text.slice(from, from + 180);
  return `${from > 0 ? '… ' : ''}${part}${from + 180 < text.length ? ' …' : ''}`;
}

/** Splits a text into nodes with the terms marked. */
function mark(text: string, terms: readonly string[]): (string | HTMLElement)[] {
  if (terms.length === 0) return [text];
  const pattern = new RegExp(`(${terms.map((term) => term.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')).join('|')})`, 'giu');
  return text.split(pattern).map((part, index) => {
    if (index % 2 === 0) return part;
    const node = document.createElement('mark');
    node.textContent = part;
    return node;
  });
}

/** Moves the focus between the field and the results with the arrow keys; Enter in the field opens the first one. */
function moveFocus(event: KeyboardEvent, input: HTMLInputElement, list: HTMLElement): void {
  const stops: HTMLElement[] = [input, ...list.querySelectorAll<HTMLElement>('a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'Enter' && at === 0) stops[1]?.click();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || at < 0) return;
  event.preventDefault();
  stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
}
