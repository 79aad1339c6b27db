import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DeliveryService } from '../delivery/queue/delivery-service.ts';
import type { CreateBudgets } from '../limits/budgets.ts';
import type { Sandbox } from '../sandbox.ts';
import { isStreamOperation } from '../sandbox-contract.ts';
import { MAIN_WORLD } from '../world/state/facts.ts';
import type { RealMs } from '../world/state/time.ts';
import { ReplyCheck } from './check/reply-check.ts';
import { serveControlPlane } from './control/control.ts';
import { receiveDeliveries } from './control/inbox.ts';
import type { WorkspaceOperations } from './control/workspace-operations.ts';
import { Capacity, type WorldCapacity } from './edge/capacity.ts';
import { LOCAL_LIMITS } from './edge/limits.ts';
import { createLogRedactor } from './edge/redaction.ts';
import { followProxies, type TrustedProxies } from './edge/trusted-proxies.ts';
import { acceptLateRefusals, refuseUnreadable } from './edge/unreadable.ts';
import { type App, createApp } from './exchange/middleware.ts';
import { type PipelineStep, toMiddleware } from './exchange/steps.ts';
import type { Work } from './exchange/work-queue.ts';
import { type AuditLog, auditOperator } from './operations/audit.ts';
import { servePages } from './pages/serve-pages.ts';
import { serveFrontPage, serveProblemPages } from './pages/text-pages.ts';
import { type AccessEntry, type AccessLog, logAccess } from './request/1-start/access-log.ts';
import { beginCall } from './request/1-start/begin-call.ts';
import { allowOrigins, respondToPreflight, setSecurityHeaders } from './request/1-start/headers.ts';
import { Admission } from './request/2-limits/admission.ts';
import { limitHeaders } from './request/2-limits/header-limits.ts';
import { type AddressBudgets, createRateLimit } from './request/2-limits/rate-limit.ts';
import type { RequestCounter } from './request/2-limits/workspace-limit.ts';
import { matchOperation, openScopeFor, requirePrivilege, requireVisibleId } from './request/3-caller/access.ts';
import { digestToken, type TokenDigest } from './request/3-caller/operator.ts';
import { type Origins, refuseForeignPages } from './request/3-caller/origin.ts';
import { MemorySignInCodes, type SignInCodes } from './request/3-caller/sign-in-codes.ts';
import { refuseConcurrentKey, requireWellFormedKey } from './request/4-input/idempotency.ts';
import { validateBody, validateQuery } from './request/4-input/index.ts';
import { negotiate } from './request/4-input/negotiation.ts';
import { readJsonBody, requireJson } from './request/4-input/request-body.ts';
import { applyPreferences } from './request/4-input/simulated-failures.ts';
import { respondFromCache } from './request/5-answer/cached-reply.ts';
import { DirectReads } from './request/5-answer/direct-reads.ts';
import { dispatch } from './request/5-answer/dispatch.ts';
import { ModificationTimes } from './request/5-answer/modification-times.ts';
import { ReadyReplies } from './request/5-answer/ready-replies.ts';
import { ReplyCache } from './request/5-answer/reply-cache.ts';
import { sendDefect } from './request/6-send/send.ts';
import { RequestLog } from './streams/request-log.ts';

/** Shorter than the time limits of common clients and proxies. */
export const ANSWER_WITHIN_MS = 20_000;

export interface AppOptions {
  readonly log: AccessLog;
  /** Receives the writes of the operator. Default: they are logged as requests only. */
  readonly audit?: AuditLog | undefined;
  /** Requests per minute for each user. Undefined disables the limit. */
  readonly ratePerMinute?: number | undefined;
  /** Creates the budgets of users. Default: they count in this process. */
  readonly createBudgets?: CreateBudgets | undefined;
  /** Budgets of addresses that all worlds of a server share. Default: new ones. */
  readonly addressBudgets?: AddressBudgets | undefined;
  /**
   * Proxies whose `X-Forwarded-For` is trusted: their number, or their addresses and ranges, as in Express' `trust
   * proxy`. Default: none.
   */
  readonly trustProxy?: TrustedProxies | undefined;
  /** Returns real time. Used only for rate limits and logs. */
  readonly realNow: () => RealMs;
  /** Validates replies against the contract. Pass one to compile its schemas early. Default: the shared one. */
  readonly check?: ReplyCheck;
  /** Caches replies to reads. Default: a new cache. */
  readonly cache?: ReplyCache;
  /** Keeps complete replies to repeated reads. Default: new ones. */
  readonly ready?: ReadyReplies;
  /** The operator's token. Undefined: the control plane has no operator, unless `operator` is set. */
  readonly operatorToken?: string | undefined;
  /** The token of the operator of the whole server, which is removed from logs. Default: `operatorToken`. */
  readonly serverToken?: string | undefined;
  /** Digest of the operator's token, where the token itself is not known. */
  readonly operator?: TokenDigest | undefined;
  /** Codes that a browser exchanges for that token. Default: none yet. */
  readonly signInCodes?: SignInCodes;
  /** Delivers events to destinations. */
  readonly deliveryService: DeliveryService;
  /** Returns why a destination may not have `url`, or undefined if it may. */
  readonly findRefusal: (url: string) => string | undefined;
  /** Names under which the control plane answers. */
  readonly origins: Origins;
  /** Counts the requests of a workspace. Undefined: it has no quotas. */
  readonly counter?: RequestCounter | undefined;
  /** Limits the streams and requests that callers have open at the same time. Default: as on loopback. */
  readonly capacity?: WorldCapacity | undefined;
  /** The latest requests. Default: none yet. */
  readonly requests?: RequestLog;
  /** Loads the operations on workspaces. Undefined: there are none. */
  readonly workspaces?: (() => Promise<WorkspaceOperations>) | undefined;
  /** Runs long computations in slices. */
  readonly queue: Work;
  /** How long a request waits for data that must be computed, in milliseconds; then it gets a 503. Default: 20 seconds. */
  readonly answerWithinMs?: number | undefined;
  /** False: every request takes all steps. For tests, which compare the replies. Default: true. */
  readonly areReadsDirect?: boolean;
}

