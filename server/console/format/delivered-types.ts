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

/** All of them as the options of a field: those of the service, then those of the sandbox. */
export const DELIVERED_TYPE_OPTIONS = [
  ...Object.keys(triggerWords).map((value) => ({ value, text: toWords(value) })),
  ...Object.keys(SANDBOX_TYPES).map((value) => ({ value, text: `Sandbox: ${toWords(value)}` })),
];
