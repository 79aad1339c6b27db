import type { AttemptError, AttemptResponse, AttemptTimings, DeliveryAttempt, Due, Now } from '../delivery.ts';
import type { ReceivedResponse } from '../network/received-response.ts';
import type { Send, SendOutcome } from '../network/sender.ts';
import { type SignInput, signRequest } from './signed-request.ts';

/** A completed attempt, before it is recorded. */
export type CompletedAttempt = Omit<DeliveryAttempt, 'n' | 'next'>;

/** Input of an attempt. */
export interface AttemptInput extends Omit<SignInput, 'now'> {
  readonly trigger: DeliveryAttempt['trigger'];
  /** When it was due; absent outside the schedule. */
  readonly due?: Due;
  readonly now: () => Now;
  readonly send: Send;
}

/**
 * Signs a delivery with the current time, posts it to its target and returns the result. Throws for a listener, which
 * has no address, and for headers that HTTP does not allow.
 */
export async function makeAttempt({ due, now, send, trigger, ...signable }: AttemptInput): Promise<CompletedAttempt> {
  const { url } = signable.target;
  if (url === null) throw new TypeError('a listener has no URL, because it fetches its deliveries');
  const started = now();
  const { headers, attempted } = signRequest({ ...signable, now: started });
  const outcome = await send({ url, headers, body: signable.body });
  return {
    trigger,
    atMs: due?.clock === 'sandbox' ? due.atMs : started.sandboxMs,
    sentAtMs: started.realMs,
    request: attempted,
    response: toAttemptResponse(outcome.response),
    error: toAttemptError(outcome),
    timings: toAttemptTimings(outcome.timings),
  };
}

/** Returns why the attempt failed; null for a success status. */
function toAttemptError(outcome: SendOutcome): AttemptError | null {
  if (outcome.kind === 'failed') return { code: outcome.error, message: outcome.message };
  return toStatusError(outcome.response.status);
}

/** Returns the error for a status; null for success. Redirects are not followed. @see gap events.retries */
export function toStatusError(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) {
    return { code: 'redirect', message: `The receiver responded with ${status}; deliveries do not follow redirects.` };
  }
  if (status === 410)
    return { code: 'status', message: 'The receiver responded with 410, which ends deliveries to it.' };
  return { code: 'status', message: `The receiver responded with ${status}; expected 2xx.` };
}

function toAttemptResponse(received: ReceivedResponse | undefined): AttemptResponse | null {
  if (received === undefined) return null;
  const { status, statusText, headers, body, isTruncated } = received;
  return { status, statusText, headers, body, isTruncated };
}

function toAttemptTimings({ dnsMs, connectMs, tlsMs, firstByteMs, totalMs }: SendOutcome['timings']): AttemptTimings {
  return {
    dns: dnsMs ?? null,
    connect: connectMs ?? null,
    tls: tlsMs ?? null,
    firstByte: firstByteMs ?? null,
    total: totalMs,
  };
}
