import { stringify } from 'yaml';

/** Where the sources refer to the schemas that list all webhook events. */
export const EVENT_LISTS_PATH = 'spec/generated/event-lists.yaml';

/** Returns the schemas that list all webhook events, as YAML. The events are the `webhooks` of `openapi.yaml`, in order. */
export function formatEventLists(eventTypes: readonly string[]): string {
  const lists = {
    EventType: {
      type: 'string',
      'x-clause': 'events.names',
      description: 'Name of a webhook event.',
      enum: eventTypes,
    },
    WebhookEvent: {
      'x-assumed': 'sandbox.events',
      description: 'One of the webhook events, as subscribers receive it.',
      oneOf: eventTypes.map((type) => ({ $ref: `../schemas/events/${type}.yaml` })),
    },
  };
  return `# Generated from spec/openapi.yaml by spec/generate.ts. Do not edit.\n\n${stringify(lists)}`;
}
