import { operations } from '../../../../spec/index.ts';
import { invalidApiKey, type ProblemReply } from '../../../problem.ts';
import type { Sandbox } from '../../../sandbox.ts';
import type { ReplyCheck } from '../../check/reply-check.ts';
import { type Call, getCall, getScope, readHeader, readHost } from '../../exchange/call.ts';
import type { HttpResponse, Middleware } from '../../exchange/middleware.ts';
import type { MisbehaviourContext } from '../../exchange/misbehaviours.ts';
import type { Work } from '../../exchange/work-queue.ts';
import { type Recalled, recallReply, rememberFacts } from '../4-input/idempotency.ts';
import { sendDefect, sendJson, sendProblem, sendRepresentation } from '../6-send/send.ts';
import { callHandler, getQueueOwner, type HandlerReply, requireServiceOperationId } from './call-handler.ts';
import type { ModificationTimes } from './modification-times.ts';
import type { ReplyCache } from './reply-cache.ts';
import { represent } from './represent.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** Dependencies of the last step. */
export interface DispatchDependencies {
  readonly sandbox: Sandbox;
  readonly check: ReplyCheck;
  readonly cache: ReplyCache;
  /** Runs expensive handlers in slices. */
  readonly queue: Work;
  readonly changes: ModificationTimes;
}

/** Calls the handler, validates its reply against the contract, appends its facts and sends the reply. */
export function dispatch(state: DispatchDependencies): Middleware {
  return (_request, response, next) => {
    if (getCall(response).method === 'POST') write(state, response).catch(next);
    else read(state, response)?.catch(next);
  };
}

function alterReply(sandbox: Sandbox, call: Call, original: HandlerReply | ProblemReply): HandlerReply | ProblemReply {
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

/** Answers synchronously if the handler is fast, otherwise when the queue has finished it. */
function read(state: DispatchDependencies, response: HttpResponse): Promise<void> | undefined {
  const { sandbox, queue } = state;
  const call = getCall(response);
  const seenFrom = call.scope ?? sandbox.openPublicView(readHost(response.req));
  const work = (): HandlerReply | ProblemReply => {
    const answered = callHandler(call, seenFrom);
    return call.activeMisbehaviours.length === 0 ? answered : alterReply(sandbox, call, answered);
  };
  const reply = queue.run(getQueueOwner(call), work, call.answerByMs);
  if (reply instanceof Promise) return reply.then((ready) => sendRead(state, response, ready));
  sendRead(state, response, reply);
  return undefined;
}

function sendRead(
  { sandbox, check, cache, changes }: DispatchDependencies,
  response: HttpResponse,
  reply: HandlerReply | ProblemReply,
): void {
  const call = getCall(response);
  if ('problem' in reply) {
    sendProblem(response, reply, check);
    return;
  }

  const nowMs = sandbox.readClocks().realMs;
  const made = represent(call, requireServiceOperationId(call), { reply, check, changes, nowMs });
  if (typeof made === 'string') {
    sendDefect(response, new Error(`a reply violates the contract: ${made}`), check);
    return;
  }
  if (call.cacheKey !== undefined) cache.set(call.cacheKey, made);
  sendRepresentation(response, { plain: made, check, cache, nowMs });
}

/**
 * Handles a write: appends its facts, then sends the reply. On a conflict with another write it opens a fresh scope and
 * calls the handler again, which is safe because handlers are pure.
 */
async function write({ sandbox, check, queue }: DispatchDependencies, response: HttpResponse): Promise<void> {
  const call = getCall(response);
  const request = response.req;
  const key = readHeader(request, 'x-api-key') ?? '';
  const name = operations[requireServiceOperationId(call)].path;
  const conflicting = { name, world: sandbox, tenantId: getScope(call).tenant.tenantId };
  const { reply, isReplay } = await retryOnConflict(conflicting, async (attempt): Promise<Recalled | 'conflict'> => {
    const scope = attempt === 1 ? getScope(call) : await sandbox.openScope(key);
    if (scope === undefined) return { reply: invalidApiKey(), isReplay: false };
    const attempted = { call, scope, request };
    const recalled = recallReply(attempted);
    if (recalled !== undefined) return recalled;

    // A scope gives out each new id once. `atSnapshot` resets that, so that a repeated call gets the same ids.
    const made = await queue.run(
      getQueueOwner(call),
      () => callHandler(call, scope.atSnapshot(scope)),
      call.answerByMs,
    );
    const fault = findReplyFault(call, made, check);
    if (fault !== undefined) throw new Error(`a reply violates the contract: ${fault}`);
    const facts = rememberFacts(attempted, made);
    const isRecorded = facts.length === 0 || (await sandbox.append(scope, facts));
    return isRecorded ? { reply: made, isReplay: false } : 'conflict';
  });
  if (isReplay) response.setHeader('Idempotent-Replayed', 'true');
  sendReply(response, reply, check);
}

function findReplyFault(call: Call, reply: HandlerReply | ProblemReply, check: ReplyCheck): string | undefined {
  if ('problem' in reply) return undefined; // sendProblem validates it
  return check.findFault(requireServiceOperationId(call), {
    status: reply.status,
    mediaType: 'application/json',
    body: reply.body,
  });
}

function sendReply(response: HttpResponse, reply: HandlerReply | ProblemReply, check: ReplyCheck): void {
  if ('problem' in reply) sendProblem(response, reply, check);
  else sendJson(response, reply, check);
}
