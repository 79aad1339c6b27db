import { styleText } from 'node:util';
import { EPOCH_MS, tenants as usualTenants } from '../../../fixtures/index.ts';
import { openScope } from '../../../server/world/scope/scope.ts';
import type { Scope } from '../../../server/world/scope/scope-types.ts';
import { sandboxMs } from '../../../server/world/state/time.ts';
import { DEFAULT_SEED, generateWorld, type World } from '../../../server/world/state/world.ts';
import { listTenants } from '../../library/fleets/large-fleet.ts';
import { formatJson } from '../shared/options/json-option.ts';
import { toPrintable } from '../shared/printable.ts';

/** The options of `fleetkit tenants`, as commander reads them. */
export interface TenantsOptions {
  readonly json?: true;
  readonly terminals?: number;
}

/** The action of `fleetkit tenants`. */
export async function printTenants({ json, terminals }: TenantsOptions): Promise<void> {
  const tenants = await listTenants(usualTenants, { terminals });
  const rows = describeWorld(generateWorld(DEFAULT_SEED, { tenants }));
  process.stdout.write(json === true ? formatJson(rows) : formatTenants(rows));
}

interface TenantRow {
  readonly tenant: string;
  readonly name: string;
  readonly users: readonly UserRow[];
}

interface UserRow {
  readonly user: string;
  readonly name: string;
  readonly role: string;
  readonly account: string;
  readonly key: string;
  readonly key_state: 'active' | 'expired' | 'revoked';
  /** Null for a revoked or expired key. */
  readonly sees: {
    readonly accounts: number;
    readonly terminals: number;
    readonly groups: number;
    readonly may: readonly string[];
  } | null;
}

function describeWorld(world: World): readonly TenantRow[] {
  return [...world.tenants.values()].map(({ generated: { fixture } }) => ({
    tenant: fixture.tenantId,
    name: fixture.accounts[0]?.name ?? fixture.tenantId,
    users: fixture.users.flatMap((user) =>
      user.keys.map((key): UserRow => {
        const scope = openScope(world, key.key, sandboxMs(EPOCH_MS));
        return {
          user: user.userId,
          name: user.displayName,
          role: user.role,
          account: user.accountId,
          key: key.key,
          key_state: scope !== undefined ? 'active' : key.isRevoked ? 'revoked' : 'expired',
          sees: scope === undefined ? null : countVisibleItems(scope),
        };
      }),
    ),
  }));
}

/** Omits the privileges that every role has. */
const COMMON_PRIVILEGES = new Set(['view_terminals', 'view_transactions']);

function countVisibleItems({ accounts, terminals, groups, rules }: Scope): UserRow['sees'] {
  const may = [...rules.privileges].filter((privilege) => !COMMON_PRIVILEGES.has(privilege));
  return { accounts: accounts.length, terminals: terminals.length, groups: groups.length, may };
}

function formatTenants(rows: readonly TenantRow[]): string {
  const bold = (text: string): string => styleText('bold', text, { stream: process.stdout });
  const lines = rows.flatMap(({ tenant, name, users }) => [
    `${bold(toPrintable(name))}  ${tenant}`,
    ...users.map(
      ({ key, user, role, key_state: state, sees }) =>
        `  ${key.padEnd(24)}${role.padEnd(17)}${user.padEnd(19)}${sees === null ? `${state}: returns 401` : formatVisibleItems(sees)}`,
    ),
    '',
  ]);
  return [
    ...lines,
    'Every role can also read terminals and transactions. --json lists the other privileges of each user.',
    '',
  ].join('\n');
}

const formatVisibleItems = ({ terminals, accounts }: NonNullable<UserRow['sees']>): string =>
  `${formatCount(terminals, 'terminal')} of ${formatCount(accounts, 'account')}`;

const formatCount = (n: number, noun: string): string => `${String(n).padStart(2)} ${noun}${n === 1 ? '' : 's'}`;
