import type { Destination } from '../../world/state/destinations.ts';
import type { AttemptErrorCode, DeliveryAttempt } from '../delivery.ts';

/**
 * Returns hints on the result of a sample, the most likely cause first. @see gap destinations.test
 */
export function listHints(
  { response, error }: DeliveryAttempt,
  { status, disabledReason }: Destination,
): readonly string[] {
  const ofAnswer =
    error === null ? [] : [error.message, ...HINTS_BY_ERROR[error.code], ...listStatusHints(error.code, response)];
  return [...ofAnswer, ...listStateHints(status, disabledReason)];
}

function listStatusHints(code: AttemptErrorCode, response: DeliveryAttempt['response']): readonly string[] {
  const status = response?.status ?? null;
  if (code !== 'status' || status === null) return [];
  if (status === 400 || status === 401 || status === 403)
    return [
      'Most likely the receiver does not accept the signature. Does it have the secret of this destination?',
      'Does it verify the received bytes? A body that was parsed and serialised again does not match. fleetkit deliveries explain shows the difference.',
      'fleetkit receiver check tests the handler with a dozen deliveries and reports its faults.',
    ];
  if (status === 404 || status === 405)
    return ['A server responds at this address, but not at this path or not to POST.'];
  if (status === 410)
    return ['A response of 410 to a delivery disables the destination; a response to a sample does not.'];
  if (status === 413) return ['The size limit of the receiver is below the size of an event. 32 KiB are enough.'];
  if (status === 415) return ['Deliveries are sent as application/json.'];
  if (status === 429)
    return ['The receiver limits the rate. For deliveries, the sandbox waits as long as Retry-After requests.'];
  if (status >= 500) return ['The handler failed. Send the response first and do the work afterwards.'];
  return [];
}

const HINTS_BY_ERROR: Readonly<Record<AttemptErrorCode, readonly string[]>> = {
  status: [],
  redirect: ['Register the target of the redirect as the address.'],
  dns_failed: ['Is the name spelled right, and known where the sandbox runs?'],
  address_not_allowed: [],
  connect_refused: ['Is the receiver running, and on this port? In a container, localhost is the container itself.'],
  connect_timeout: ['A firewall that drops packets looks like this.'],
  tls_failed: ['Does the receiver use https, and does the sandbox trust its certificate?'],
  connection_reset: ['The receiver closed the connection: its log may show the reason.'],
  response_timeout: [
    'Send the response first and do the work afterwards. The whole response must arrive within 15 seconds.',
  ],
  body_timeout: ['The response started but did not end. An empty body is enough.'],
  invalid_response: ['Is the receiver an HTTP server? Expected HTTP/1.1 with a status from 200 to 599.'],
  listener_failed: ['Is the program running that the listener forwards to?'],
};

function listStateHints(status: Destination['status'], reason: Destination['disabledReason']): readonly string[] {
  if (status === 'paused') return ['The destination is paused: events wait until it is resumed.'];
  return status === 'disabled'
    ? [`The destination is disabled (${reason}): events are skipped until it is enabled.`]
    : [];
}
