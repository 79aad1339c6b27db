import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from '../../../../base/real-time.ts';
import { type OperationId, operations } from '../../../../spec/index.ts';
import type { Sandbox } from '../../../sandbox.ts';
import type { Position } from '../../../world/state/facts.ts';
import type { ReplyCheck } from '../../check/reply-check.ts';
import { matchPath } from '../../contract/routes.ts';
import { negotiateMediaType } from '../../exchange/accepted-forms.ts';
import { type Call, getServiceOperationId } from '../../exchange/call.ts';
import { StillPreparing, type Work } from '../../exchange/work-queue.ts';
import type { AccessLog } from '../1-start/access-log.ts';
import { createCall, createRequestId } from '../1-start/begin-call.ts';
import { SERVICE_HEADERS } from '../1-start/headers.ts';
import { type Admission, type Admitted, releaseWhenSent } from '../2-limits/admission.ts';
import { findHiddenId, findMissingPrivilege } from '../3-caller/access.ts';
import { parseQuery } from '../4-input/index.ts';
import { mayCompress } from '../6-send/send.ts';
import { formatCacheControl, formatVary } from './cached-reply.ts';
import { callHandler, getQueueOwner, type HandlerReply } from './call-handler.ts';
import { type CompleteReply, sendComplete } from './complete-reply.ts';
import { isNotModified } from './conditional.ts';
import type { ModificationTimes } from './modification-times.ts';
import { formatRequestKey, type OrdinaryRequest, readOrdinaryRequest } from './ordinary-request.ts';
import type { ReadyReplies } from './ready-replies.ts';
import { RepeatedRequests } from './repeated-requests.ts';
import { compress, type Representation } from './reply-cache.ts';
import { represent } from './represent.ts';

export interface DirectReadDependencies {
  readonly sandbox: Sandbox;
  readonly check: ReplyCheck;
  readonly queue: Work;
  readonly ready: ReadyReplies;
  readonly answerWithinMs: number;
  readonly changes: ModificationTimes;
  readonly record: AccessLog;
  readonly admission: Admission;
}

/** An ordinary request that passed every step before its handler. */
interface PreparedRead {
  readonly ordinary: OrdinaryRequest;
  /** The key of its ready reply. Undefined if the request has not come before, so that its reply is not kept. */
  readonly readyKey: string | undefined;
  readonly call: Call;
  readonly operationId: OperationId;
  /** The position of the world that the reply shows. */
  readonly position: Position;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly takeSteps: () => void;
}

interface Answer {
  readonly ordinary: OrdinaryRequest;
  readonly complete: CompleteReply;
  readonly requestId: string;
  readonly startedAt: number;
}

/**
 * Answers ordinary reads without the list of steps: the same functions authenticate, authorise and validate the request
 * and validate the reply, and the reply is sent in one write. Only a 200 or 304 is sent here. Unusual requests and refusals
 * are left to the steps, which start from the beginning.
 */
export class DirectReads {
  readonly #dependencies: DirectReadDependencies;
  readonly #repeated = new RepeatedRequests();

  constructor(dependencies: DirectReadDependencies) {
    this.#dependencies = dependencies;
  }

