import { formatDuration } from '../../../base/durations.ts';
import { USER_BODY } from '../../../spec/event-types.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { toShortId } from '../shared/short-ids.ts';
import { describeCause } from './event-cause.ts';
import type { WatchedItem } from './reporter.ts';

type Delivery = SandboxSchemas['Delivery'];
type Attempt = SandboxSchemas['Attempt'];

/** An event of the service, or one of the sandbox itself about a destination. */
export type DeliveredEvent = SandboxSchemas['WebhookEvent'] | SandboxSchemas['SandboxEvent'];

/** An attempt, its delivery after it, and the event if its body has not expired. */
export interface WatchedAttempt {
  readonly delivery: Delivery;
  readonly attempt: Attempt;
  readonly event: DeliveredEvent | null;
}

/** Returns an attempt as columns, reasons in words, and JSON. */
export function createAttemptItem(watched: WatchedAttempt): WatchedItem {
  const { delivery, attempt, event } = watched;
  const outcome = describeOutcome(attempt);
  const next = describeNext(watched);
  const sent = describeSending(watched);
  return {
    cells: [
      attempt.due_at,
      toShortId(delivery.delivery_id),
      [delivery.type, delivery.is_test ? 'test' : delivery.incident_state].filter((part) => part !== null).join(' '),
      delivery.terminal_id ?? delivery.account_id,
      `attempt ${attempt.number}`,
      `${attempt.error === null ? 'delivered' : 'failed'}: ${outcome}`,
    ],
    details: [...(next === null ? [] : [next]), sent],
    json: {
      kind: 'attempt',
      sandbox_time: attempt.due_at,
      sent,
      outcome,
      next,
      delivery,
      attempt,
      event,
    },
  };
}

/** Describes the response, or why there is none: `503 in 4.1 ms`, `Nothing listens there (ECONNREFUSED)`. */
function describeOutcome({ response, error, timings_ms: timings }: Attempt): string {
  const isAboutStatus = error === null || error.code === 'status' || error.code === 'redirect';
  const reason = error === null || error.code === 'status' ? '' : error.message.replace(/\.$/, '');
  if (response === null) return reason === '' ? 'no response' : reason;
  const status = response.status === null ? JSON.stringify(response.status_text) : String(response.status);
  const answered = `${status} in ${timings.total} ms`;
  if (reason === '') return answered;
  return isAboutStatus ? `${answered}, a redirect, which is not followed` : `${answered}, but ${reason}`;
}

/** Describes what follows a failure; null after a success. */
function describeNext({ delivery, attempt }: WatchedAttempt): string | null {
  const { error, next_attempt: next, trigger } = attempt;
  if (next?.clock === 'sandbox') return `next attempt at ${next.at}`;
  if (next?.clock === 'real') return `next attempt ${formatRealDistance(attempt.sent_at, next.at)} later, in real time`;
  if (error === null) return null;
  if (trigger === 'replay') return 'no retry, because a replay is sent once';
  if (trigger === 'test') return 'no retry, because a sample is sent once';
  if (attempt.response?.status === 410) return 'given up: 410 disables the destination';
  if (delivery.state === 'skipped') return 'given up: the destination is disabled or deleted';
  return 'given up: no attempt is left';
}

const formatRealDistance = (from: string, to: string): string =>
  formatDuration(Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000)));

/** Describes why the request was sent. */
function describeSending({ delivery, attempt, event }: WatchedAttempt): string {
  const isUserBody = delivery.type === USER_BODY;
  if (delivery.is_test && attempt.trigger === 'test')
    return isUserBody ? 'sent with the body of a user' : 'sent as a sample to test the destination';
  const cause = isUserBody
    ? 'a user sent this body'
    : delivery.is_test
      ? 'a sample was requested'
      : describeEvent(delivery, event);
  if (attempt.trigger === 'replay') return `replayed on request; first sent because ${cause}`;
  return attempt.number === 1 ? `sent because ${cause}` : `sent again; first sent because ${cause}`;
}

const describeEvent = ({ type }: Delivery, event: WatchedAttempt['event']): string =>
  event === null
    ? `of ${type.replaceAll('_', ' ')}`
    : 'destination_name' in event.data
      ? describeFailures(event.data)
      : describeCause(event as SandboxSchemas['WebhookEvent']); // the only other kind

function describeFailures({
  destination_name: name,
  failed_attempts: failed,
  disabled_reason: reason,
}: SandboxSchemas['SandboxEventData']): string {
  if (reason === 'gone') return `the receiver of ${name} responded with 410, which disabled it`;
  const attempts = failed === 1 ? '1 attempt' : `${failed} attempts`;
  return `${attempts} to deliver to ${name} failed in a row${reason === null ? '' : ', and it was disabled'}`;
}
