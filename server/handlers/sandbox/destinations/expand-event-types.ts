import { listMatchingTypes } from '../../../../spec/event-types.ts';
import { type EventType, getEnumValues } from '../../../../spec/index.ts';
import type { Fault } from '../../../problems/problem.ts';
import { createUnknownTypeFault } from '../../../problems/unknown-names.ts';

/**
 * Returns the distinct event types that the members of a list match, in the order of the contract, or a fault for each member that
 * matches none. Null means all types.
 */
export function expandEventTypes(
  patterns: readonly string[] | null,
  pointer: string,
): { readonly types: readonly EventType[] | null } | { readonly faults: readonly Fault[] } {
  if (patterns === null) return { types: null };
  const matching = patterns.map(listMatchingTypes);
  const faults = patterns.flatMap((pattern, index) =>
    matching[index]?.length === 0 ? [createUnknownTypeFault({ pointer: `${pointer}/types/${index}` }, pattern)] : [],
  );
  if (faults.length > 0) return { faults };
  const wanted = new Set(matching.flat());
  return { types: getEnumValues('EventType').filter((type) => wanted.has(type)) };
}
