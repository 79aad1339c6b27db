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
import { createRepresentation, type ReplyCache, type Representation } from '../reply/reply-cache.ts';
import type { ReplyCheck } from '../reply/reply-check.ts';
import { sendDefect, sendJson, sendProblem, sendRepresentation } from '../reply/send.ts';
import { type Call, getCall, getScope, getServiceOperationId, readHeader, readHost } from './call.ts';
import { type Recalled, recallReply, rememberFacts } from './idempotency.ts';
import type { HttpResponse, Middleware } from './middleware.ts';
import type { AlterableReply, Misbehaviour, MisbehaviourContext } from './misbehaviours.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import type { WorkQueue } from './work-queue.ts';

/** Dependencies of the last step. */
export interface DispatchDependencies {
  readonly sandbox: Sandbox;
  readonly check: ReplyCheck;
  readonly cache: ReplyCache;
  /** Runs expensive handlers in slices. */
  readonly queue: WorkQueue;
}

interface DispatchState extends DispatchDependencies {
  readonly changes: ModificationTimes;
}

/** Calls the handler, validates its reply against the contract, appends its facts and sends the reply. */
export function dispatch(dispatcher: DispatchDependencies): Middleware {
  const state: DispatchState = { ...dispatcher, changes: new ModificationTimes() };
  return (_request, response, next) => {
    if (getCall(response).method === 'POST') write(state, response).catch(next);
    else read(state, response)?.catch(next);
  };
}

interface AnyReply extends AlterableReply {
  readonly facts?: readonly Fact[];
}

/** The only cast from a request to an input. Path, query and body were validated for this operation. */
function callHandler(call: Call, seenFrom: Scope | PublicView): AnyReply | ProblemReply {
  const query = call.activeMisbehaviours.reduce(
    (altered, misbehaviour) => alterQuery(call, misbehaviour, altered),
    call.query,
  );
  const input = { path: call.match?.pathParameters ?? {}, query, body: call.body };
  const handler = handlers[requireServiceOperationId(call)] as (
    scope: Scope | PublicView,
    input: Input<ScopedOperationId>,
  ) => AnyReply | ProblemReply;
  return handler(seenFrom, input as Input<ScopedOperationId>);
}

/** Applies a misbehaviour to the query. Records it, so that the log names it and the reply is not validated. */
function alterQuery(call: Call, { name, query }: Misbehaviour, received: Call['query']): Call['query'] {
  const altered = query?.(received) ?? received;
  if (altered !== received) call.appliedMisbehaviours.add(name);
  return altered;
}

function alterReply(sandbox: Sandbox, call: Call, original: AnyReply | ProblemReply): AnyReply | ProblemReply {
  const context: MisbehaviourContext = {
    operationId: requireServiceOperationId(call),
    query: call.query,
    existsSomewhere: () => sandbox.hasResource(call.match?.pathParameters ?? {}),
  };
  return call.activeMisbehaviours.reduce((before, { name, reply }) => {
    const altered = reply?.(before, context) ?? before;
    if (altered !== before) call.appliedMisbehaviours.add(name);
    return altered;
  }, original);
}

const requireServiceOperationId = (call: Call): OperationId => {
  const operationId = getServiceOperationId(call);
  if (operationId === undefined)
    throw new Error('an operation of the control plane reached the dispatcher of the service');
  return operationId;
};

/** Answers synchronously if the handler is fast, otherwise when the queue has finished it. */
function read(state: DispatchState, response: HttpResponse): Promise<void> | undefined {
  const { sandbox, queue } = state;
  const call = getCall(response);
  const seenFrom = call.scope ?? sandbox.openPublicView(readHost(response.req));
  const reply = queue.run(getQueueOwner(call), () => {
    const answered = callHandler(call, seenFrom);
    return call.activeMisbehaviours.length === 0 ? answered : alterReply(sandbox, call, answered);
  });
  if (reply instanceof Promise) return reply.then((ready) => sendRead(state, response, ready));
  sendRead(state, response, reply);
  return undefined;
}

/** Returns the owner under which the queue schedules the work: tenants take turns. */
const getQueueOwner = ({ scope }: Call): string => scope?.tenant.tenantId ?? '';

