import type { OpaqueJson } from './contract-document.ts';
import document from './generated/sandbox.json' with { type: 'json' };
import type { Callers, SandboxOperationId } from './sandbox-contract.ts';

interface Operation {
  readonly operationId: SandboxOperationId;
  readonly 'x-callers': Callers;
  readonly 'x-whole-tenant'?: boolean;
  readonly 'x-max-body-bytes'?: number;
}

/** The contract of the control plane, bundled. */
export const sandboxContract = document as unknown as OpaqueJson & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}; // generated; spec/sandbox-contract.test.ts validates its shape
