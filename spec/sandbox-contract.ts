import type { components, operations } from './generated/sandbox.ts';
import table from './generated/sandbox-operations.json' with { type: 'json' };

/* The contract of the control plane under `/sandbox`. `index.ts` contains the contract of the service. */

export type * from './generated/sandbox.ts';
export type SandboxOperationId = keyof operations;
export type SandboxSchemas = components['schemas'];
export type SandboxProblemCode = SandboxSchemas['SandboxProblemCode'];
/** Parameters, bodies and responses of each operation, by `operationId`. */
export type SandboxOperations = operations;

/** Who may use an operation: only the operator, or also users whose role may manage the configuration. */
export type Callers = 'operator' | 'administrator';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The method and path of an operation, and who may use it. */
export interface SandboxOperationEntry {
  readonly method: Method;
  /** With placeholders in braces. */
  readonly path: string;
  readonly callers: Callers;
  /** Whether a user must see the whole tenant, rather than a part of it. */
  readonly isWholeTenant: boolean;
  /** The maximum size of a body, if it differs from the default. */
  readonly maxBodyBytes?: number;
}

/** The operations by `operationId`, in the order of the contract. */
export const sandboxOperations = table as Readonly<Record<SandboxOperationId, SandboxOperationEntry>>; // spec/generate.ts derives it from the contract
