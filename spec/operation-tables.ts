import type { OpaqueJson } from './contract-document.ts';

/* Derives small tables from the contracts, so that commands need not load the contracts. */

interface Operation {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly [extension: `x-${string}`]: unknown;
}

interface Source {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, OpaqueJson>> };
}

/** Returns the table of the operations of the service by `operationId`. */
export const tabulateOperations = (contract: object): object =>
  tabulate(contract, (operation) => ({
    service: operation['x-service'],
    access: operation['x-access'],
    privilege: operation['x-privilege'],
    isPublic: operation.security?.length === 0,
  }));

/** Returns the table of the operations of the control plane by `operationId`. */
export const tabulateSandboxOperations = (contract: object): object =>
  tabulate(contract, (operation) => ({
    callers: operation['x-callers'],
    isWholeTenant: operation['x-whole-tenant'] === true,
    maxBodyBytes: operation['x-max-body-bytes'],
  }));

function tabulate(contract: object, describe: (operation: Operation) => object): object {
  const entries = Object.entries((contract as Source).paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [
      operation.operationId,
      { method: method.toUpperCase(), path, ...describe(operation) },
    ]),
  );
  return Object.fromEntries(entries);
}

/** Returns the values of each schema that is an enumeration, by name. */
export function tabulateEnums(contract: object): object {
  const schemas = Object.entries((contract as Source).components.schemas);
  return Object.fromEntries(
    schemas.flatMap(([name, schema]) => (Array.isArray(schema.enum) ? [[name, schema.enum]] : [])),
  );
}
