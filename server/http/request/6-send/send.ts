import { type AnyProblemCode, notFound, type ProblemReply, problem, RefusedRequest } from '../../../problem.ts';
import { JSON_MEDIA_TYPE, type ReplyBytes, serialiseJson, toByteString } from '../../../serialisers/json.ts';
import { type AnyProblem, PROBLEM_MEDIA_TYPE, presentProblem } from '../../../serialisers/problem-json.ts';
import { toStorageProblem } from '../../../storage/storage-fault.ts';
import { WorldDeleted } from '../../../storage/world-deleted.ts';
import type { RealMs } from '../../../world/state/time.ts';
import type { ReplyCheck } from '../../check/reply-check.ts';
import { prefersGzip } from '../../exchange/accepted-forms.ts';
import { type Call, getCall, isForControlPlane, readHeader } from '../../exchange/call.ts';
import type { HttpResponse } from '../../exchange/middleware.ts';
import { isNotModified } from '../5-answer/conditional.ts';
import type { ReplyCache, Representation } from '../5-answer/reply-cache.ts';

/** Smaller bodies are not compressed. */
const COMPRESSED_FROM_BYTES = 1024;

/** A representation and its context. */
export interface Sendable {
  readonly plain: Representation;
  readonly check: ReplyCheck;
  readonly cache: ReplyCache;
  readonly nowMs: RealMs;
}

/** Sends a validated representation of a read: 304 if the client has it, compressed if the client accepts that. */
export function sendRepresentation(response: HttpResponse, { plain, check, cache, nowMs }: Sendable): void {
  const representation = mayCompress(plain, readHeader(response.req, 'accept-encoding'))
    ? cache.getCompressed(getCall(response).cacheKey, plain)
    : plain;
  response.setHeader('ETag', representation.etag);
  response.setHeader('Vary', response.locals.vary ?? 'Accept, Accept-Encoding');
  const { lastModifiedMs } = representation;
  if (lastModifiedMs !== undefined)
    response.setHeader('Last-Modified', new Date(Math.min(lastModifiedMs, nowMs)).toUTCString());

  const client = {
    ifNoneMatch: readHeader(response.req, 'if-none-match'),
    ifModifiedSince: readHeader(response.req, 'if-modified-since'),
  };
  const notModified = representation.status === 200 && isNotModified(client, representation);
  response.statusCode = notModified ? 304 : representation.status;
  if (!hasDeclaredHeaders(response, check)) return;
  if (notModified) {
    response.end();
    return;
  }
  response.setHeader('Content-Type', representation.contentType);
  if (representation !== plain) response.setHeader('Content-Encoding', 'gzip');
  sendBytes(response, representation.bytes);
}

/** Whether a representation is large enough to compress, and the client accepts that. */
export const mayCompress = ({ bytes }: Representation, acceptEncoding: string | undefined): boolean =>
  bytes.length >= COMPRESSED_FROM_BYTES && prefersGzip(acceptEncoding);

/** A JSON reply to a write. */
export interface JsonReply {
  readonly status: number;
  readonly body: unknown;
}

/** Sends an uncached JSON body: the reply to a write. */
export function sendJson(response: HttpResponse, { status, body }: JsonReply, check: ReplyCheck): void {
  response.statusCode = status;
  if (!hasDeclaredHeaders(response, check)) return;
  response.setHeader('Content-Type', JSON_MEDIA_TYPE);
  sendBytes(response, toByteString(serialiseJson(body)));
}

/** Validates a refusal and sends it as problem+json. */
export function sendProblem(response: HttpResponse, reply: ProblemReply, check: ReplyCheck): void {
  const call = getCall(response);
  const body = presentProblem(reply, { instance: call.shownPath, requestId: call.requestId });
  call.problem = body;
  const fault = findProblemFault(call, { status: reply.status, body }, check);
  if (fault !== undefined) {
    sendDefect(response, new Error(`a problem reply violates the contract: ${fault}`), check);
    return;
  }
  response.statusCode = reply.status;
  if (reply.closesConnection === true) response.shouldKeepAlive = false;
  response.setHeader('Content-Type', PROBLEM_MEDIA_TYPE);
  response.setHeader('Cache-Control', 'no-store');
  if (reply.status === 401)
    response.setHeader(
      'WWW-Authenticate',
      isForControlPlane(call) ? 'Bearer realm="sandbox"' : 'ApiKey realm="portal"',
    );
  if (reply.status === 405) response.setHeader('Allow', (reply.problem.allowed ?? []).join(', '));
  if (reply.status === 429 || reply.status === 503)
    response.setHeader('Retry-After', String(reply.problem.retry_after_seconds ?? 1));
  if (call.route !== undefined && !hasDeclaredHeaders(response, check)) return;
  sendBytes(response, toByteString(serialiseJson(body)));
}

/**
 * Answers an exception: with the reason if a write could not or must not be stored and the operation declares that,
 * otherwise 500 without details. The log has the details under the request id.
 */
export function sendDefect(response: HttpResponse, defect: unknown, check: ReplyCheck): void {
  const call = getCall(response);
  const known = call.defect;
  if (!(defect instanceof RefusedRequest)) call.defect = known ?? defect;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of ['ETag', 'Last-Modified', 'Content-Encoding', 'Vary']) response.removeHeader(name);
  if (known === undefined) {
    sendProblem(response, findRefusal(call, defect, check) ?? problem(500, 'internal_error'), check);
    return;
  }
  response.statusCode = 500; // the 500 problem itself is invalid: send no body
  response.end();
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
  if (call.appliedMisbehaviours.size > 0) return undefined; // violated on purpose; the log names the misbehaviour
  return call.route === undefined || UNDECLARED.has(body.code)
    ? check.findProblemFault(isForControlPlane(call) ? 'sandbox' : 'service', body)
    : check.findFault(call.route.operationId, { status, mediaType: 'application/problem+json', body });
}

function hasDeclaredHeaders(response: HttpResponse, check: ReplyCheck): boolean {
  const call = getCall(response);
  if (call.route === undefined || call.appliedMisbehaviours.size > 0) return true;
  const fault = check.findHeaderFault(call.route.operationId, response.statusCode, (name) => response.getHeader(name));
  if (fault === undefined) return true;
  sendDefect(response, new Error(`a reply violates the contract: ${fault}`), check);
  return false;
}

function sendBytes(response: HttpResponse, bytes: ReplyBytes): void {
  response.setHeader('Content-Length', bytes.length);
  if (response.req.method === 'HEAD') response.end();
  else response.end(String(bytes), 'latin1');
}
