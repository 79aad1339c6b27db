import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CreateBudgets } from '../../base/budgets.ts';
import type { DeliveryService } from '../delivery/service/delivery-service.ts';
import type { ProblemReply } from '../problems/problem.ts';
import type { Sandbox } from '../sandbox.ts';
import { isStreamOperation } from '../sandbox-contract.ts';
import { WorldDeleted } from '../storage/world-deleted.ts';
import type { RealMs } from '../world/state/time.ts';
import { ReplyCheck } from './check/reply-check.ts';
import type { ConformanceRuns } from './control/conformance/conformance-runs.ts';
import { serveControlPlane } from './control/control.ts';
import { receiveDeliveries } from './control/inbox.ts';
import type { WorkspaceOperations } from './control/workspace-operations.ts';
import { Capacity, type WorldCapacity } from './edge/capacity.ts';
import { LOCAL_LIMITS } from './edge/limits.ts';
import { createLogRedactor } from './edge/redaction.ts';
import { followProxies, type TrustedProxies } from './edge/trusted-proxies.ts';
import { acceptLateRefusals } from './edge/unreadable.ts';
import type { Call } from './exchange/call.ts';
import type { FinalReply } from './exchange/final-reply.ts';
import { type App, getCall, type HttpRequest, type HttpResponse, type Middleware } from './exchange/middleware.ts';
import type { Work } from './exchange/work-queue.ts';
import type { ExpressApp, ExpressParts } from './express-app.ts';
import { type AuditLog, auditOperator } from './operations/audit.ts';
import { servePages } from './pages/serve-pages.ts';
import { serveFrontPage, serveProblemPages } from './pages/text-pages.ts';
import { recordRequest } from './recording/record-request.ts';
import { createTextMask } from './recording/sensitive-text.ts';
import { type AccessEntry, type AccessLog, describeCall } from './request/1-start/access-log.ts';
import { CrossOrigin } from './request/1-start/cross-origin.ts';
import { startCall } from './request/1-start/start-call.ts';
import { Admission } from './request/2-limits/admission.ts';
import { type AddressBudgets, createRateLimit } from './request/2-limits/rate-limit.ts';
import type { RequestCounter } from './request/2-limits/workspace-limit.ts';
import { digestToken, type TokenDigest } from './request/3-caller/operator.ts';
import { type Origins, refuseForeignPages } from './request/3-caller/origin.ts';
import { MemorySignInCodes, type SignInCodes } from './request/3-caller/sign-in-codes.ts';
import { ModificationTimes } from './request/5-answer/modification-times.ts';
import { Reads } from './request/5-answer/read.ts';
import { ReplyCache } from './request/5-answer/reply-cache.ts';
import { answerWrite } from './request/5-answer/write.ts';
import { sendDefect, sendJson, sendProblem, sendReply } from './request/6-send/send.ts';
import { sendDirect } from './request/6-send/send-direct.ts';
import { Decisions } from './request/prepare.ts';
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
  /** Keeps replies to repeated reads. Default: a new cache. */
  readonly cache?: ReplyCache;
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
  /** The path under which clients reach the server, without a slash at its end. Default: none. */
  readonly basePath?: string | undefined;
  /** Origins of web pages that may read replies and send credentials. Undefined: any origin, without credentials. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Names under which the control plane answers. */
  readonly origins: Origins;
  /** Counts the requests of a workspace. Undefined: it has no quotas. */
  readonly counter?: RequestCounter | undefined;
  /** Limits the streams and requests that callers have open at the same time. Default: as on loopback. */
  readonly capacity?: WorldCapacity | undefined;
  /** The latest requests. Default: none yet. */
  readonly requests?: RequestLog;
  /** Whether query, headers and body of requests to the service are recorded, without secrets. Default: false. */
  readonly recordsRequests?: boolean | undefined;
  /** Loads the operations on workspaces. Undefined: there are none. */
  readonly workspaces?: (() => Promise<WorkspaceOperations>) | undefined;
  /** Loads the runs of the conformance kit. Undefined: the server runs no kit. */
  readonly conformanceRuns?: (() => Promise<ConformanceRuns>) | undefined;
  /** Runs long computations in slices. */
  readonly queue: Work;
  /** How long a request waits for data that must be computed, in milliseconds; then it gets a 503. Default: 20 seconds. */
  readonly answerWithinMs?: number | undefined;
}

/**
 * Builds the app. It makes the decisions about a `GET` of the service, answers it and sends the reply in one write. Express routes every
 * other request to the same decisions, and sends every refusal.
 */
