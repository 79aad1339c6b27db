import { type EventType, getEnumValues } from '../spec/index.ts';
import { omitUndefined } from '../spec/omit-undefined.ts';
import { findNearestName } from './nearest-name.ts';
import type { Fault } from './problem.ts';

/* Event types in requests and options: names, or patterns such as cash_*. */

/** Returns the event types that a name or a pattern matches, in the order of the contract. An asterisk matches any letters. */
export function listMatchingTypes(pattern: string): readonly EventType[] {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  return getEnumValues('EventType').filter((type) =>
    last === undefined ? type === first : matches(type, { first, middle: rest, last }),
  );
}

/** Whether a text consists of these parts in this order, with anything between them. Takes time in proportion to the text. */
function matches(
  text: string,
  { first, middle, last }: { first: string; middle: readonly string[]; last: string },
): boolean {
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of middle) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return from <= text.length - last.length;
}

/** States what is expected in place of a name or pattern that matches no event type. */
export function describeUnknownType(name: string): string {
  const known = getEnumValues('EventType');
  const nearest = findNearestName(name, known);
  const hint = nearest === undefined ? `Expected one of ${known.join(', ')}.` : `Did you mean ${nearest}?`;
  return `${hint} An asterisk matches any letters, as in cash_*.`;
}

/** Returns the fault for a name or pattern that matches no event type, at this place of the request. */
export function createUnknownTypeFault(place: Pick<Fault, 'pointer' | 'parameter'>, name: string): Fault {
  const known = getEnumValues('EventType');
  return {
    ...place,
    code: 'unknown_value',
    detail: describeUnknownType(name),
    allowed: [...known],
    ...omitUndefined({ nearest: findNearestName(name, known) }),
  };
}

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