function sendRead(
  { sandbox, check, cache, changes }: DispatchState,
  response: HttpResponse,
  reply: AnyReply | ProblemReply,
): void {
  const call = getCall(response);
  if ('problem' in reply) {
    sendProblem(response, reply, check);
    return;
  }

  const nowMs = sandbox.readClocks().realMs;
  const made = represent(call, reply, { check, changes, nowMs });
  if (typeof made === 'string') {
    sendDefect(response, new Error(`a reply violates the contract: ${made}`), check);
    return;
  }
  if (call.cacheKey !== undefined) cache.set(call.cacheKey, made);
  sendRepresentation(response, { plain: made, check, cache, nowMs });
}

interface Representing extends Pick<DispatchState, 'check' | 'changes'> {
  readonly nowMs: RealMs;
}

/** Returns the representation of a reply, or a description of its contract violation. */
function represent(
  call: Call,
  { status, body, contentType: alteredType }: AnyReply,
  { check, changes, nowMs }: Representing,
): Representation | string {
  const operationId = requireServiceOperationId(call);
  const feed = operationId === 'getAccountFeed' || operationId === 'getTerminalFeed' ? (body as Feed) : undefined; // feed operations reply with a Feed
  const text = feed !== undefined ? serialiseFeed(feed) : isList(body) ? serialiseList(body) : serialiseJson(body);
  const contentType = alteredType ?? (feed !== undefined ? RSS_MEDIA_TYPE : JSON_MEDIA_TYPE);
  const mediaType = contentType.replace(/;.*/, '');
  const fault =
    call.appliedMisbehaviours.size > 0
      ? undefined
      : check.findFault(operationId, { status, mediaType, body: feed !== undefined ? text : body });
  if (fault !== undefined) return fault;
  const made = createRepresentation(status, contentType, text);
  if (feed === undefined) return made;
  const resource = `${getScope(call).user.userId} ${call.path}`;
  return { ...made, lastModifiedMs: changes.recordTag(resource, made.etag, { claimedMs: feed.lastBuildMs, nowMs }) };
}

/**
 * Handles a write: appends its facts, then sends the reply. On a conflict with another write it opens a fresh scope and
 * calls the handler again, which is safe because handlers are pure.
 */
async function write({ sandbox, check, queue }: DispatchDependencies, response: HttpResponse): Promise<void> {
  const call = getCall(response);
  const request = response.req;
  const key = readHeader(request, 'x-api-key') ?? '';
  const path = operations[requireServiceOperationId(call)].path;
  const { reply, isReplay } = await retryOnConflict(path, async (attempt): Promise<Recalled | 'conflict'> => {
    const scope = attempt === 1 ? getScope(call) : await sandbox.openScope(key);
    if (scope === undefined) throw new Error('the key became invalid during the request');
    const attempted = { call, scope, request };
    const recalled = recallReply(attempted);
    if (recalled !== undefined) return recalled;

    // A scope gives out each new id once. `atSnapshot` resets that, so that a repeated call gets the same ids.
    const made = await queue.run(getQueueOwner(call), () => callHandler(call, scope.atSnapshot(scope)));
    const fault = findReplyFault(call, made, check);
    if (fault !== undefined) throw new Error(`a reply violates the contract: ${fault}`);
    const facts = rememberFacts(attempted, made);
    const isRecorded = facts.length === 0 || (await sandbox.append(scope, facts));
    return isRecorded ? { reply: made, isReplay: false } : 'conflict';
  });
  if (isReplay) response.setHeader('Idempotent-Replayed', 'true');
  sendReply(response, reply, check);
}

function findReplyFault(call: Call, reply: AnyReply | ProblemReply, check: ReplyCheck): string | undefined {
  if ('problem' in reply) return undefined; // sendProblem validates it
  return check.findFault(requireServiceOperationId(call), {
    status: reply.status,
    mediaType: 'application/json',
    body: reply.body,
  });
}

function sendReply(response: HttpResponse, reply: AnyReply | ProblemReply, check: ReplyCheck): void {
  if ('problem' in reply) sendProblem(response, reply, check);
  else sendJson(response, reply, check);
}
