import type { DeliveryOperationId, Desk, SandboxInput, SandboxReply } from '../../sandbox-contract.ts';
import type { Courier } from '../courier.ts';

/**
 * An operation that looks into the log of deliveries, or sends. Unlike a handler it waits; what it may see and do is cut
 * out by the desk all the same.
 */
export type DeliveryOperation<Op extends DeliveryOperationId> = (
  desk: Desk,
  input: SandboxInput<Op>,
  courier: Courier,
) => Promise<SandboxReply<Op>>;
