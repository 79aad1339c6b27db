import type { Destination, Subscription } from '../../world/state/destinations.ts';
import { type SandboxMs, sandboxMs } from '../../world/state/time.ts';
import type { DeliveredEvent, Due, Now } from '../delivery.ts';
import { computeFirstDue } from '../queue/schedule.ts';
import { createDeliveryId } from '../signing/delivery-id.ts';
import type { NewDelivery } from '../store/delivery-store.ts';
import { type DeliverableEvent, includesType, isAboutOther } from './destination-events.ts';

/** New events of a tenant and their possible destinations. */
export interface FanOut {
  /** In the order of delivery. */
  readonly events: readonly DeliverableEvent[];
  /** Destinations of the same tenant, without deleted ones. */
  readonly destinations: readonly Destination[];
  readonly now: Now;
  /** Whether an account is `rootAccountId` or below it. */
  readonly isWithin: (accountId: string, rootAccountId: string) => boolean;
}

/**
 * Returns the deliveries for events: one for each destination with at least one matching subscription. Due at the
 * instant of the event on the sandbox clock, or now on the real clock. Deliveries of a disabled destination have no due
 * instant, so they are skipped. @see gap destinations.operations
 */
export function createDeliveries({ events, destinations, now, isWithin }: FanOut): readonly NewDelivery[] {
  return events.flatMap((event) => {
    const delivered = summarizeEvent(event);
    const selected = destinations.filter(
      ({ destinationId, accountId, subscriptions }) =>
        isAboutOther(event, destinationId) &&
        isWithin(event.account_id, accountId) &&
        subscriptions.some((subscription) => matchesSubscription(subscription, delivered, isWithin)),
    );
    const body = selected.length === 0 ? '' : JSON.stringify(event);
    return selected.map((destination) => ({
      deliveryId: createDeliveryId(event.id, delivered.atMs, destination.destinationId),
      destinationId: destination.destinationId,
      event: delivered,
      isTest: false,
      body,
      due: chooseDue(destination, delivered.atMs, now),
      createdAtMs: now.sandboxMs,
    }));
  });
}

/** Returns an event without its body. */
export function summarizeEvent(event: DeliverableEvent): DeliveredEvent {
  return {
    eventId: event.id,
    type: event.type,
    accountId: event.account_id,
    terminalId: event.terminal_id,
    atMs: sandboxMs(Date.parse(event.timestamp)),
    incidentId: event.incident?.incident_id ?? null,
    turn: event.incident?.state ?? null,
  };
}

/** Whether a subscription includes an event. Events before the subscription do not match. */
function matchesSubscription(subscription: Subscription, event: DeliveredEvent, isWithin: FanOut['isWithin']): boolean {
  const { level, accountId, terminalId, types, states, createdAtMs } = subscription;
  return (
    createdAtMs <= event.atMs &&
    (level === 'terminal' ? event.terminalId === terminalId : isWithin(event.accountId, accountId)) &&
    includesType(types, event.type) &&
    (states === null || (event.turn !== null && states.includes(event.turn)))
  );
}

function chooseDue({ status, retryProfile }: Destination, eventMs: SandboxMs, now: Now): Due | null {
  if (status === 'disabled') return null;
  return computeFirstDue(retryProfile, { ...now, sandboxMs: eventMs });
}
