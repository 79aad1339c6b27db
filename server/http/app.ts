import express, { type ErrorRequestHandler, type Express } from 'express';
import type { Courier } from '../delivery/courier.ts';
import type { RealMs } from '../world/time.ts';
import { matchOperation, openScopeFor, requirePrivilege, requireVisibleId } from './access.ts';
import { type AccessLog, logAccess } from './access-log.ts';
import { beginCall } from './begin.ts';
import { answerFromCache } from './cached-reply.ts';
import { obeyPreferences } from './chosen-failure.ts';
import { control } from './control.ts';
import { dispatch } from './dispatch.ts';
import { cors, securityHeaders } from './headers.ts';
import { requireSettledKey, requireWellFormedKey } from './idempotency.ts';
import { receiveDeliveries } from './inbox.ts';
import { negotiate } from './negotiation.ts';
import { type Origins, refuseForeignPages } from './origin.ts';
import { frontPage, problemPages } from './pages.ts';
import { limitRate } from './rate-limit.ts';
import { ReplyCache } from './reply-cache.ts';
import { ReplyCheck } from './reply-check.ts';
import { readJsonBody, requireJson } from './request-body.ts';
import { RequestLog } from './request-log.ts';
import type { Sandbox } from './sandbox.ts';
import { sendDefect } from './send.ts';
import { asMiddleware, type Step } from './steps.ts';
import { validateBody, validateQuery } from './validation/index.ts';
import type { WorkQueue } from './work-queue.ts';

export interface AppOptions {
  readonly log: AccessLog;
  /** Requests a minute for each user; undefined: no limit. */
  readonly ratePerMinute?: number | undefined;
  /** Real time, for the rate limit alone. */
  readonly realNow: () => RealMs;
  /** What holds replies to the contract; given by a caller that wants to compile its schemas early. */
  readonly check?: ReplyCheck;
  /** What the operator of the control plane has to send; undefined: there is no operator. */
  readonly operatorToken?: string | undefined;
  /** What sends events to destinations. */
  readonly courier: Courier;
  /** Why a destination may not have an address, or undefined. */
  readonly refusalOf: (url: string) => string | undefined;
  /** Under which names the control plane answers. */
  readonly origins: Origins;
  /** What long computations are done in. */
  readonly queue: WorkQueue;
}

/**
 * The whole life of a request, top to bottom. Who asks is settled before what is asked, so that a caller without a key or
 * a privilege learns nothing about bodies or data.
 */
export function buildApp(
  sandbox: Sandbox,
  {
    log,
    ratePerMinute,
    realNow,
    check = new ReplyCheck(),
    operatorToken,
    origins,
    courier,
    refusalOf,
    queue,
  }: AppOptions,
): Express {
  const cache = new ReplyCache();
  const step = (one: Step) => asMiddleware(one, check);

  const app = express();
  app.disable('x-powered-by').disable('etag').disable('query parser');

  const requests = new RequestLog();
  const record: AccessLog = (entry) => {
    requests.record(entry, { realMs: realNow(), sandboxMs: sandbox.now() });
    log(operatorToken === undefined ? entry : { ...entry, path: entry.path.replaceAll(operatorToken, '[token]') });
  };

  app.use(beginCall, logAccess(record), securityHeaders, cors);
  app.use(frontPage, problemPages);
  app.use(receiveDeliveries(courier)); // what is posted to an inbox, which is a receiver like any other
  app.use(
    step(refuseForeignPages(origins)), // 403, under /sandbox
    step(matchOperation), // 404, 405
    step(openScopeFor(sandbox, operatorToken)), // 401
    step(requireVisibleId), // 404
    step(requirePrivilege(operatorToken !== undefined)), // 403
    step(limitRate(ratePerMinute, realNow)), // 429
    step(obeyPreferences(check)), // what Prefer asks for
    answerFromCache(sandbox, cache, check),
    step(negotiate), // 406
    step(requireJson), // 415
    step(readJsonBody), // 413, 400
    step(requireWellFormedKey), // 400
    step(validateQuery), // 400
    step(validateBody), // 422
    step(requireSettledKey()), // 409
    control({ sandbox, check, requests, operatorToken, courier, refusalOf, queue }),
    dispatch({ sandbox, check, cache, queue }),
  );

  const answerDefect: ErrorRequestHandler = (defect, request, response, _next) => {
    if (response.locals.call === undefined) response.status(500).end();
    else sendDefect(request, response, defect, check);
  };
  app.use(answerDefect);
  return app;
}
