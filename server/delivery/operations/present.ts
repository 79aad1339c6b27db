import { formatInstant } from '../../../base/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { Delivery, DeliveryAttempt, Due } from '../delivery.ts';

/** Converts a delivery to the contract's form. @see gap deliveries.log */
export function presentDelivery(delivery: Delivery): SandboxSchemas['Delivery'] {
  const { event, lastStatus, lastError } = delivery;
  return {
    delivery_id: delivery.deliveryId,
    destination_id: delivery.destinationId,
    event_id: event.eventId,
    type: event.type,
    account_id: event.accountId,
    terminal_id: event.terminalId,
    happened_at: formatInstant(event.atMs),
    incident_id: event.incidentId,
    incident_state: event.turn,
    is_test: delivery.isTest,
    state: delivery.state,
    attempt_count: delivery.attemptCount,
    last_status: lastStatus,
    last_error: lastError,
    next_attempt: presentDue(delivery.due),
    created_at: formatInstant(delivery.createdAtMs),
    ended_at: delivery.endedAtMs === null ? null : formatInstant(delivery.endedAtMs),
  };
}

/** Converts a delivery with its event and attempts. */
export function presentDetail(
  delivery: Delivery,
  body: string | null,
  attempts: readonly DeliveryAttempt[],
): SandboxSchemas['DeliveryDetail'] {
  return { ...presentDelivery(delivery), body, attempts: attempts.map(presentAttempt) };
}

/** Converts an attempt. */
export function presentAttempt(attempt: DeliveryAttempt): SandboxSchemas['Attempt'] {
  const { request, response, error, timings } = attempt;
  return {
    number: attempt.n,
    trigger: attempt.trigger,
    due_at: formatInstant(attempt.atMs),
    sent_at: formatRealInstant(attempt.sentAtMs),
    request: {
      url: request.url,
      headers: request.headers,
      body_bytes: request.bodyBytes,
      body_sha256: request.bodySha256,
      signing: {
        timestamp: request.signing.timestampSeconds,
        signatures: request.signing.signatures.map(({ keyFingerprint, signature }) => ({
          fingerprint: keyFingerprint,
          signature,
        })),
      },
    },
    response:
      response === null
        ? null
        : {
            status: response.status,
            status_text: response.statusText,
            headers: response.headers,
            body: response.body,
            truncated: response.isTruncated,
          },
    error: error === null ? null : { code: error.code, message: error.message },
    timings_ms: {
      dns: timings.dns,
      connect: timings.connect,
      tls: timings.tls,
      first_byte: timings.firstByte,
      total: timings.total,
    },
    next_attempt: presentDue(attempt.next),
  };
}

function presentDue(due: Due | null): SandboxSchemas['NextAttempt'] | null {
  if (due === null) return null;
  return { clock: due.clock, at: due.clock === 'real' ? formatRealInstant(due.atMs) : formatInstant(due.atMs) };
}

/** Formats an instant of the real clock with milliseconds, because attempts can be less than a second apart. */
export const formatRealInstant = (ms: number): string => new Date(ms).toISOString();
