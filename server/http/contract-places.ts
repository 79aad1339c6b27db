import { contract, type OperationId, operations } from '../../spec/index.ts';

/** A place in the contract, as the member names and indexes that lead there. */
export type Place = readonly string[];

/** What stands at a place; undefined when nothing does. */
export function valueAt(place: Place): unknown {
  return place.reduce<unknown>(
    (value, segment) => (value === null || typeof value !== 'object' ? undefined : Reflect.get(value, segment)),
    contract,
  );
}

/** The place itself, or the one its `$ref` leads to. */
export function followed(place: Place): Place {
  const value = valueAt(place);
  const reference = value !== null && typeof value === 'object' ? Reflect.get(value, '$ref') : undefined;
  return typeof reference === 'string' ? followed(placeOf(reference)) : place;
}

/** `#/components/schemas/Money` → its segments. */
function placeOf(reference: string): Place {
  return reference
    .slice(2)
    .split('/')
    .map((segment) => decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Names of the members at a place, in order. */
export function membersAt(place: Place): readonly string[] {
  const value = valueAt(place);
  return value !== null && typeof value === 'object' ? Object.keys(value) : [];
}

export function operationPlace(operationId: OperationId): Place {
  const { path, method } = operations[operationId];
  return ['paths', path, method.toLowerCase()];
}
