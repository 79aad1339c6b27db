import type { ControlContext, DeliveryOperationId, SandboxInput, SandboxReply } from '../../sandbox-contract.ts';
import type { DeliveryService } from '../service/delivery-service.ts';

/**
 * An operation that reads the delivery log or sends deliveries. Unlike a handler it is asynchronous. Like a handler it
 * sees only the data of the control context.
 */
export type DeliveryOperation<Op extends DeliveryOperationId> = (
  controlContext: ControlContext,
  input: SandboxInput<Op>,
  deliveryService: DeliveryService,
) => Promise<SandboxReply<Op>>;
