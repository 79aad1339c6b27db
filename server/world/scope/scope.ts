import { formatInstant } from '../../../base/formats.ts';
import { reportCatalog, trainingVideos } from '../../../fixtures/index.ts';
import { drawAt } from '../../../fixtures/random/draw.ts';
import { drawIdAt } from '../../../fixtures/random/ids.ts';
import { DAY_MS, parseInstantMs } from '../../../fixtures/time/calendar.ts';
import { getBusinessDates } from '../books/business-dates.ts';
import { openBooksAt } from '../books/ledger.ts';
import { findStateAt, formatKeptReplyKey } from '../fold/apply.ts';
import { findPast } from '../fold/find-past.ts';
import { findIssuedKey } from '../state/issued-keys.ts';
import type { TenantState } from '../state/tenant.ts';
import type { RealMs, SandboxMs } from '../state/time.ts';
import type { Keyholder, World } from '../state/world.ts';
import { computeFleet } from './compute-fleet.ts';
import { makePaperMembers } from './document-members.ts';
import { makeFleetMembers } from './fleet-members.ts';
import { getPartition, type Partition } from './partition.ts';
import { restrictToGuest } from './roles.ts';
import type { OpenedScope, Snapshot } from './scope-types.ts';
import { makeBookMembers } from './settlement-members.ts';
import { createSigner } from './sign-text.ts';

/** Lifetime of stored replies. @see gap http.idempotency */
const KEPT_MS = DAY_MS;

/**
 * Opens the scope of a published key at `nowMs`. Returns `undefined` for an unknown, expired or revoked key and for an
 * inactive user. Callers answer 401 without a reason.
 * @see clause auth.scope
 */
export const openScope = (world: World, key: string, nowMs: SandboxMs): OpenedScope | undefined =>
  openScopeOf(world, world.keyholders.get(key), nowMs);

/** Like `openScope`, for the owner of a key. */
export function openScopeOf(world: World, holder: Keyholder | undefined, nowMs: SandboxMs): OpenedScope | undefined {
  const scopeInputs = findScopeInputs(world, holder, nowMs);
  return scopeInputs === undefined ? undefined : createScope(scopeInputs);
}

/** Returns what determines the scope of a key's owner; undefined if the key is not active. */
export function findScopeInputs(
  world: World,
  holder: Keyholder | undefined,
  nowMs: SandboxMs,
): ScopeInputs | undefined {
  if (holder === undefined || !isActive(holder, nowMs)) return undefined;
  const state = world.tenants.get(holder.tenantId);
  return state === undefined ? undefined : { world, holder, state, nowMs };
}

/** Returns the owner of a published key, in any state, or of an issued key that has not expired on the real clock. */
export function findKeyholder(world: World, key: string, realNowMs: RealMs): Keyholder | undefined {
  return world.keyholders.get(key) ?? findIssuedHolder(world, key, realNowMs);
}

function findIssuedHolder(world: World, key: string, realNowMs: RealMs): Keyholder | undefined {
  const issued = findIssuedKey(world.issuedKeys, key);
  if (issued === undefined) return undefined;
  const { tenantId, userId, issuedAtMs, expiresAtMs, isReadOnly = false } = issued;
  const user = world.tenants.get(tenantId)?.generated.fixture.users.find((one) => one.userId === userId);
  if (user === undefined || (expiresAtMs !== null && expiresAtMs <= realNowMs)) return undefined;
  const fixture = { key, createdAt: formatInstant(issuedAtMs), expiresAt: null, isRevoked: false };
  return { tenantId, user, key: fixture, keyExpiresAtMs: expiresAtMs, isGuest: isReadOnly };
}

function isActive({ user, key }: Keyholder, nowMs: SandboxMs): boolean {
  const isExpired = key.expiresAt !== null && parseInstantMs(key.expiresAt) <= nowMs;
  return user.status === 'active' && !key.isRevoked && !isExpired;
}

/** Everything that determines the content of a scope. */
export interface ScopeInputs {
  readonly world: World;
  readonly holder: Keyholder;
  readonly state: TenantState;
  readonly nowMs: SandboxMs;
}

/** Only for this file and `control-scope.ts`. */
export function createScope(scopeInputs: ScopeInputs): OpenedScope {
  const { world, state, nowMs } = scopeInputs;
  const { user, key, keyExpiresAtMs, isGuest } = scopeInputs.holder;
  const { fixture } = state.generated;
  const partition = getPartition(state.generated, user);
  const newId = makeIdSource(scopeInputs);
  const context = { state, partition, nowMs, user, newId, books: () => openBooksAt(state, nowMs) };
  const fleetMembers = makeFleetMembers(context);

  const scope: OpenedScope = {
    nowMs,
    position: state.position,
    startMs: world.startMs,
    since: state.since,
    baseUrl: world.baseUrl,
    hasMagicAmounts: world.hasMagicAmounts,
    tenant: fixture,
    user,
    key,
    keyExpiresAtMs,
    isGuest,
    ...getVisibleParts(partition),
    rules: isGuest ? restrictToGuest(partition.rules) : partition.rules,
    ...fleetMembers,
    computeFleet: () => computeFleet(context),
    ...makeBookMembers(context),
    ...makePaperMembers(context),
    library: { reports: reportCatalog, videos: trainingVideos },
    businessDates: getBusinessDates(fixture, nowMs),
    newId,
    keptReply(operationId, idempotencyKey) {
      const kept = state.keptReplies.get(formatKeptReplyKey({ userId: user.userId, operationId, idempotencyKey }));
      return kept !== undefined && nowMs - kept.keptAtMs < KEPT_MS ? kept : undefined;
    },
    sign: createSigner({ secret: world.cursorSecret, tenantId: fixture.tenantId, userId: user.userId }),
    atSnapshot: (snapshot) =>
      snapshot.nowMs === nowMs && snapshot.position === state.position
        ? scope
        : createScope(seeAtSnapshot(scopeInputs, snapshot)),
    asOf: (moment) => {
      const found = findPast(scopeInputs, moment);
      return 'reason' in found ? found : scope.atSnapshot(found);
    },
  };
  return scope;
}

/** Returns the inputs of the same user's scope at an earlier viewpoint. */
export function seeAtSnapshot(scopeInputs: ScopeInputs, { nowMs, position }: Snapshot): ScopeInputs {
  const { world, state } = scopeInputs;
  const earlier = world.earlierStates?.find(world.name, state, position) ?? findStateAt(state, position);
  return { ...scopeInputs, state: earlier, nowMs };
}

function getVisibleParts(partition: Partition) {
  const { account, accounts, accountIds, users, terminals, groups, connectors } = partition;
  return {
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
