import { formatInstant } from '../../../base/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { SignInOperationId } from '../../sandbox-contract.ts';
import type { SignIn } from '../request/3-caller/callers.ts';

/**
 * Answers the operations about signing in. Only the operator, who sent `token` or a code for it, reaches them.
 * @see gap sandbox.sign_in
 */
export async function answerSignIn(
  { codes }: SignIn,
  operationId: SignInOperationId,
  token: string,
): Promise<SignInReply> {
  if (operationId === 'signIn') return { status: 200, body: { operator_token: token } };
  const { code, expiresAtMs } = await codes.create(token);
  return { status: 201, body: { code, expires_at: formatInstant(expiresAtMs) } };
}

type SignInReply =
  | { readonly status: 200; readonly body: SandboxSchemas['SignedIn'] }
  | { readonly status: 201; readonly body: SandboxSchemas['SignInCode'] };