  /** Answers a request. Calls `takeSteps` instead, now or later, if the steps must answer it. */
  respond(request: IncomingMessage, response: ServerResponse, takeSteps: () => void): void {
    const ordinary = readOrdinaryRequest(request);
    if (ordinary === undefined) {
      takeSteps();
      return;
    }
    const becoming = this.#dependencies.sandbox.becomeCurrent();
    const exchange = { request, response, takeSteps };
    if (becoming === undefined) this.#respondNow(ordinary, exchange);
    else becoming.then(() => this.#respondNow(ordinary, exchange)).catch(takeSteps);
  }

  /** Answers a request in the present world, which is current. */
  #respondNow(ordinary: OrdinaryRequest, { request, response, takeSteps }: Exchange): void {
    const { sandbox, ready: readyReplies, admission } = this.#dependencies;
    const readyKey = this.#repeated.recognise(ordinary) ? formatRequestKey(sandbox.world.name, ordinary) : undefined;
    const ready = readyKey === undefined ? undefined : readyReplies.find(sandbox, readyKey);
    const prepared = ready === undefined ? ignoreDefect(() => this.#prepare(ordinary, readyKey)) : undefined;
    const userId = ready?.entry.userId ?? prepared?.call.scope?.user.userId ?? null;
    const isForSteps = ready === undefined && prepared === undefined;
    const admitted = isForSteps ? undefined : admission.admitRead(request, response, userId);
    if (admitted === undefined) {
      takeSteps();
      return;
    }
    const finish = (answer: Answer | undefined): void => {
      if (answer === undefined) {
        admission.handOver(request, response, admitted);
        takeSteps();
      } else this.#send(response, answer, admitted);
    };
    const answer =
      ready === undefined
        ? prepared && ignoreDefect(() => this.#answer(prepared))
        : { ordinary, complete: ready, requestId: createRequestId(), startedAt: performance.now() };
    if (answer instanceof Promise)
      answer
        .catch((fault: unknown) => {
          // The steps must not wait again. They meet any other defect too, and log it.
          if (fault instanceof StillPreparing) Object.assign(request, { answerByMs: fault.untilMs });
          return undefined;
        })
        .then(finish)
        .catch(takeSteps);
    else finish(answer);
  }

  /** Returns the answer to a request, at once unless its handler is slow; undefined if the steps must answer it. */
  #answer(prepared: PreparedRead): Answer | undefined | Promise<Answer | undefined> {
    const reply = this.#callHandler(prepared);
    return reply instanceof Promise
      ? reply.then((made) => this.#complete(prepared, made))
      : this.#complete(prepared, reply);
  }

  /** Takes the steps before the handler. Returns undefined if any of them refuses. */
  #prepare(ordinary: OrdinaryRequest, readyKey: string | undefined): PreparedRead | undefined {
    const { sandbox } = this.#dependencies;
    if (sandbox.misbehaviours.size > 0) return undefined;
    const [path = '', queryString = '', ...others] = ordinary.url.split('?');
    if (others.length > 0 || !PLAIN_PATH.test(path)) return undefined;
    const match = matchPath(path);
    const route = match?.routes.find(({ method }) => method === 'GET');
    if (match === undefined || route === undefined) return undefined;

    const call = createCall({
      ...{ requestId: createRequestId(), path, shownPath: path, queryString, method: 'GET' },
      answerByMs: performance.now() + this.#dependencies.answerWithinMs,
    });
    call.match = match;
    call.route = route;
    const operationId = getServiceOperationId(call);
    if (operationId === undefined) return undefined;
    if (!operations[operationId].isPublic) {
      call.scope = sandbox.openCurrentScope(ordinary.apiKey ?? '');
      if (call.scope === undefined) return undefined;
    }
    if ((findHiddenId(call) ?? findMissingPrivilege(call, operationId)) !== undefined) return undefined;
    if (negotiateMediaType(operationId, ordinary.accept) === undefined) return undefined;
    const query = parseQuery(operationId, queryString);
    if ('problem' in query) return undefined;
    call.query = query.values;
    return { ordinary, readyKey, call, operationId, position: sandbox.position };
  }

  /** Returns the reply of the handler; undefined for a refusal. A slow handler answers later. */
  #callHandler({ ordinary, call }: PreparedRead): HandlerReply | undefined | Promise<HandlerReply | undefined> {
    const { sandbox, queue } = this.#dependencies;
    const seenFrom = call.scope ?? sandbox.openPublicView(readHostName(ordinary.host));
    const work = (): HandlerReply | undefined => {
      const reply = callHandler(call, seenFrom);
      return 'problem' in reply || reply.status !== 200 ? undefined : reply;
    };
    return queue.run(getQueueOwner(call), work, call.answerByMs);
  }