/**
 * Builds the app. `DirectReads` answers ordinary reads. For any other request the middleware list is the life of a
 * request, from top to bottom. Authentication and authorisation come before validation, so that a caller without a key or a
 * privilege learns nothing about bodies or data.
 */
export function buildApp(
  sandbox: Sandbox,
  {
    check = ReplyCheck.shared(),
    cache = new ReplyCache(),
    ready = new ReadyReplies(),
    operatorToken,
    serverToken = operatorToken,
    operator = operatorToken === undefined ? undefined : digestToken(operatorToken),
    origins,
    deliveryService,
    findRefusal,
    queue,
    requests = new RequestLog(),
    counter,
    capacity = new Capacity(LOCAL_LIMITS).forWorld(),
    workspaces,
    areReadsDirect = true,
    answerWithinMs = ANSWER_WITHIN_MS,
    ...options
  }: AppOptions,
): App {
  const { log, audit, ratePerMinute, addressBudgets, createBudgets, trustProxy, realNow } = options;
  const step = (one: PipelineStep) => toMiddleware(one, check);

  const record: AccessLog = (entry, response) => {
    if (!isEventStream(entry)) requests.record(entry, { realMs: realNow(), sandboxMs: sandbox.now() });
    log(entry, response);
  };

  const signIn = { operator, codes: options.signInCodes ?? new MemorySignInCodes(realNow) };
  const redact = createLogRedactor(serverToken);
  const rate = createRateLimit(ratePerMinute, realNow, {
    world: sandbox.world.name,
    createBudgets,
    addresses: addressBudgets,
  });
  const proxies = followProxies(trustProxy);
  const admission = new Admission({ rate, counter, capacity, readClientAddress: proxies.readClientAddress });
  const changes = new ModificationTimes();
  const middleware = [
    beginCall(redact, answerWithinMs),
    logAccess(record, redact),
    auditOperator(audit ?? (() => undefined), redact),
    acceptLateRefusals(check),
    setSecurityHeaders,
    allowOrigins,
    step(admission.admitAddress), // 429
    step(refuseUnreadable), // 400, 408, 431
    step(limitHeaders), // 431
    respondToPreflight,
    servePages(sandbox.world.keyholders.size > 0), // to clients that prefer HTML
    serveFrontPage,
    serveProblemPages,
    receiveDeliveries({ deliveryService, check, perMinute: ratePerMinute, realNow }), // posts to inboxes
    step(refuseForeignPages(origins)), // 403, under /sandbox
    step(matchOperation), // 404, 405
    step(rate.limitFailures(openScopeFor(sandbox, signIn))), // 429, 401
    step(admission.admitCaller), // 429
    step(requireVisibleId), // 404
    step(requirePrivilege(operator !== undefined)), // 403
    step(applyPreferences(check)), // status and delay that the client chose with Prefer
    respondFromCache({ sandbox, cache, check }),
    step(negotiate), // 406
    step(requireJson), // 415
    step(readJsonBody({ queue, isMainWorld: sandbox.world.name === MAIN_WORLD })), // 413, 400
    step(requireWellFormedKey), // 400
    step(validateQuery), // 400
    step(validateBody(queue)), // 422
    step(refuseConcurrentKey()), // 409
    serveControlPlane({ sandbox, check, requests, deliveryService, findRefusal, queue, signIn, workspaces, capacity }),
    dispatch({ sandbox, check, cache, queue, changes }),
  ];
  const app = createApp({
    middleware,
    answerDefect(response, defect) {
      if (response.locals.call === undefined) response.writeHead(500).end();
      else sendDefect(response, defect, check);
    },
    ...proxies,
  });
  if (!areReadsDirect) return app;
  const reads = new DirectReads({ sandbox, check, queue, ready, answerWithinMs, changes, record, admission });
  const answer = (request: IncomingMessage, response: ServerResponse, onDeleted?: () => void): void =>
    reads.respond(request, response, () => app(request, response, onDeleted));
  return Object.assign(answer, { isTrustedProxy: app.isTrustedProxy });
}

/** Whether the request opened an event stream. Its end is not recorded, because all other streams would report it. */
const isEventStream = ({ operationId, status }: AccessEntry): boolean =>
  status === 200 && isStreamOperation(operationId);
