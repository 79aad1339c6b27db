import { formatInstant } from '../../../spec/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { SignInOperationId } from '../../sandbox-contract.ts';
import type { TokenDigest } from '../request/3-caller/operator.ts';
import type { SignInCodes } from '../request/3-caller/sign-in-codes.ts';

/** Credentials of the operator. */
export interface SignIn {
  /** Digest of the operator's token. Undefined: there is no operator. */
  readonly operator: TokenDigest | undefined;
  readonly codes: SignInCodes;
}

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
