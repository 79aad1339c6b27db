import { formatInstant } from '../../../base/formats.ts';
import { type DeliveredEventType, type DeliveryType, isSandboxEventType } from '../../../spec/event-types.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { FleetEvent } from '../../world/events/events.ts';
import type { DestinationAlert } from '../../world/state/destination-alerts.ts';

/** An event of the sandbox itself about a destination, as its subscribers receive it. */
export type DestinationEvent = Omit<SandboxSchemas['SandboxEvent'], 'is_test'>;

/** An event that destinations receive. */
export type DeliverableEvent = FleetEvent | DestinationEvent;

/** Presents an alert as an event. @see gap destinations.alerts */
export function presentDestinationAlert(alert: DestinationAlert): DestinationEvent {
  const { eventId, type, accountId, destinationId, destinationName, failingSinceMs, disabledReason } = alert;
  return {
    id: eventId,
    type,
    timestamp: formatInstant(alert.atMs),
    api_version: 'v1',
    level: 'account',
    account_id: accountId,
    terminal_id: null,
    families: [],
    severity: type === 'sandbox_destination_disabled' ? 'high' : 'medium',
    incident: null,
    data: {
      destination_id: destinationId,
      destination_name: destinationName,
      failed_attempts: alert.failedAttempts,
      failing_since: failingSinceMs === null ? null : formatInstant(failingSinceMs),
      disabled_reason: disabledReason,
      last_error: alert.lastError,
    },
  };
}

/** Whether an event may be sent to a destination: a destination does not receive the events about itself. */
export const isAboutOther = (event: DeliverableEvent, destinationId: string): boolean =>
  !isDestinationEvent(event) || event.data.destination_id !== destinationId;

const isDestinationEvent = (event: DeliverableEvent): event is DestinationEvent => isSandboxEventType(event.type);

/** Whether a subscription to these types includes a type. Null means all types of the service. */
export const includesType = (types: readonly DeliveredEventType[] | null, type: DeliveryType): boolean =>
  types === null ? !isSandboxEventType(type) : types.some((one) => one === type);
