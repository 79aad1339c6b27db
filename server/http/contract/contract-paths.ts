import { contract } from '../../../spec/index.ts';
import { sandboxContract } from '../../../spec/sandbox-document.ts';
import { type AnyOperationId, allOperations, type ContractName } from './all-operations.ts';

/** Both contracts, by the first segment of a place. */
export const contractsByName: Readonly<Record<ContractName, object>> = { service: contract, sandbox: sandboxContract };

/** A path into one of the contracts: the contract's name, then member names and indexes. */
export type ContractLocation = readonly string[];

/** Returns the value at a place; undefined if there is none. */
export function readContractValue(place: ContractLocation): unknown {
  return place.reduce<unknown>(
    (value, segment) => (value === null || typeof value !== 'object' ? undefined : Reflect.get(value, segment)),
    contractsByName,
  );
}

/** Resolves a `$ref` at the place. Returns the place itself if there is none. */
export function resolveReference(place: ContractLocation): ContractLocation {
  const value = readContractValue(place);
  const reference = value !== null && typeof value === 'object' ? Reflect.get(value, '$ref') : undefined;
  return typeof reference === 'string' ? resolveReference([...place.slice(0, 1), ...parseReference(reference)]) : place;
}

/** Converts `#/components/schemas/Money` to segments. */
function parseReference(reference: string): ContractLocation {
  return reference
    .slice(2)
    .split('/')
    .map((segment) => decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the names of the members at a place, in order. */
export function listMembers(place: ContractLocation): readonly string[] {
  const value = readContractValue(place);
  return value !== null && typeof value === 'object' ? Object.keys(value) : [];
}

export function locateOperation(operationId: AnyOperationId): ContractLocation {
  const { contract: name, path, method } = allOperations[operationId];
  return [name, 'paths', path, method.toLowerCase()];
}
