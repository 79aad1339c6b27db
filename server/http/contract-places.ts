import { contract } from '../../spec/index.ts';
import { sandboxContract } from '../../spec/sandbox-contract.ts';
import { type AnyOperationId, allOperations, type ContractName } from './all-operations.ts';

/** Both contracts, by the first segment of a place. */
export const contracts: Readonly<Record<ContractName, object>> = { service: contract, sandbox: sandboxContract };

/** A place in one of the contracts: which one, and the member names and indexes that lead there. */
export type Place = readonly string[];

/** What stands at a place; undefined when nothing does. */
export function valueAt(place: Place): unknown {
  return place.reduce<unknown>(
    (value, segment) => (value === null || typeof value !== 'object' ? undefined : Reflect.get(value, segment)),
    contracts,
  );
}

/** The place itself, or the one its `$ref` leads to. */
export function followed(place: Place): Place {
  const value = valueAt(place);
  const reference = value !== null && typeof value === 'object' ? Reflect.get(value, '$ref') : undefined;
  return typeof reference === 'string' ? followed([...place.slice(0, 1), ...placeOf(reference)]) : place;
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

export function operationPlace(operationId: AnyOperationId): Place {
  const { contract: name, path, method } = allOperations[operationId];
  return [name, 'paths', path, method.toLowerCase()];
}
