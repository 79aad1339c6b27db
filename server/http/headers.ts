import type { RequestHandler } from 'express';
import { callOf, isForControlPlane } from './call.ts';
import { matchPath, methodsOf } from './routes.ts';

/** What every answer carries, whatever it says: nothing here is a page, a script or a frame. */
export const securityHeaders: RequestHandler = (_request, response, next) => {
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
 * Lets clients in a browser read every answer. Keys travel in a header that a page has to know, never in cookies, so any
 * origin may ask. A preflight is answered here, with what the path really takes.
 */
export const cors: RequestHandler = (request, response, next) => {
  if (isForControlPlane(callOf(response))) {
    next(); // no page of another origin has anything to do there
    return;
  }
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  if (request.method !== 'OPTIONS') {
    next();
    return;
  }

  const match = matchPath(callOf(response).path);
  if (match === undefined) {
    next();
    return;
  }
  const allowed = methodsOf(match).join(', ');
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
