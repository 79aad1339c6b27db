import type { Destination, Subscription } from '../world/destinations.ts';
import type { FleetEvent } from '../world/events.ts';
import { type SandboxMs, sandboxMs } from '../world/time.ts';
import type { DeliveredEvent, Due, Now } from './delivery.ts';
import { deliveryIdOf } from './delivery-id.ts';
import { dueAt } from './schedule.ts';
import type { NewDelivery } from './store.ts';

/** What came about in a tenant, and who could be told. */
export interface FanOut {
  /** In the order in which they are told. */
  readonly events: readonly FleetEvent[];
  /** Those of the same tenant; what was deleted is not among them. */
  readonly destinations: readonly Destination[];
  readonly now: Now;
  /** Whether an account is another one, or below it. */
  readonly isWithin: (accountId: string, rootAccountId: string) => boolean;
}

/**
 * The deliveries that follow from events: one to each destination with a subscription that matches, however many do. On
 * the sandbox clock they are due at the instant of the event, on the real one now. A disabled destination's are not due
 * at all, so that they are skipped. @see gap destinations.operations
 */
export function deliveriesFor({ events, destinations, now, isWithin }: FanOut): readonly NewDelivery[] {
  return events.flatMap((event) => {
    const delivered = deliveredEvent(event);
    const told = destinations.filter(
      ({ accountId, subscriptions }) =>
        isWithin(event.account_id, accountId) &&
        subscriptions.some((subscription) => matches(subscription, delivered, isWithin)),
    );
    const body = told.length === 0 ? '' : JSON.stringify(event);
    return told.map((destination) => ({
      deliveryId: deliveryIdOf(event.id, delivered.atMs, destination.destinationId),
      destinationId: destination.destinationId,
      event: delivered,
      isTest: false,
      body,
      due: firstDueOf(destination, delivered.atMs, now),
      createdAtMs: now.sandboxMs,
    }));
  });
}

/** What is known of an event beside its body. */
export function deliveredEvent(event: FleetEvent): DeliveredEvent {
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

/** A subscription takes what came about since it was made. */
function matches(subscription: Subscription, event: DeliveredEvent, isWithin: FanOut['isWithin']): boolean {
  const { level, accountId, terminalId, types, states, createdAtMs } = subscription;
  return (
    createdAtMs <= event.atMs &&
    (level === 'terminal' ? event.terminalId === terminalId : isWithin(event.accountId, accountId)) &&
    (types === null || types.includes(event.type)) &&
    (states === null || event.turn === null || states.includes(event.turn))
  );
}

function firstDueOf({ status, retryProfile }: Destination, eventMs: SandboxMs, now: Now): Due | null {
  if (status === 'disabled') return null;
  return dueAt(retryProfile, { ...now, sandboxMs: eventMs });
}
