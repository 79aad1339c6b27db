import { type OperationId, operations } from '../../../../spec/index.ts';
import { invalidApiKey, notFound, type ProblemReply, problem } from '../../../problems/problem.ts';
import type { Sandbox } from '../../../sandbox.ts';
import { type Call, getScope, getServiceOperationId, isForControlPlane } from '../../exchange/call.ts';
import type { Decision, Refusal } from '../../exchange/decision.ts';
import { listActiveMisbehaviours } from '../../exchange/misbehaviours.ts';
import { authenticateCallers, refuseUnauthorised, type SignIn } from './callers.ts';

/**
 * Opens the scope of the key. Distinguishes missing from invalid keys, but not unknown from expired or revoked ones.
 */
export function openScopeFor(sandbox: Sandbox, signIn: SignIn): Decision {
  const authenticateControlCaller = authenticateCallers(sandbox, signIn);
  return (call) => {
    const operationId = getServiceOperationId(call);
    if (operationId === undefined) return authenticateControlCaller(call);
    const { isPublic } = operations[operationId];
    const key = call.headers['x-api-key'];
    if (!isPublic && (key === undefined || key === ''))
      return problem(401, 'missing_api_key', { detail: 'Send your API key in the header X-API-Key.' });

    const open = (): Refusal => {
      call.activeMisbehaviours = listActiveMisbehaviours(sandbox.misbehaviours);
      if (isPublic || key === undefined) return undefined;
      call.scope = sandbox.openCurrentScope(key);
      return call.scope === undefined ? invalidApiKey() : undefined;
    };
    const becoming = sandbox.becomeCurrent();
    return becoming === undefined ? open() : becoming.then(open);
  };
}

/** Refuses a read whose path contains an id outside the scope with 404, as for an id that never existed. */
export const requireVisibleId: Decision = (call) => {
  if (isForControlPlane(call) || call.activeMisbehaviours.length > 0) return undefined; // the handler gives the same reply, which a misbehaviour may change
  const { terminal_id: terminalId, transaction_id: transactionId, connector_id: connectorId } = call.pathParameters;
  if (terminalId !== undefined && getScope(call).terminal(terminalId) === undefined) return notFound();
  if (transactionId !== undefined && getScope(call).transaction(transactionId) === undefined) return notFound();
  if (connectorId !== undefined && getScope(call).connector(connectorId) === undefined) return notFound();
  return undefined;
};

/** Refuses with 403 unless the role has the privilege that the contract requires for the operation. */
export function requirePrivilege(hasOperator: boolean): Decision {
  return (call) => {
    const operationId = getServiceOperationId(call);
    return operationId === undefined ? refuseUnauthorised(call, hasOperator) : findMissingPrivilege(call, operationId);
  };
}

function findMissingPrivilege(call: Call, operationId: OperationId): ProblemReply | undefined {
  const { privilege, isPublic } = operations[operationId];
  if (isPublic || privilege === 'none' || getScope(call).rules.privileges.has(privilege)) return undefined;
  return problem(403, 'insufficient_privilege', {
    detail: getScope(call).isGuest
      ? `The key of a guest lacks the privilege ${privilege}.`
      : `Your role ${getScope(call).user.role} lacks the privilege ${privilege}.`,
    required_privilege: privilege,
  });
}
