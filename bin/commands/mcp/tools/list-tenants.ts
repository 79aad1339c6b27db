import type { PortalSnapshot } from '../../../../spec/index.ts';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { readService } from '../core/call-service.ts';
import { defineTool, takes, text } from '../core/tool.ts';

/** Lists tenants and users, without their keys. */
export const listTenants = defineTool<{ readonly tenant_id?: string }>({
  name: 'list_tenants',
  title: 'List tenants and users',
  description:
    'Lists the tenants of the sandbox and their users with role and account. Other tools take a user_id, and send the key of that user; no ' +
    'result contains a key. With an API key instead of a token, returns the user of the key.',
  isReadOnly: true,
  arguments: takes({ tenant_id: text('Only this tenant, such as acct_northway.', 64) }),
  async run({ tenant_id: tenantId }, connection) {
    if (!connection.isOperator) {
      const { principal, account } = await readService<PortalSnapshot>(
        connection,
        '/v1/portal',
        await connection.findKey(undefined),
      );
      return { principal, account };
    }
    const users = await connection.listUsers();
    const chosen = users.filter((user) => tenantId === undefined || user.tenant_id === tenantId);
    const tenants = Map.groupBy(chosen, (user) => user.tenant_id);
    return {
      tenants: [...tenants].map(([id, ofTenant]) => ({
        tenant_id: id,
        name: ofTenant[0]?.tenant_name,
        users: mergeKeys(ofTenant).map(({ api_key: _, tenant_id: _tenant, tenant_name: _name, ...user }) => user),
      })),
    };
  },
});

/** Returns each user once, with an active key if there is one. */
function mergeKeys(users: readonly SandboxSchemas['SandboxUser'][]): readonly SandboxSchemas['SandboxUser'][] {
  const byUser = Map.groupBy(users, ({ user_id: id }) => id);
  return [...byUser.values()].flatMap(
    (keys) => keys.find(({ key_state: state }) => state === 'active') ?? keys.slice(0, 1),
  );
}
