import {
  type AnyProblemCode,
  notFound,
  type ProblemReply,
  problem,
  RefusedRequest,
} from '../../../problems/problem.ts';
import { JSON_MEDIA_TYPE, serialiseJson, toByteString } from '../../../serialisers/json.ts';
import { type AnyProblem, PROBLEM_MEDIA_TYPE, presentProblem } from '../../../serialisers/problem-json.ts';
import { toStorageProblem } from '../../../storage/storage-fault.ts';
import { WorldDeleted } from '../../../storage/world-deleted.ts';
import type { ReplyCheck } from '../../check/reply-check.ts';
import { type Call, getServiceOperationId, isForControlPlane } from '../../exchange/call.ts';
import type { FinalReply } from '../../exchange/final-reply.ts';
import { findHeaderFault, formatCacheControl } from './read.ts';

/* Makes final replies from those of handlers, from refusals and from defects. */

/** A JSON reply to a write or an operation of the control plane. */
export interface JsonReply {
  readonly status: number;
  readonly body: unknown;
}

/** Returns the final reply with a JSON body, which is not cached. */
export function finishJson(call: Call, { status, body }: JsonReply, check: ReplyCheck): FinalReply {
  const bytes = toByteString(serialiseJson(body));
  const operationId = getServiceOperationId(call);
  const caching = operationId === undefined ? 'no-store' : formatCacheControl(operationId);
  return checkHeaders(call, check, {
    status,
    headers: ['Cache-Control', caching, 'Content-Type', JSON_MEDIA_TYPE, 'Content-Length', String(bytes.length)],
    body: bytes,
  });
}

/** Returns the final reply of a refusal, which is a validated problem document. */
export function finishProblem(call: Call, reply: ProblemReply, check: ReplyCheck): FinalReply {
  const { requestId, basePath, sentPrefix, shownPath } = call;
  const body = presentProblem(reply, { instance: `${sentPrefix}${shownPath}`, requestId, basePath });
  call.problem = body;
  const fault = findProblemFault(call, { status: reply.status, body }, check);
  if (fault !== undefined)
    return finishDefect(call, new Error(`a problem reply violates the contract: ${fault}`), check);
  const bytes = toByteString(serialiseJson(body));
  return checkHeaders(call, check, {
    status: reply.status,
    headers: [
      ...['Content-Type', PROBLEM_MEDIA_TYPE, 'Cache-Control', 'no-store'],
      ...listHeadersOfStatus(call, reply),
      ...['Content-Length', String(bytes.length)],
    ],
    body: bytes,
    closesConnection: reply.closesConnection === true,
  });
}

function listHeadersOfStatus(call: Call, { status, problem: document }: ProblemReply): readonly string[] {
  switch (status) {
    case 401:
      return ['WWW-Authenticate', isForControlPlane(call) ? 'Bearer realm="sandbox"' : 'ApiKey realm="portal"'];
    case 405:
      return ['Allow', (document.allowed ?? []).join(', ')];
    case 429:
    case 503:
      return ['Retry-After', String(document.retry_after_seconds ?? 1)];
    default:
      return [];
  }
}

/**
 * Returns the final reply to an exception: with the reason if a write could not or must not be stored and the operation declares that,
 * otherwise 500 without details. The log has the details under the request id.
 */
export function finishDefect(call: Call, defect: unknown, check: ReplyCheck): FinalReply {
  const known = call.defect;
  if (!(defect instanceof RefusedRequest)) call.defect = known ?? defect;
  if (known === undefined)
    return finishProblem(call, findRefusal(call, defect, check) ?? problem(500, 'internal_error'), check);
  return { status: 500, headers: [], body: '' }; // the 500 problem itself is invalid
}

/** Returns the refusal that an exception states, if the operation declares its status. */
function findRefusal({ route }: Call, defect: unknown, check: ReplyCheck): ProblemReply | undefined {
  const refusal = defect instanceof RefusedRequest ? defect.reply : (findDeletion(defect) ?? toStorageProblem(defect));
  return refusal !== undefined && route !== undefined && check.declares(route.operationId, refusal.status)
    ? refusal
    : undefined;
}

const findDeletion = (defect: unknown): ProblemReply | undefined =>
  defect instanceof WorldDeleted ? notFound() : undefined;

/** Codes of problems that any path can return. No operation declares them, so only their schema is checked. */
const UNDECLARED: ReadonlySet<AnyProblemCode> = new Set(['malformed_request', 'request_timeout', 'headers_too_large']);

function findProblemFault(
  call: Call,
  { status, body }: { readonly status: number; readonly body: AnyProblem },
  check: ReplyCheck,
): string | undefined {
  if (call.appliedMisbehaviours.length > 0) return undefined; // violated on purpose; the log names the misbehaviour
  return call.route === undefined || UNDECLARED.has(body.code)
    ? check.findProblemFault(isForControlPlane(call) ? 'sandbox' : 'service', body)
    : check.findFault(call.route.operationId, { status, mediaType: 'application/problem+json', body });
}

function checkHeaders(call: Call, check: ReplyCheck, reply: FinalReply): FinalReply {
  const fault = findHeaderFault(call, reply, check);
  return fault === undefined ? reply : finishDefect(call, new Error(`a reply violates the contract: ${fault}`), check);
}
