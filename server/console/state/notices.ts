import { signal } from '@preact/signals';

/** A short message about something that happened. */
export interface Notice {
  readonly id: number;
  readonly kind: 'done' | 'info' | 'failed';
  readonly text: string;
  /** Restores what was removed. Absent: it cannot be restored. */
  readonly undo?: (() => Promise<void>) | undefined;
}

const SHOWN_MS = 7000;
/** Longer than 10 seconds, so that a person can read, decide and reach the button. */
const UNDO_SHOWN_MS = 15_000;
let count = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

export const notices = signal<readonly Notice[]>([]);

export function notify(kind: Notice['kind'], text: string, undo?: Notice['undo']): void {
  count += 1;
  const notice: Notice = { id: count, kind, text, undo };
  notices.value = [...notices.value, notice].slice(-4);
  releaseNotice(notice);
}

/** Keeps a notice while a person points at it or has the focus in it. */
export function holdNotice({ id }: Notice): void {
  clearTimeout(timers.get(id));
}

/** Removes a notice after its time. */
export function releaseNotice(notice: Notice): void {
  holdNotice(notice);
  const { id, undo } = notice;
  timers.set(
    id,
    setTimeout(() => dismissNotice(id), undo === undefined ? SHOWN_MS : UNDO_SHOWN_MS),
  );
}

export function dismissNotice(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  notices.value = notices.value.filter((one) => one.id !== id);
}

/** Undoes the latest removal whose notice is shown. Returns whether there is one. */
export function undoLatest(): boolean {
  const latest = notices.value.findLast(({ undo }) => undo !== undefined);
  if (latest === undefined) return false;
  dismissNotice(latest.id);
  void latest.undo?.();
  return true;
}
