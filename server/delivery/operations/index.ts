import type { DeliveryOperationId } from '../../sandbox-contract.ts';
import type { DeliveryOperation } from './delivery-operation.ts';
import { getDestinationStatistics } from './destination-statistics.ts';
import { explainDelivery } from './explain-delivery.ts';
import { emptyInbox, getInbox } from './inbox.ts';
import { getDelivery, listDeliveries } from './read-deliveries.ts';
import { recoverDestination } from './recover-destination.ts';
import { reportAttempt } from './report-attempt.ts';
import { replayDelivery, testDestination } from './send-attempts.ts';

/** All operations that read or send deliveries. The type makes a missing, extra or misspelt one a compile error. */
export const deliveryOperations: { readonly [Op in DeliveryOperationId]: DeliveryOperation<Op> } = {
  emptyInbox,
  explainDelivery,
  getDelivery,
  getDestinationStatistics,
  getInbox,
  listDeliveries,
  recoverDestination,
  replayDelivery,
  reportAttempt,
  testDestination,
};
