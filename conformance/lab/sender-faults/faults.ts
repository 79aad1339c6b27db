import type { Fault } from './fault.ts';
import { faultsOfEvents } from './faults-of-events.ts';
import { faultsOfRequests } from './faults-of-requests.ts';
import { faultsOfRetries } from './faults-of-retries.ts';

/** Every sender fault, with the judges that must detect it. The sender signs with Standard Webhooks. */
export const faults: readonly Fault[] = [...faultsOfRequests, ...faultsOfEvents, ...faultsOfRetries];
