import type { Destination } from '../../world/destinations.ts';
import type { Attempt, AttemptErrorCode } from '../delivery.ts';

/** What the answer to a sample means and what to look at, most likely first. @see gap destinations.test */
export function hintsFor({ response, error }: Attempt, { status, disabledReason }: Destination): readonly string[] {
  const ofAnswer = error === null ? [] : [error.message, ...ofErrors[error.code], ...ofStatus(error.code, response)];
  return [...ofAnswer, ...ofState(status, disabledReason)];
}

function ofStatus(code: AttemptErrorCode, response: Attempt['response']): readonly string[] {
  const status = response?.status ?? null;
  if (code !== 'status' || status === null) return [];
  if (status === 400 || status === 401 || status === 403)
    return [
      'Most likely the receiver does not accept the signature. Does it have the secret of this destination?',
      'Does it verify the bytes as they came? A body that was parsed and written again does not match: fleetkit deliveries explain shows the difference.',
      'fleetkit receiver check tries the handler with a dozen deliveries, and says what is wrong with it.',
    ];
  if (status === 404 || status === 405) return ['Something answers there, but not at this path, or not to POST.'];
  if (status === 410) return ['A delivery that is answered 410 disables its destination; a sample does not.'];
  if (status === 413) return ['The receiver takes less than an event has; 32 KiB are enough.'];
  if (status === 415) return ['Deliveries are sent as application/json.'];
  if (status === 429) return ['The receiver limits the rate; Retry-After would be respected.'];
  if (status >= 500) return ['The handler failed. Answer first, and do the work afterwards.'];
  return [];
}

const ofErrors: Readonly<Record<AttemptErrorCode, readonly string[]>> = {
  status: [],
  redirect: ['Register the address that the redirect leads to.'],
  dns_failed: ['Is the name spelled right, and known where the sandbox runs?'],
  address_not_allowed: [],
  connect_refused: ['Is the receiver running, and on this port? In a container, localhost is the container itself.'],
  connect_timeout: ['A firewall that drops packets looks like this.'],
  tls_failed: ['Is it https at all, and is the certificate one that the sandbox trusts?'],
  connection_reset: ['The receiver closed the connection: its log may say why.'],
  response_timeout: ['Answer first, and do the work afterwards: the whole response has to come within 15 seconds.'],
  body_timeout: ['The answer began and did not end. An empty body is enough.'],
  invalid_response: ['Is it an HTTP server that listens there? Expected HTTP/1.1 with a status from 200 to 599.'],
  listener_failed: ['Is the program running to which the listener forwards?'],
};

function ofState(status: Destination['status'], reason: Destination['disabledReason']): readonly string[] {
  if (status === 'paused') return ['The destination is paused: events wait until it is resumed.'];
  return status === 'disabled'
    ? [`The destination is disabled (${reason}): events are skipped until it is enabled.`]
    : [];
}
