import { isForControlPlane } from '../../exchange/call.ts';
import type { HeaderList } from '../../exchange/final-reply.ts';
import { parseTokens } from '../../exchange/header-grammar.ts';
import { getCall, type HttpResponse, type Middleware } from '../../exchange/middleware.ts';
import type { CrossOrigin } from './cross-origin.ts';

/** No response is a page, a script or a frame. */
const SECURITY_HEADERS: HeaderList = [
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy',
  'no-referrer',
];

/** Sets headers that are given as names and values in turn. */
export const setHeaders = (response: HttpResponse, headers: HeaderList): void => {
  for (let index = 0; index < headers.length; index += 2)
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
};

/** The headers of every response of the service, in their order. */
export const listServiceHeaders = ({ commonHeaders }: CrossOrigin): HeaderList => [
  ...SECURITY_HEADERS,
  ...commonHeaders,
];

/**
 * Sets security headers on every response, and lets pages of the allowed origins read every response except those of the control plane.
 * Keys are sent in a header that a page must know, never in cookies.
 */
export function setCommonHeaders(crossOrigin: CrossOrigin): Middleware {
  const ofService = listServiceHeaders(crossOrigin);
  return (_request, response, next) => {
    const call = getCall(response);
    response.setHeader('X-Request-Id', call.requestId);
    setHeaders(response, isForControlPlane(call) ? SECURITY_HEADERS : ofService);
    setHeaders(response, crossOrigin.listHeaders(call));
    if (crossOrigin.varies) response.appendHeader('Vary', 'Origin');
    next();
  };
}

/** The request headers that the service reads, apart from those that any page may send. */
const READ_HEADERS =
  'X-API-Key, Content-Type, Idempotency-Key, Prefer, If-None-Match, If-Modified-Since, X-Request-Id, Fleetkit-As-Of';

/**
 * Answers preflight requests with the methods that the path supports, and allows all requested headers:
 * tracing and sign-in libraries add their own to each request. No header carries a right that the page does not have,
 * because the service reads no cookies, and only named origins may send credentials.
 */
export function respondToPreflight(methods: readonly string[]): Middleware {
  const allowed = methods.join(', ');
  return (request, response) => {
    response.setHeader('Allow', allowed);
    response.setHeader('Access-Control-Allow-Methods', allowed);
    const requested = parseTokens(request.headers['access-control-request-headers'] ?? '') ?? [];
    response.setHeader('Access-Control-Allow-Headers', requested.length === 0 ? READ_HEADERS : requested.join(', '));
    response.appendHeader('Vary', 'Access-Control-Request-Headers');
    response.setHeader('Access-Control-Max-Age', '600');
    response.statusCode = 204;
    response.end();
  };
}
