import needed from '../bindings/generated/bindings-needed.json' with { type: 'json' };
import { SLOTS, type Slot } from '../bindings/slots.ts';

/** The ids of the checks that cannot decide without a binding. What everything begins with, like the rows, is not counted. */
export function costsOf(): ReadonlyMap<Slot, readonly string[]> {
  const checks = Object.entries(needed).map(([id, slots]) => ({ id, slots: new Set<string>(slots) }));
  return new Map(
    SLOTS.map((slot) => [slot, checks.filter(({ slots }) => slots.has(slot)).map(({ id }) => id)] as const),
  );
}
