import type { ProxyEvent } from '../../../../conformance/proxy/proxy.ts';
import { type EventLine, toEventLine } from './event-line.ts';

/** One event of the log. */
export interface LogEntry extends EventLine {
  /** The local time of day. */
  readonly time: string;
}

/** The latest events of a proxy. */
export interface LiveLog {
  add(event: ProxyEvent): void;
  /** The entries, newest first. */
  readonly entries: readonly LogEntry[];
  /** The number of events of each kind so far, also of those that are no longer listed. */
  readonly counts: Readonly<Record<EventLine['kind'], number>>;
  /** Calls `listener` after each event. Returns a function that ends this. */
  listen(listener: () => void): () => void;
}

const MOST_ENTRIES = 200;

export function createLiveLog(now: () => Date = () => new Date()): LiveLog {
  const entries: LogEntry[] = [];
  const counts = { failed: 0, advice: 0, note: 0 };
  const listeners = new Set<() => void>();
  return {
    entries,
    counts,
    add(event) {
      const line = toEventLine(event);
      counts[line.kind] += 1;
      entries.unshift({ ...line, time: now().toTimeString().slice(0, 8) });
      entries.length = Math.min(entries.length, MOST_ENTRIES);
      for (const listener of listeners) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
