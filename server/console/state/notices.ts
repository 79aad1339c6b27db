import { signal } from '@preact/signals';

/** A short message about something that happened. */
export interface Notice {
  readonly id: number;
  readonly kind: 'done' | 'info' | 'failed';
  readonly text: string;
}

const SHOWN_MS = 7000;
let count = 0;

export const notices = signal<readonly Notice[]>([]);

export function notify(kind: Notice['kind'], text: string): void {
  count += 1;
  const id = count;
  notices.value = [...notices.value, { id, kind, text }].slice(-4);
  setTimeout(() => dismissNotice(id), SHOWN_MS);
}

export function dismissNotice(id: number): void {
  notices.value = notices.value.filter((one) => one.id !== id);
}
