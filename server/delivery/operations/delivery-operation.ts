import type { ControlContext, DeliveryOperationId, SandboxInput, SandboxReply } from '../../sandbox-contract.ts';
import type { DeliveryService } from '../queue/delivery-service.ts';

/**
 * An operation that reads the delivery log, or sends. Unlike a handler it is asynchronous. Like a handler it sees only
 * what the desk contains.
 */
export type DeliveryOperation<Op extends DeliveryOperationId> = (
  controlContext: ControlContext,
  input: SandboxInput<Op>,
  deliveryService: DeliveryService,
) => Promise<SandboxReply<Op>>;
