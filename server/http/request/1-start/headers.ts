import { listMethods, matchPath } from '../../contract/routes.ts';
import { getCall, isForControlPlane } from '../../exchange/call.ts';
import { parseTokens } from '../../exchange/header-grammar.ts';
import type { HttpResponse, Middleware } from '../../exchange/middleware.ts';

/** Names and values of headers in turn. */
type HeaderList = readonly string[];

/** No response is a page, a script or a frame. */
const SECURITY_HEADERS: HeaderList = [
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy',
  'no-referrer',
];

const setHeaders = (response: HttpResponse, headers: HeaderList): void => {
  for (let index = 0; index < headers.length; index += 2)
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
};

/** Sets security headers on every response. */
export const setSecurityHeaders: Middleware = (_request, response, next) => {
  setHeaders(response, SECURITY_HEADERS);
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

const CROSS_ORIGIN_HEADERS: HeaderList = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', EXPOSED];

/** The headers of every response of the service, in their order. */
export const SERVICE_HEADERS: HeaderList = [...SECURITY_HEADERS, ...CROSS_ORIGIN_HEADERS];

/**
 * Lets pages of any origin read every response except those of the control plane. Keys are sent in a header that a page
 * must know, never in cookies.
 */
export const allowOrigins: Middleware = (_request, response, next) => {
  if (!isForControlPlane(getCall(response))) setHeaders(response, CROSS_ORIGIN_HEADERS);
  next();
};

/** The request headers that the service reads, apart from those that any page may send. */
const READ_HEADERS = 'X-API-Key, Content-Type, Idempotency-Key, Prefer, If-None-Match, If-Modified-Since, X-Request-Id';

/**
 * Answers preflight requests with the methods that the path supports, and allows all requested headers:
 * tracing and sign-in libraries add their own to each request. No header carries a right that the page does not have,
 * because responses do not allow credentials and the service reads no cookies.
 */
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
  const requested = parseTokens(request.headers['access-control-request-headers'] ?? '') ?? [];
  response.setHeader('Access-Control-Allow-Headers', requested.length === 0 ? READ_HEADERS : requested.join(', '));
  response.setHeader('Vary', 'Access-Control-Request-Headers');
  response.setHeader('Access-Control-Max-Age', '600');
  response.statusCode = 204;
  response.end();
};
