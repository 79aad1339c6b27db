import { EPOCH_MS, tenants } from '../../../../fixtures/index.ts';

/** A tenant and its users, for the choice of a key. `server/docs/reference/keys.ts` reads them. */
interface TenantUsers {
  readonly name: string;
  readonly users: readonly { readonly name: string; readonly role: string; readonly key: string }[];
}

/** Lists the users of the default fleets who have a valid key. */
export const describeUsers = (): readonly TenantUsers[] =>
  tenants.map((tenant) => ({
    name: tenant.accounts[0]?.name ?? tenant.tenantId,
    users: tenant.users.flatMap(({ displayName, role, keys }) =>
      keys
        .filter(({ isRevoked, expiresAt }) => !isRevoked && (expiresAt === null || Date.parse(expiresAt) > EPOCH_MS))
        .map(({ key }) => ({ name: displayName, role, key })),
    ),
  }));
