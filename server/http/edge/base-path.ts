import type { IncomingMessage, ServerResponse } from 'node:http';
import { problem } from '../../problems/problem.ts';
import type { App } from '../exchange/middleware.ts';
import { toLocalTarget } from '../exchange/request-target.ts';
import { isReadable, markUnreadable } from './unreadable.ts';

/* A server whose every path begins with a base path, such as `/fleet`. */

const outside = new WeakSet<IncomingMessage>();

/**
 * Passes requests below `basePath` to `app` without it, and has `app` answer all others with 404. `basePath` is a path without a slash
 * at its end; empty if the server has none.
 */
export function serveBelow(basePath: string, app: App): App {
  if (basePath === '') return app;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const local = removeServedPath(basePath, toLocalTarget(request.url ?? '/'));
    if (local !== undefined) request.url = local;
    else {
      outside.add(request);
      if (isReadable(request)) markUnreadable(request, refuseOutside(basePath));
    }
    app(request, response);
  };
  return Object.assign(answer, { isTrustedProxy: app.isTrustedProxy });
}

/** Whether the path of a request does not begin with the base path of the server. */
export const isOutside = (request: IncomingMessage): boolean => outside.has(request);

/** Returns a target without the base path; undefined if it does not begin with it. */
function removeServedPath(basePath: string, target: string): string | undefined {
  if (!target.startsWith(basePath)) return undefined;
  const rest = target.slice(basePath.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : undefined;
}

const refuseOutside = (basePath: string) =>
  problem(404, 'not_found', {
    detail: `This server answers only below ${basePath}. Put ${basePath} in front of the path, as in ${basePath}/v1/portal.`,
  });
