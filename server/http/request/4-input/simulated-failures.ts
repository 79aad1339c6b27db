import { wait } from '../../../../base/real-time.ts';
import type { ProblemCode } from '../../../../spec/index.ts';
import type { ReachedLimit } from '../../../limits/held-counts.ts';
import { type ProblemReply, problem } from '../../../problems/problem.ts';
import type { ReplyCheck } from '../../check/reply-check.ts';
import { refuseHeld } from '../../edge/capacity.ts';
import { type Call, getOperationId, isForControlPlane, type Place } from '../../exchange/call.ts';
import type { Decision, Refusal } from '../../exchange/decision.ts';
import { readPreferences } from './preferences.ts';

/**
 * Delays the reply or returns the error status that the client chose with `Prefer`, if the operation declares it. Refuses with 429
 * when too many requests wait. Gap http.prefer.
 */
export function applyPreferences(check: ReplyCheck): Decision {
  return (call) => {
    const { prefer } = call.headers;
    if (prefer === undefined || isForControlPlane(call)) return undefined;
    const preferences = readPreferences(prefer);
    if ('problem' in preferences) return preferences;
    const { code, delayMs } = preferences;
    const apply = (): Refusal => (code === undefined ? undefined : applyCode(call, code, check));
    if (delayMs === 0) return apply();
    return delay(call.place, delayMs).then((reached) => {
      if (reached !== undefined) return refuseHeld(reached);
      if (code === undefined) call.replyHeaders.push('Preference-Applied', `delay=${delayMs}`);
      return apply();
    });
  };
}

function applyCode(call: Call, code: number, check: ReplyCheck): Refusal {
  if (!check.declares(getOperationId(call), code) || (code >= 300 && code < 400)) return rejectUndeclared(code);
  if (code < 300) return undefined;
  call.replyHeaders.push('Preference-Applied', `code=${code}`);
  return simulateProblem(code);
}

/**
 * Waits, and counts one delayed request of the caller until the end, even if the client leaves before. At a limit, returns it
 * without waiting.
 */
async function delay(place: Place | undefined, delayMs: number): Promise<ReachedLimit | undefined> {
  const reached = place?.delayedRequests.take(place.caller);
  if (reached !== undefined) return reached;
  await wait(delayMs);
  place?.delayedRequests.release(place.caller);
  return undefined;
}

/** Problem code for each status. For a status with several codes, the most common one. */
const codeOfStatus: Readonly<Record<number, ProblemCode>> = {
  400: 'invalid_parameter',
  401: 'invalid_api_key',
  403: 'insufficient_privilege',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  408: 'request_timeout',
  409: 'idempotency_in_progress',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'validation_failed',
  429: 'rate_limited',
  431: 'headers_too_large',
  500: 'internal_error',
  503: 'service_unavailable',
  507: 'insufficient_storage',
};

function simulateProblem(status: number): ProblemReply {
  const code = codeOfStatus[status] ?? 'internal_error';
  return problem(status, code, { detail: `Requested with Prefer: code=${status}.` });
}

function rejectUndeclared(code: number): ProblemReply<400> {
  const expected = `Expected an error status that the operation declares; ${code} is not one.`;
  return problem(400, 'invalid_parameter', {
    detail: `The preference code of the header Prefer: ${expected}`,
    errors: [{ header: 'Prefer', code: 'unknown_value', detail: expected }],
  });
}
