import { formatInstant } from '../../../base/formats.ts';
import { reportCatalog, trainingVideos } from '../../../fixtures/index.ts';
import type { Cause } from '../../../fixtures/model/causes.ts';
import type { KeyFixture, UserFixture } from '../../../fixtures/model/model.ts';
import { drawAt } from '../../../fixtures/random/draw.ts';
import { drawIdAt } from '../../../fixtures/random/ids.ts';
import { DAY_MS, parseInstantMs } from '../../../fixtures/time/calendar.ts';
import { EPOCH_MS } from '../../../fixtures/time/epoch.ts';
import { openBooksAt } from '../books/ledger.ts';
import { applyFacts, findStateAt, formatKeptReplyKey, resetTenant } from '../state/apply.ts';
import type { Destination } from '../state/destinations.ts';
import type { Fact } from '../state/facts.ts';
import { findIssuedKey } from '../state/issued-keys.ts';
import type { TenantState } from '../state/tenant.ts';
import { type RealMs, type SandboxMs, sandboxMs } from '../state/time.ts';
import type { Keyholder, World } from '../state/world.ts';
import { getBusinessDates } from './business-dates.ts';
import { makePaperMembers } from './document-members.ts';
import { makeFleetMembers } from './fleet-members.ts';
import { getPartition, type Partition } from './partition.ts';
import type { Scope } from './scope-types.ts';
import { makeBookMembers } from './settlement-members.ts';

/** Lifetime of stored replies. @see gap http.idempotency */
const KEPT_MS = DAY_MS;

/**
 * Opens the scope of a published key at `nowMs`. Returns `undefined` for an unknown, expired or revoked key and for an
 * inactive user. Callers answer 401 without a reason.
 * @see clause auth.scope
 */
export const openScope = (world: World, key: string, nowMs: SandboxMs): Scope | undefined =>
  openScopeOf(world, world.keyholders.get(key), nowMs);

/** Like `openScope`, for the owner of a key. */
export function openScopeOf(world: World, holder: Keyholder | undefined, nowMs: SandboxMs): Scope | undefined {
  if (holder === undefined || !isActive(holder, nowMs)) return undefined;
  const state = world.tenants.get(holder.tenantId);
  return state === undefined ? undefined : createScope({ world, holder, state, nowMs });
}

/** Returns the owner of a published key, in any state, or of an issued key that has not expired on the real clock. */
export function findKeyholder(world: World, key: string, realNowMs: RealMs): Keyholder | undefined {
  return world.keyholders.get(key) ?? findIssuedHolder(world, key, realNowMs);
}

function findIssuedHolder(world: World, key: string, realNowMs: RealMs): Keyholder | undefined {
  const issued = findIssuedKey(world.issuedKeys, key);
  if (issued === undefined) return undefined;
  const { tenantId, userId, issuedAtMs, expiresAtMs } = issued;
  const user = world.tenants.get(tenantId)?.generated.fixture.users.find((one) => one.userId === userId);
  if (user === undefined || (expiresAtMs !== null && expiresAtMs <= realNowMs)) return undefined;
  const fixture = { key, createdAt: formatInstant(issuedAtMs), expiresAt: null, isRevoked: false };
  return { tenantId, user, key: fixture, keyExpiresAtMs: expiresAtMs };
}

/**
 * Opens the operator's scopes: every tenant as its highest administrator sees it. Only for the control plane, whose
 * operator owns the sandbox.
 */
