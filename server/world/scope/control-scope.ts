import type { Cause } from '../../../fixtures/model/causes.ts';
import type { KeyFixture, UserFixture } from '../../../fixtures/model/model.ts';
import { getAccountStreams } from '../events/incident-log.ts';
import { applyFacts, resetTenant } from '../fold/apply.ts';
import type { Destination } from '../state/destinations.ts';
import type { Fact } from '../state/facts.ts';
import type { TenantState } from '../state/tenant.ts';
import type { SandboxMs } from '../state/time.ts';
import type { Keyholder, World } from '../state/world.ts';
import { getPartition, type Partition } from './partition.ts';
import { createScope, findScopeInputs, type ScopeInputs, seeAtSnapshot } from './scope.ts';
import type { ControlScope } from './scope-types.ts';

/** Opens the scope of a key's owner for the control plane; undefined if the key is not active. */
export function openControlScope(
  world: World,
  holder: Keyholder | undefined,
  nowMs: SandboxMs,
): ControlScope | undefined {
  const scopeInputs = findScopeInputs(world, holder, nowMs);
  return scopeInputs === undefined ? undefined : createControlScope(scopeInputs);
}

/**
 * Opens the operator's scopes: every tenant as its highest administrator sees it. Only for the control plane, whose
 * operator owns the sandbox.
 */
export function openEveryTenant(world: World, nowMs: SandboxMs): readonly ControlScope[] {
  return [...world.tenants.values()].map((state) => {
    const [root] = state.generated.fixture.accounts;
    if (root === undefined) throw new Error(`${state.generated.fixture.tenantId} has no account`);
    const user = { ...operatorUser, accountId: root.accountId };
    return createControlScope({
      world,
      holder: { tenantId: state.generated.fixture.tenantId, user, key: noKey, keyExpiresAtMs: null, isGuest: false },
      state,
      nowMs,
    });
  });
}

const operatorUser: Omit<UserFixture, 'accountId'> = {
  userId: 'usr_operator',
  displayName: 'Operator',
  email: 'operator@sandbox.invalid',
  role: 'iso_admin',
  locale: 'en-US',
  status: 'active',
  lastLoginAt: null,
  keys: [],
};
const noKey: KeyFixture = { key: '', createdAt: '2026-01-01T00:00:00Z', expiresAt: null, isRevoked: false };

function createControlScope(scopeInputs: ScopeInputs): ControlScope {
  const { state, holder } = scopeInputs;
  const { generated, destinations } = state;
  const partition = getPartition(generated, holder.user);
  return {
    ...createScope(scopeInputs),
    seed: generated.seed,
    latestMs: scopeInputs.world.latestMs,
    get causes() {
      return listVisibleCauses(partition, generated.causes);
    },
    allCauses: generated.causes,
    accountStreams: (accountId) => getAccountStreams(generated, accountId),
    get destinations() {
      return listVisibleDestinations(partition, state);
    },
    destinationCount: destinations.size,
    get deletedDestinationIds() {
      return listVisibleDeletedIds(partition, state);
    },
    startOver() {
      let at = resetTenant(state, state.position, { sinceMs: scopeInputs.world.startMs, idSalt: state.position });
      let added: Fact[] = [];
      return {
        add: (fact) => added.push(fact),
        seenAt(instantMs) {
          if (added.length > 0) at = applyFacts(at, added, state.position);
          added = [];
          return createControlScope({ ...scopeInputs, state: at, nowMs: instantMs });
        },
      };
    },
    atSnapshot: (snapshot) => createControlScope(seeAtSnapshot(scopeInputs, snapshot)),
  };
}

const visibleLists = new WeakMap<TenantState['destinations'], WeakMap<Partition, readonly Destination[]>>();

/**
 * Returns the visible destinations. Roles with assigned terminals see none, because a destination belongs to an
 * account. Returns the same list while none changes.
 */
function listVisibleDestinations(partition: Partition, { destinations }: TenantState): readonly Destination[] {
  const byPartition = visibleLists.get(destinations) ?? new WeakMap<Partition, readonly Destination[]>();
  visibleLists.set(destinations, byPartition);
  const known = byPartition.get(partition);
  if (known !== undefined) return known;
  const visible = [...destinations.values()].filter(({ accountId }) => maySeeDestinations(partition, accountId));
  byPartition.set(partition, visible);
  return visible;
}

function listVisibleDeletedIds(partition: Partition, { deletedDestinations }: TenantState): readonly string[] {
  return [...deletedDestinations].flatMap(([id, accountId]) => (maySeeDestinations(partition, accountId) ? [id] : []));
}

const maySeeDestinations = ({ rules, accountIds }: Partition, accountId: string): boolean =>
  rules.isAccountWide && accountIds.has(accountId);

function listVisibleCauses(partition: Partition, causes: readonly Cause[]): readonly Cause[] {
  if (causes.length === 0) return causes;
  const { accountIds } = partition;
  return causes.filter((cause) => {
    if ('connectorId' in cause) return partition.connectorsById.has(cause.connectorId);
    if ('terminalId' in cause && cause.terminalId !== null) return partition.terminalsById.has(cause.terminalId);
    return 'accountId' in cause && accountIds.has(cause.accountId);
  });
}
