import { type RealMs, type SandboxMs, sandboxMs } from '../world/time.ts';
import type { Attempt, Delivery, Due, Now } from './delivery.ts';
import type { NewDelivery, NextState } from './store.ts';

/*
 * What becomes of a delivery, for every store alike. While one is `sending`, a store keeps the instant at which it was
 * due, so that it can be put back as it was; others are not shown it.
 */

/** A new delivery as the store takes it in. */
export function taken(tenantId: string, fresh: NewDelivery, sequence: number): Delivery {
  const { deliveryId, destinationId, event, isTest, due, createdAtMs } = fresh;
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

/** As others are shown it. */
export function shown(delivery: Delivery): Delivery {
  return delivery.state === 'sending' ? { ...delivery, due: null } : delivery;
}

/** After an attempt. `next` undefined: it is where it was, and so is its schedule. */
export function attempted(
  delivery: Delivery,
  { trigger, response, error }: Pick<Attempt, 'trigger' | 'response' | 'error'>,
  next: NextState | undefined,
): Delivery {
  const tried = {
    ...delivery,
    attemptCount: delivery.attemptCount + 1,
    step: delivery.step + (trigger === 'scheduled' ? 1 : 0),
    lastStatus: response?.status ?? null,
    lastError: error?.message ?? null,
  };
  if (next === undefined) return tried;
  if (next.state === 'pending') return { ...tried, state: 'pending', due: next.due, endedAtMs: null };
  return { ...tried, state: next.state, due: null, endedAtMs: next.endedAtMs };
}

/**
 * The first digit of the status that the latest attempt was answered with: 2 for complete responses alone, 0 without a valid
 * response; undefined before the first attempt. The SQL form is in `page-statement.ts`.
 */
export function statusClassOf({ attemptCount, lastStatus, lastError }: Delivery): number | undefined {
  if (attemptCount === 0) return undefined;
  const digit = Math.floor((lastStatus ?? 0) / 100);
  return digit === 2 && lastError !== null ? 0 : digit;
}

/** Queued anew: its schedule begins again. */
export function requeued(delivery: Delivery, due: Due): Delivery {
  return { ...delivery, state: 'pending', due, step: 0, endedAtMs: null };
}

/** Of what one move of the clock brought about, later events are skipped by an earlier attempt: none ends before it was. */
export function skipped(delivery: Delivery, atMs: SandboxMs): Delivery {
  return { ...delivery, state: 'skipped', due: null, endedAtMs: sandboxMs(Math.max(atMs, delivery.event.atMs)) };
}

/** Of deliveries that were just taken: each destination, and the instant at which the oldest that wait there are skipped. */
export function skipInstants(
  took: readonly Delivery[],
): readonly { readonly destinationId: string; readonly atMs: SandboxMs }[] {
  const byDestination = new Map<string, SandboxMs>();
  for (const { destinationId, createdAtMs } of took) {
    const known = byDestination.get(destinationId);
    byDestination.set(destinationId, known === undefined || known < createdAtMs ? createdAtMs : known);
  }
  return [...byDestination].map(([destinationId, atMs]) => ({ destinationId, atMs }));
}

/** The same instant, or now where it has passed on the sandbox clock. The real clock's are left to its pace. */
export function caughtUp(due: Due | null, now: Now): Due | null {
  return due?.clock === 'sandbox' && due.atMs < now.sandboxMs ? { clock: 'sandbox', atMs: now.sandboxMs } : due;
}

/** An attempt of which it is no longer known what the receiver said; that there was more is. */
export function withoutResponseBody(attempt: Attempt): Attempt {
  const { response } = attempt;
  if (response === null || response.body === '') return attempt;
  return { ...attempt, response: { ...response, body: '', isTruncated: true } };
}

/** Whether the instant has come. */
export function isDue(due: Due, now: Now): boolean {
  return due.clock === 'sandbox' ? due.atMs <= now.sandboxMs : due.atMs <= now.realMs;
}

/** The earlier of two instants of one clock. */
export function earlier<Ms extends SandboxMs | RealMs>(a: Ms | undefined, b: Ms | undefined): Ms | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b < a ? b : a;
}
