import { codeOfStatus } from '../../../problems/code-of-status.ts';
import { type ProblemReply, problem } from '../../../problems/problem.ts';
import type { ReplyCheck } from '../../check/reply-check.ts';
import { refuseHeld } from '../../edge/capacity.ts';
import { type Call, getOperationId, isForControlPlane } from '../../exchange/call.ts';
import type { Decision, Refusal } from '../../exchange/decision.ts';
import { delayCall } from '../../exchange/delay-call.ts';
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
    return delayCall(call.place, delayMs).then((reached) => {
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
