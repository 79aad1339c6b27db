import { signal } from '@preact/signals';
import { undoLatest } from './notices.ts';

/** A dialog over any view: the command palette, the list of shortcuts, the control of the clock, links to the view, or who is signed in. */
export const overlay = signal<'palette' | 'shortcuts' | 'clock' | 'share' | 'user' | undefined>(undefined);

const STORAGE = 'fleetkit-single-keys';

/** Whether shortcuts of a single key work. People who use speech input can switch them off. */
export const hasSingleKeys = signal(localStorage.getItem(STORAGE) !== 'off');

export function setSingleKeys(isOn: boolean): void {
  hasSingleKeys.value = isOn;
  localStorage.setItem(STORAGE, isOn ? 'on' : 'off');
}

/** Handles a key that was pressed anywhere on the page. */
export function handleShortcut(event: KeyboardEvent): void {
  const open = (next: typeof overlay.value): void => {
    event.preventDefault();
    overlay.value = next;
  };
  if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey)
    open(overlay.value === 'palette' ? undefined : 'palette');
  else if (isUndo(event)) {
    if (!isWriting(event.target) && undoLatest()) event.preventDefault();
  } else if (!hasSingleKeys.value || isWriting(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
  else if (event.key === '?') open('shortcuts');
  else if (event.key === '/') {
    const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
    if (search === null) return;
    event.preventDefault();
    search.focus();
  }
}

const isUndo = ({ key, metaKey, ctrlKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' && (metaKey || ctrlKey) && !shiftKey && !altKey;

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
