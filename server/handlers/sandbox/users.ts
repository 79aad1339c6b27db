import { parseInstant } from '../../../base/durations.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { SandboxHandler } from '../../sandbox-contract.ts';

/** @see gap sandbox.users */
export const listUsers: SandboxHandler<'listUsers'> = ({ views, nowMs, hasPublishedKeys }) => ({
  status: 200,
  body: {
    object: 'list',
    data: views.flatMap(({ tenant: { tenantId, accounts, users } }) =>
      users.flatMap(({ userId, displayName, role, accountId, status, keys }) =>
        (hasPublishedKeys ? keys : [NO_KEY]).map(({ key, isRevoked, expiresAt }) => ({
          tenant_id: tenantId,
          tenant_name: accounts[0]?.name ?? tenantId,
          user_id: userId,
          display_name: displayName,
          role,
          account_id: accountId,
          account_name: accounts.find((account) => account.accountId === accountId)?.name ?? accountId,
          api_key: key,
          key_state: readKeyState({ isDisabled: status !== 'active', isRevoked, expiresAt }, nowMs),
        })),
      ),
    ),
  },
});

const NO_KEY = { key: null, isRevoked: false, expiresAt: null };

interface KeyFacts {
  readonly isDisabled: boolean;
  readonly isRevoked: boolean;
  readonly expiresAt: string | null;
}

function readKeyState(
  { isDisabled, isRevoked, expiresAt }: KeyFacts,
  nowMs: number,
): SandboxSchemas['SandboxUser']['key_state'] {
  if (isRevoked) return 'revoked';
  if (isDisabled) return 'disabled';
  return expiresAt !== null && (parseInstant(expiresAt) ?? 0) <= nowMs ? 'expired' : 'active';
}
