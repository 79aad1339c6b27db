import { Readable } from 'node:stream';
import { performance } from '../../../../base/real-time.ts';
import { isOutside } from '../../edge/base-path.ts';
import { readClientGroup } from '../../edge/client-address.ts';
import type { Redact } from '../../edge/redaction.ts';
import { readFault } from '../../edge/unreadable.ts';
import { BodyCapture } from '../../exchange/body-capture.ts';
import { type Call, isForControlPlane } from '../../exchange/call.ts';
import type { HttpRequest, HttpResponse } from '../../exchange/middleware.ts';
import { readParsedBody } from '../../exchange/parsed-body.ts';
import { readHeaders } from '../../exchange/request-headers.ts';
import { createRequestId } from '../../exchange/request-id.ts';
import { escapePath, splitTarget } from '../../exchange/request-target.ts';
import type { CrossOrigin } from './cross-origin.ts';

export interface StartOptions {
  readonly redact: Redact;
  /** The path under which clients reach the server, without a slash at its end. Default: none. */
  readonly basePath?: string;
  /** Which web pages may read the reply. Default: those of any origin. */
  readonly crossOrigin?: CrossOrigin;
  /** How long the reply may wait for its data, in milliseconds. Default: without limit. */
  readonly answerWithinMs?: number;
  /** Whether the bodies of requests to the service are captured. Default: false. */
  readonly recordsRequests?: boolean;
  /** Receives the call when its response is complete or its connection has ended. */
  readonly onEnd?: (call: Call, response: HttpResponse) => void;
}

const NONE: readonly never[] = [];
const NO_PARAMETERS = {};

/**
 * Starts the call of a request: its id, path and headers. Keeps the id that the client sent if it is safe to repeat.
 * Gap http.request_id.
 */
export function startCall(request: HttpRequest, response: HttpResponse, options: StartOptions): Call {
  const { redact, basePath = '', answerWithinMs = Number.POSITIVE_INFINITY, crossOrigin, onEnd } = options;
  const { recordsRequests = false } = options;
  const [path, queryString] = splitTarget(request.url);
  const redacted = redact(path);
  const headers = readHeaders(request);
  const startedAt = performance.now();
  const body = readBody(request);
  const capture = recordsRequests && !isForControlPlane({ path }) ? new BodyCapture(body) : undefined;
  const call: Call = {
    requestId: readRequestId(headers['x-request-id'], redact) ?? createRequestId(),
    startedAt,
    answerByMs: startedAt + answerWithinMs,
    sentMethod: request.method,
    method: request.method === 'HEAD' ? 'GET' : request.method,
    httpVersion: request.httpVersion,
    headers,
    address: readClientGroup(request),
    readFault: readFault(request),
    bytes: capture ?? body,
    capture,
    path,
    basePath,
    sentPrefix: isOutside(request) ? '' : basePath,
    shownPath: redacted === path ? path : escapePath(redacted),
    queryString,
    isAdmitted: false,
    route: undefined,
    pathParameters: NO_PARAMETERS,
    scope: undefined,
    isOperator: false,
    operatorToken: undefined,
    query: NO_PARAMETERS,
    body: undefined,
    bodyFingerprint: '',
    activeMisbehaviours: NONE,
    appliedMisbehaviours: NONE,
    faultRule: undefined,
    place: undefined,
    countedAs: undefined,
    replyHeaders: [...(crossOrigin?.listHeaders({ path, headers }) ?? NONE)],
    outcome: undefined,
    problem: undefined,
    defect: undefined,
    isOver: false,
    endings: [],
  };
  // An app in which the sandbox is mounted has its own locals.
  if (response.locals === undefined) response.locals = { call };
  else response.locals.call = call;
  // Not `once`, which creates two objects.
  response.on('close', () => {
    if (call.isOver) return;
    call.isOver = true;
    call.place?.release();
    for (const end of call.endings) end();
    // The app of another world may have answered instead, and logs the request.
    if (response.locals.call === call) onEnd?.(call, response);
  });
  return call;
}

/** Returns the bytes of a body, also if other middleware has read them. */
function readBody(request: HttpRequest): AsyncIterable<Buffer> {
  const parsed = readParsedBody(request);
  return parsed === undefined ? (request as AsyncIterable<Buffer>) : Readable.from([parsed]); // no encoding is set
}

function readRequestId(value: string | undefined, redact: Redact): string | undefined {
  return value !== undefined && /^[A-Za-z0-9_.-]{8,64}$/.test(value) && redact(value) === value ? value : undefined;
}
