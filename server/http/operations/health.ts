import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ProblemReply, problem } from '../../problems/problem.ts';
import { PROBLEM_MEDIA_TYPE, presentProblem } from '../../serialisers/problem-json.ts';
import { isReadable } from '../edge/unreadable.ts';
import type { App } from '../exchange/middleware.ts';
import { createRequestId } from '../exchange/request-id.ts';
import { toLocalTarget } from '../exchange/request-target.ts';
import type { Readiness } from './readiness.ts';

/** How soon a client may try again while the server is not ready, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Answers `/healthz` and `/readyz`, and passes every other request to `app`. These replies need no key, are not limited and
 * not logged: a load balancer requests them every few seconds. `basePath` is the path under which clients reach the server.
 */
export function serveHealth(app: App, readiness: Readiness, basePath = ''): App {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = findHealthPath(request.url ?? '');
    if (path === undefined || !isReadable(request)) app(request, response);
    else if (request.method !== 'GET' && request.method !== 'HEAD') refuseMethod({ path, basePath }, response);
    else if (path === '/healthz') sendJson(response, 200, { status: 'ok' });
    else sendReadiness(readiness, basePath, response).catch(() => response.destroy());
  };
  return Object.assign(answer, { isTrustedProxy: app.isTrustedProxy });
}

/** The paths that a load balancer or an orchestrator probes. */
export const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz'];

type HealthPath = '/healthz' | '/readyz';

const HEALTH_PATH = /^\/(?:health|ready)z(?=\?|$)/;

/** Returns the path of a target without its query; undefined for any other path. Most targets differ in the first letters. */
function findHealthPath(target: string): HealthPath | undefined {
  if (target.startsWith('/v')) return undefined;
  return HEALTH_PATH.exec(toLocalTarget(target))?.[0] as HealthPath | undefined; // the pattern allows these two
}

async function sendReadiness(readiness: Readiness, basePath: string, response: ServerResponse): Promise<void> {
  const { isReady, isDegraded, checks } = await readiness.evaluate();
  if (isReady) {
    sendJson(response, 200, { status: isDegraded ? 'degraded' : 'ready', checks });
    return;
  }
  const failed = checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
  const detail = `The server does not accept work now. Failed checks: ${failed.join(', ')}.`;
  response.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
  const reply = problem(503, 'service_unavailable', { detail, retry_after_seconds: RETRY_AFTER_SECONDS });
  sendProblem(response, { path: '/readyz', basePath }, { reply, more: { checks } });
}

function refuseMethod(place: Place, response: ServerResponse): void {
  const allowed = ['GET', 'HEAD'];
  response.setHeader('Allow', allowed.join(', '));
  sendProblem(response, place, { reply: problem(405, 'method_not_allowed', { allowed }), more: {} });
}

interface Place {
  readonly path: HealthPath;
  readonly basePath: string;
}

interface ProblemWithMore {
  readonly reply: ProblemReply;
  /** Further members of the document. */
  readonly more: object;
}

function sendProblem(response: ServerResponse, { path, basePath }: Place, { reply, more }: ProblemWithMore): void {
  const requestId = createRequestId();
  response.setHeader('X-Request-Id', requestId);
  const body = { ...presentProblem(reply, { instance: `${basePath}${path}`, requestId, basePath }), ...more };
  send(response, reply.status, { contentType: PROBLEM_MEDIA_TYPE, body });
}

const sendJson = (response: ServerResponse, status: number, body: object): void =>
  send(response, status, { contentType: 'application/json; charset=utf-8', body });

function send(
  response: ServerResponse,
  status: number,
  { contentType, body }: { readonly contentType: string; readonly body: object },
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}
