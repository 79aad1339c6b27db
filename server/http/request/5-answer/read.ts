import { type OperationId, operations } from '../../../../spec/index.ts';
import type { ProblemReply } from '../../../problems/problem.ts';
import type { Sandbox } from '../../../sandbox.ts';
import type { ReplyCheck } from '../../check/reply-check.ts';
import { negotiateMediaType, prefersGzip } from '../../exchange/accepted-forms.ts';
import { type Call, getQueueOwner, recordMisbehaviour, requireServiceOperationId } from '../../exchange/call.ts';
import { type FinalReply, findHeader, type HeaderList } from '../../exchange/final-reply.ts';
import type { MisbehaviourContext } from '../../exchange/misbehaviours.ts';
import { readHost } from '../../exchange/request-headers.ts';
import type { Work } from '../../exchange/work-queue.ts';
import type { CrossOrigin } from '../1-start/cross-origin.ts';
import { listServiceHeaders } from '../1-start/headers.ts';
import { isOfPast } from '../4-input/as-of.ts';
import { callHandler, type HandlerReply } from './call-handler.ts';
import { isNotModified } from './conditional.ts';
import type { ModificationTimes } from './modification-times.ts';
import type { ReadReply, ReplyCache } from './reply-cache.ts';
import { represent } from './represent.ts';
import { compress, mayCompress } from './representation.ts';

export interface ReadDependencies {
  readonly sandbox: Sandbox;
  readonly check: ReplyCheck;
  readonly cache: ReplyCache;
  /** Runs expensive handlers in slices. */
  readonly queue: Work;
  readonly changes: ModificationTimes;
  readonly crossOrigin: CrossOrigin;
}

/** The reply to a read, or its refusal by the handler. */
type Answer = FinalReply | ProblemReply;

/** Answers reads of the service whose decisions were made. */
export class Reads {
  readonly #dependencies: ReadDependencies;
  readonly #serviceHeaders: HeaderList;

  constructor(dependencies: ReadDependencies) {
    this.#dependencies = dependencies;
    this.#serviceHeaders = listServiceHeaders(dependencies.crossOrigin);
  }

  /**
   * Returns the reply to a read: from the cache, or else from its handler, validated against the contract. Answers at once unless the
   * handler is slow. Throws if the reply violates the contract.
   */
  answer(call: Call): Answer | Promise<Answer> {
    const { sandbox, cache, queue } = this.#dependencies;
    const key = call.activeMisbehaviours.length > 0 ? undefined : this.#formatKey(call);
    const known = key === undefined ? undefined : cache.find(key);
    if (known !== undefined) return selectForClient(call, known);
    const seenFrom = call.scope ?? sandbox.openPublicView(readHost(call.headers));
    const made = queue.run(getQueueOwner(call), () => this.#alter(call, callHandler(call, seenFrom)), call.answerByMs);
    return made instanceof Promise
      ? made.then((reply) => this.#finish(call, key, reply))
      : this.#finish(call, key, made);
  }

  /** Returns a text that is equal only for reads with the same reply, apart from conditions. */
  #formatKey(call: Call): string {
    const { sandbox } = this.#dependencies;
    const { scope, headers, path, query } = call;
    const viewer = scope === undefined ? `host ${readHost(headers)}` : scope.key.key;
    const mediaType = negotiateMediaType(requireServiceOperationId(call), headers.accept) ?? '';
    const encoding = prefersGzip(headers['accept-encoding']) ? 'gzip' : '';
    const snapshot = scope === undefined ? `${sandbox.now()}` : `${scope.nowMs} ${scope.position}`;
    const age = isOfPast(call) ? 'past' : '';
    return `${sandbox.world.name} ${viewer} ${path} ${JSON.stringify(query)} ${mediaType} ${encoding} ${snapshot} ${age}`;
  }

  #alter(call: Call, original: HandlerReply | ProblemReply): HandlerReply | ProblemReply {
    if (call.activeMisbehaviours.length === 0) return original;
    const context: MisbehaviourContext = {
      operationId: requireServiceOperationId(call),
      query: call.query,
      existsSomewhere: () => this.#dependencies.sandbox.hasResource(call.pathParameters),
    };
    return call.activeMisbehaviours.reduce((before, { name, reply }) => {
      const altered = reply?.(before, context) ?? before;
      if (altered !== before) recordMisbehaviour(call, name);
      return altered;
    }, original);
  }

