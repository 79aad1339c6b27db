import express, { type Request, type RequestHandler, type Response } from 'express';
import { notFound, problem } from '../problems/problem.ts';
import type { ReplyCheck } from './check/reply-check.ts';
import { allPaths, type OperationRoute } from './contract/routes.ts';
import type { Call } from './exchange/call.ts';
import type { Decision, Refusal } from './exchange/decision.ts';
import { getCall, type HttpRequest, type HttpResponse, type Middleware } from './exchange/middleware.ts';
import { isPage } from './pages/text-pages.ts';
import type { CrossOrigin } from './request/1-start/cross-origin.ts';
import { respondToPreflight, setCommonHeaders } from './request/1-start/headers.ts';
import { sendProblem } from './request/6-send/send.ts';

/* Loaded by the first request that is no direct read, so that the start of a server does not load Express. */

/** The middleware of a world, and its decisions. */
export interface ExpressParts {
  readonly check: ReplyCheck;
  /** Observes each request. */
  readonly observers: readonly Middleware[];
  /** Which web pages may read the responses of the service. */
  readonly crossOrigin: CrossOrigin;
  /** The decisions about any request. */
  readonly admit: Decision;
  /** Answer requests for pages and posts to inboxes, and pass on the others. */
  readonly pages: readonly Middleware[];
  /** Refuses requests of foreign pages. */
  readonly refuseForeignPages: Decision;
  /** The decisions about a request for an operation. */
  readonly prepare: Decision;
  readonly answerService: Middleware;
  readonly answerControlPlane: Middleware;
}

/** Answers a request. Calls `fail` if that failed. */
export type ExpressApp = (request: HttpRequest, response: HttpResponse, fail: (defect: unknown) => void) => void;

/** Creates an Express app whose routes are the operations of both contracts. */
export function createExpressApp(parts: ExpressParts): ExpressApp {
  const { check, observers, crossOrigin, pages, answerService, answerControlPlane } = parts;
  const toHandler = (middleware: Middleware): RequestHandler =>
    // Express adds its own members to the requests and responses of Node's server.
    middleware as unknown as RequestHandler;
  const decideWith = (decision: Decision): RequestHandler => toHandler(toMiddleware(decision, check));
  const prepare = decideWith(parts.prepare);

  const app = express().disable('x-powered-by').disable('etag').disable('query parser');
  app.use(...[...observers, setCommonHeaders(crossOrigin), sendOutcome(check)].map(toHandler));
  app.use(decideWith(parts.admit));
  app.use(...pages.map(toHandler));
  app.use(decideWith(parts.refuseForeignPages));
  for (const { contract, pattern, routes, methods } of allPaths) {
    const path = app.route(pattern);
    const answer = toHandler(contract === 'service' ? answerService : answerControlPlane);
    for (const route of routes) path[toMethodName(route)](selectRoute(route), prepare, answer);
    if (contract === 'service') path.options(toHandler(respondToPreflight(methods)));
    path.all(decideWith(() => refuseMethod(methods)));
  }
  app.use(decideWith(refuseUnmatched));
  // The casts are for the members that Express adds.
  return (request, response, fail) => app(request as Request, response as unknown as Response, fail);
}

/** Makes Express middleware of a decision, which sends a refusal. */
function toMiddleware(decision: Decision, check: ReplyCheck): Middleware {
  return (_request, response, next) => {
    const settle = (refusal: Refusal): void => {
      if (response.headersSent) return; // already refused because the rest of the request did not arrive
      if (refusal === undefined) next();
      else sendProblem(response, refusal, check);
    };
    const refusal = decision(getCall(response));
    if (refusal instanceof Promise) refusal.then(settle, next);
    else settle(refusal);
  };
}

/** Sends the result of a direct read that was refused or failed. */
function sendOutcome(check: ReplyCheck): Middleware {
  return (_request, response, next) => {
    const { outcome } = getCall(response);
    if (outcome === undefined) next();
    else if ('defect' in outcome) next(outcome.defect);
    else sendProblem(response, outcome.refusal, check);
  };
}

/** Adds the operation of a route to the call, with the parameters of its path. */
const selectRoute =
  (route: OperationRoute): RequestHandler =>
  ({ params }, response, next) => {
    const call = getCall(response as unknown as HttpResponse); // `locals` has it from the start
    call.route = route;
    call.pathParameters = { ...params } as Call['pathParameters']; // a pattern has only named groups, each with one value
    next();
  };

const toMethodName = ({ method }: OperationRoute) =>
  method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'; // the same names

const refuseMethod = (allowed: readonly string[]) =>
  problem(405, 'method_not_allowed', { detail: `The path answers ${allowed.join(', ')}.`, allowed: [...allowed] });

const refuseUnmatched: Decision = ({ path, method }) =>
  method !== 'GET' && isPage(path) ? refuseMethod(['GET', 'HEAD']) : notFound();
