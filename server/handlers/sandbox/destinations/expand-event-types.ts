import {
  type DeliveredEventType,
  listDeliveredTypes,
  listMatchingDeliveredTypes,
} from '../../../../spec/event-types.ts';
import type { Fault } from '../../../problems/problem.ts';
import { createUnknownTypeFault } from '../../../problems/unknown-names.ts';

/**
 * Returns the distinct event types that the members of a list match, in the order of the contract, or a fault for each member that
 * matches none. Null means all types of the service.
 */
export function expandEventTypes(
  patterns: readonly string[] | null,
  pointer: string,
): { readonly types: readonly DeliveredEventType[] | null } | { readonly faults: readonly Fault[] } {
  if (patterns === null) return { types: null };
  const matching = patterns.map(listMatchingDeliveredTypes);
  const faults = patterns.flatMap((pattern, index) =>
    matching[index]?.length === 0
      ? [createUnknownTypeFault({ pointer: `${pointer}/types/${index}` }, pattern, listDeliveredTypes())]
      : [],
  );
  if (faults.length > 0) return { faults };
  const wanted = new Set(matching.flat());
  return { types: listDeliveredTypes().filter((type) => wanted.has(type)) };
}
