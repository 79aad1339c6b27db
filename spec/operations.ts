import type { Access, OperationId, OperationPrivilege, ServiceId } from './contract-document.ts';
import table from './generated/operations.json' with { type: 'json' };

/** The method and path of an operation, and who may use it. */
export interface OperationEntry {
  readonly method: 'GET' | 'POST';
  /** With placeholders in braces. */
  readonly path: string;
  readonly service: ServiceId;
  readonly access: Access;
  readonly privilege: OperationPrivilege;
  /** Whether it needs no key. */
  readonly isPublic: boolean;
}

/** The operations by `operationId`, in the order of the contract. A small file, so that commands need not load the contract. */
export const operations = table as Readonly<Record<OperationId, OperationEntry>>; // spec/generate.ts derives it from the contract
