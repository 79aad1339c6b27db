import type { Incident } from './incident.ts';
import type { Happening } from './point-event.ts';

/** The incidents and happenings of a terminal or account. */
export interface Log {
  readonly incidents: readonly Incident[];
  readonly happenings: readonly Happening[];
}

/** Compares incidents by listing order. */
export function compareOldestFirst(a: Incident, b: Incident): number {
  if (a.openedAtMs !== b.openedAtMs) return a.openedAtMs - b.openedAtMs;
  return a.dedupeKey < b.dedupeKey ? -1 : 1;
}

/** Compares happenings by listing order. */
export function compareEarliestFirst(a: Happening, b: Happening): number {
  return a.atMs - b.atMs || (a.eventId < b.eventId ? -1 : 1);
}
