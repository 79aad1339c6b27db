import { stringify } from 'yaml';

/** Where the sources refer to the schemas that list all webhook events. */
export const EVENT_LISTS_PATH = 'spec/generated/event-lists.yaml';

/** As in `spec/sandbox/destination-events.yaml`; a test compares them. */
const SANDBOX_EVENT_TYPES = ['sandbox_destination_failing', 'sandbox_destination_disabled'];

/** The type of deliveries with a body of a user. */
const USER_BODY = 'sandbox_user_body';

/** Returns the schemas that list all webhook events, as YAML. The events are the `webhooks` of `openapi.yaml`, in order. */
export function formatEventLists(eventTypes: readonly string[]): string {
  const lists = {
    EventType: {
      type: 'string',
      'x-clause': 'events.names',
      description: 'Name of a webhook event.',
      enum: eventTypes,
    },
    DeliveredEventType: {
      type: 'string',
      'x-assumed': 'destinations.alerts',
      description:
        'An event type of the service, or one of the two of the sandbox itself, which begin with `sandbox_` and are no part of the documented list.',
      enum: [...eventTypes, ...SANDBOX_EVENT_TYPES],
    },
    DeliveryType: {
      type: 'string',
      'x-assumed': 'deliveries.log',
      description:
        'The event type; `sandbox_user_body` for a body that a user sent to test a destination, which is no event.',
      enum: [...eventTypes, ...SANDBOX_EVENT_TYPES, USER_BODY],
    },
    WebhookEvent: {
      'x-assumed': 'sandbox.events',
      description: 'One of the webhook events, as subscribers receive it.',
      oneOf: eventTypes.map((type) => ({ $ref: `../schemas/events/${type}.yaml` })),
    },
  };
  return `# Generated from spec/openapi.yaml by spec/generate.ts. Do not edit.\n\n${stringify(lists)}`;
}
