import { type OperationId, operations } from '../../../../spec/index.ts';
import type { Sandbox } from '../../../sandbox.ts';
import type { ReplyCheck } from '../../check/reply-check.ts';
import { negotiateMediaType } from '../../exchange/accepted-forms.ts';
import { getCall, getServiceOperationId, readHost } from '../../exchange/call.ts';
import type { HttpResponse, Middleware } from '../../exchange/middleware.ts';
import { sendRepresentation } from '../6-send/send.ts';
import type { ReplyCache } from './reply-cache.ts';

export interface CacheDependencies {
  readonly sandbox: Sandbox;
  readonly cache: ReplyCache;
  readonly check: ReplyCheck;
}

/**
 * Answers a repeated read from the cache, without calling a handler. The cache key contains everything that determines
 * the bytes: world, viewer, path, query, media type, instant and position. Also sets `Cache-Control`.
 */
export function respondFromCache({ sandbox, cache, check }: CacheDependencies): Middleware {
  return (request, response, next) => {
    const call = getCall(response);
    const operationId = getServiceOperationId(call);
    if (operationId === undefined) {
      next();
      return;
    }
    setCaching(operationId, response);
    if (call.method !== 'GET' || call.activeMisbehaviours.length > 0) {
      next();
      return;
    }

    const seenFrom = call.scope ?? sandbox.openPublicView('');
    const viewer = call.scope === undefined ? `host ${readHost(request)}` : `user ${call.scope.user.userId}`;
    const mediaType = negotiateMediaType(operationId, request.headers.accept);
    if (mediaType === undefined) {
      next(); // the next step refuses it
      return;
    }
    call.cacheKey = `${sandbox.world.name} ${viewer} ${call.path}?${sortParameters(call.queryString)} ${mediaType} ${seenFrom.nowMs} ${call.scope?.position ?? 0} ${call.scope?.key.key ?? ''}`;
    const plain = cache.get(call.cacheKey);
    if (plain === undefined) next();
    else sendRepresentation(response, { plain, check, cache, nowMs: sandbox.readClocks().realMs });
  };
}

/** Returns the parameters sorted. Order does not matter, because no parameter may be repeated. */
const sortParameters = (queryString: string): string =>
  queryString.includes('&') ? queryString.split('&').filter(Boolean).sort().join('&') : queryString;

/** Marks replies that require a key as private, and replies of public operations as cacheable by any cache. */
function setCaching(operationId: OperationId, response: HttpResponse): void {
  response.locals.vary = formatVary(operationId);
  response.setHeader('Cache-Control', formatCacheControl(operationId));
}

/** Returns the value of `Vary` for a read. */
export const formatVary = (operationId: OperationId): string =>
  operations[operationId].isPublic ? 'Accept, Accept-Encoding' : 'X-API-Key, Accept, Accept-Encoding';

/** Returns the value of `Cache-Control` for a read. */
export function formatCacheControl(operationId: OperationId): string {
  if (operations[operationId].isPublic) return `public, max-age=${operationId === 'getPublicOpenapi' ? 300 : 60}`;
  const isFeed = operationId === 'getAccountFeed' || operationId === 'getTerminalFeed';
  return isFeed ? 'private, max-age=60' : 'private, no-cache';
}
