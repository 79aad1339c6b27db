import { type Fact, type JournalEntry, type KeptReply, type Position, position } from './facts.ts';
import { withCause } from './inject.ts';
import type { TenantState } from './tenant.ts';
import type { World } from './world.ts';

/** The world after one more entry of the journal. An entry of a tenant that this world does not have changes nothing. */
export function applyEntry(world: World, entry: JournalEntry): World {
  const last = position(entry.position + entry.facts.length - 1);
  const before = world.tenants.get(entry.tenantId);
  if (before === undefined) return { ...world, position: last };

  const tenants = new Map(world.tenants);
  tenants.set(entry.tenantId, applyFacts(before, entry.facts, last));
  return { ...world, position: last, tenants };
}

/** The tenant after these facts, of which the last stands at `last`. The state before stays reachable, for walks. */
function applyFacts(before: TenantState, facts: readonly Fact[], last: Position): TenantState {
  return { ...facts.reduce(applyFact, before), position: last, previous: before };
}

/** The tenant as it stood at an earlier position. */
export function stateAtPosition(state: TenantState, wanted: Position): TenantState {
  let at = state;
  while (at.position > wanted && at.previous !== undefined) at = at.previous;
  return at;
}

function applyFact(state: TenantState, fact: Fact): TenantState {
  switch (fact.type) {
    case 'dispute-opened':
      return { ...state, openedDisputes: [...state.openedDisputes, fact.dispute] };
    case 'settlement-derived':
      return { ...state, derivedBatches: new Map(state.derivedBatches).set(fact.batch.batchId, fact.batch) };
    case 'reply-kept':
      return { ...state, keptReplies: new Map(state.keptReplies).set(keptReplyKey(fact.kept), fact.kept) };
    case 'cause-injected':
      return { ...state, generated: withCause(state.generated, fact.cause) };
    default:
      return unreachable(fact);
  }
}

/** Replies are kept by user, operation and key. */
export function keptReplyKey(of: Pick<KeptReply, 'userId' | 'operationId' | 'idempotencyKey'>): string {
  return `${of.userId} ${of.operationId} ${of.idempotencyKey}`;
}

function unreachable(value: never): never {
  throw new Error(`a fact of no known type: ${JSON.stringify(value)}`);
}
