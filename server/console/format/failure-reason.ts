import type { Attempt, Delivery, Destination } from '../api/types.ts';
import { formatDateTime, formatDistance } from './time.ts';

/** When and in which zone a text is read. */
export interface Reading {
  readonly now: string;
  readonly zone: string;
}

/** Explains the state of a delivery in one sentence; undefined if it needs no explanation. */
export function explainDelivery(delivery: Delivery, destination: Destination | undefined): string | undefined {
  const { state, last_error: error } = delivery;
  if (state === 'pending' && delivery.attempt_count === 0) return explainQueue(destination);
  if (state === 'skipped')
    return 'Not sent, because the destination was disabled or deleted, or too many deliveries were queued.';
  return error ?? undefined;
}

function explainQueue(destination: Destination | undefined): string | undefined {
  if (destination?.status === 'paused') return 'The destination is paused. Resume it to send the delivery.';
  if (destination?.kind === 'listener') return 'No listener is connected. Run fleetkit listen.';
  return undefined;
}

/** Describes when the next attempt follows, and how to get there. */
export function describeNextAttempt(next: Delivery['next_attempt'], { now, zone }: Reading): string | undefined {
  if (next === null) return undefined;
  if (next.clock === 'real') return 'The next attempt follows within seconds of real time.';
  const when = `${formatDateTime(next.at, zone, true)} of the sandbox clock (${formatDistance(next.at, now)})`;
  return `The next attempt is at ${when}.`;
}

/** Summarises an attempt: status, or the kind of failure. */
export function summariseAttempt({ response, error }: Attempt): string {
  if (response !== null) return response.status_text;
  return error === null ? 'No response' : error.code.replaceAll('_', ' ');
}
