import express, { type ErrorRequestHandler, type Express } from 'express';
import type { RealMs } from '../world/time.ts';
import { matchOperation, openScopeFor, requirePrivilege, requireVisibleId } from './access.ts';
import { type AccessLog, logAccess } from './access-log.ts';
import { beginCall } from './begin.ts';
import { answerFromCache } from './cached-reply.ts';
import { obeyPreferences } from './chosen-failure.ts';
import { dispatch } from './dispatch.ts';
import { cors, securityHeaders } from './headers.ts';
import { requireSettledKey, requireWellFormedKey } from './idempotency.ts';
import { negotiate } from './negotiation.ts';
import { frontPage, problemPages } from './pages.ts';
import { limitRate } from './rate-limit.ts';
import { ReplyCache } from './reply-cache.ts';
import { ReplyCheck } from './reply-check.ts';
import { readJsonBody, requireJson } from './request-body.ts';
import type { Sandbox } from './sandbox.ts';
import { sendDefect } from './send.ts';
import { asMiddleware, type Step } from './steps.ts';
import { validateBody, validateQuery } from './validation/index.ts';

export interface AppOptions {
  readonly log: AccessLog;
  /** Requests a minute for each user; undefined: no limit. */
  readonly ratePerMinute?: number | undefined;
  /** Real time, for the rate limit alone. */
  readonly realNow: () => RealMs;
  /** What holds replies to the contract; given by a caller that wants to compile its schemas early. */
  readonly check?: ReplyCheck;
}

/**
 * The whole life of a request, top to bottom. Who asks is settled before what is asked, so that a caller without a key or
 * a privilege learns nothing about bodies or data.
 */
export function buildApp(
  sandbox: Sandbox,
  { log, ratePerMinute, realNow, check = new ReplyCheck() }: AppOptions,
): Express {
  const cache = new ReplyCache();
  const step = (one: Step) => asMiddleware(one, check);

  const app = express();
  app.disable('x-powered-by').disable('etag').disable('query parser');

  app.use(beginCall, logAccess(log), securityHeaders, cors);
  app.use(frontPage, problemPages);
  app.use(
    step(matchOperation), // 404, 405
    step(openScopeFor(sandbox)), // 401
    step(requireVisibleId), // 404
    step(requirePrivilege), // 403
    step(limitRate(ratePerMinute, realNow)), // 429
    step(obeyPreferences(check)), // what Prefer asks for
    answerFromCache(sandbox, cache, check),
    step(negotiate), // 406
    step(requireJson), // 415
    step(readJsonBody), // 413, 400
    step(requireWellFormedKey), // 400
    step(validateQuery), // 400
    step(validateBody()), // 422
    step(requireSettledKey()), // 409
    dispatch({ sandbox, check, cache }),
  );

  const answerDefect: ErrorRequestHandler = (defect, request, response, _next) => {
    if (response.locals.call === undefined) response.status(500).end();
    else sendDefect(request, response, defect, check);
  };
  app.use(answerDefect);
  return app;
}
