import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { triggerWords } from './trigger-words.ts';
import { toWords } from './words.ts';

/* The event types that a destination can receive. */

/** The types of the sandbox itself, with the condition of each. */
export const SANDBOX_TYPES: Readonly<Record<SandboxSchemas['SandboxEventType'], string>> = {
  sandbox_destination_failing: 'Five attempts to another destination failed in a row',
  sandbox_destination_disabled: 'The sandbox disabled another destination, because its deliveries failed',
};

export const isSandboxType = (type: string): boolean => type in SANDBOX_TYPES;

/** The type of deliveries with a body that a user sent. */
export const USER_BODY: SandboxSchemas['DeliveryType'] = 'sandbox_user_body';

/** All of them as the options of a field: those of the service, then those of the sandbox. */
export const DELIVERED_TYPE_OPTIONS = [
  ...Object.keys(triggerWords).map((value) => ({ value, text: toWords(value) })),
  ...Object.keys(SANDBOX_TYPES).map((value) => ({ value, text: `Sandbox: ${toWords(value)}` })),
];

/** All types of deliveries as the options of a filter. */
export const DELIVERY_TYPE_OPTIONS = [...DELIVERED_TYPE_OPTIONS, { value: USER_BODY, text: toWords(USER_BODY) }];