export function buildApp(
  sandbox: Sandbox,
  {
    check = ReplyCheck.shared(),
    cache = new ReplyCache(),
    operatorToken,
    serverToken = operatorToken,
    operator = operatorToken === undefined ? undefined : digestToken(operatorToken),
    origins,
    deliveryService,
    findRefusal,
    queue,
    requests = new RequestLog(),
    recordsRequests = false,
    counter,
    capacity = new Capacity(LOCAL_LIMITS).forWorld(),
    workspaces,
    conformanceRuns,
    answerWithinMs = ANSWER_WITHIN_MS,
    basePath = '',
    corsOrigins,
    ...options
  }: AppOptions,
): App {
  const { log, audit, ratePerMinute, addressBudgets, createBudgets, trustProxy, realNow } = options;
  const signIn = { operator, codes: options.signInCodes ?? new MemorySignInCodes(realNow) };
  const redact = createLogRedactor(serverToken);
  const mask = createTextMask(redact);
  const rate = createRateLimit(ratePerMinute, realNow, {
    world: sandbox.world.name,
    createBudgets,
    addresses: addressBudgets,
  });
  const { readClientAddress, isTrustedProxy } = followProxies(trustProxy);
  const admission = new Admission({ rate, counter, capacity });
  const decisions = new Decisions({ sandbox, check, queue, rate, admission, signIn });
  const crossOrigin = new CrossOrigin(corsOrigins);
  const reads = new Reads({ crossOrigin, sandbox, check, cache, queue, changes: new ModificationTimes() });

  const onEnd = (call: Call, response: HttpResponse): void => {
    const entry = describeCall(call, response, redact);
    if (isListed(entry))
      requests.record(entry, { realMs: realNow(), sandboxMs: sandbox.now() }, recordRequest(call, response.req, mask));
    log(entry, response);
  };
  const start = (request: HttpRequest, response: HttpResponse): Call => {
    if (readClientAddress !== undefined) request.clientAddress = readClientAddress(request);
    return startCall(request, response, { redact, basePath, answerWithinMs, crossOrigin, recordsRequests, onEnd });
  };

  const passToExpress = openExpress({
    ...{ check, crossOrigin },
    observers: [auditOperator(audit ?? (() => undefined), redact), allowLateRefusals(check)],
    admit: (call) => decisions.admit(call),
    pages: [
      servePages(sandbox.world.keyholders.size > 0), // to clients that prefer HTML
      serveFrontPage,
      serveProblemPages,
      receiveDeliveries({ deliveryService, check, perMinute: ratePerMinute, realNow }), // posts to inboxes
    ],
    refuseForeignPages: refuseForeignPages(origins), // 403, under /sandbox
    prepare: (call) => decisions.prepare(call),
    answerService: answerService(sandbox, { check, queue, reads }),
    answerControlPlane: serveControlPlane({
      ...{
        sandbox,
        check,
        requests,
        deliveryService,
        findRefusal,
        queue,
        signIn,
        workspaces,
        capacity,
        conformanceRuns,
      },
    }),
  });

  const answer = (message: IncomingMessage, serverResponse: ServerResponse, onDeleted?: () => void): void => {
    const request = message as HttpRequest; // Node's server sets the method and the target
    const response = serverResponse as HttpResponse; // `start` sets the call
    const call = start(request, response);
    const fail = (defect: unknown): void => {
      if (!(defect instanceof WorldDeleted) || onDeleted === undefined || response.headersSent) {
        sendDefect(response, defect, check);
        return;
      }
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      onDeleted();
    };
    const pass = (): void => passToExpress(request, response, fail);
    if (request.method === 'GET' && call.path.startsWith('/v1/'))
      readDirectly({ call, response, pass, decisions, reads });
    else pass();
  };
  return Object.assign(answer, { isTrustedProxy });
}

interface DirectRead {
  readonly call: Call;
  readonly response: HttpResponse;
  /** Has Express answer the request, or send the outcome of the call. */
  readonly pass: () => void;
  readonly decisions: Decisions;
  readonly reads: Reads;
}

/** Answers a read and sends the reply. Express sends its refusal. Continues at once unless a decision or the handler has to wait. */
function readDirectly({ call, response, pass, decisions, reads }: DirectRead): void {
  const settle = (reply: FinalReply | ProblemReply): void => {
    if (!('problem' in reply)) sendDirect(response, call, reply);
    else passWith({ refusal: reply });
  };
  const passWith = (outcome: Call['outcome']): void => {
    call.outcome = outcome;
    pass();
  };
  const failWith = (defect: unknown): void => passWith({ defect });
  const answer = (refusal: ProblemReply | 'unmatched' | undefined): void => {
    if (refusal === 'unmatched') {
      pass();
      return;
    }
    const reply = refusal ?? reads.answer(call);
    if (reply instanceof Promise) reply.then(settle).catch(failWith);
    else settle(reply);
  };
  try {
    const refusal = decisions.prepareRead(call);
    if (refusal instanceof Promise) refusal.then(answer).catch(failWith);
    else answer(refusal);
  } catch (defect) {
    failWith(defect);
  }
}

/** Answers an operation of the service whose decisions were made: a write, or a read with HEAD. */
function answerService(
  sandbox: Sandbox,
  { check, queue, reads }: Pick<AppOptions, 'queue'> & { readonly check: ReplyCheck; readonly reads: Reads },
): Middleware {
  return async (_request, response) => {
    const call = getCall(response);
    if (call.method === 'GET') {
      const reply = await reads.answer(call);
      if ('problem' in reply) sendProblem(response, reply, check);
      else sendReply(response, reply);
      return;
    }
    const reply = await answerWrite({ sandbox, check, queue }, call);
    if ('problem' in reply) sendProblem(response, reply, check);
    else sendJson(response, reply, check);
  };
}

const allowLateRefusals =
  (check: ReplyCheck): Middleware =>
  (_request, response, next) => {
    acceptLateRefusals(response, (reply) => sendProblem(response, reply, check));
    next();
  };

/** Returns an app that loads Express with its first request. */
function openExpress(parts: ExpressParts): ExpressApp {
  let opened: ExpressApp | undefined;
  let opening: Promise<ExpressApp> | undefined;
  return (request, response, fail) => {
    if (opened !== undefined) {
      opened(request, response, fail);
      return;
    }
    opening ??= import('./express-app.ts').then(({ createExpressApp }) => {
      opened = createExpressApp(parts);
      return opened;
    });
    opening.then((app) => app(request, response, fail)).catch(fail);
  };
}

/**
 * Whether the request is listed among the latest ones. The end of an event stream is not, because all other streams would report it. A
 * read of the list is not, because a client that waits for a request would drop others from the list.
 */
const isListed = ({ operationId, status }: AccessEntry): boolean =>
  status !== 200 || (operationId !== 'listRequests' && !isStreamOperation(operationId));
