import { SLOTS, type Slot } from '../slots.ts';
import { NEEDED } from './costs-table.ts';

/** The ids of the checks that cannot decide without a binding. What everything begins with, like the rows, is not counted. */
export function costsOf(): ReadonlyMap<Slot, readonly string[]> {
  const needed = Object.entries(NEEDED).map(([id, slots]) => ({ id, slots: new Set(slots.split(' ')) }));
  return new Map(
    SLOTS.map((slot) => [slot, needed.filter(({ slots }) => slots.has(slot)).map(({ id }) => id)] as const),
  );
}
