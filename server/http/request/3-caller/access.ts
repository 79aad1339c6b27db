import { type OperationId, operations } from '../../../../spec/index.ts';
import { invalidApiKey, notFound, type ProblemReply, problem } from '../../../problem.ts';
import type { Sandbox } from '../../../sandbox.ts';
import { listMethods, matchPath } from '../../contract/routes.ts';
import type { SignIn } from '../../control/sign-in.ts';
import { type Call, getScope, getServiceOperationId, isForControlPlane, readHeader } from '../../exchange/call.ts';
import { listActiveMisbehaviours } from '../../exchange/misbehaviours.ts';
import type { PipelineStep } from '../../exchange/steps.ts';
import { isPage } from '../../pages/text-pages.ts';
import { authenticateCallers, refuseUnauthorised } from './callers.ts';

/** Refuses an unknown path with 404 and an unsupported method with 405. */
export const matchOperation: PipelineStep = (call) => {
  call.match = matchPath(call.path);
  if (call.match === undefined && (call.method === 'GET' || !isPage(call.path))) return notFound();

  call.route = call.match?.routes.find(({ method }) => method === call.method);
  if (call.route !== undefined) return undefined;
  const allowed = call.match === undefined ? ['GET', 'HEAD'] : [...listMethods(call.match)];
  return problem(405, 'method_not_allowed', { detail: `The path answers ${allowed.join(', ')}.`, allowed });
};

/**
 * Opens the scope of the key. Distinguishes missing from invalid keys, but not unknown from expired or revoked ones.
 */
export function openScopeFor(sandbox: Sandbox, signIn: SignIn): PipelineStep {
  const authenticateControlCaller = authenticateCallers(sandbox, signIn);
  return async (call, request) => {
    const operationId = getServiceOperationId(call);
    if (operationId === undefined) return authenticateControlCaller(call, request);
    call.activeMisbehaviours = listActiveMisbehaviours(sandbox.misbehaviours);
    if (operations[operationId].isPublic) {
      await sandbox.catchUp();
      return undefined;
    }
    const key = readHeader(request, 'x-api-key');
    if (key === undefined || key === '')
      return problem(401, 'missing_api_key', { detail: 'Send your API key in the header X-API-Key.' });

    call.scope = await sandbox.openScope(key);
    return call.scope === undefined ? invalidApiKey() : undefined;
  };
}

/** Refuses a read whose path contains an id outside the scope with 404, as for an id that never existed. */
export const requireVisibleId: PipelineStep = (call) => {
  if (isForControlPlane(call) || call.activeMisbehaviours.length > 0) return undefined; // the handler gives the same reply, which a misbehaviour may change
  return findHiddenId(call);
};

/** Returns the refusal of a path with an id outside the scope. */
export function findHiddenId(call: Call): ProblemReply | undefined {
  const {
    terminal_id: terminalId,
    transaction_id: transactionId,
    connector_id: connectorId,
  } = call.match?.pathParameters ?? {};
  if (terminalId !== undefined && getScope(call).terminal(terminalId) === undefined) return notFound();
  if (transactionId !== undefined && getScope(call).transaction(transactionId) === undefined) return notFound();
  if (connectorId !== undefined && getScope(call).connector(connectorId) === undefined) return notFound();
  return undefined;
}

/** Refuses with 403 unless the role has the privilege that the contract requires for the operation. */
export function requirePrivilege(hasOperator: boolean): PipelineStep {
  return (call) => {
    const operationId = getServiceOperationId(call);
    return operationId === undefined ? refuseUnauthorised(call, hasOperator) : findMissingPrivilege(call, operationId);
  };
}

/** Returns the refusal of a role without the privilege of an operation. */
export function findMissingPrivilege(call: Call, operationId: OperationId): ProblemReply | undefined {
  const { privilege, isPublic } = operations[operationId];
  if (isPublic || privilege === 'none' || getScope(call).rules.privileges.has(privilege)) return undefined;
  return problem(403, 'insufficient_privilege', {
    detail: `Your role ${getScope(call).user.role} lacks the privilege ${privilege}.`,
    required_privilege: privilege,
  });
}
