import type { Request, RequestHandler, Response } from 'express';
import { type OperationId, operations } from '../../../spec/index.ts';
import type { Input, PublicView, ScopedOperationId } from '../../contract.ts';
import { handlers } from '../../handlers/index.ts';
import type { ProblemReply } from '../../problem.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { Feed } from '../../serialisers/feed.ts';
import { isList, JSON_MEDIA_TYPE, serialiseJson, serialiseList } from '../../serialisers/json.ts';
import { RSS_MEDIA_TYPE, serialiseFeed } from '../../serialisers/rss.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { Fact } from '../../world/state/facts.ts';
import type { RealMs } from '../../world/state/time.ts';
import { ModificationTimes } from '../reply/modification-times.ts';
import { type ReplyCache, type Representation, representationOf } from '../reply/reply-cache.ts';
import type { ReplyCheck } from '../reply/reply-check.ts';
import { sendDefect, sendJson, sendProblem, sendRepresentation } from '../reply/send.ts';
import { type Call, callOf, headerOf, hostOf, scopeOf, serviceOperationOf } from './call.ts';
import type { DeviantReply, Deviation } from './deviations.ts';
import { recallReply, rememberFacts } from './idempotency.ts';
import type { WorkQueue } from './work-queue.ts';

/** Dependencies of the last step. */
export interface Dispatcher {
  readonly sandbox: Sandbox;
  readonly check: ReplyCheck;
  readonly cache: ReplyCache;
  /** Runs expensive handlers in slices. */
  readonly queue: WorkQueue;
}

/** How often a write is retried after a conflict with another write. */
const MAX_TRIES = 8;

interface DispatchState extends Dispatcher {
  readonly changes: ModificationTimes;
}

/** Calls the handler, validates its reply against the contract, appends its facts and sends the reply. */
export function dispatch(dispatcher: Dispatcher): RequestHandler {
  const state: DispatchState = { ...dispatcher, changes: new ModificationTimes() };
  return (request, response, next) => {
    const call = callOf(response);
    if (call.method === 'POST') write(state, call, request, response).catch(next);
    else read(state, call, request, response)?.catch(next);
  };
}

interface AnyReply extends DeviantReply {
  readonly facts?: readonly Fact[];
}

/** The only cast from a request to an input. Path, query and body were validated for this operation. */
function callHandler(call: Call, seenFrom: Scope | PublicView): AnyReply | ProblemReply {
  const query = call.deviations.reduce((asked, deviation) => spoilQuery(call, deviation, asked), call.query);
  const input = { path: call.match?.pathParameters ?? {}, query, body: call.body };
  const handler = handlers[operationOf(call)] as (
    scope: Scope | PublicView,
    input: Input<ScopedOperationId>,
  ) => AnyReply | ProblemReply;
  return handler(seenFrom, input as Input<ScopedOperationId>);
}

/**
 * Applies a deviation to the query, and records the deviation so that the log names it and the reply is not validated.
 */
function spoilQuery(call: Call, { name, query }: Deviation, asked: Call['query']): Call['query'] {
  const spoilt = query?.(asked) ?? asked;
  if (spoilt !== asked) call.misbehaved.add(name);
  return spoilt;
}

function spoilReply(sandbox: Sandbox, call: Call, answered: AnyReply | ProblemReply): AnyReply | ProblemReply {
  const existsSomewhere = (): boolean => sandbox.holds(call.match?.pathParameters ?? {});
  return call.deviations.reduce((before, { name, reply }) => {
    const spoilt = reply?.(before, { call, existsSomewhere }) ?? before;
    if (spoilt !== before) call.misbehaved.add(name);
    return spoilt;
  }, answered);
}

const operationOf = (call: Call): OperationId => {
  const operationId = serviceOperationOf(call);
  if (operationId === undefined)
    throw new Error('an operation of the control plane reached the dispatcher of the service');
  return operationId;
};

/** Answers synchronously if the handler is fast, otherwise when the queue has finished it. */
function read(state: DispatchState, call: Call, request: Request, response: Response): Promise<void> | undefined {
  const { sandbox, queue } = state;
  const seenFrom = call.scope ?? sandbox.publicView(hostOf(request));
  const reply = queue.run(ownerOf(call), () => {
    const answered = callHandler(call, seenFrom);
    return call.deviations.length === 0 ? answered : spoilReply(sandbox, call, answered);
  });
  if (reply instanceof Promise) return reply.then((ready) => sendRead(state, call, ready, { request, response }));
  sendRead(state, call, reply, { request, response });
  return undefined;
}

