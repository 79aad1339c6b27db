import { randomBytes } from 'node:crypto';
import { performance } from '../../../../base/real-time.ts';
import type { Redact } from '../../edge/redaction.ts';
import type { Call } from '../../exchange/call.ts';
import type { Middleware } from '../../exchange/middleware.ts';

/**
 * Creates the call of each request: its id, path and query. Keeps the id that the client sent if it is safe to repeat.
 * Gap http.request_id. The call is due `answerWithinMs` milliseconds after its start.
 */
export function beginCall(redact: Redact, answerWithinMs = Number.POSITIVE_INFINITY): Middleware {
  return (request, response, next) => {
    const [path, queryString] = splitTarget(request.url);
    const redacted = redact(path);
    const requestId = readRequestId(request.headers['x-request-id'], redact) ?? createRequestId();
    response.locals.call = createCall({
      requestId,
      path,
      shownPath: redacted === path ? path : escapePath(redacted),
      queryString,
      method: request.method === 'HEAD' ? 'GET' : request.method,
      answerByMs: request.answerByMs ?? performance.now() + answerWithinMs,
    });
    response.setHeader('X-Request-Id', requestId);
    next();
  };
}

type NewCall = Pick<Call, 'requestId' | 'path' | 'shownPath' | 'queryString' | 'method' | 'answerByMs'>;

/** Creates the call of a request that no step has handled yet. */
export function createCall({ requestId, path, shownPath, queryString, method, answerByMs }: NewCall): Call {
  return {
    requestId,
    startedAt: performance.now(),
    answerByMs,
    path,
    shownPath,
    queryString,
    method,
    match: undefined,
    route: undefined,
    scope: undefined,
    isOperator: false,
    operatorToken: undefined,
    query: {},
    body: undefined,
    bodyFingerprint: '',
    cacheKey: undefined,
    activeMisbehaviours: [],
    appliedMisbehaviours: new Set(),
    place: undefined,
    problem: undefined,
    defect: undefined,
  };
}

/**
 * Returns a request target without scheme and host, and with decoded unreserved characters in its path. A target that has no
 * path, such as the one of CONNECT, becomes `-`, since the router cannot parse it.
 */
export function toLocalTarget(target: string): string {
  if (target.startsWith('/') || target === '*') return decodeUnreserved(target);
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(target) ?? [];
  if (origin === undefined) return '-';
  const local = target.slice(origin.length);
  return decodeUnreserved(local.startsWith('/') ? local : `/${local}`);
}

/**
 * Decodes the letters, digits and `-._~` that a client encoded in the path: such a path is equivalent. Others, such as
 * `%2F`, keep their encoding, because it changes the meaning of the path.
 * @see RFC 3986, 2.3 and 6.2.2.2
 */
function decodeUnreserved(target: string): string {
  if (!target.includes('%')) return target;
  const [path = ''] = target.split('?', 1);
  return path.replace(UNRESERVED, (encoded) => decodeURIComponent(encoded)) + target.slice(path.length);
}

const UNRESERVED = /%(?:2[DE]|3\d|[46][1-9A-F]|5[\dAF]|7[\dAE])/gi;

/** Splits a request target into path and query. Percent-encodes characters that are not allowed in a path. */
function splitTarget(target: string): [path: string, queryString: string] {
  const local = toLocalTarget(target);
  const end = local.indexOf('?');
  const path = end < 0 ? local : local.slice(0, end);
  return [escapePath(path === '' ? '/' : path), end < 0 ? '' : local.slice(end + 1)];
}

const escapePath = (path: string): string =>
  path
    .slice(0, 2048)
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25')
    .replace(/[^A-Za-z0-9\-._~:/@!$&'()*+,;=%]/g, (character) => encodeURIComponent(character.toWellFormed()));

function readRequestId(value: string | string[] | undefined, redact: Redact): string | undefined {
  const isSafe = typeof value === 'string' && /^[A-Za-z0-9_.-]{8,64}$/.test(value) && redact(value) === value;
  return isSafe ? value : undefined;
}

/** Random for each process. A counter after it makes each id unique. */
const processPart = randomBytes(8).toString('hex').toUpperCase();
let requests = 0;

/** Returns a new request id. */
export function createRequestId(): string {
  requests += 1;
  return `req_${processPart}${requests.toString(16).toUpperCase().padStart(10, '0')}`;
}
