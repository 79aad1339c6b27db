import type { DeliveryOperationId } from '../../sandbox-contract.ts';
import { explainDelivery } from './explaining.ts';
import { emptyInbox, getInbox } from './inbox.ts';
import type { DeliveryOperation } from './operation.ts';
import { recoverDestination } from './recovery.ts';
import { reportAttempt } from './reporting.ts';
import { replayDelivery, testDestination } from './sending.ts';
import { getDelivery, listDeliveries } from './viewing.ts';

/** Every operation that waits for deliveries: a missing, extra or misspelt one does not compile. */
export const deliveryOperations: { readonly [Op in DeliveryOperationId]: DeliveryOperation<Op> } = {
  emptyInbox,
  explainDelivery,
  getDelivery,
  getInbox,
  listDeliveries,
  recoverDestination,
  replayDelivery,
  reportAttempt,
  testDestination,
};
