import type { RequestHandler, Response } from 'express';
import { type OperationId, operations } from '../../spec/index.ts';
import { callOf, hostOf, serviceOperationOf } from './call.ts';
import { acceptedMediaType } from './negotiation.ts';
import type { ReplyCache } from './reply-cache.ts';
import type { ReplyCheck } from './reply-check.ts';
import type { Sandbox } from './sandbox.ts';
import { sendRepresentation } from './send.ts';

/**
 * Answers a repeated read without a handler. Everything that decides the bytes is in the key: who asks, what, in which
 * representation, at which instant and position. Also sets how long others may keep the answer.
 */
export function answerFromCache(sandbox: Sandbox, cache: ReplyCache, check: ReplyCheck): RequestHandler {
  return (request, response, next) => {
    const call = callOf(response);
    const operationId = serviceOperationOf(call);
    if (operationId === undefined) {
      next();
      return;
    }
    setCaching(operationId, response);
    if (call.method !== 'GET' || call.deviations.length > 0) {
      next();
      return;
    }

    const seenFrom = call.scope ?? sandbox.publicView('');
    const viewer = call.scope === undefined ? `host ${hostOf(request)}` : `user ${call.scope.user.userId}`;
    const mediaType = acceptedMediaType(operationId, request);
    if (mediaType === undefined) {
      next(); // to the refusal
      return;
    }
    call.cacheKey = `${viewer} ${call.path}?${inOrder(call.queryString)} ${mediaType} ${seenFrom.nowMs} ${call.scope?.position ?? 0} ${call.scope?.key.key ?? ''}`;
    const plain = cache.get(call.cacheKey);
    if (plain === undefined) next();
    else sendRepresentation(request, response, { plain, check, cache, nowMs: sandbox.clocks().realMs });
  };
}

/** Returns the parameters in one order: a reply does not depend on it, since no parameter may be given twice. */
const inOrder = (queryString: string): string =>
  queryString.includes('&') ? queryString.split('&').filter(Boolean).sort().join('&') : queryString;

/** What needs a key is private to it; the public operations may be kept by any cache. */
function setCaching(operationId: OperationId, response: Response): void {
  const { isPublic } = operations[operationId];
  const isFeed = operationId === 'getAccountFeed' || operationId === 'getTerminalFeed';
  response.locals.vary = isPublic ? 'Accept, Accept-Encoding' : 'X-API-Key, Accept, Accept-Encoding';
  response.setHeader('Cache-Control', cacheControl(operationId, isPublic, isFeed));
}

function cacheControl(operationId: string, isPublic: boolean, isFeed: boolean): string {
  if (isPublic) return `public, max-age=${operationId === 'getPublicOpenapi' ? 300 : 60}`;
  return isFeed ? 'private, max-age=60' : 'private, no-cache';
}