  #finish(call: Call, key: string | undefined, reply: HandlerReply | ProblemReply): Answer {
    if ('problem' in reply) return reply;
    const { sandbox, check, cache, changes, crossOrigin } = this.#dependencies;
    const operationId = requireServiceOperationId(call);
    const nowMs = sandbox.readClocks().realMs;
    const plain = represent(call, operationId, { reply, check, changes, nowMs });
    if (typeof plain === 'string') throw new Error(`a reply violates the contract: ${plain}`);
    const isCompressed = mayCompress(plain, call.headers['accept-encoding']);
    const { status, bytes, contentType, etag, lastModifiedMs } = isCompressed ? compress(plain) : plain;
    const headers = [
      ...this.#serviceHeaders,
      'Cache-Control',
      isOfPast(call) ? 'no-store' : formatCacheControl(operationId),
      'ETag',
      etag,
      'Vary',
      `${formatVary(operationId)}${crossOrigin.varies ? ', Origin' : ''}`,
    ];
    if (lastModifiedMs !== undefined)
      headers.push('Last-Modified', new Date(Math.min(lastModifiedMs, nowMs)).toUTCString());
    const commonHeaders = headers.length;
    headers.push('Content-Type', contentType);
    if (isCompressed) headers.push('Content-Encoding', 'gzip');
    headers.push('Content-Length', String(bytes.length));
    const made: ReadReply = { status, headers, commonHeaders, body: bytes, etag, lastModifiedMs };
    const fault = findHeaderFault(call, made, check);
    if (fault !== undefined) throw new Error(`a reply violates the contract: ${fault}`);
    const isLasting = lastModifiedMs === undefined || lastModifiedMs <= nowMs; // otherwise Last-Modified follows the clock
    if (key !== undefined && isLasting) cache.offer(key, made);
    return selectForClient(call, made);
  }
}

const NO_BODY = '';

/** Returns the reply itself, or 304 if the client has it. */
function selectForClient({ headers }: Call, reply: ReadReply): FinalReply {
  const { 'if-none-match': ifNoneMatch, 'if-modified-since': ifModifiedSince } = headers;
  return reply.status === 200 && isNotModified({ ifNoneMatch, ifModifiedSince }, reply)
    ? { status: 304, headers: reply.headers.slice(0, reply.commonHeaders), body: NO_BODY }
    : reply;
}

/** Returns how the headers of a reply violate the contract. */
export function findHeaderFault(
  { route, appliedMisbehaviours, requestId, replyHeaders }: Call,
  { status, headers }: Pick<FinalReply, 'status' | 'headers'>,
  check: ReplyCheck,
): string | undefined {
  if (route === undefined || appliedMisbehaviours.length > 0) return undefined;
  const find = (name: string): string | undefined =>
    name === 'x-request-id' ? requestId : (findHeader(headers, name) ?? findHeader(replyHeaders, name));
  return check.findHeaderFault(route.operationId, status, find);
}

/** Returns the value of `Vary` for a read. */
const formatVary = (operationId: OperationId): string =>
  operations[operationId].isPublic ? 'Accept, Accept-Encoding' : 'X-API-Key, Accept, Accept-Encoding, Fleetkit-As-Of';

/** Returns the value of `Cache-Control`: replies that require a key are private, those of public operations are for any cache. */
export function formatCacheControl(operationId: OperationId): string {
  if (operations[operationId].isPublic) return `public, max-age=${operationId === 'getPublicOpenapi' ? 300 : 60}`;
  const isFeed = operationId === 'getAccountFeed' || operationId === 'getTerminalFeed';
  return isFeed ? 'private, max-age=60' : 'private, no-cache';
}
