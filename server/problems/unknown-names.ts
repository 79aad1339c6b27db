import { findNearestName } from '../../base/nearest-name.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { getEnumValues } from '../../spec/index.ts';
import type { Fault } from './problem.ts';

/** Returns the fault for a body member that the contract does not declare. */
export function createUnknownMemberFault(pointer: string, name: string, known: readonly string[]): Fault {
  const nearest = findNearestName(name, known);
  const list = known.length === 0 ? 'No members are allowed.' : `Expected one of ${known.join(', ')}.`;
  const hint = nearest === undefined ? list : `Did you mean ${nearest}?`;
  return {
    pointer,
    code: 'unknown_member',
    detail: `Unknown member. ${hint}`,
    ...(known.length === 0 ? {} : { allowed: [...known] }),
    ...omitUndefined({ nearest }),
  };
}

/** States what is expected in place of a name or pattern that matches no event type. */
export function describeUnknownType(name: string, known: readonly string[] = getEnumValues('EventType')): string {
  const nearest = findNearestName(name, known);
  const hint = nearest === undefined ? `Expected one of ${known.join(', ')}.` : `Did you mean ${nearest}?`;
  return `${hint} An asterisk matches any letters, as in cash_*.`;
}

/** Returns the fault for a name or pattern that matches no event type, at this place of the request. */
export function createUnknownTypeFault(
  place: Pick<Fault, 'pointer' | 'parameter'>,
  name: string,
  known: readonly string[] = getEnumValues('EventType'),
): Fault {
  return {
    ...place,
    code: 'unknown_value',
    detail: describeUnknownType(name, known),
    allowed: [...known],
    ...omitUndefined({ nearest: findNearestName(name, known) }),
  };
}