export function openEveryTenant(world: World, nowMs: SandboxMs): readonly Scope[] {
  return [...world.tenants.values()].map((state) => {
    const [root] = state.generated.fixture.accounts;
    if (root === undefined) throw new Error(`${state.generated.fixture.tenantId} has no account`);
    const user = { ...operatorUser, accountId: root.accountId };
    return createScope({
      world,
      holder: { tenantId: state.generated.fixture.tenantId, user, key: noKey, keyExpiresAtMs: null },
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

function isActive({ user, key }: Keyholder, nowMs: SandboxMs): boolean {
  const isExpired = key.expiresAt !== null && parseInstantMs(key.expiresAt) <= nowMs;
  return user.status === 'active' && !key.isRevoked && !isExpired;
}

/** Everything that determines the content of a scope. */
interface ScopeInputs {
  readonly world: World;
  readonly holder: Keyholder;
  readonly state: TenantState;
  readonly nowMs: SandboxMs;
}

function createScope(scopeInputs: ScopeInputs): Scope {
  const { world, state, nowMs } = scopeInputs;
  const { user, key, keyExpiresAtMs } = scopeInputs.holder;
  const { fixture, seed } = state.generated;
  const partition = getPartition(state.generated, user);
  const newId = makeIdSource(scopeInputs);
  const context = { state, partition, nowMs, user, newId, books: () => openBooksAt(state, nowMs) };

  return {
    nowMs,
    position: state.position,
    epochMs: sandboxMs(EPOCH_MS),
    since: state.since,
    baseUrl: world.baseUrl,
    cursorSecret: world.cursorSecret,
    seed,
    tenant: fixture,
    user,
    key,
    keyExpiresAtMs,
    ...getVisibleParts(partition),
    get causes() {
      return listVisibleCauses(partition, state.generated.causes);
    },
    ...makeFleetMembers(context),
    ...makeBookMembers(context),
    ...makePaperMembers(context),
    library: { reports: reportCatalog, videos: trainingVideos },
    businessDates: getBusinessDates(fixture, nowMs),
    get destinations() {
      return listVisibleDestinations(partition, state);
    },
    destinationCount: state.destinations.size,
    get deletedDestinationIds() {
      return listVisibleDeletedIds(partition, state);
    },
    newId,
    keptReply(operationId, idempotencyKey) {
      const kept = state.keptReplies.get(formatKeptReplyKey({ userId: user.userId, operationId, idempotencyKey }));
      return kept !== undefined && nowMs - kept.keptAtMs < KEPT_MS ? kept : undefined;
    },
    allCauses: state.generated.causes,
    startOver() {
      let at = resetTenant(state, state.position, true);
      let added: Fact[] = [];
      return {
        add: (fact) => added.push(fact),
        seenAt(instantMs) {
          if (added.length > 0) at = applyFacts(at, added, state.position);
          added = [];
          return createScope({ ...scopeInputs, state: at, nowMs: instantMs });
        },
      };
    },
    atSnapshot: (snapshot) =>
      createScope({ ...scopeInputs, state: findStateAt(state, snapshot.position), nowMs: snapshot.nowMs }),
  };
}

function getVisibleParts(partition: Partition) {
  const { rules, account, accounts, accountIds, users, terminals, groups, connectors } = partition;
  return {
    rules,
    account,
    accounts,
    users,
    terminals,
    groups,
    connectors,
    terminal: (terminalId: string) => partition.terminalsById.get(terminalId),
    group: (groupId: string) => partition.groupsById.get(groupId),
    connector: (connectorId: string) => partition.connectorsById.get(connectorId),
    hasAccount: (accountId: string) => accountIds.has(accountId),
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
    if (cause.terminalId !== null) return partition.terminalsById.has(cause.terminalId);
    return 'accountId' in cause && accountIds.has(cause.accountId);
  });
}

/**
 * Returns a generator of new ids, derived from earlier facts, so that a retried write gets new ones. After a reset ids
 * repeat, except those of kept destinations and subscriptions.
 */
function makeIdSource({ state, nowMs }: ScopeInputs): (prefix: string) => string {
  const { seed, fixture } = state.generated;
  let given = 0;
  const draw = (prefix: string): string => {
    given += 1;
    const id = drawIdAt(prefix, nowMs, drawAt(seed, 'written', fixture.tenantId, state.factCount, given, state.idSalt));
    return isTaken(state, id) ? draw(prefix) : id;
  };
  return draw;
}

const isTaken = ({ destinations, deletedDestinations }: TenantState, id: string): boolean =>
  destinations.has(id) ||
  deletedDestinations.has(id) ||
  [...destinations.values()].some(({ subscriptions }) => subscriptions.some((one) => one.subscriptionId === id));
