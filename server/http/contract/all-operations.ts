import { type OperationId, operations } from '../../../spec/index.ts';
import { type SandboxOperationId, sandboxOperations } from '../../../spec/sandbox-contract.ts';

/** `service` is the contract under `/v1`, `sandbox` the one of the control plane under `/sandbox`. */
export type ContractName = 'service' | 'sandbox';

export type AnyOperationId = OperationId | SandboxOperationId;

/** An operation of either contract, as the pipeline needs it. */
export interface AnyOperation {
  readonly contract: ContractName;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Whether it requires neither key nor token. */
  readonly isPublic: boolean;
}

/** The operations of both contracts. Their ids are unique across both. */
export const allOperations: Readonly<Record<AnyOperationId, AnyOperation>> = {
  ...buildTable('service', operations),
  ...buildTable('sandbox', sandboxOperations),
};

function buildTable<Id extends string>(
  contract: ContractName,
  entries: Readonly<Record<Id, Omit<AnyOperation, 'contract' | 'isPublic'> & { readonly isPublic?: boolean }>>,
): Record<Id, AnyOperation> {
  const table = Object.entries<(typeof entries)[Id]>(entries).map(([id, { method, path, isPublic = false }]) => [
    id,
    { contract, method, path, isPublic },
  ]);
  return Object.fromEntries(table) as Record<Id, AnyOperation>; // same ids as in `entries`
}
