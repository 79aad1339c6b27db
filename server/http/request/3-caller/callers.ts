import { sandboxOperations } from '../../../../spec/sandbox-contract.ts';
import { invalidApiKey, type ProblemReply, problem } from '../../../problems/problem.ts';
import type { Sandbox } from '../../../sandbox.ts';
import { type Call, getSandboxOperationId, getScope } from '../../exchange/call.ts';
import type { RequestHeaders } from '../../exchange/request-headers.ts';
import { isTokenOf, type TokenDigest } from './operator.ts';
import type { SignInCodes } from './sign-in-codes.ts';

/** Credentials of the operator. */
export interface SignIn {
  /** Digest of the operator's token. Undefined: there is no operator. */
  readonly operator: TokenDigest | undefined;
  readonly codes: SignInCodes;
}

const ENABLE = 'Start the sandbox with --operator-token or FLEETKIT_OPERATOR_TOKEN to have one.';

/**
 * Returns the decision that authenticates the caller of the control plane: the operator by token, or else a user by key. If
 * a token is sent, only the token counts, even if it is wrong. Gap sandbox.callers.
 */
export function authenticateCallers(sandbox: Sandbox, { operator, codes }: SignIn) {
  return async (call: Call): Promise<ProblemReply | undefined> => {
    await sandbox.catchUp();
    const { authorization, 'x-api-key': key } = call.headers;
    if (authorization !== undefined) {
      if (operator === undefined)
        return problem(403, 'operator_disabled', { detail: `This sandbox has no operator. ${ENABLE}` });
      const [, sent = ''] = hasOneToken(call.headers) ? (/^Bearer +(\S+)$/i.exec(authorization) ?? []) : [];
      const redeemed = getSandboxOperationId(call) === 'signIn' ? await codes.redeem(sent) : undefined;
      const token = redeemed ?? sent;
      call.isOperator = isTokenOf(operator, token);
      if (call.isOperator) call.operatorToken = token;
      if (call.isOperator) return undefined;
      return problem(401, 'invalid_operator_token', {
        detail: "Send the operator's token, printed at the start of the sandbox, as Authorization: Bearer TOKEN.",
      });
    }
    if (key === undefined || key === '')
      return problem(401, 'missing_credentials', {
        detail:
          "Send the operator's token as Authorization: Bearer TOKEN, or the API key of an administrator in X-API-Key.",
      });
    call.scope = await sandbox.openScope(key);
    return call.scope === undefined ? invalidApiKey() : undefined;
  };
}

/** Node.js uses the first of several Authorization headers. A proxy may have checked another one, so they are refused. */
const hasOneToken = ({ repeated }: RequestHeaders): boolean => !repeated.includes('authorization');

/**
 * Refuses a user who lacks the required role, or access to the whole tenant, or who calls an operation of the operator.
 */
export function refuseUnauthorised(call: Call, hasOperator: boolean): ProblemReply | undefined {
  const operationId = getSandboxOperationId(call);
  if (operationId === undefined || call.isOperator) return undefined;
  const { callers, isWholeTenant } = sandboxOperations[operationId];
  const { rules, user, account, tenant, isGuest } = getScope(call);
  if (callers === 'operator')
    return hasOperator
      ? problem(403, 'operator_only', { detail: "Send the operator's token as Authorization: Bearer TOKEN." })
      : problem(403, 'operator_disabled', { detail: `Only an operator may do this. ${ENABLE}` });
  if (!rules.privileges.has('manage_configuration'))
    return problem(403, 'insufficient_privilege', {
      detail: isGuest
        ? 'The key of a guest reads the service only.'
        : `Your role ${user.role} lacks the privilege manage_configuration.`,
      required_privilege: 'manage_configuration',
    });
  const [root] = tenant.accounts;
  if (!isWholeTenant || account.accountId === root?.accountId) return undefined;
  return problem(403, 'whole_tenant_only', {
    detail:
      'This affects the whole tenant, and your account is only a part of it. Use the key of an administrator of the root account.',
  });
}
