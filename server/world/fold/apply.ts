import { unreachable } from '../../../base/unreachable.ts';
import type { Cause } from '../../../fixtures/model/causes.ts';
import type { Clock } from '../state/clock.ts';
import type { ImportedEntry } from '../state/facts.ts';
import { type Fact, type JournalEntry, type KeptReply, type Position, position } from '../state/facts.ts';
import { GrownList } from '../state/persistent-collections.ts';
import { WHOLE_SANDBOX } from '../state/sandbox-facts.ts';
import type { GeneratedTenant, RecordedFact, TenantState } from '../state/tenant.ts';
import type { SandboxMs } from '../state/time.ts';
import { makeTenantState, type World } from '../state/world.ts';
import { withCauses, withEffectiveStart, withoutCauses } from './inject.ts';

/** Returns the world after one more journal entry. Ignores an entry of an unknown tenant. */
export function applyEntry(world: World, entry: JournalEntry): World {
  const last = position(entry.position + entry.facts.length - 1);
  const after =
    entry.tenantId === WHOLE_SANDBOX
      ? entry.facts.reduce((at, fact) => applySandboxFact(at, fact, last), world)
      : applyToTenant(world, entry, last);
  return { ...after, position: last };
}

function applyToTenant(
  world: World,
  { tenantId, facts }: Pick<JournalEntry, 'tenantId' | 'facts'>,
  last: Position,
): World {
  const before = world.tenants.get(tenantId);
  if (before === undefined) return world;
  return { ...world, tenants: new Map(world.tenants).set(tenantId, applyFacts(before, facts, last)) };
}

/** Returns the tenant after these facts; `last` is the position of the last one. */
export function applyFacts(before: TenantState, facts: readonly Fact[], last: Position): TenantState {
  const { state, causes } = foldFacts(
    before,
    facts.map((fact) => ({ fact, position: last })),
  );
  // Causes are injected together, because each injection processes all terminals and causes.
  const generated = causes.length === 0 ? state.generated : withCauses(state.generated, causes);
  return { ...state, generated, position: last };
}

/** Returns the tenant after these facts, without their causes, and those causes. */
function foldFacts(
  before: TenantState,
  recorded: Iterable<RecordedFact>,
): { readonly state: TenantState; readonly causes: readonly Cause[] } {
  let state = before;
  let causes: Cause[] = [];
  for (const one of recorded) {
    const { fact, position } = one;
    state = { ...applyFact(state, fact, position), position };
    if (fact.type === 'tenant-reset') causes = [];
    else state = { ...state, history: state.history.with(one) };
    if (fact.type === 'cause-injected') causes.push(withEffectiveStart(fact.cause, fact.atMs));
  }
  return { state, causes };
}

interface Reset {
  /** The time of the clock. */
  readonly sinceMs: SandboxMs;
  /** A part of new ids. */
  readonly idSalt: number;
}

/** Returns the tenant without any facts. */
export function resetTenant({ generated }: TenantState, since: Position, { sinceMs, idSalt }: Reset): TenantState {
  return { ...makeTenantState(withoutCauses(generated), sinceMs), position: since, since, idSalt };
}

/** Returns the salt of new ids after a reset, so that they differ from those before it or repeat them. */
const chooseSalt = (since: Position, newIds: boolean): number => (newIds ? since : 0);

function applySandboxFact(world: World, fact: Fact, last: Position): World {
  switch (fact.type) {
    case 'clock-set':
      return changeClock(world, { state: 'frozen', sandboxMs: fact.toMs }, last);
    case 'clock-started': {
      const { sandboxMs, realMs, speed } = fact;
      return changeClock(world, { state: 'running', sandboxMs, realMs, speed }, last);
    }
    case 'misbehaviour-switched': {
      const misbehaviours = new Set(world.misbehaviours);
      if (fact.isOn) misbehaviours.add(fact.name);
      else misbehaviours.delete(fact.name);
      return { ...world, misbehaviours };
    }
    case 'faults-added':
      return {
        ...world,
        faults: [...world.faults, ...fact.faults],
        faultCount: world.faultCount + fact.faults.length,
      };
    case 'faults-removed':
      return { ...world, faults: world.faults.filter(({ faultId }) => !fact.faultIds.includes(faultId)) };
    case 'api-keys-saved': {
      const issuedKeys = new Map(world.issuedKeys);
      for (const key of fact.keys) issuedKeys.set(key.keyId, key);
      return { ...world, issuedKeys };
    }
    case 'api-key-revoked': {
      const issuedKeys = new Map(world.issuedKeys);
      issuedKeys.delete(fact.keyId);
      return { ...world, issuedKeys };
    }
    case 'sandbox-reset':
      return resetWorld(world, last, chooseSalt(last, fact.newIds));
    case 'journal-imported':
      return importEntries(resetWorld(world, last, fact.idSalt ?? chooseSalt(last, fact.newIds)), fact.entries, last);
    default:
      return world; // facts of tenants do not change the whole sandbox
  }
}

