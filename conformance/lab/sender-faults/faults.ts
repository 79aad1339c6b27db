import type { Fault } from './fault.ts';
import { faultsOfEvents } from './faults-of-events.ts';
import { faultsOfRequests } from './faults-of-requests.ts';
import { faultsOfRetries } from './faults-of-retries.ts';

/** Ways of going wrong, each with what has to notice it. They are planted in a sender that signs by Standard Webhooks. */
export const faults: readonly Fault[] = [...faultsOfRequests, ...faultsOfEvents, ...faultsOfRetries];
