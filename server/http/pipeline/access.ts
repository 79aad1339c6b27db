import { operations } from '../../../spec/index.ts';
import { notFound, problem } from '../../problem.ts';
import type { Sandbox } from '../../sandbox.ts';
import { recogniseCaller, refuseOthers } from '../control/operator.ts';
import { isPage } from '../reply/pages.ts';
import { headerOf, isForControlPlane, scopeOf, serviceOperationOf } from './call.ts';
import { activeDeviations } from './deviations.ts';
import { matchPath, methodsOf } from './routes.ts';
import type { Step } from './steps.ts';

/** Refuses an unknown path with 404 and an unsupported method with 405. */
export const matchOperation: Step = (call) => {
  call.match = matchPath(call.path);
  if (call.match === undefined && !isPage(call.path)) return notFound();

  call.route = call.match?.routes.find(({ method }) => method === call.method);
  if (call.route !== undefined) return undefined;
  const allowed = call.match === undefined ? ['GET', 'HEAD'] : [...methodsOf(call.match)];
  return problem(405, 'method_not_allowed', { detail: `The path answers ${allowed.join(', ')}.`, allowed });
};

/**
 * Opens the scope of the key. Distinguishes missing from invalid keys, but not unknown from expired or revoked ones.
 */
export function openScopeFor(sandbox: Sandbox, operatorToken: string | undefined): Step {
  return async (call, request) => {
    const operationId = serviceOperationOf(call);
    if (operationId === undefined) return recogniseCaller(sandbox, operatorToken, call, request);
    call.deviations = activeDeviations(sandbox.misbehaviours);
    if (operations[operationId].isPublic) {
      await sandbox.catchUp();
      return undefined;
    }
    const key = headerOf(request, 'x-api-key');
    if (key === undefined || key === '')
      return problem(401, 'missing_api_key', { detail: 'Send your API key in the header X-API-Key.' });

    call.scope = await sandbox.open(key);
    if (call.scope !== undefined) return undefined;
    return problem(401, 'invalid_api_key', {
      detail: 'The key in the header X-API-Key is unknown, expired or revoked.',
    });
  };
}

/** Refuses a read whose path contains an id outside the scope with 404, as for an id that never existed. */
export const requireVisibleId: Step = (call) => {
  if (isForControlPlane(call) || call.deviations.length > 0) return undefined; // the handler gives the same reply, which a misbehaviour may change
  const {
    terminal_id: terminalId,
    transaction_id: transactionId,
    connector_id: connectorId,
  } = call.match?.pathParameters ?? {};
  if (terminalId !== undefined && scopeOf(call).terminal(terminalId) === undefined) return notFound();
  if (transactionId !== undefined && scopeOf(call).transaction(transactionId) === undefined) return notFound();
  if (connectorId !== undefined && scopeOf(call).connector(connectorId) === undefined) return notFound();
  return undefined;
};

/** Refuses with 403 unless the role has the privilege that the contract requires for the operation. */
export function requirePrivilege(hasOperator: boolean): Step {
  return (call) => {
    const operationId = serviceOperationOf(call);
    if (operationId === undefined) return refuseOthers(call, hasOperator);
    const { privilege, isPublic } = operations[operationId];
    if (isPublic || privilege === 'none' || scopeOf(call).rules.privileges.has(privilege)) return undefined;
    return problem(403, 'insufficient_privilege', {
      detail: `Your role ${scopeOf(call).user.role} lacks the privilege ${privilege}.`,
      required_privilege: privilege,
    });
  };
}