  /** Returns the complete reply; undefined if it violates the contract, which the steps report. */
  #complete(
    { ordinary, readyKey, call, operationId, position }: PreparedRead,
    reply: HandlerReply | undefined,
  ): Answer | undefined {
    if (reply === undefined) return undefined;
    const { sandbox, check, changes, ready } = this.#dependencies;
    const nowMs = sandbox.readClocks().realMs;
    const plain = represent(call, operationId, { reply, check, changes, nowMs });
    if (typeof plain === 'string') return undefined;
    const isCompressed = mayCompress(plain, ordinary.acceptEncoding);
    const representation = isCompressed ? compress(plain) : plain;
    const validators = listValidators(operationId, representation, nowMs);
    const complete: CompleteReply = {
      headers: [
        ...validators,
        ...['Content-Type', representation.contentType],
        ...(isCompressed ? ['Content-Encoding', 'gzip'] : []),
        ...['Content-Length', String(representation.bytes.length)],
      ],
      headersOfNotModified: validators,
      etag: representation.etag,
      body: representation.bytes,
      entry: { path: call.shownPath, operationId, userId: call.scope?.user.userId ?? null },
    };
    if (check.findHeaderFault(operationId, 200, readHeaders(complete.headers, call.requestId)) !== undefined)
      return undefined;
    const { lastModifiedMs } = representation;
    const isLasting = lastModifiedMs === undefined || lastModifiedMs <= nowMs; // otherwise Last-Modified follows the clock
    if (readyKey !== undefined && isLasting && call.scope?.nowMs === sandbox.now() && position === sandbox.position)
      ready.keep(sandbox, readyKey, { reply: complete, expiresAtMs: call.scope.keyExpiresAtMs });
    return { ordinary, complete, requestId: call.requestId, startedAt: call.startedAt };
  }

  #send(response: ServerResponse, { ordinary, complete, requestId, startedAt }: Answer, admitted: Admitted): void {
    const { ifNoneMatch } = ordinary;
    const isKnown =
      ifNoneMatch !== undefined &&
      isNotModified({ ifNoneMatch, ifModifiedSince: undefined }, { etag: complete.etag, lastModifiedMs: undefined });
    sendComplete(response, complete, {
      requestId,
      startedAt,
      isNotModified: isKnown,
      record: this.#dependencies.record,
      ownHeaders: admitted.headers,
    });
    if (admitted.place !== undefined) releaseWhenSent(response, admitted.place);
  }
}

/** Returns a result, or undefined if `work` throws: the steps meet the same defect, and log it. */
function ignoreDefect<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Paths of the contract need no other characters, and none of these needs an escape in a log. */
const PLAIN_PATH = /^[\w./-]+$/;

/** Returns the requested host in lower case and without its port. */
const readHostName = (host: string): string => host.replace(/:\d+$/, '').toLowerCase();

/** Returns the headers that a 304 has too, in the order of the steps. */
function listValidators(
  operationId: OperationId,
  { etag, lastModifiedMs }: Representation,
  nowMs: number,
): readonly string[] {
  return [
    ...SERVICE_HEADERS,
    ...['Cache-Control', formatCacheControl(operationId), 'ETag', etag, 'Vary', formatVary(operationId)],
    ...(lastModifiedMs === undefined ? [] : ['Last-Modified', new Date(Math.min(lastModifiedMs, nowMs)).toUTCString()]),
  ];
}

/** Returns a function that finds a header by its name in lower case. */
const readHeaders =
  (headers: readonly string[], requestId: string) =>
  (name: string): string | undefined => {
    if (name === 'x-request-id') return requestId;
    for (let index = 0; index < headers.length; index += 2)
      if (headers[index]?.length === name.length && headers[index]?.toLowerCase() === name) return headers[index + 1];
    return undefined;
  };
