import type { DeliveryOperationId } from '../../sandbox-contract.ts';
import { explainDelivery } from './explaining.ts';
import { emptyInbox, getInbox } from './inbox.ts';
import type { DeliveryOperation } from './operation.ts';
import { recoverDestination } from './recovery.ts';
import { reportAttempt } from './reporting.ts';
import { replayDelivery, testDestination } from './sending.ts';
import { getDelivery, listDeliveries } from './viewing.ts';

/** All operations that read or send deliveries. The type makes a missing, extra or misspelt one a compile error. */
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
