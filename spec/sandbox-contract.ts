import type { OpaqueJson } from './contract-document.ts';
import document from './generated/sandbox.json' with { type: 'json' };
import type { components, operations } from './generated/sandbox.ts';

/* The contract of the control plane under `/sandbox`. `index.ts` contains the contract of the service. */

export type * from './generated/sandbox.ts';
export type SandboxOperationId = keyof operations;
export type SandboxSchemas = components['schemas'];
export type SandboxProblemCode = SandboxSchemas['SandboxProblemCode'];
/** Parameters, bodies and responses of each operation, by `operationId`. */
export type SandboxOperations = operations;

/** Who may use an operation: only the operator, or also users whose role may manage the configuration. */
export type Callers = 'operator' | 'administrator';

interface Operation {
  readonly operationId: SandboxOperationId;
  readonly 'x-callers': Callers;
  readonly 'x-whole-tenant'?: boolean;
  readonly 'x-max-body-bytes'?: number;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The contract of the control plane, bundled. */
export const sandboxContract = document as unknown as OpaqueJson & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}; // generated; spec/sandbox-contract.test.ts validates its shape

/** The method and path of an operation, and who may use it. */
export interface SandboxOperationEntry {
  readonly method: Method;
  /** With placeholders in braces. */
  readonly path: string;
  readonly callers: Callers;
  /** Whether a user must see the whole tenant, rather than a part of it. */
  readonly isWholeTenant: boolean;
  /** The maximum size of a body, if it differs from the default. */
  readonly maxBodyBytes: number | undefined;
}

/** The operations by `operationId`, in the order of the contract. */
export const sandboxOperations: Readonly<Record<SandboxOperationId, SandboxOperationEntry>> = buildOperationTable();

function buildOperationTable(): Record<SandboxOperationId, SandboxOperationEntry> {
  const entries = Object.entries(sandboxContract.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, SandboxOperationEntry] => [
      operation.operationId,
      {
        method: method.toUpperCase() as Method, // the contract has no others
        path,
        callers: operation['x-callers'],
        isWholeTenant: operation['x-whole-tenant'] === true,
        maxBodyBytes: operation['x-max-body-bytes'],
      },
    ]),
  );
  return Object.fromEntries(entries) as Record<SandboxOperationId, SandboxOperationEntry>; // the ids come from the same document
}