/** Returns the owner under which the queue schedules the work: tenants take turns. */
const ownerOf = ({ scope }: Call): string => scope?.tenant.tenantId ?? '';

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

function sendRead(
  { sandbox, check, cache, changes }: DispatchState,
  call: Call,
  reply: AnyReply | ProblemReply,
  { request, response }: Exchange,
): void {
  if ('problem' in reply) {
    sendProblem(request, response, reply, check);
    return;
  }

  const nowMs = sandbox.clocks().realMs;
  const made = represent(call, reply, { check, changes, nowMs });
  if (typeof made === 'string') {
    sendDefect(request, response, new Error(`a reply violates the contract: ${made}`), check);
    return;
  }
  if (call.cacheKey !== undefined) cache.set(call.cacheKey, made);
  sendRepresentation(request, response, { plain: made, check, cache, nowMs });
}

interface Representing extends Pick<DispatchState, 'check' | 'changes'> {
  readonly nowMs: RealMs;
}

/** Returns the representation of a reply, or a description of its contract violation. */
function represent(
  call: Call,
  { status, body, contentType: spoiltType }: AnyReply,
  { check, changes, nowMs }: Representing,
): Representation | string {
  const operationId = operationOf(call);
  const feed = operationId === 'getAccountFeed' || operationId === 'getTerminalFeed' ? (body as Feed) : undefined; // feed operations reply with a Feed
  const text = feed !== undefined ? serialiseFeed(feed) : isList(body) ? serialiseList(body) : serialiseJson(body);
  const contentType = spoiltType ?? (feed !== undefined ? RSS_MEDIA_TYPE : JSON_MEDIA_TYPE);
  const mediaType = contentType.replace(/;.*/, '');
  const fault =
    call.misbehaved.size > 0
      ? undefined
      : check.faultOf(operationId, { status, mediaType, body: feed !== undefined ? text : body });
  if (fault !== undefined) return fault;
  const made = representationOf(status, contentType, text);
  if (feed === undefined) return made;
  const resource = `${scopeOf(call).user.userId} ${call.path}`;
  return { ...made, lastModifiedMs: changes.instantOf(resource, made.etag, { claimedMs: feed.lastBuildMs, nowMs }) };
}

/**
 * Handles a write: appends its facts, then sends the reply. On a conflict with another write it opens a fresh scope and
 * calls the handler again, which is safe because handlers are pure.
 */
async function write(dispatcher: Dispatcher, call: Call, request: Request, response: Response): Promise<void> {
  const { sandbox, check, queue } = dispatcher;
  const key = headerOf(request, 'x-api-key') ?? '';
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const scope = attempt === 1 ? scopeOf(call) : await sandbox.open(key);
    if (scope === undefined) throw new Error('the key became invalid during the request');

    const recalled = recallReply(call, scope, request);
    if (recalled !== undefined) {
      if (recalled.isReplay) response.setHeader('Idempotent-Replayed', 'true');
      answer(request, response, recalled.reply, check);
      return;
    }

    // A scope gives out each new id once. `atSnapshot` resets that, so that a repeated call gets the same ids.
    const reply = await queue.run(ownerOf(call), () => callHandler(call, scope.atSnapshot(scope)));
    const fault = faultOf(call, reply, check);
    if (fault !== undefined) throw new Error(`a reply violates the contract: ${fault}`);
    const facts = rememberFacts(call, scope, request, reply);
    if (facts.length > 0 && !(await sandbox.append(scope, facts))) continue;
    answer(request, response, reply, check);
    return;
  }
  throw new Error(`${operations[operationOf(call)].path}: gave up after ${MAX_TRIES} conflicts with other writes`);
}

function faultOf(call: Call, reply: AnyReply | ProblemReply, check: ReplyCheck): string | undefined {
  if ('problem' in reply) return undefined; // sendProblem validates it
  return check.faultOf(operationOf(call), { status: reply.status, mediaType: 'application/json', body: reply.body });
}

function answer(request: Request, response: Response, reply: AnyReply | ProblemReply, check: ReplyCheck): void {
  if ('problem' in reply) sendProblem(request, response, reply, check);
  else sendJson(request, response, reply.status, reply.body, check);
}
