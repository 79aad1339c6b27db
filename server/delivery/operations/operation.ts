import type { DeliveryOperationId, Desk, SandboxInput, SandboxReply } from '../../sandbox-contract.ts';
import type { Courier } from '../queue/delivery-service.ts';

/**
 * An operation that reads the delivery log, or sends. Unlike a handler it is asynchronous. Like a handler it sees only
 * what the desk contains.
 */
export type DeliveryOperation<Op extends DeliveryOperationId> = (
  desk: Desk,
  input: SandboxInput<Op>,
  courier: Courier,
) => Promise<SandboxReply<Op>>;
