import type { ListenReporter, ReportedAttempt } from './reporter.ts';

/** Prints attempts and notices as one JSON object per line; `kind` distinguishes them. */
export function createJsonReporter(out: (line: string) => void, now: () => number): ListenReporter {
  return {
    attempt: (attemptReport) => out(JSON.stringify(presentAttempt(attemptReport))),
    notice: (kind, message, more = {}) => out(JSON.stringify({ kind, at: toIsoInstant(now()), message, ...more })),
  };
}

/** Returns an attempt with the member names of the control plane. */
export function presentAttempt({
  fetched,
  incidentState: turn,
  answer,
  signature,
  isForwardedNow,
  delivery,
  atMs,
}: ReportedAttempt): object {
  const { status, headers = {}, body = '', truncated = false, error = null, total_ms: totalMs } = answer;
  return {
    kind: 'attempt',
    at: toIsoInstant(atMs),
    delivery_id: fetched.delivery_id,
    attempt: fetched.attempt,
    trigger: fetched.trigger,
    event_id: fetched.event_id,
    type: fetched.type,
    incident_state: turn,
    account_id: fetched.account_id,
    terminal_id: fetched.terminal_id,
    happened_at: fetched.happened_at,
    is_test: fetched.is_test,
    forwarded: isForwardedNow,
    request: { headers: removeCredentials(fetched.headers), body: fetched.body },
    response: status === undefined ? null : { status, headers, body, truncated },
    error,
    total_ms: totalMs,
    signature: { verified: signature.isVerified, code: signature.code, message: signature.message },
    reported: delivery !== null,
    state: delivery?.state ?? null,
    next_attempt: delivery?.next_attempt ?? null,
  };
}

/** The custom headers of the destination may be credentials, so they are omitted. */
const removeCredentials = (headers: Readonly<Record<string, string>>): object =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, DELIVERY_HEADER.test(name) ? value : '***']),
  );

const DELIVERY_HEADER = /^(content-type|user-agent|webhook-.*|x-sandbox-.*)$/;

const toIsoInstant = (ms: number): string => new Date(ms).toISOString();
