import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';

/** A rule by which requests of the service fail, in the form of the contract. @see gap sandbox.faults */
export interface FaultRule {
  /** `flt_` and its number among the rules since the latest reset of everything. */
  readonly faultId: string;
  readonly definition: FaultDefinition;
}

/** Which requests fail, and how. */
export type FaultDefinition = SandboxSchemas['NewFaultRule'];

/** How a request fails. */
export type FaultEffect = SandboxSchemas['FaultEffect'];

/** The use of a fault rule since it was added or the server was started. */
export interface FaultUse {
  readonly matchedCount: number;
  readonly appliedCount: number;
}

/** Whether a rule is about deliveries of webhooks instead of requests. */
export const isAboutDeliveries = ({ effect }: { readonly effect: Pick<FaultEffect, 'type'> }): boolean =>
  effect.type.startsWith('webhook_');
