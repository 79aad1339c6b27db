import { getCall, isForControlPlane } from '../pipeline/call.ts';
import type { Middleware } from '../pipeline/middleware.ts';
import { listMethods, matchPath } from '../pipeline/routes.ts';

/** Sets security headers on every response. No response is a page, a script or a frame. */
export const setSecurityHeaders: Middleware = (_request, response, next) => {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  response.setHeader('Referrer-Policy', 'no-referrer');
  next();
};

const EXPOSED = [
  'ETag',
  'Last-Modified',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'Idempotent-Replayed',
  'Preference-Applied',
].join(', ');

/**
 * Lets pages of any origin read every response except those of the control plane. Keys are sent in a header that a page
 * must know, never in cookies.
 */
export const allowOrigins: Middleware = (_request, response, next) => {
  if (!isForControlPlane(getCall(response))) {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  }
  next();
};

/** Answers preflight requests with the methods that the path supports. */
export const respondToPreflight: Middleware = (request, response, next) => {
  const call = getCall(response);
  const match = request.method === 'OPTIONS' && !isForControlPlane(call) ? matchPath(call.path) : undefined;
  if (match === undefined) {
    next();
    return;
  }
  const allowed = listMethods(match).join(', ');
  response.setHeader('Allow', allowed);
  response.setHeader('Access-Control-Allow-Methods', allowed);
  response.setHeader(
    'Access-Control-Allow-Headers',
    'X-API-Key, Content-Type, Idempotency-Key, Prefer, If-None-Match, If-Modified-Since, X-Request-Id',
  );
  response.setHeader('Access-Control-Max-Age', '600');
  response.statusCode = 204;
  response.end();
};
