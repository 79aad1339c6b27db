import { formatInstant } from '../../../spec/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { SignInOperationId } from '../../sandbox-contract.ts';
import type { SignInCodes } from './sign-in-codes.ts';

/** Credentials of the operator. */
export interface SignIn {
  /** Undefined: there is no operator. */
  readonly operatorToken: string | undefined;
  readonly codes: SignInCodes;
}

/** Answers the operations about signing in. Only the operator reaches them. @see gap sandbox.sign_in */
export function answerSignIn({ operatorToken, codes }: SignIn, operationId: SignInOperationId): SignInReply {
  if (operationId === 'signIn') return { status: 200, body: { operator_token: operatorToken ?? '' } };
  const { code, expiresAtMs } = codes.create();
  return { status: 201, body: { code, expires_at: formatInstant(expiresAtMs) } };
}

type SignInReply =
  | { readonly status: 200; readonly body: SandboxSchemas['SignedIn'] }
  | { readonly status: 201; readonly body: SandboxSchemas['SignInCode'] };
