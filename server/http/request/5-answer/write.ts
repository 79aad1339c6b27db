import { operations } from '../../../../spec/index.ts';
import { invalidApiKey, type ProblemReply } from '../../../problems/problem.ts';
import type { Sandbox } from '../../../sandbox.ts';
import type { ReplyCheck } from '../../check/reply-check.ts';
import { type Call, getQueueOwner, getScope, requireServiceOperationId } from '../../exchange/call.ts';
import type { Work } from '../../exchange/work-queue.ts';
import { type Recalled, recallReply, rememberFacts } from '../4-input/idempotency.ts';
import { callHandler, type HandlerReply } from './call-handler.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

interface WriteDependencies {
  readonly sandbox: Sandbox;
  readonly check: ReplyCheck;
  readonly queue: Work;
}

/**
 * Answers a write of the service: calls the handler, validates its reply against the contract, and appends its facts. On a conflict with
 * another write it opens a fresh scope and calls the handler again, which is safe because handlers are pure.
 */
export async function answerWrite(
  { sandbox, check, queue }: WriteDependencies,
  call: Call,
): Promise<Recalled['reply']> {
  const operationId = requireServiceOperationId(call);
  const key = call.headers['x-api-key'] ?? '';
  const conflicting = {
    name: operations[operationId].path,
    world: sandbox,
    tenantId: getScope(call).tenant.tenantId,
  };
  const { reply, isReplay } = await retryOnConflict(conflicting, async (attempt): Promise<Recalled | 'conflict'> => {
    const scope = attempt === 1 ? getScope(call) : await sandbox.openScope(key);
    if (scope === undefined) return { reply: invalidApiKey(), isReplay: false };
    const attempted = { call, scope };
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
  if (isReplay) call.replyHeaders.push('Idempotent-Replayed', 'true');
  return reply;
}

function findReplyFault(call: Call, reply: HandlerReply | ProblemReply, check: ReplyCheck): string | undefined {
  if ('problem' in reply) return undefined; // it is validated when it is finished
  const { status, body } = reply;
  return check.findFault(requireServiceOperationId(call), { status, mediaType: 'application/json', body });
}
