import { type RealMs, type SandboxMs, sandboxMs } from '../../world/state/time.ts';
import type { Delivery, DeliveryAttempt, Due, Now } from '../delivery.ts';
import type { DeliveryReference, NewDelivery, NextState } from './delivery-store.ts';

/**
 * State transitions of deliveries, shared by all stores. While a delivery is `sending`, the store keeps its due instant
 * so that it can be released; `toPublicDelivery` hides it.
 */

/** Returns the parts of a reference. */
export const parseReference = (
  reference: DeliveryReference,
): { readonly deliveryId: string; readonly sequence?: number } =>
  typeof reference === 'string' ? { deliveryId: reference } : reference;

/** Whether a delivery has another sequence than the given one, if any. */
export const isAnother = (delivery: Delivery, sequence: number | undefined): boolean =>
  sequence !== undefined && delivery.sequence !== sequence;

/** Creates the stored form of a new delivery. */
export function createDelivery(tenantId: string, newDelivery: NewDelivery, sequence: number): Delivery {
  const { deliveryId, destinationId, event, isTest, due, createdAtMs } = newDelivery;
  return {
    deliveryId,
    tenantId,
    destinationId,
    sequence,
    event,
    isTest,
    state: due === null ? 'skipped' : 'pending',
    due,
    attemptCount: 0,
    step: 0,
    lastStatus: null,
    lastError: null,
    createdAtMs,
    endedAtMs: due === null ? createdAtMs : null,
  };
}

/** Returns the public form of a delivery. */
export function toPublicDelivery(delivery: Delivery): Delivery {
  return delivery.state === 'sending' ? { ...delivery, due: null } : delivery;
}

/** Returns the delivery after an attempt. `next` undefined keeps its state and schedule. */
export function applyAttempt(
  delivery: Delivery,
  { trigger, response, error }: Pick<DeliveryAttempt, 'trigger' | 'response' | 'error'>,
  next: NextState | undefined,
): Delivery {
  const afterAttempt = {
    ...delivery,
    attemptCount: delivery.attemptCount + 1,
    step: delivery.step + (trigger === 'scheduled' ? 1 : 0),
    lastStatus: response?.status ?? null,
    lastError: error?.message ?? null,
  };
  if (next === undefined) return afterAttempt;
  if (next.state === 'pending') return { ...afterAttempt, state: 'pending', due: next.due, endedAtMs: null };
  return { ...afterAttempt, state: next.state, due: null, endedAtMs: next.endedAtMs };
}

/**
 * Returns the class of the latest status: 2 only for complete responses, 0 without a valid response, undefined before
 * the first attempt. The SQL form is in `page-condition.ts`.
 */
export function classifyStatus({ attemptCount, lastStatus, lastError }: Delivery): number | undefined {
  if (attemptCount === 0) return undefined;
  const digit = Math.floor((lastStatus ?? 0) / 100);
  return digit === 2 && lastError !== null ? 0 : digit;
}

/** Requeues a delivery from the start of its schedule. */
export function requeueDelivery(delivery: Delivery, due: Due): Delivery {
  return { ...delivery, state: 'pending', due, step: 0, endedAtMs: null };
}

/** Skips a delivery, no earlier than its event: a change of the clock can process an attempt before a later event. */
export function skipDelivery(delivery: Delivery, atMs: SandboxMs): Delivery {
  return { ...delivery, state: 'skipped', due: null, endedAtMs: sandboxMs(Math.max(atMs, delivery.event.atMs)) };
}

/** Returns each destination of new deliveries, with the instant at which its oldest waiting deliveries are skipped. */
export function listSkipInstants(
  added: readonly Delivery[],
): readonly { readonly destinationId: string; readonly atMs: SandboxMs }[] {
  const byDestination = new Map<string, SandboxMs>();
  for (const { destinationId, createdAtMs } of added) {
    const known = byDestination.get(destinationId);
    byDestination.set(destinationId, known === undefined || known < createdAtMs ? createdAtMs : known);
  }
  return [...byDestination].map(([destinationId, atMs]) => ({ destinationId, atMs }));
}

/**
 * Returns the due instant, or now if it has passed on the sandbox clock. Does not change instants of the real clock.
 */
export function catchUpDue(due: Due | null, now: Now): Due | null {
  return due?.clock === 'sandbox' && due.atMs < now.sandboxMs ? { clock: 'sandbox', atMs: now.sandboxMs } : due;
}

/** Drops the stored response body and sets the truncation flag if there was one. */
export function dropResponseBody(attempt: DeliveryAttempt): DeliveryAttempt {
  const { response } = attempt;
  if (response === null || response.body === '') return attempt;
  return { ...attempt, response: { ...response, body: '', isTruncated: true } };
}

/** Whether the instant has been reached. */
export function isDue(due: Due, now: Now): boolean {
  return due.clock === 'sandbox' ? due.atMs <= now.sandboxMs : due.atMs <= now.realMs;
}

/** Returns the earlier of two instants of the same clock. */
export function chooseEarlier<Ms extends SandboxMs | RealMs>(a: Ms | undefined, b: Ms | undefined): Ms | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b < a ? b : a;
}
