import { parseInstant } from '../../../../base/durations.ts';
import { formatInstant } from '../../../../base/formats.ts';
import { type Fault, type ProblemReply, problem } from '../../../problems/problem.ts';
import { type PastFault, type PastMoment, parsePosition } from '../../../world/fold/find-past.ts';
import { sandboxMs } from '../../../world/state/time.ts';
import { type Call, isForControlPlane } from '../../exchange/call.ts';
import type { Decision } from '../../exchange/decision.ts';

const HEADER = 'Fleetkit-As-Of';

/**
 * Replaces the scope of a read with that of the moment that the client chose. Follows the decisions about ids and privileges, so
 * that a resource must be visible now and then. Gap http.as_of.
 */
export const seePast: Decision = (call) => {
  if (!isOfPast(call) || call.scope === undefined) return undefined;
  const moment = parseMoment(call.headers['fleetkit-as-of'] ?? '');
  if (moment === undefined)
    return rejectMoment({
      code: 'wrong_format',
      detail: 'Expected an instant, such as 2026-11-02T15:00:00Z, or a position of the journal, such as 3.',
    });
  const scope = call.scope.asOf(moment);
  if ('reason' in scope) return rejectMoment({ code: 'out_of_range', detail: describePastFault(scope) });
  call.scope = scope;
  return undefined;
};

/** Whether the call reads the past. Writes, the control plane and public operations ignore the header. */
export const isOfPast = (call: Call): boolean =>
  call.headers['fleetkit-as-of'] !== undefined &&
  call.method === 'GET' &&
  call.scope !== undefined &&
  !isForControlPlane(call);

/** Parses an instant or a position; undefined for any other text. */
export function parseMoment(text: string): PastMoment | undefined {
  const position = parsePosition(text);
  if (position !== undefined) return { position };
  const atMs = parseInstant(text);
  return atMs === undefined ? undefined : { atMs: sandboxMs(atMs) };
}

/** Returns the expected moments, as a sentence. */
export function describePastFault(fault: PastFault): string {
  const limit = 'atMs' in fault ? formatInstant(fault.atMs) : `position ${fault.position}`;
  switch (fault.reason) {
    case 'before_reset':
      return `Expected ${limit} or later: the latest reset, import or fork, or the start, was then.`;
    case 'unknown_position':
      return `Expected a position up to the last one, ${fault.position}.`;
    default:
      return `Expected ${limit} or earlier: the sandbox clock shows that instant.`;
  }
}

function rejectMoment(fault: Omit<Fault, 'header'> & { readonly detail: string }): ProblemReply<400> {
  return problem(400, 'invalid_parameter', {
    detail: `The header ${HEADER}: ${fault.detail}`,
    errors: [{ header: HEADER, ...fault }],
  });
}
