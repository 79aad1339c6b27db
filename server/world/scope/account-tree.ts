import type { TenantFixture } from '../../../fixtures/model/model.ts';

/** Whether an account is `top` or below it. */
export function isBelow({ accounts }: Pick<TenantFixture, 'accounts'>, accountId: string, top: string): boolean {
  const parents = new Map(accounts.map((account) => [account.accountId, account.parentAccountId]));
  for (let at: string | null | undefined = accountId; typeof at === 'string'; at = parents.get(at)) {
    if (at === top) return true;
  }
  return false;
}
