import needed from '../slots/generated/bindings-needed.json' with { type: 'json' };
import { SLOTS, type Slot } from '../slots/slots.ts';

/**
 * Returns, for each slot, the ids of the checks that need it. Slots that every run needs, such as the rows, have none.
 *
 * @example
 * const ids = listChecksBySlot().get('transactions.id');
 */
export function listChecksBySlot(): ReadonlyMap<Slot, readonly string[]> {
  const checks = Object.entries(needed).map(([id, slots]) => ({ id, slots: new Set<string>(slots) }));
  return new Map(
    SLOTS.map((slot) => [slot, checks.filter(({ slots }) => slots.has(slot)).map(({ id }) => id)] as const),
  );
}
