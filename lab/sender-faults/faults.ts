import { eventFaults } from './event-faults.ts';
import type { SenderFault } from './fault.ts';
import { requestFaults } from './request-faults.ts';
import { retryFaults } from './retry-faults.ts';

/** Every sender fault, with the judges that must detect it. The sender signs with Standard Webhooks. */
export const senderFaults: readonly SenderFault[] = [...requestFaults, ...eventFaults, ...retryFaults];
