import { listAccountsBelow, listTerminalsOfGroup } from '../../../fixtures/model/hierarchy.ts';
import type { AccountFixture, UserFixture } from '../../../fixtures/model/model.ts';
import type { GeneratedTenant, Terminal, VisibleConnector, VisibleGroup } from '../state/tenant.ts';
import { type RoleRules, roleRules } from './roles.ts';

/** The parts of a tenant that one user may see. Independent of time, so computed once. */
export interface Partition {
  readonly rules: RoleRules;
  readonly account: AccountFixture;
  readonly accounts: readonly AccountFixture[];
  readonly accountIds: ReadonlySet<string>;
  readonly users: readonly UserFixture[];
  readonly terminals: readonly Terminal[];
  readonly terminalsById: ReadonlyMap<string, Terminal>;
  readonly groups: readonly VisibleGroup[];
  readonly groupsById: ReadonlyMap<string, VisibleGroup>;
  readonly connectors: readonly VisibleConnector[];
  readonly connectorsById: ReadonlyMap<string, VisibleConnector>;
}

const partitions = new WeakMap<GeneratedTenant, Map<string, Partition>>();

/** Returns the partition of `user`, who belongs to this tenant. */
export function getPartition(tenant: GeneratedTenant, user: UserFixture): Partition {
  const known = partitions.get(tenant) ?? new Map<string, Partition>();
  partitions.set(tenant, known);
  const partition = known.get(user.userId) ?? makePartition(tenant, user);
  known.set(user.userId, partition);
  return partition;
}

function makePartition(tenant: GeneratedTenant, user: UserFixture): Partition {
  const rules = roleRules[user.role];
  const { fixture } = tenant;
  const account = fixture.accounts.find(({ accountId }) => accountId === user.accountId);
  if (account === undefined) throw new Error(`user ${user.userId} has no account`);

  const below = new Set(listAccountsBelow(fixture, account.accountId));
  const accountIds = rules.isAccountWide ? below : new Set([account.accountId]);
  const assigned = rules.isAccountWide ? undefined : listAssignedIds(tenant, user);
  const terminals = tenant.terminals.filter(({ terminalId, fixture: terminal }) =>
    assigned === undefined ? below.has(terminal.accountId) : assigned.has(terminalId),
  );
  const terminalsById = new Map(terminals.map((terminal) => [terminal.terminalId, terminal]));
  const groups = listVisibleGroups(tenant, terminalsById, rules.isAccountWide ? below : new Set());
  const connectors = listVisibleConnectors(
    tenant,
    terminals,
    rules.connectorsByTerminal || !rules.isAccountWide ? new Set() : below,
  );

  return {
    rules,
    account,
    accounts: fixture.accounts.filter(({ accountId }) => accountIds.has(accountId)),
    accountIds: new Set(fixture.accounts.flatMap(({ accountId }) => (accountIds.has(accountId) ? [accountId] : []))),
    users: fixture.users.filter((other) =>
      rules.seesOnlyItself ? other.userId === user.userId : mayShow(user, other, below),
    ),
    terminals,
    terminalsById,
    groups,
    groupsById: new Map(groups.map((group) => [group.fixture.groupId, group])),
    connectors,
    connectorsById: new Map(connectors.map((connector) => [connector.fixture.connectorId, connector])),
  };
}

/**
 * Whether the viewer may see another user. Administrators see the users of all their accounts, others those of their
 * own.
 */
function mayShow(viewer: UserFixture, other: UserFixture, below: ReadonlySet<string>): boolean {
  const isAdmin = roleRules[viewer.role].privileges.has('manage_users');
  return isAdmin ? below.has(other.accountId) : other.accountId === viewer.accountId;
}

function listAssignedIds({ fixture }: GeneratedTenant, user: UserFixture): ReadonlySet<string> {
  const { groupIds = [], terminalIds = [] } = user.assigned ?? {};
  return new Set([...terminalIds, ...groupIds.flatMap((groupId) => listTerminalsOfGroup(fixture, groupId))]);
}

/**
 * Returns groups with a visible member, and all groups of accounts that are entirely visible. An invisible parent is
 * null.
 */
function listVisibleGroups(
  tenant: GeneratedTenant,
  terminalsById: ReadonlyMap<string, Terminal>,
  wholeAccounts: ReadonlySet<string>,
): readonly VisibleGroup[] {
  const visible = tenant.fixture.groups
    .map((fixture) => {
      const members = listTerminalsOfGroup(tenant.fixture, fixture.groupId);
      return { fixture, terminals: members.flatMap((terminalId) => terminalsById.get(terminalId) ?? []) };
    })
    .filter((group) => group.terminals.length > 0 || wholeAccounts.has(group.fixture.accountId));
  const ids = new Set(visible.map(({ fixture }) => fixture.groupId));
  return visible.map((group) => {
    const { parentGroupId } = group.fixture;
    return { ...group, parentGroupId: parentGroupId !== null && ids.has(parentGroupId) ? parentGroupId : null };
  });
}

/**
 * Returns connectors that a visible terminal depends on, their failover connectors, and all connectors of accounts that
 * are entirely visible.
 */
function listVisibleConnectors(
  tenant: GeneratedTenant,
  terminals: readonly Terminal[],
  wholeAccounts: ReadonlySet<string>,
): readonly VisibleConnector[] {
  const usedBy = (connectorId: string) =>
    terminals.filter((terminal) => terminal.fixture.comms.connectorIds.includes(connectorId));
  const connectors = tenant.fixture.connectors.map((fixture) => ({ fixture, terminals: usedBy(fixture.connectorId) }));
  const failoverIds = new Set(
    connectors.filter((one) => one.terminals.length > 0).map(({ fixture }) => fixture.failoverConnectorId),
  );
  return connectors.filter(
    (one) =>
      one.terminals.length > 0 || failoverIds.has(one.fixture.connectorId) || wholeAccounts.has(one.fixture.accountId),
  );
}