const changeClock = (world: World, clock: Clock, last: Position): World => ({
  ...world,
  clock,
  clockChanges: world.clockChanges.with({ position: last, nowMs: clock.sandboxMs }),
});

/** Applies all facts of a tenant together, because one injection costs about as much as many. */
function importEntries(world: World, entries: readonly ImportedEntry[], last: Position): World {
  const byTenant = Map.groupBy(entries, ({ tenantId }) => tenantId);
  return [...byTenant].reduce((at, [tenantId, own]) => {
    const facts = own.flatMap((entry) => entry.facts);
    return tenantId === WHOLE_SANDBOX
      ? facts.reduce((one, each) => applySandboxFact(one, each, last), at)
      : applyToTenant(at, { tenantId, facts }, last);
  }, world);
}

function resetWorld(world: World, last: Position, idSalt: number): World {
  const tenants = [...world.tenants].map(([id, state]): [string, TenantState] => [
    id,
    resetTenant(state, last, { sinceMs: world.startMs, idSalt }),
  ]);
  return {
    ...world,
    clock: { state: 'frozen', sandboxMs: world.startMs },
    clockChanges: GrownList.of(),
    misbehaviours: new Set(),
    faults: [],
    faultCount: 0,
    since: last,
    tenants: new Map(tenants),
  };
}

/**
 * Returns the tenant at an earlier position since its latest reset: applies the facts up to there again. `known` is the tenant with
 * the causes up to there, if it exists.
 */
export function findStateAt(state: TenantState, wanted: Position, known?: GeneratedTenant): TenantState {
  if (state.position <= wanted) return state;
  const { since, sinceMs, idSalt } = state;
  const history = state.history.takeWhile((one) => one.position <= wanted);
  const start = { ...makeTenantState(withoutCauses(state.generated), sinceMs), position: since, since, idSalt };
  const { state: earlier, causes } = foldFacts(start, history);
  const generated = known ?? (causes.length === 0 ? start.generated : withCauses(start.generated, causes));
  return { ...earlier, generated, history };
}

function applyFact(before: TenantState, fact: Fact, last: Position): TenantState {
  const state = { ...before, factCount: before.factCount + (isCausedByUser(fact) ? 1 : 0) };
  switch (fact.type) {
    case 'dispute-opened':
      return { ...state, openedDisputes: state.openedDisputes.with(fact.dispute) };
    case 'settlement-derived':
      return {
        ...state,
        derivedBatches: new Map(state.derivedBatches).set(fact.batch.batchId, fact.batch),
        everDerived: state.everDerived.with(fact.batch),
      };
    case 'reply-kept':
      return { ...state, keptReplies: state.keptReplies.with(formatKeptReplyKey(fact.kept), fact.kept) };
    case 'cause-injected':
      return state; // applied together with the adjacent causes
    case 'destination-saved':
      return {
        ...state,
        destinations: new Map(state.destinations).set(fact.destination.destinationId, fact.destination),
      };
    case 'destination-deleted': {
      const accountId = state.destinations.get(fact.destinationId)?.accountId;
      if (accountId === undefined) return state;
      const destinations = new Map(state.destinations);
      destinations.delete(fact.destinationId);
      const deletedDestinations = new Map(state.deletedDestinations).set(fact.destinationId, accountId);
      return { ...state, destinations, deletedDestinations };
    }
    case 'destination-alerted':
      return { ...state, destinationAlerts: state.destinationAlerts.with({ alert: fact.alert, position: last }) };
    case 'tenant-reset':
      return resetTenant(state, last, { sinceMs: fact.atMs, idSalt: chooseSalt(last, fact.newIds) });
    case 'clock-set':
    case 'clock-started':
    case 'sandbox-reset':
    case 'misbehaviour-switched':
    case 'faults-added':
    case 'faults-removed':
    case 'journal-imported':
    case 'api-keys-saved':
    case 'api-key-revoked':
      return state; // these are in entries of the whole sandbox
    default:
      return unreachable(fact);
  }
}

/** Excludes changes caused by a receiver's responses: otherwise new ids would depend on the network. */
const isCausedByUser = (fact: Fact): boolean =>
  fact.type !== 'destination-alerted' && (fact.type !== 'destination-saved' || fact.change !== 'disabled-itself');

/** Returns the key of a kept reply: user, operation and idempotency key. */
export function formatKeptReplyKey(of: Pick<KeptReply, 'userId' | 'operationId' | 'idempotencyKey'>): string {
  return `${of.userId} ${of.operationId} ${of.idempotencyKey}`;
}
